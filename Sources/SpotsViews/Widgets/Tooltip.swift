/// The whole text of a label that shows only the beginning, in a box beside the label.
package final class Tooltip: View {
  /// A text and the label that cuts it off.
  package struct Content: Equatable {
    package var text: String
    /// The frame of the label in the window, in points; not mirrored on right-to-left screens.
    package var label: Rect

    package init(text: String, label: Rect) {
      (self.text, self.label) = (text, label)
    }
  }

  /// The text and its place; nil hides the box.
  package var content: Content? {
    didSet {
      guard content != oldValue else { return }
      isHidden = content == nil
      label.text = content?.text ?? ""
      setNeedsLayout()
    }
  }
  private let label = Label(.subtitle, .background, lineLimit: 12)
  private var box = Rect.zero

  private static let padding = Size(width: 10, height: 6)
  /// The greatest width of the text before text scale, in points.
  private static let widest = 360.0

  package required init() {
    super.init()
    isHidden = true
    addSubview(label)
  }

  package override func layoutSubviews() {
    guard let content, let environment else { return }
    let room = frame.width - (Popup.margin + Self.padding.width) * 2
    let width = max(min(Self.widest * max(environment.textScale, 1), room), 0)
    let text = label.sizeThatFits(Size(width: width, height: .infinity))
    let size = Size(
      width: text.width + Self.padding.width * 2, height: text.height + Self.padding.height * 2)
    // Both texts start at the same place.
    let beside = Rect(
      x: content.label.x - Self.padding.width, y: content.label.y,
      width: content.label.width + Self.padding.width * 2, height: content.label.height)
    box = Popup.frame(
      of: size, beside: beside, in: bounds.expanded(by: -Popup.margin), leastHeight: size.height)
    box.origin = Point(x: box.x.rounded(), y: box.y.rounded())
    label.frame = Rect(
      x: box.x + Self.padding.width, y: box.y + Self.padding.height, width: text.width,
      height: text.height)
  }

  package override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    list.append(.shadow(box, Color.black.opacity(0.2), blur: 12, offset: 3, cornerRadius: 6))
    list.fill(box, theme[.primary], cornerRadius: 6)
  }
}
