/// Where carousels come to rest.
public enum CarouselSnap {
  /// The offset nearest to `proposed` at which an item stands in the middle, except for the first
  /// item, which stays at the beginning, and past the end.
  ///
  /// - Parameters:
  ///   - maximum: The largest offset there is.
  ///   - viewport: The carousel's width.
  public static func item(
    _ proposed: Double, geometry: ComponentGeometry, maximum: Double, viewport: Double
  ) -> Double {
    if geometry.period != nil {
      let slot = middleSlot(at: proposed, geometry: geometry, viewport: viewport)
      return slot.map { geometry.frame(of: $0).midX - viewport / 2 } ?? proposed
    }
    guard proposed > 0.5, proposed < maximum - 0.5,
      let index = middleItem(at: proposed, geometry: geometry, viewport: viewport), index > 0
    else { return min(max(proposed, 0), maximum) < 1 ? 0 : min(proposed, maximum) }
    let frame = geometry.frame(ofItem: index)
    return min(max(frame.midX - viewport / 2, 0), maximum)
  }

  /// The multiple of the carousel's width to stop at: the next page after a drag of more than a
  /// quarter of an item, the present one otherwise.
  ///
  /// - Parameters:
  ///   - start: The offset when the drag began.
  ///   - proposed: Where the motion would end by itself.
  public static func page(
    from start: Double, _ proposed: Double, itemWidth: Double, maximum: Double, viewport: Double,
    isEndless: Bool = false
  ) -> Double {
    guard viewport > 0 else { return min(max(proposed, 0), maximum) }
    let page = (start / viewport).rounded()
    let moved = proposed - start
    let step = abs(moved) > itemWidth / 4 ? (moved > 0 ? 1.0 : -1.0) : 0
    let target = (page + step) * viewport
    return isEndless ? target : min(max(target, 0), maximum)
  }

  /// The item in the middle of a carousel at `offset`; nil when it has none.
  public static func middleItem(
    at offset: Double, geometry: ComponentGeometry, viewport: Double
  ) -> Int? {
    middleSlot(at: offset, geometry: geometry, viewport: viewport)?.item
  }

  private static func middleSlot(
    at offset: Double, geometry: ComponentGeometry, viewport: Double
  ) -> ComponentGeometry.Slot? {
    let middle = offset + viewport / 2
    let near = geometry.slots(in: Rect(x: offset, y: -1e9, width: viewport, height: 2e9))
    return near.min {
      abs(geometry.frame(of: $0).midX - middle) < abs(geometry.frame(of: $1).midX - middle)
    }
  }
}
