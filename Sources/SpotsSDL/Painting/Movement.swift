/// Something that was on the canvas in one place and is now in another.
struct Movement: Equatable {
  /// The pixels that take part, on the canvas.
  var area: PixelRect
  /// How far they go to the right, and down.
  var x: Int
  var y: Int

  /// The part of the area that holds what was in the area before.
  var destination: PixelRect { area.intersection(area.moved(x: x, y: y)) }
}

/// Finds out what has moved from one frame to the next. Kept from frame to frame for its memory.
struct MovementFinder {
  private struct Vote {
    var x: Int
    var y: Int
    /// In pixels.
    var weight: Int
  }

  /// Indexes of entries by hash, -1 where there is none.
  private var table: [Int32] = []
  private var votes: [Vote] = []

  /// Moving less than this, in pixels, is not worth it.
  private static let leastWeight = 4096

  /// The movement that explains most of what is in `new`; nil when more has stayed than moved.
  ///
  /// - Complexity: O(*n*) in the entries.
  mutating func movement(
    from old: [PaintedEntry], to new: [PaintedEntry], on bounds: PixelRect
  ) -> Movement? {
    guard !old.isEmpty, !new.isEmpty else { return nil }
    vote(old, new)
    let still = votes.first { $0.x == 0 && $0.y == 0 }?.weight ?? 0
    var best: Vote?
    for vote in votes where vote.x != 0 || vote.y != 0 {
      if vote.weight > best?.weight ?? 0 { best = vote }
    }
    guard let best, best.weight >= Self.leastWeight, best.weight > still else { return nil }
    let area = area(of: best, old, new).intersection(bounds)
    let movement = Movement(area: area, x: best.x, y: best.y)
    return movement.destination.isEmpty ? nil : movement
  }

  /// Counts how far entries went that can be told from all others.
  private mutating func vote(_ old: [PaintedEntry], _ new: [PaintedEntry]) {
    votes.removeAll(keepingCapacity: true)
    fill(old) { $0.content }
    for entry in new where !entry.reach.isEmpty {
      guard let index = single(entry.content, old) else { continue }
      let (x, y) = (entry.x - old[index].x, entry.y - old[index].y)
      let weight = entry.reach.width * entry.reach.height
      if let known = votes.firstIndex(where: { $0.x == x && $0.y == y }) {
        votes[known].weight += weight
      } else if votes.count < 64 {
        votes.append(Vote(x: x, y: y, weight: weight))
      }
    }
  }

  /// Where everything that went as far as `vote` was, and where it is.
  private mutating func area(
    of vote: Vote, _ old: [PaintedEntry], _ new: [PaintedEntry]
  ) -> PixelRect {
    fill(old) { Self.key($0.content, $0.x, $0.y) }
    var area = PixelRect.nothing
    for entry in new where !entry.reach.isEmpty {
      let (x, y) = (entry.x - vote.x, entry.y - vote.y)
      let isMoved = contains(Self.key(entry.content, x, y)) { index in
        old[index].content == entry.content && old[index].x == x && old[index].y == y
      }
      guard isMoved else { continue }
      area = area.union(entry.reach).union(entry.reach.moved(x: -vote.x, y: -vote.y))
    }
    return area
  }

  // MARK: The table

  private static func key(_ content: UInt64, _ x: Int, _ y: Int) -> UInt64 {
    let place = UInt64(truncatingIfNeeded: x &* 0x1_0001) ^ UInt64(truncatingIfNeeded: y &<< 20)
    return (content ^ place) &* 0x9E37_79B9_7F4A_7C15
  }

  private mutating func fill(_ entries: [PaintedEntry], key: (PaintedEntry) -> UInt64) {
    var size = 16
    while size < entries.count * 2 { size *= 2 }
    table.removeAll(keepingCapacity: true)
    table.append(contentsOf: repeatElement(-1, count: size))
    for (index, entry) in entries.enumerated() where !entry.reach.isEmpty {
      var slot = Int(truncatingIfNeeded: key(entry)) & (size - 1)
      while table[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      table[slot] = Int32(truncatingIfNeeded: index)
    }
  }

  /// The only one of `entries` with `content`; nil when there is none or more than one.
  private func single(_ content: UInt64, _ entries: [PaintedEntry]) -> Int? {
    var slot = Int(truncatingIfNeeded: content) & (table.count - 1)
    var found: Int?
    while table[slot] >= 0 {
      let index = Int(table[slot])
      if entries[index].content == content {
        guard found == nil else { return nil }
        found = index
      }
      slot = (slot + 1) & (table.count - 1)
    }
    return found
  }

  private func contains(_ key: UInt64, _ isWanted: (Int) -> Bool) -> Bool {
    var slot = Int(truncatingIfNeeded: key) & (table.count - 1)
    while table[slot] >= 0 {
      if isWanted(Int(table[slot])) { return true }
      slot = (slot + 1) & (table.count - 1)
    }
    return false
  }
}

extension Canvas {
  /// Moves the pixels of `movement.area` along; those they leave behind stay as they are.
  func move(_ movement: Movement) {
    let destination = movement.destination.intersection(bounds)
    guard !destination.isEmpty else { return }
    let count = destination.width
    func moveRow(_ y: Int) {
      let target = row(y) + destination.left
      // `update` may overlap.
      target.update(from: row(y - movement.y) + destination.left - movement.x, count: count)
    }
    if movement.y > 0 {
      for y in (destination.top..<destination.bottom).reversed() { moveRow(y) }
    } else {
      for y in destination.top..<destination.bottom { moveRow(y) }
    }
  }
}
