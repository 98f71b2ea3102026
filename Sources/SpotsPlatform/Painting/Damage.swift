// Finding the parts of the canvas to repaint.
//
// A region of the canvas is cut into cells. Every entry is mixed into the hash of each cell it can
// touch, in painting order, with the part of the cell that it may paint. A cell with the same hash
// before and after looks the same, so only the others are painted. Comparing entries finds every
// change, so no view reports that it changed.

/// Finds the parts of a canvas to repaint. Kept between frames to reuse its memory.
struct Damage {
  private var before: [UInt64] = []
  private var after: [UInt64] = []
  /// The areas found so far. Those of one region do not overlap.
  private(set) var areas: [PixelRect] = []

  /// Painting more rectangles than this costs more than painting what lies between them.
  private static let areaLimit = 24

  mutating func removeAll() {
    areas.removeAll(keepingCapacity: true)
  }

  mutating func append(_ area: PixelRect) {
    if !area.isEmpty { areas.append(area) }
  }

  /// Adds `area`, which has moved, and removes the areas inside it.
  mutating func present(_ area: PixelRect) {
    areas.removeAll { $0.intersection(area) == $0 }
    append(area)
  }

  /// Adds the parts of `region` where `new` differs from its pixels: those of `old`, moved by
  /// `movement` if there is one.
  ///
  /// - Complexity: O(*n*) in the entries, each counted once per cell it touches; a region has at
  ///   most 4096 cells.
  mutating func compare(
    _ old: [PaintedEntry], _ new: [PaintedEntry], in region: PixelRect, movement: Movement? = nil
  ) {
    guard !region.isEmpty else { return }
    var (first, last) = (0, 0)
    if movement == nil {
      // Entries that both lists begin or end with make no difference.
      let shorter = min(old.count, new.count)
      while first < shorter, old[first] == new[first] { first += 1 }
      while last < shorter - first, old[old.count - 1 - last] == new[new.count - 1 - last] {
        last += 1
      }
      if first + last == old.count, first + last == new.count { return }
    }
    let grid = DamageGrid(region)
    let (x, y) = (movement?.x ?? 0, movement?.y ?? 0)
    var reach = PixelRect.nothing
    before.clear(grid.count)
    after.clear(grid.count)
    for index in first..<old.count - last {
      grid.mix(old[index].moved(x: x, y: y), into: &before, reach: &reach)
    }
    for index in first..<new.count - last { grid.mix(new[index], into: &after, reach: &reach) }
    if let movement {
      // A movement leaves old pixels behind.
      reach = region
      grid.spoil(&before, outside: movement.destination)
    }
    collect(grid, within: reach.intersection(region))
  }

  /// Adds the changed cells: runs within a row, extended down while the next row has the same run.
  private mutating func collect(_ grid: DamageGrid, within reach: PixelRect) {
    let start = areas.count
    for row in 0..<grid.rows {
      var column = 0
      while column < grid.columns {
        let cell = row * grid.columns + column
        guard before[cell] != after[cell] else {
          column += 1
          continue
        }
        let from = column
        while column < grid.columns,
          before[row * grid.columns + column] != after[row * grid.columns + column]
        {
          column += 1
        }
        add(grid.rect(columns: from..<column, row: row), since: start)
      }
    }
    for index in start..<areas.count { areas[index] = areas[index].intersection(reach) }
    areas.removeAll(where: \.isEmpty)
    guard areas.count - start > Self.areaLimit else { return }
    let whole = areas[start...].reduce(areas[start]) { $0.union($1) }
    areas.removeSubrange(start...)
    areas.append(whole)
  }

  private mutating func add(_ run: PixelRect, since start: Int) {
    for index in (start..<areas.count).reversed() {
      let area = areas[index]
      if area.bottom == run.top, area.left == run.left, area.right == run.right {
        areas[index].bottom = run.bottom
        return
      }
    }
    areas.append(run)
  }
}

/// A region of a canvas cut into square cells.
private struct DamageGrid {
  let region: PixelRect
  let side: Int
  let columns: Int
  let rows: Int

  init(_ region: PixelRect) {
    self.region = region
    side = max(48, (max(region.width, region.height) + 63) / 64)
    columns = (region.width + side - 1) / side
    rows = (region.height + side - 1) / side
  }

  var count: Int { columns * rows }

  func rect(columns: Range<Int>, row: Int) -> PixelRect {
    PixelRect(
      left: region.left + columns.lowerBound * side, top: region.top + row * side,
      right: region.left + columns.upperBound * side, bottom: region.top + (row + 1) * side
    ).intersection(region)
  }

  func mix(_ entry: PaintedEntry, into hashes: inout [UInt64], reach: inout PixelRect) {
    let area = entry.reach.intersection(region)
    guard !area.isEmpty else { return }
    reach = reach.union(area)
    let hash = Self.scrambled(
      entry.content &+ UInt64(bitPattern: Int64(entry.x)) &* 0x9E37_79B9_7F4A_7C15
        &+ UInt64(bitPattern: Int64(entry.y)) &* 0xC2B2_AE3D_27D4_EB4F)
    for row in (area.top - region.top) / side...(area.bottom - 1 - region.top) / side {
      for column in (area.left - region.left) / side...(area.right - 1 - region.left) / side {
        let part = area.intersection(rect(columns: column..<column + 1, row: row))
        let width = UInt64(truncatingIfNeeded: part.left &<< 32 ^ part.right)
        let height = UInt64(truncatingIfNeeded: part.top &<< 32 ^ part.bottom)
        let cell = row * columns + column
        // Multiplying makes the order count: A over B is not B over A.
        hashes[cell] = Self.scrambled(
          hashes[cell] &* 0x1_0000_0001_B3 ^ hash &+ width &* 0xD6E8_FEB8_6659_FD93 ^ height)
      }
    }
  }

  /// Makes every cell that is not wholly inside `area` count as changed.
  func spoil(_ hashes: inout [UInt64], outside area: PixelRect) {
    for row in 0..<rows {
      for column in 0..<columns {
        let cell = rect(columns: column..<column + 1, row: row)
        if cell.intersection(area) != cell { hashes[row * columns + column] ^= 1 }
      }
    }
  }

  private static func scrambled(_ value: UInt64) -> UInt64 {
    let mixed = (value ^ value >> 32) &* 0xD6E8_FEB8_6659_FD93
    return mixed ^ mixed >> 29
  }
}

extension [UInt64] {
  /// Replaces the contents with `count` zeros.
  fileprivate mutating func clear(_ count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(0, count: count))
  }
}
