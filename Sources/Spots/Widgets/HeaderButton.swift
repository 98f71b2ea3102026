/// The action text of a header, and the area around it that acts as its button.
struct HeaderButtonElement: ViewElement, Equatable {
  let title: String

  func updateView(_ view: HeaderButton, with context: ViewElementContext) { view.title = title }
}

/// The view of a header's action.
///
/// The view is as large as its text, so that the text shares the line of the title and ends at the
/// margin; `area` is the larger rectangle that takes clicks.
final class HeaderButton: View {
  var title: String {
    get { label.text }
    set {
      label.text = newValue
      setNeedsLayout()
    }
  }
  private let label = Label(.callout, .accent)

  private static let padding = Size(width: 10, height: 6)
  /// The least width and height of `area`, in points.
  private static let leastSide = 32.0

  required init() {
    super.init()
    addSubview(label)
  }

  /// The rectangle that takes clicks, in the superview's coordinates: the text and some room around
  /// it, at least 32 by 32 points.
  var area: Rect {
    // On a separate line the view is wider than its text.
    let text = min(label.sizeThatFits(frame.size).width, frame.width)
    let width = max(text + Self.padding.width * 2, Self.leastSide)
    let height = max(frame.height + Self.padding.height * 2, Self.leastSide)
    return Rect(
      x: frame.x + (text - width) / 2, y: frame.midY - height / 2, width: width, height: height)
  }

  override func sizeThatFits(_ size: Size) -> Size { label.sizeThatFits(size) }

  override func layoutSubviews() { label.frame = bounds }
}
