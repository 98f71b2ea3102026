// What has to be painted again.
//
// The window is a grid of cells. Every entry of a list is mixed into the hash of each cell it can
// touch, in painting order. A cell whose hash is the same in two lists looks the same in both, so
// only the others are painted; the entries in them are the evidence, no view has to say that it
// changed. What both lists begin and end with is left out, since it cannot tell them apart.

/// The parts of a window that `new` paints differently from `old`.
///
/// - Parameters:
///   - viewport: The window, in points. What lies outside it is ignored.
/// - Returns: Few rectangles that do not overlap, inside the viewport, in points; none when the
///   lists are equal. Painting `new` inside them, and one pixel around, over what `old` painted
///   gives what painting all of `new` gives.
/// - Complexity: O(*n*) in the entries of both lists, each counted once per cell it touches; there
///   are at most 4096 cells.
public func damage(from old: DrawList, to new: DrawList, viewport: Rect) -> [Rect] {
  guard !viewport.isEmpty else { return [] }
  var before = old.entries[...]
  var after = new.entries[...]
  while let first = before.first, first == after.first {
    before = before.dropFirst()
    after = after.dropFirst()
  }
  while let last = before.last, last == after.last {
    before = before.dropLast()
    after = after.dropLast()
  }
  guard !before.isEmpty || !after.isEmpty else { return [] }
  // No window is as large as that; there is nothing to cut into cells.
  guard viewport.maxX.isFinite, viewport.maxY.isFinite else { return [viewport] }
  let grid = DamageGrid(viewport: viewport)
  let changed = zip(grid.hashes(of: before), grid.hashes(of: after)).map { $0 != $1 }
  let reach = (before + after).reduce(Rect.zero) { $0.union($1.area) }
  return grid.rectangles(around: changed).map { $0.intersection(reach) }.filter { !$0.isEmpty }
}

extension DrawList.Entry {
  /// Where it can paint, in points of the window.
  var area: Rect { command.bounds.intersection(clip) }
}

/// A window cut into square cells.
private struct DamageGrid {
  /// More rectangles than this cost more than the cells between them.
  private static let rectangleLimit = 24

  let viewport: Rect
  let side: Double
  let columns: Int
  let rows: Int

  init(viewport: Rect) {
    self.viewport = viewport
    side = max(48, max(viewport.width, viewport.height) / 64)
    columns = Self.count(viewport.width / side)
    rows = Self.count(viewport.height / side)
  }

  /// One hash for each cell, row by row.
  func hashes(of entries: ArraySlice<DrawList.Entry>) -> [Int] {
    var hashes = [Int](repeating: 0, count: columns * rows)
    for entry in entries {
      let area = entry.area.intersection(viewport)
      guard !area.isEmpty else { continue }
      let hash = entry.hashValue
      for row in cells(area.y - viewport.y, area.maxY - viewport.y, count: rows) {
        for column in cells(area.x - viewport.x, area.maxX - viewport.x, count: columns) {
          let cell = row * columns + column
          // Multiplying keeps the order: A over B is not B over A.
          hashes[cell] = (hashes[cell] &* 0x1_0000_0001_B3) ^ hash
        }
      }
    }
    return hashes
  }

  /// The changed cells: runs within a row, grown downwards while the next row has the same run.
  func rectangles(around changed: [Bool]) -> [Rect] {
    var open: [Range<Int>: Int] = [:]
    var found: [Rect] = []
    for row in 0...rows {
      let runs = row < rows ? runs(in: changed[row * columns..<(row + 1) * columns]) : []
      for (run, top) in open where !runs.contains(run) {
        found.append(rectangle(run, top..<row))
        open[run] = nil
      }
      for run in runs where open[run] == nil { open[run] = row }
    }
    guard found.count > Self.rectangleLimit else {
      return found.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    }
    return [found.reduce(.zero) { $0.union($1) }]
  }

  private func runs(in row: ArraySlice<Bool>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int?
    for (column, isChanged) in row.enumerated() {
      if isChanged {
        start = start ?? column
      } else if let first = start {
        runs.append(first..<column)
        start = nil
      }
    }
    if let start { runs.append(start..<columns) }
    return runs
  }

  private func rectangle(_ columns: Range<Int>, _ rows: Range<Int>) -> Rect {
    Rect(
      x: viewport.x + Double(columns.lowerBound) * side,
      y: viewport.y + Double(rows.lowerBound) * side, width: Double(columns.count) * side,
      height: Double(rows.count) * side
    ).intersection(viewport)
  }

  private func cells(_ low: Double, _ high: Double, count: Int) -> Range<Int> {
    let first = Int(min(max((low / side).rounded(.down), 0), Double(count - 1)))
    let end = Int(min(max((high / side).rounded(.up), 0), Double(count)))
    return first..<max(end, first + 1)
  }

  private static func count(_ value: Double) -> Int { max(Int(min(value.rounded(.up), 64)), 1) }
}
