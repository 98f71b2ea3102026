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
      let index = middleItem(at: proposed, geometry: geometry, viewport: viewport)
    else { return min(max(proposed, 0), maximum) < 1 ? 0 : min(proposed, maximum) }
    return centred(index, geometry: geometry, maximum: maximum, viewport: viewport)
  }

  /// The offset at which an item of a carousel with ends rests.
  static func centred(
    _ item: Int, geometry: ComponentGeometry, maximum: Double, viewport: Double
  ) -> Double {
    item == 0 ? 0 : min(max(geometry.frame(ofItem: item).midX - viewport / 2, 0), maximum)
  }

  /// The multiple of the carousel's width to stop at: the next page after a drag of more than a
  /// quarter of an item, the present one otherwise.
  ///
  /// - Parameters:
  ///   - start: The offset when the drag began.
  ///   - proposed: Where the motion would end by itself.
  ///   - period: The length after which a carousel without ends repeats. Its pages are counted
  ///     anew in each turn, so that they are the same ones every time; the last may be shorter.
  public static func page(
    from start: Double, _ proposed: Double, itemWidth: Double, maximum: Double, viewport: Double,
    period: Double? = nil
  ) -> Double {
    guard viewport > 0 else { return min(max(proposed, 0), maximum) }
    let moved = proposed - start
    let step = abs(moved) > itemWidth / 4 ? (moved > 0 ? 1.0 : -1.0) : 0
    guard let period else {
      let last = lastPage(maximum: maximum, viewport: viewport)
      let page = min(page(at: start, maximum: maximum, viewport: viewport) + step, last)
      return page == last && last > 0 ? maximum : max(page * viewport, 0)
    }
    let pages = Double(pageCount(length: period, viewport: viewport))
    let turn = (start / period).rounded(.down)
    let page = Double(endlessPage(at: start - turn * period, period: period, viewport: viewport))
    // Pages of all turns, counted on.
    let target = turn * pages + page + step
    let targetTurn = (target / pages).rounded(.down)
    return targetTurn * period + (target - targetTurn * pages) * viewport
  }

  /// How many pages content of `length` has; at least one.
  static func pageCount(length: Double, viewport: Double) -> Int {
    Int(min(max(((length - 0.5) / max(viewport, 1)).rounded(.up), 1), 10_000))
  }

  /// The page nearest to `offset` of a carousel with ends, from 0. The last one ends with the
  /// content, so that it may begin before a multiple of the carousel's width.
  static func page(at offset: Double, maximum: Double, viewport: Double) -> Double {
    let last = lastPage(maximum: maximum, viewport: viewport)
    let page = min(max((offset / max(viewport, 1)).rounded(), 0), last)
    return maximum - offset < abs(offset - page * viewport) ? last : page
  }

  static func lastPage(maximum: Double, viewport: Double) -> Double {
    max(((maximum - 0.5) / max(viewport, 1)).rounded(.up), 0)
  }

  /// The page nearest to `offset`, from 0 to the period; the number of pages stands for the first
  /// one of the next turn.
  static func endlessPage(at offset: Double, period: Double, viewport: Double) -> Int {
    let count = pageCount(length: period, viewport: viewport)
    let page = min(Int((offset / max(viewport, 1)).rounded()), count)
    let start = page == count ? period : Double(page) * viewport
    let next = page >= count - 1 ? period : start + viewport
    return next - offset < abs(offset - start) ? min(page + 1, count) : page
  }

  /// The item in the middle of a carousel at `offset`; nil when it has none.
  public static func middleItem(
    at offset: Double, geometry: ComponentGeometry, viewport: Double
  ) -> Int? {
    middleSlot(at: offset, geometry: geometry, viewport: viewport)?.item
  }

  static func middleSlot(
    at offset: Double, geometry: ComponentGeometry, viewport: Double
  ) -> ComponentGeometry.Slot? {
    let middle = offset + viewport / 2
    func distance(_ slot: ComponentGeometry.Slot) -> Double {
      abs(geometry.frame(of: slot).midX - middle)
    }
    var nearest: ComponentGeometry.Slot?
    var reach = 0.0
    repeat {
      let window = Rect(x: offset - reach, y: -1e9, width: viewport + 2 * reach, height: 2e9)
      nearest = geometry.slots(in: window).min { distance($0) < distance($1) }
      if let nearest, distance(nearest) <= viewport / 2 + reach { break }
      // In a narrow window may be nothing but the space between two items.
      reach = max(reach * 2, viewport, 1)
    } while reach <= geometry.contentSize.width
    return nearest
  }
}
