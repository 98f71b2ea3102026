/// Which of two columns of a window the pointer is over, or was pressed on.
@MainActor
package struct ColumnPointer<Column: AnyObject> {
  private weak var pressed, hovered: Column?

  package init() {}

  /// The column whose shape the pointer has; nil before it was over one.
  package var column: Column? { pressed ?? hovered }

  /// The column that an event of the pointer is meant for; nil for other events.
  ///
  /// - Parameters:
  ///   - column: Finds the column at a point.
  ///   - leave: Called with a column that the pointer has left for the other one.
  package mutating func target(
    of input: InputEvent, at column: (Point) -> Column, leave: (Column) -> Void
  ) -> Column? {
    switch input {
    case .pointerPressed(let point, _, _, _, _):
      pressed = pressed ?? column(point)
      return pressed
    case .pointerReleased(let point, _):
      defer { pressed = nil }
      return pressed ?? column(point)
    case .pointerMoved(let point), .wheel(let point, _, _, _):
      let target = pressed ?? column(point)
      if let hovered, hovered !== target { leave(hovered) }
      hovered = target
      return target
    case .pointerLeft: return hovered
    default: return nil
    }
  }
}
