// Finds what has moved from one frame to the next, and what else differs where moving does not pay.

/// A part of the canvas that moved from one frame to the next.
struct Movement: Equatable {
  /// The pixels on the canvas that take part: both the old and the new place.
  var area: PixelRect
  /// The distance to the right and down, in pixels.
  var x: Int
  var y: Int

  /// The part of `area` whose new pixels come from within `area`.
  var destination: PixelRect { area.intersection(area.moved(x: x, y: y)) }
}

/// Finds what has moved from one frame to the next. Kept between frames to reuse its memory.
///
/// Nearly empty columns, such as beside the titles of a list in a wide window, are not moved:
/// painting the few lines that cross them touches fewer pixels.
struct MovementFinder {
  /// The columns of `area` to move, each of its full height.
  private(set) var movements: [Movement] = []
  /// The smallest rectangle around the old and new places of all that moved; empty if nothing did.
  private(set) var area = PixelRect.nothing
  /// The differences in the columns of `area` that are not moved.
  private(set) var changes: [PixelRect] = []

  private struct Vote {
    var x: Int
    var y: Int
    /// In pixels.
    var weight: Int
  }

  private var table = EntryTable()
  private var votes: [Vote] = []
  private var differences = Differences()
  /// For each column of `columnWidth`, the heights of its differences added up, in pixels.
  private var heights: [Int] = []

  /// The least number of pixels for which moving pays.
  private static let leastWeight = 4096

  /// Finds the movement shared by the largest area of `new`; none when at least as much stayed.
  ///
  /// - Complexity: O(*n*) in the entries.
  mutating func find(
    from old: [PaintedEntry], to new: [PaintedEntry], on bounds: PixelRect
  ) {
    movements.removeAll(keepingCapacity: true)
    changes.removeAll(keepingCapacity: true)
    area = .nothing
    guard !old.isEmpty, !new.isEmpty, old != new else { return }
    vote(old, new)
    let still = votes.first { $0.x == 0 && $0.y == 0 }?.weight ?? 0
    var best: Vote?
    for vote in votes where vote.x != 0 || vote.y != 0 {
      if vote.weight > best?.weight ?? 0 { best = vote }
    }
    guard let best, best.weight >= Self.leastWeight, best.weight > still else { return }
    let movement = Movement(
      area: area(of: best, old, new).intersection(bounds), x: best.x, y: best.y)
    guard !movement.destination.isEmpty else { return }
    area = movement.area
    if best.x == 0, area.width * area.height >= leastSaving { narrow(movement, old, new) }
    if movements.isEmpty {
      changes.removeAll(keepingCapacity: true)
      movements.append(movement)
    }
  }

  /// Adds up, for each distance, the area of the entries with unique content that moved by it.
  private mutating func vote(_ old: [PaintedEntry], _ new: [PaintedEntry]) {
    votes.removeAll(keepingCapacity: true)
    table.fill(old) { $0.content }
    for entry in new where !entry.reach.isEmpty {
      guard let index = table.single(entry.content, old) else { continue }
      let (x, y) = (entry.x - old[index].x, entry.y - old[index].y)
      let weight = entry.reach.width * entry.reach.height
      if let known = votes.firstIndex(where: { $0.x == x && $0.y == y }) {
        votes[known].weight += weight
      } else if votes.count < 64 {
        votes.append(Vote(x: x, y: y, weight: weight))
      }
    }
  }

  /// The smallest rectangle around the old and new places of all entries that moved by `vote`.
  private mutating func area(
    of vote: Vote, _ old: [PaintedEntry], _ new: [PaintedEntry]
  ) -> PixelRect {
    table.fill(old) { EntryTable.key($0.content, $0.x, $0.y) }
    var area = PixelRect.nothing
    for entry in new where !entry.reach.isEmpty {
      let (x, y) = (entry.x - vote.x, entry.y - vote.y)
      let source = table.index(of: EntryTable.key(entry.content, x, y)) { index in
        old[index].content == entry.content && old[index].x == x && old[index].y == y
      }
      guard source != nil else { continue }
      area = area.union(entry.reach).union(entry.reach.moved(x: -vote.x, y: -vote.y))
    }
    return area
  }

  // MARK: Columns

  /// The least number of pixels that leaving columns out must save.
  var leastSaving = 1 << 20
  private static let columnWidth = 64
  /// Painting more rectangles than this costs more than moving what lies between them.
  private static let changeLimit = 96

  /// Splits `whole`, a vertical movement, into the columns that are worth moving.
  private mutating func narrow(
    _ whole: Movement, _ old: [PaintedEntry], _ new: [PaintedEntry]
  ) {
    differences.find(from: old, to: new, in: area)
    heights.removeAll(keepingCapacity: true)
    let count = (area.width + Self.columnWidth - 1) / Self.columnWidth
    heights.append(contentsOf: repeatElement(0, count: count))
    for part in differences.parts {
      let (left, right) = (part.left - area.left, part.right - 1 - area.left)
      for column in left / Self.columnWidth...right / Self.columnWidth {
        heights[column] += part.height
      }
    }
    var column = 0
    while column < count {
      let first = column
      // Painting pixels and sending them takes about twice as long as moving them.
      while column < count, heights[column] * 2 >= area.height { column += 1 }
      if column > first {
        var part = whole
        part.area.left = area.left + first * Self.columnWidth
        part.area.right = min(area.left + column * Self.columnWidth, area.right)
        movements.append(part)
      }
      column += 1
    }
    collectChanges()
    let rest = movements.reduce(area.width) { $0 - $1.area.width }
    if changes.count > Self.changeLimit || rest * area.height < leastSaving {
      movements.removeAll(keepingCapacity: true)
    }
  }

