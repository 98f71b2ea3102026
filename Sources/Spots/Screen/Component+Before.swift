// Where parts of a component were before the change that is being made, in the coordinates of the
// stack around it.

extension Component {
  /// The place of the item that is at `slot` now, and its old index; nil when it is new.
  ///
  /// - Parameter top: Where the component began.
  func oldPlace(
    of slot: ComponentGeometry.Slot, top: Double
  ) -> (item: Int, place: Rect)? {
    let old = previous?.geometry ?? geometry
    let x = previous?.offset ?? horizontal.offset
    guard let item = previous.map({ $0.diff.origin(of: slot.item) }) ?? slot.item else {
      return nil
    }
    let frame = old.frame(of: ComponentGeometry.Slot(item: item, turn: slot.turn))
    return (item, frame.offsetBy(x: -x, y: top))
  }

  func oldHeader(top: Double) -> Rect? {
    (previous?.geometry ?? geometry).headerFrame(inner: max(-top, 0))?.offsetBy(y: top)
  }

  func oldFooter(top: Double) -> Rect? {
    (previous?.geometry ?? geometry).footerFrame?.offsetBy(y: top)
  }
}
