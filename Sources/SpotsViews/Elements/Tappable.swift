/// An element that answers clicks, whatever it shows:
///
///     Tappable(Icon(.cross), action: "remove")
///     Tappable(LabelElement("Undo")) { history.undo() }
///
/// A click on it does not count as one on the enclosing item. The Tab key stops at it separately.
@MainActor
public struct Tappable: Element {
  /// The element, which keeps its traits for the row or column around it.
  public var element: any Element
  /// Called for a click; nil sends `action`.
  public var onTap: (() -> Void)?
  /// The action to send; nil for that of the enclosing item.
  public var action: String?
  /// Whether what is around it has the keyboard on its behalf, so that Tab does not stop at it.
  package var isPart = false

  /// Creates an element that sends an action; that of the enclosing item unless given.
  public init(_ element: any Element, action: String? = nil) {
    self.element = element
    self.action = action
  }

  /// Creates an element that calls `onTap`.
  public init(_ element: any Element, onTap: @escaping () -> Void) {
    self.element = element
    self.onTap = onTap
  }

  /// As large as the element; a button to those who do not see it.
  public var content: ElementContent {
    var content = ElementContent(
      children: [element], layout: WholeLayout(),
      backing: .element(TapArea(tappable: self)))
    content.reading = { parts in
      var whole = Accessibility(reading: parts)
      whole.role = .button
      return [whole]
    }
    return content
  }
}

/// The area of a `Tappable`, behind what it shows.
private struct TapArea: ViewElement {
  let tappable: Tappable

  func updateView(_ view: TapControl, with context: ViewElementContext) {
    (view.onTap, view.action) = (tappable.onTap, tappable.action)
    view.isPartOfOther = tappable.isPart
  }
}

private final class TapControl: Control {
  var onTap: (() -> Void)?
  var action: String?
  var isPartOfOther = false

  override var isPart: Bool { isPartOfOther }

  private static let cornerRadius = 8.0

  override func activate() {
    if let onTap { onTap() } else { send(.activated(action: action)) }
  }

  override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    let tint = state.contains(.highlighted) ? 0.14 : 0.08 * hoverProgress(in: &list)
    if tint > 0 {
      list.fill(bounds, theme[.primary].opacity(tint), cornerRadius: Self.cornerRadius)
    }
    drawKeyboardMark(around: bounds, cornerRadius: Self.cornerRadius, in: &list)
  }
}
