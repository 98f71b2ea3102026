import Spots

/// A placeholder for a screen that shows nothing: the icon of an empty page above a sentence.
final class EmptyHint: View {
  var text = "" {
    didSet {
      label.text = text
      setNeedsLayout()
    }
  }
  private let label = Label(.callout, .secondary, lineLimit: 6)

  private static let icon = Size(width: 44, height: 56)

  required init() {
    super.init()
    label.alignment = .center
    addSubview(label)
  }

  override func layoutSubviews() {
    let width = min(max(frame.width - 48, 0), 420)
    let height = label.sizeThatFits(Size(width: width, height: .infinity)).height
    label.frame = Rect(
      x: ((frame.width - width) / 2).rounded(), y: (frame.height / 2).rounded() + 16,
      width: width, height: height)
  }

  override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    let page = Rect(
      x: ((frame.width - Self.icon.width) / 2).rounded(),
      y: (frame.height / 2).rounded() - Self.icon.height - 4, width: Self.icon.width,
      height: Self.icon.height)
    list.fill(page, theme[.surface], cornerRadius: 8)
    list.append(.stroke(page, theme[.separator], width: 1.5, cornerRadius: 8))
    for (index, width) in [20.0, 24, 14].enumerated() {
      list.fill(
        Rect(x: page.x + 10, y: page.y + 16 + Double(index) * 10, width: width, height: 3),
        theme[.secondary].opacity(0.5), cornerRadius: 1.5)
    }
  }
}
