/// A caption under a component, wrapped.
public final class FooterView: View, ItemConfigurable {
  private let label = Label(.caption, .secondary, lineLimit: 0)

  private static let topPadding = 8.0
  private static let bottomPadding = 16.0

  public required init() {
    super.init()
    addSubview(label)
  }

  public func computeSize(for item: Item, containerSize: Size) -> Size {
    configure(with: item)
    let height = label.sizeThatFits(
      Size(width: textWidth(in: containerSize.width), height: .infinity)
    ).height
    return Size(width: 0, height: Self.topPadding + height + Self.bottomPadding)
  }

  public func configure(with item: Item) {
    label.text = [item.title, item.subtitle, item.text].filter { !$0.isEmpty }
      .joined(separator: "\n")
    setNeedsLayout()
  }

  public override func layoutSubviews() {
    label.frame = Rect(
      x: place.margin, y: Self.topPadding, width: textWidth(in: frame.width),
      height: max(frame.height - Self.topPadding - Self.bottomPadding, 0))
  }

  private func textWidth(in width: Double) -> Double { max(width - place.margin * 2, 0) }
}
