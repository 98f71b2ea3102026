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
///
/// Columns that are nearly empty, as beside the titles of a list in a wide window, are not moved:
/// painting the few lines that cross them touches fewer pixels.
struct MovementFinder {
  /// The columns of `area` that are to be moved, each as high as it.
  private(set) var movements: [Movement] = []
  /// Everything that moved, where it is and where it was; empty when nothing is to be moved.
  private(set) var area = PixelRect.nothing
  /// What differs in the columns of `area` that are not moved.
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
  /// How many pixels of a column differ, for each column of `columnWidth`.
  private var heights: [Int] = []

  /// Moving less than this, in pixels, is not worth it.
  private static let leastWeight = 4096

  /// Finds the movement that explains most of what is in `new`; none when more has stayed than moved.
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

  /// Counts how far entries went that can be told from all others.
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

  /// Where everything that went as far as `vote` was, and where it is.
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

  /// How many pixels leaving columns out has to save, at least, to be worth it.
  var leastSaving = 1 << 20
  private static let columnWidth = 64
  /// More rectangles than this cost more than to move what is between them.
  private static let changeLimit = 96

  /// Takes the columns of `whole`, which goes up or down, that are worth moving.
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

  /// Finds what differs between the columns that are moved.
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
