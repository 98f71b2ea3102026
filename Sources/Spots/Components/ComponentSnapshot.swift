/// A component before the change that is being made. A class, since few components change at a time
/// and each of them has room for one.
final class ComponentSnapshot {
  private let geometry: ComponentGeometry
  private let offset: Double
  /// nil when the items did not change.
  private let diff: ItemDiff?

  init(geometry: ComponentGeometry, offset: Double, diff: ItemDiff?) {
    self.geometry = geometry
    self.offset = offset
    self.diff = diff
  }

  /// The old index of the item that is at `slot` now and its frame, in the container's coordinates;
  /// nil when it is new.
  ///
  /// - Parameter top: Where the component began.
  func frame(of slot: ComponentGeometry.Slot, top: Double) -> (item: Int, frame: Rect)? {
    guard let item = diff.map({ $0.origin(of: slot.item) }) ?? slot.item else { return nil }
    let frame = geometry.frame(of: ComponentGeometry.Slot(item: item, turn: slot.turn))
    return (item, frame.offsetBy(x: -offset, y: top))
  }

  func headerFrame(top: Double) -> Rect? {
    geometry.headerFrame(inner: max(-top, 0))?.offsetBy(y: top)
  }

  func footerFrame(top: Double) -> Rect? { geometry.footerFrame?.offsetBy(y: top) }
}
