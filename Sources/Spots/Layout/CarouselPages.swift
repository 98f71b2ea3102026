/// The pages of a carousel: the offsets at which it rests when it turns pages.
///
/// A page begins with a column, preceded by the carousel's inset, and has as many whole columns as
/// fit between the insets, at least one. The first page begins with the content and the last one
/// ends with it. All turns of an endless carousel have the same pages; the last page of a turn goes
/// on with the columns of the next one.
///
/// Long carousels, whose widths are mostly estimates, can rest at any column, and the number of
/// their pages is an estimate.
///
/// - Complexity: O(log² *n*) for each query, without allocations.
struct CarouselPages {
  /// Carousels of up to this many columns have their pages counted from the first column.
  private static let longestCounted = 1000
  /// In points; offsets that differ by less are the same place.
  private static let tolerance = 0.5

  private let geometry: ComponentGeometry
  private let columnCount: Int
  private let insets: EdgeInsets
  /// The first column of each page; empty when every column may begin one. A last page that no
  /// column begins, because the only one does not fit, has the number of columns here.
  let starts: [Int]

  /// - Parameter starts: What `starts(_:)` found in the same geometry.
  init(_ geometry: ComponentGeometry, starts: [Int]) {
    self.geometry = geometry
    self.starts = starts
    columnCount = geometry.columnCount
    insets = geometry.itemsInset
  }

  /// The first column of each page, for a later `init`; empty in long carousels.
  ///
  /// - Complexity: O(*n* log *n*) for at most 1000 columns.
  static func starts(_ geometry: ComponentGeometry) -> [Int] {
    let pages = CarouselPages(geometry, starts: [])
    guard pages.columnCount <= longestCounted, pages.columnCount > 0 else { return [] }
    let isEndless = geometry.period != nil
    guard isEndless || geometry.horizontalRange > tolerance else { return [0] }
    var starts: [Int] = []
    var column = 0
    while column < pages.columnCount {
      starts.append(column)
      column = pages.columnBehind(pageOf: column, at: pages.rest(ofColumn: column))
    }
    return starts.count > 1 || isEndless ? starts : [0, pages.columnCount]
  }

  // MARK: Resting

  /// The resting place nearest to `offset`.
  func nearest(to offset: Double) -> Double { rest(at: nearestPlace(to: offset)) }

  /// The resting place at the end of a drag: the next page if the motion covers more than a quarter
  /// of an item, otherwise the page where it began.
  ///
  /// - Parameters:
  ///   - start: The offset when the drag began.
  ///   - proposed: The offset at which the motion would end by itself.
  ///   - itemWidth: In points.
  func rest(from start: Double, _ proposed: Double, itemWidth: Double) -> Double {
    let moved = proposed - start
    guard abs(moved) > itemWidth / 4 else { return nearest(to: start) }
    return next(from: start, moved > 0 ? 1 : -1)
  }

  /// The resting place one page beyond `offset` in a direction, 1 or -1; at an end, that end.
  func next(from offset: Double, _ direction: Int) -> Double {
    guard !starts.isEmpty else { return step(from: offset, direction) }
    let near = nearestPlace(to: offset)
    let isBeyond = (rest(at: near) - offset) * Double(direction) > Self.tolerance
    return rest(at: isBeyond ? near : near + direction)
  }

  /// The offset one page beyond any `offset`, in a direction, 1 or -1: forward, what is not wholly
  /// seen yet comes first; backward, it comes last. At an end, that end.
  func step(from offset: Double, _ direction: Int) -> Double {
    guard columnCount > 0 else { return 0 }
    let first = firstColumn(from: offset + insets.left - Self.tolerance)
    if direction > 0 {
      let isPage = rest(ofColumn: first) < offset + Self.tolerance
      return rest(ofColumn: columnBehind(pageOf: isPage ? first : first - 1, at: offset))
    }
    // The last column before the page comes last, after as many as fit beside it.
    let last = first - 1
    return rest(ofColumn: min(firstColumn(from: end(ofColumn: last) - room - Self.tolerance), last))
  }

  /// The offset of the page that has the column of a slot.
  func offset(with slot: ComponentGeometry.Slot) -> Double {
    let column = geometry.column(ofItem: slot.item)
    let page = starts.isEmpty ? column : max(starts.partitioningIndex { $0 > column } - 1, 0)
    return rest(at: slot.turn * placeCount + page)
  }

  /// The first item of the page nearest to `offset`; nil without items.
  func firstSlot(near offset: Double) -> ComponentGeometry.Slot? {
    guard columnCount > 0 else { return nil }
    let (turn, place) = split(nearestPlace(to: offset), placeCount)
    let column = min(starts.isEmpty ? place : starts[place], columnCount - 1)
    return ComponentGeometry.Slot(item: geometry.firstItem(ofColumn: column), turn: turn)
  }

  // MARK: Counting

