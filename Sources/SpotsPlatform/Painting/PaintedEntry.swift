// The entries of draw lists in pixels, and finding them in another frame.

import SpotsViews

/// An entry of a draw list in pixels: what it paints, and where.
///
/// Two entries with the same `content` paint the same pixels at their places, so that painted
/// pixels can be moved.
struct PaintedEntry: Equatable {
  /// A hash of everything that painting depends on except the place.
  var content: UInt64
  var x: Int
  var y: Int
  /// The rectangle outside of which nothing is painted.
  var reach: PixelRect

  init(_ entry: DrawList.Entry, grid: PixelGrid) {
    reach = grid.rect(entry.clip).intersection(grid.outerRect(entry.command.bounds))
    var hasher = Hasher()
    hasher.combine(entry.opacity)
    (x, y) = Self.hash(entry.command, grid: grid, into: &hasher)
    content = UInt64(bitPattern: Int64(hasher.finalize()))
    if case .fill(let rect, let color, 0) = entry.command {
      guard color.opacity(entry.opacity).pixel >> 24 == 255 else { return }
      reach = grid.rect(entry.clip).intersection(grid.rect(rect))
    }
  }

  /// Hashes all of `command` except its place, and returns the place.
  private static func hash(
    _ command: DrawCommand, grid: PixelGrid, into hasher: inout Hasher
  ) -> (x: Int, y: Int) {
    switch command {
    case .fill(let rect, let color, let radius):
      hasher.combine(radius)
      return hash(1, color, grid.rect(rect), into: &hasher)
    case .stroke(let rect, let color, let width, let radius):
      hasher.combine(width)
      hasher.combine(radius)
      return hash(2, color, grid.rect(rect), into: &hasher)
    case .shadow(let rect, let color, let blur, let offset, let radius):
      hasher.combine(blur)
      hasher.combine(grid.edge(rect.y + offset) - grid.edge(rect.y))
      hasher.combine(radius)
      return hash(3, color, grid.rect(rect), into: &hasher)
    case .text(let text, let font, let color, let origin, _, let direction):
      hasher.combine(text)
      hasher.combine(font.size)
      hasher.combine(font.weight)
      hasher.combine(font.design)
      hasher.combine(color.pixel)
      hasher.combine(direction)
      return (grid.edge(origin.x), grid.edge(origin.y))
    case .image(let source, let rect, let mode, let corners, let placeholder, let icon):
      hasher.combine(source)
      hasher.combine(mode)
      hasher.combine(corners)
      hasher.combine(icon.pixel)
      return hash(4, placeholder, grid.rect(rect), into: &hasher)
    case .polyline(let points, let color, let width):
      hasher.combine(width)
      return hash(points, color, grid: grid, into: &hasher)
    case .polygon(let points, let color): return hash(points, color, grid: grid, into: &hasher)
    case .fade(let rect, let color, let side):
      hasher.combine(side)
      return hash(5, color, grid.rect(rect), into: &hasher)
    }
  }

  private static func hash(
    _ kind: Int, _ color: Color, _ rect: PixelRect, into hasher: inout Hasher
  ) -> (x: Int, y: Int) {
    hasher.combine(kind)
    hasher.combine(color.pixel)
    hasher.combine(rect.right - rect.left)
    hasher.combine(rect.bottom - rect.top)
    return (rect.left, rect.top)
  }

  /// Points may lie between pixels: the place is a whole pixel, and the fractions are hashed.
  private static func hash(
    _ points: [Point], _ color: Color, grid: PixelGrid, into hasher: inout Hasher
  ) -> (x: Int, y: Int) {
    hasher.combine(color.pixel)
    guard let first = points.first.map(grid.position) else { return (0, 0) }
    let (x, y) = (first.x.rounded(.down), first.y.rounded(.down))
    for point in points {
      let place = grid.position(point)
      hasher.combine(place.x - x)
      hasher.combine(place.y - y)
    }
    return (Int(x), Int(y))
  }

  /// The entry moved by `x`, `y` pixels.
  func moved(x: Int, y: Int) -> PaintedEntry {
    var copy = self
    copy.x += x
    copy.y += y
    copy.reach = reach.moved(x: x, y: y)
    return copy
  }
}

/// Finds entries by a hash. Kept between frames to reuse its memory.
struct EntryTable {
  /// Indexes of entries; -1 in an empty slot.
  private var slots: [Int32] = []

  /// The hash of an entry's content and place.
  static func key(_ content: UInt64, _ x: Int, _ y: Int) -> UInt64 {
    let place = UInt64(truncatingIfNeeded: x &* 0x1_0001) ^ UInt64(truncatingIfNeeded: y &<< 20)
    return (content ^ place) &* 0x9E37_79B9_7F4A_7C15
  }

  /// Replaces the contents with those of `entries` that paint something.
  mutating func fill(_ entries: [PaintedEntry], key: (PaintedEntry) -> UInt64) {
    var size = 16
    while size < entries.count * 2 { size *= 2 }
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(-1, count: size))
    for (index, entry) in entries.enumerated() where !entry.reach.isEmpty {
      var slot = Int(truncatingIfNeeded: key(entry)) & (size - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int32(truncatingIfNeeded: index)
    }
  }

  /// The index of the only entry with `content`, when the table is filled by content; nil when
  /// there is none or more than one.
  func single(_ content: UInt64, _ entries: [PaintedEntry]) -> Int? {
    var slot = Int(truncatingIfNeeded: content) & (slots.count - 1)
    var found: Int?
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if entries[index].content == content {
        guard found == nil else { return nil }
        found = index
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return found
  }

  /// The index of the first entry under `key` that satisfies `isWanted`; nil when there is none.
  func index(of key: UInt64, where isWanted: (Int) -> Bool) -> Int? {
    var slot = Int(truncatingIfNeeded: key) & (slots.count - 1)
    while slots[slot] >= 0 {
      if isWanted(Int(slots[slot])) { return Int(slots[slot]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }
}
