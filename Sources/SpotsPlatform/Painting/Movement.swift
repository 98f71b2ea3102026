// Finds what has moved from one frame to the next.

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
struct MovementFinder {
  private struct Vote {
    var x: Int
    var y: Int
    /// In pixels.
    var weight: Int
  }

  private var table = EntryTable()
  private var votes: [Vote] = []

  /// The least number of pixels for which moving pays.
  private static let leastWeight = 4096

  /// The movement shared by the largest area of `new`; nil when at least as much stayed. Its area
  /// is the smallest rectangle around the old and new places of all that moved.
  ///
  /// - Complexity: O(*n*) in the entries.
  mutating func movement(
    from old: [PaintedEntry], to new: [PaintedEntry], on bounds: PixelRect
  ) -> Movement? {
    guard !old.isEmpty, !new.isEmpty, old != new else { return nil }
    vote(old, new)
    let still = votes.first { $0.x == 0 && $0.y == 0 }?.weight ?? 0
    var best: Vote?
    for vote in votes where vote.x != 0 || vote.y != 0 {
      if vote.weight > best?.weight ?? 0 { best = vote }
    }
    guard let best, best.weight >= Self.leastWeight, best.weight > still else { return nil }
    let movement = Movement(
      area: area(of: best, old, new).intersection(bounds), x: best.x, y: best.y)
    return movement.destination.isEmpty ? nil : movement
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
}
