import Spots

/// The edge between two columns of a window, at the beginning of the second one, which the pointer
/// and the arrow keys move.
final class ColumnDivider: Control {
  /// In points.
  static let width = 8.0
  private static let step = 16.0

  /// Where the edge is, in points from where lines begin, and where it may be.
  var place = AccessibleValue(0)
  var onMove: (Double) -> Void = { _ in }
  /// Where the edge was taken.
  private var start = 0.0

  override var sense: Sense { [.drag, .edge] }

  override func pointerPressed(at point: Point, clicks: Int) { start = point.x }

  override func pointerDragged(to point: Point) { onMove(place.current + point.x - start) }

  override func keyPressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard modifiers.isEmpty, key == .left || key == .right else { return false }
    onMove(place.current + (key == .left ? -Self.step : Self.step))
    return true
  }

  override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    let line = Rect(x: 0, y: 0, width: 2, height: frame.height)
    let shown = state.isDisjoint(with: [.highlighted, .focused]) ? hoverProgress(in: &list) : 1
    if shown > 0 { list.fill(line, theme[.accent].opacity(shown)) }
  }

  override var accessiblePart: AccessiblePart? {
    let reading = Accessibility(role: .slider, label: words[.sidebarWidth], value: place)
    return AccessiblePart(
      reading, frame: bounds, states: hasKeyboard ? [.focusable, .focused] : .focusable)
  }
}