  /// Collects the differences between the columns that are moved.
  private mutating func collectChanges() {
    var gap = area
    func collect(upTo right: Int) {
      gap.right = right
      guard !gap.isEmpty else { return }
      for part in differences.parts where !part.intersection(gap).isEmpty {
        changes.append(part.intersection(gap))
      }
    }
    for movement in movements {
      collect(upTo: movement.area.left)
      gap.left = movement.area.right
    }
    collect(upTo: area.right)
  }
}

/// The rectangles in which two frames may differ when nothing is moved: those of every entry that
/// only one of them has. Kept between frames to reuse its memory.
///
/// The backgrounds of a list's rows are stacked rectangles of one color. While they cover the same
/// area together, the boundaries between them do not matter.
struct Differences {
  /// The rectangles, which may overlap.
  private(set) var parts: [PixelRect] = []

  private var area = PixelRect.nothing
  private var table = EntryTable()
  /// For each new entry, the index of the equal old one; -1 when there is none.
  private var origins: [Int] = []
  /// For each old entry, whether an equal new one exists.
  private var hasStayed: [Bool] = []

  /// A column of rectangles of one color.
  private struct Paper {
    var color: UInt32
    var left: Int
    var right: Int

    func contains(_ entry: PaintedEntry) -> Bool {
      entry.paper == color && entry.reach.left == left && entry.reach.right == right
    }
  }

  /// The area that the rectangles of a paper cover together, and the indexes of the first and last.
  private struct Extent {
    var rect: PixelRect
    var entries: ClosedRange<Int>
  }

  /// - Complexity: O(*n*) in the entries.
  mutating func find(from old: [PaintedEntry], to new: [PaintedEntry], in area: PixelRect) {
    parts.removeAll(keepingCapacity: true)
    self.area = area
    match(old, new)
    let paper = paper(new)
    if let paper, let before = extent(of: paper, old), let after = extent(of: paper, new),
      isAlone(paper, before, after, new)
    {
      appendEdges(before.rect, after.rect)
      append(old, new) { !paper.contains($0) }
    } else {
      append(old, new) { _ in true }
    }
  }

  private mutating func match(_ old: [PaintedEntry], _ new: [PaintedEntry]) {
    table.fill(old) { EntryTable.key($0.content, $0.x, $0.y) }
    origins.removeAll(keepingCapacity: true)
    hasStayed.removeAll(keepingCapacity: true)
    hasStayed.append(contentsOf: repeatElement(false, count: old.count))
    var last = -1
    for entry in new {
      let key = EntryTable.key(entry.content, entry.x, entry.y)
      // Entries match only in the same painting order.
      if let index = table.index(of: key, where: { old[$0] == entry }), index > last {
        hasStayed[index] = true
        last = index
        origins.append(index)
      } else {
        origins.append(-1)
      }
    }
  }

  /// The paper of the largest differing rectangle; nil when no plain rectangle differs.
  private func paper(_ new: [PaintedEntry]) -> Paper? {
    var (paper, most) = (Paper?.none, 0)
    for (entry, origin) in zip(new, origins) where origin < 0 && entry.paper != 0 {
      let part = entry.reach.intersection(area)
      guard !part.isEmpty, part.width * part.height > most else { continue }
      most = part.width * part.height
      paper = Paper(color: entry.paper, left: entry.reach.left, right: entry.reach.right)
    }
    return paper
  }

  /// The extent of a paper; nil when it has no rectangles, or has them out of order from top to
  /// bottom. Adds the gaps between them to `parts`.
  private mutating func extent(of paper: Paper, _ entries: [PaintedEntry]) -> Extent? {
    var extent: Extent?
    for (index, entry) in entries.enumerated() where paper.contains(entry) && !entry.reach.isEmpty {
      guard let known = extent else {
        extent = Extent(rect: entry.reach, entries: index...index)
        continue
      }
      guard entry.reach.top >= known.rect.top else { return nil }
      var gap = known.rect
      (gap.top, gap.bottom) = (known.rect.bottom, entry.reach.top)
      append(gap)
      extent = Extent(
        rect: known.rect.union(entry.reach), entries: known.entries.lowerBound...index)
    }
    return extent
  }

  /// Whether each entry that stayed is painted before all rectangles of a paper, after all of them,
  /// or outside their area.
  private func isAlone(
    _ paper: Paper, _ before: Extent, _ after: Extent, _ new: [PaintedEntry]
  ) -> Bool {
    let room = before.rect.union(after.rect).intersection(area)
    return zip(new, origins).enumerated().allSatisfy { index, pair in
      let (entry, origin) = pair
      return origin < 0 || paper.contains(entry) || entry.reach.intersection(room).isEmpty
        || (origin < before.entries.lowerBound && index < after.entries.lowerBound)
        || (origin > before.entries.upperBound && index > after.entries.upperBound)
    }
  }

  /// Adds the area that only one of two rectangles with the same left and right edges covers.
  private mutating func appendEdges(_ before: PixelRect, _ after: PixelRect) {
    for (one, other) in [(before.top, after.top), (before.bottom, after.bottom)] {
      var edge = before
      (edge.top, edge.bottom) = (min(one, other), max(one, other))
      append(edge)
    }
  }

  private mutating func append(
    _ old: [PaintedEntry], _ new: [PaintedEntry], where counts: (PaintedEntry) -> Bool
  ) {
    for (entry, origin) in zip(new, origins) where origin < 0 && counts(entry) {
      append(entry.reach)
    }
    for (entry, stays) in zip(old, hasStayed) where !stays && counts(entry) { append(entry.reach) }
  }

  private mutating func append(_ part: PixelRect) {
    let part = part.intersection(area)
    if !part.isEmpty { parts.append(part) }
  }
}
