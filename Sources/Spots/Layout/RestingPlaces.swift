/// The places at which a carousel that snaps to items can rest, in the order of their offsets: one
/// for each column that can be centered and, unless the carousel is endless, its two ends. The
/// first and last column rest at the ends, so there are never more places than columns.
///
/// In an endless carousel the first place is the one nearest to the offset 0.
///
/// - Complexity: O(log *n*) for each query, without allocations.
struct RestingPlaces {
  private let geometry: ComponentGeometry
  private let columnCount: Int
  /// The columns whose places are between the two ends; all of them in an endless carousel.
  private var middle: Range<Int>
  /// The column of the first place in an endless carousel.
  private var openingColumn = 0

  init(_ geometry: ComponentGeometry) {
    self.geometry = geometry
    columnCount = geometry.columnCount
    middle = 0..<columnCount
    if geometry.period != nil {
      openingColumn = nearestColumn(to: 0)
    } else {
      let end = geometry.horizontalRange - 0.5
      // The first item stays at the beginning.
      let first = max(firstColumn(from: 0) { $0 > 0.5 }, min(1, columnCount))
      let behind = min(firstColumn(from: first) { $0 >= end }, columnCount - 1)
      middle = first..<max(behind, first)
    }
  }

  var count: Int {
    if geometry.period != nil { return columnCount }
    let hasEnd = columnCount > 1 && geometry.horizontalRange > 0.5
    return min(columnCount, 1) + middle.count + (hasEnd ? 1 : 0)
  }

  /// The offset of a place, in points; in an endless carousel, the one nearest to `present`.
  func offset(of place: Int, near present: Double) -> Double {
    guard let period = geometry.period else {
      if place <= 0 { return 0 }
      let isMiddle = place <= middle.count
      return isMiddle ? center(middle.lowerBound + place - 1) : geometry.horizontalRange
    }
    let offset = center((openingColumn + place) % columnCount)
    return offset + ((present - offset) / period).rounded() * period
  }

  /// The place nearest to `offset`; 0 when there is none.
  func nearest(to offset: Double) -> Int {
    guard count > 1 else { return 0 }
    guard geometry.period == nil else {
      return (nearestColumn(to: offset) - openingColumn + columnCount) % columnCount
    }
    let behind = firstColumn(from: middle.lowerBound) { $0 >= offset }
    let next = min(min(behind, middle.upperBound) - middle.lowerBound + 1, count - 1)
    let (left, right) = (self.offset(of: next - 1, near: 0), self.offset(of: next, near: 0))
    return offset - left <= right - offset ? next - 1 : next
  }

  /// The column nearest to the middle of an endless carousel at `offset`.
  private func nearestColumn(to offset: Double) -> Int {
    guard let period = geometry.period, columnCount > 0 else { return 0 }
    let start = center(0)
    let place = offset - ((offset - start) / period).rounded(.down) * period
    let next = firstColumn(from: 0) { $0 >= place }
    guard next > 0 else { return 0 }
    let right = next < columnCount ? center(next) : start + period
    return place - center(next - 1) <= right - place ? next - 1 : next % columnCount
  }

  /// The first column from `first` on whose offset satisfies `isBehind`, as all after it must.
  private func firstColumn(from first: Int, where isBehind: (Double) -> Bool) -> Int {
    (first..<columnCount).partitioningIndex { isBehind(center($0)) }
  }

  /// The offset at which a column is centered.
  private func center(_ column: Int) -> Double {
    geometry.frame(ofColumn: column).midX - geometry.width / 2
  }
}