  /// The number of pages, at least 1; in an endless carousel, those of one turn.
  var count: Int {
    if !starts.isEmpty { return starts.count }
    let length = geometry.period ?? geometry.contentSize.width
    let pages = (length / max(geometry.width, 1)).rounded(.up)
    return Int(min(max(pages, 1), Double(max(columnCount, 1))))
  }

  /// The number of the page nearest to `offset`, from 0.
  func page(at offset: Double) -> Int {
    if !starts.isEmpty { return split(nearestPlace(to: offset), placeCount).rest }
    let part = offset / max(estimatedPageLength, 1)
    let page = Int(min(max(part.rounded(), -1e9), 1e9))
    return geometry.period == nil ? min(max(page, 0), count - 1) : split(page, count).rest
  }

  /// The offset of a page; in an endless carousel, the one nearest to `present`.
  func offset(ofPage page: Int, near present: Double) -> Double {
    let offset =
      starts.isEmpty
      ? nearest(to: Double(page) * estimatedPageLength) : rest(at: min(page, starts.count - 1))
    guard let period = geometry.period else { return offset }
    return offset + ((present - offset) / period).rounded() * period
  }

  private var estimatedPageLength: Double {
    geometry.period.map { $0 / Double(count) }
      ?? geometry.horizontalRange / Double(max(count - 1, 1))
  }

  // MARK: Places

  // Places and columns are counted through all turns of an endless carousel.

  /// One place for each page, or else for each column.
  private var placeCount: Int { starts.isEmpty ? columnCount : starts.count }

  private func rest(at place: Int) -> Double {
    guard placeCount > 0 else { return 0 }
    guard geometry.period == nil else {
      let (turn, place) = split(place, placeCount)
      return rest(ofColumn: turn * columnCount + (starts.isEmpty ? place : starts[place]))
    }
    if place <= 0 { return 0 }
    if place >= placeCount - 1 { return geometry.horizontalRange }
    return rest(ofColumn: starts.isEmpty ? place : starts[place])
  }

  private func nearestPlace(to offset: Double) -> Int {
    guard placeCount > 0 else { return 0 }
    let first = geometry.period.map { Self.count(offset / $0) * placeCount } ?? 0
    var next = (first..<first + placeCount).partitioningIndex { rest(at: $0) >= offset }
    if geometry.period == nil { next = min(max(next, 1), max(placeCount - 1, 1)) }
    return offset - rest(at: next - 1) <= rest(at: next) - offset ? next - 1 : next
  }

  // MARK: Columns

  private var room: Double { max(geometry.width - insets.left - insets.right, 0) }

  /// The first column after `first` that is not wholly visible in the room between the insets at
  /// `offset`.
  private func columnBehind(pageOf first: Int, at offset: Double) -> Int {
    let right = offset + geometry.width - insets.right + Self.tolerance
    return max(firstColumn(near: right) { end(ofColumn: $0) > right }, first + 1)
  }

  /// The first column that begins at `x` or further on; in a carousel with ends, the number of
  /// columns when none does.
  private func firstColumn(from x: Double) -> Int {
    firstColumn(near: x) { start(ofColumn: $0) >= x }
  }

  /// The first column that satisfies `isBehind`, as all after it must; in an endless carousel, of
  /// those in the turn that `x` is in.
  private func firstColumn(near x: Double, where isBehind: (Int) -> Bool) -> Int {
    let first = geometry.period.map { Self.count((x - insets.left) / $0) * columnCount } ?? 0
    return (first..<first + columnCount).partitioningIndex(where: isBehind)
  }

  /// The offset at which a column begins the page.
  private func rest(ofColumn column: Int) -> Double {
    let offset = start(ofColumn: column) - insets.left
    return geometry.period == nil ? min(max(offset, 0), geometry.horizontalRange) : offset
  }

  private func start(ofColumn column: Int) -> Double {
    guard let period = geometry.period else {
      if column >= columnCount {
        return end(ofColumn: columnCount - 1) + geometry.layout.itemSpacing
      }
      return geometry.frame(ofColumn: max(column, 0)).x
    }
    let (turn, column) = split(column, columnCount)
    return geometry.frame(ofColumn: column).x + Double(turn) * period
  }

  private func end(ofColumn column: Int) -> Double {
    if geometry.period == nil, column >= columnCount - 1 {
      return geometry.contentSize.width - insets.right
    }
    return start(ofColumn: column + 1) - geometry.layout.itemSpacing
  }

  /// Splits a number counted through all turns into a turn and a number in it, out of `count`; in a
  /// carousel with ends, keeps it within them.
  private func split(_ number: Int, _ count: Int) -> (turn: Int, rest: Int) {
    guard geometry.period != nil, count > 0 else {
      return (0, min(max(number, 0), max(count - 1, 0)))
    }
    let rest = (number % count + count) % count
    return ((number - rest) / count, rest)
  }

  /// A number of turns, rounded down and limited to what can be counted.
  private static func count(_ turns: Double) -> Int {
    Int(min(max(turns.rounded(.down), -1e9), 1e9))
  }
}
