import Spots

/// The first way to write a view: it owns its subviews, measures itself and draws itself.
///
/// Shows the number of a line in a colored square, with its name beside it.
final class LineBadge: View, ItemConfigurable {
  private let number = Label(.headline, .onAccent)
  private let name = Label(.bodyMedium)
  private static let side = 36.0
  private static let margin = 16.0

  required init() {
    super.init()
    for view in [number, name] { addSubview(view) }
    number.alignment = .center
  }

  func computeSize(for item: Item, containerSize: Size) -> Size {
    Size(width: 0, height: Self.side + 20)
  }

  func configure(with item: Item) {
    number.text = item.subtitle
    name.text = item.title
    setNeedsLayout()
  }

  override func layoutSubviews() {
    let numberSize = number.sizeThatFits(badge.size)
    number.frame = Rect(
      x: badge.x, y: badge.midY - numberSize.height / 2, width: badge.width,
      height: numberSize.height)
    let left = badge.maxX + 12
    let room = max(frame.width - left - Self.margin, 0)
    let nameSize = name.sizeThatFits(Size(width: room, height: .infinity))
    name.frame = Rect(
      x: left, y: badge.midY - nameSize.height / 2, width: room, height: nameSize.height)
  }

  override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    list.fill(badge, theme[.accent], cornerRadius: 8)
  }

  private var badge: Rect {
    Rect(x: Self.margin, y: (frame.height - Self.side) / 2, width: Self.side, height: Self.side)
  }
}
