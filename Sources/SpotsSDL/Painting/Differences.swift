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
