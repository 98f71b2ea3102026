/// The title over a component, a subtitle under it and an action text at the right.
///
/// `meta.style` `section` sets the title in small capitals, as over groups of settings;
/// `meta.actionTitle` is the text at the right.
public final class HeaderView: View, ItemConfigurable {
  private let title = Label(.title, lineLimit: 2)
  private let subtitle = Label(.subtitle, .secondary, lineLimit: 2)
  private let action = Label(.callout, .accent)

  private static let topPadding = 20.0
  private static let bottomPadding = 8.0
  private static let gap = 16.0

  public required init() {
    super.init()
    for view in [title, subtitle, action] { addSubview(view) }
  }

  public func computeSize(for item: Item, containerSize: Size) -> Size {
    configure(with: item)
    let heights = textHeights(width: containerSize.width)
    return Size(
      width: 0,
      height: Self.topPadding + heights.title + heights.subtitle + Self.bottomPadding)
  }

  public func configure(with item: Item) {
    let isSection = item.meta.string("style") == "section"
    title.text = isSection ? item.title.uppercased() : item.title
    title.font = isSection ? .section : .title
    title.color = isSection ? .secondary : .primary
    subtitle.text = item.subtitle
    action.text = item.meta.string("actionTitle")
    setNeedsLayout()
  }

  public override func layoutSubviews() {
    let heights = textHeights(width: frame.width)
    let width = textWidth(in: frame.width)
    title.frame = Rect(x: place.margin, y: Self.topPadding, width: width, height: heights.title)
    subtitle.frame = Rect(
      x: place.margin, y: title.frame.maxY, width: width, height: heights.subtitle)
    let size = action.sizeThatFits(Size(width: frame.width, height: .infinity))
    action.isHidden = action.text.isEmpty
    // Baselines of both texts on one line.
    action.frame = Rect(
      x: frame.width - place.margin - size.width,
      y: title.frame.maxY - size.height - (heights.title > size.height ? 3 : 0),
      width: size.width, height: size.height)
  }

  public override func draw(in list: inout DrawList) {
    // Opaque, since items pass below a sticky header.
    guard let theme = environment?.theme else { return }
    list.fill(bounds, theme[.background])
  }

  private func textHeights(width: Double) -> (title: Double, subtitle: Double) {
    let room = Size(width: textWidth(in: width), height: .infinity)
    return (title.sizeThatFits(room).height, subtitle.sizeThatFits(room).height)
  }

  private func textWidth(in width: Double) -> Double {
    let all = max(width - place.margin * 2, 0)
    guard !action.text.isEmpty else { return all }
    let size = action.sizeThatFits(Size(width: all / 2, height: .infinity))
    return max(all - size.width - Self.gap, 0)
  }
}
