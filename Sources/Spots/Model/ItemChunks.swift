// Long lists of items, cut into chunks.
//
// A list starts as one chunk of any length. A change splits off the items it touches; the rest
// remain parts of the original chunk, shared with earlier copies of the list. Small adjacent chunks
// are joined again, so that many changes do not leave many chunks.

/// The chunks of a list, none of them empty.
struct ItemChunks: Sendable {
  private(set) var all: [ItemChunk] = []
  /// The index of each chunk's first item.
  private var starts: [Int] = []
  private(set) var count = 0

  /// The largest number of items in a chunk that is changed in place.
  private static let capacity = 512
  /// The number of items of a document decoded together when one of them is changed.
  private static let window = 64

  init(_ chunks: [ItemChunk] = []) {
    all = chunks.filter { $0.count > 0 }
    sumUp(from: 0)
  }

  var isEmpty: Bool { count == 0 }

  subscript(index: Int) -> Item {
    get {
      let chunk = chunk(containing: index)
      return all[chunk][index - starts[chunk]]
    }
    _modify {
      let chunk = changeableChunk(containing: index)
      yield &all[chunk][inMemory: index - starts[chunk]]
    }
  }

  /// The chunk that contains `index`, from that item to its end.
  func piece(at index: Int) -> ItemChunk {
    let chunk = chunk(containing: index)
    return all[chunk].part(index - starts[chunk], all[chunk].count)
  }

  /// The chunk that contains `index - 1`, from its start through that item.
  func piece(before index: Int) -> ItemChunk {
    let chunk = chunk(containing: index - 1)
    return all[chunk].part(0, index - starts[chunk])
  }

  // MARK: Changes

  /// Replaces the items in `range` with `pieces`.
  mutating func replace(_ range: Range<Int>, with pieces: [ItemChunk]) {
    if replaceInPlace(range, with: pieces) { return }
    let low = boundary(at: range.lowerBound)
    let high = boundary(at: range.upperBound)
    let pieces = pieces.filter { $0.count > 0 }
    all.replaceSubrange(low..<high, with: pieces)
    joinNeighbors(of: low..<low + pieces.count)
  }

  /// Handles the common case, a few items inside one small chunk; returns false for any other.
  private mutating func replaceInPlace(_ range: Range<Int>, with pieces: [ItemChunk]) -> Bool {
    guard range.lowerBound < count, pieces.count <= 1 else { return false }
    let chunk = chunk(containing: range.lowerBound)
    let lower = range.lowerBound - starts[chunk]
    let added = pieces.first?.count ?? 0
    let size = all[chunk].count - range.count + added
    guard lower + range.count <= all[chunk].count, all[chunk].isInMemory,
      pieces.first?.isInMemory ?? true, size > 0, size <= Self.capacity
    else { return false }
    let items = pieces.first?.items ?? []
    all[chunk].change { slice in
      let start = slice.startIndex + lower
      slice.replaceSubrange(start..<start + range.count, with: items)
    }
    sumUp(from: chunk)
    return true
  }

  /// The chunk that contains `index`, split so that a change decodes or copies few items.
  private mutating func changeableChunk(containing index: Int) -> Int {
    var chunk = chunk(containing: index)
    if all[chunk].isInMemory, all[chunk].count <= Self.capacity { return chunk }
    let size = all[chunk].isInMemory ? Self.capacity : Self.window
    let inner = index - starts[chunk]
    let lower = starts[chunk] + inner / size * size
    let upper = min(lower + size, starts[chunk] + all[chunk].count)
    _ = boundary(at: upper)
    chunk = boundary(at: lower)
    all[chunk] = all[chunk].decoded
    joinNeighbors(of: chunk..<chunk + 1)
    return self.chunk(containing: index)
  }

  /// The index of the chunk that starts at `index`, after splitting the one that contains it.
  private mutating func boundary(at index: Int) -> Int {
    precondition(index >= 0 && index <= count, "pass a range inside the items there are")
    guard index < count else { return all.count }
    let chunk = chunk(containing: index)
    let inner = index - starts[chunk]
    guard inner > 0 else { return chunk }
    let whole = all[chunk]
    all.replaceSubrange(
      chunk...chunk, with: [whole.part(0, inner), whole.part(inner, whole.count)])
    sumUp(from: chunk)
    return chunk + 1
  }

  /// Joins small or contiguous chunks in and around `range`. Splitting may have left small chunks
  /// beside it, so their neighbors are included.
  private mutating func joinNeighbors(of range: Range<Int>) {
    let first = max(range.lowerBound - 2, 0)
    var index = first
    var last = min(range.upperBound + 1, all.count - 1)
    while index < last {
      if join(index) { last -= 1 } else { index += 1 }
    }
    sumUp(from: first)
  }

  /// Joins a chunk with the next one if they are contiguous or small; returns whether they were.
  private mutating func join(_ index: Int) -> Bool {
    let next = all[index + 1]
    if let joined = all[index].joined(with: next) {
      all[index] = joined
    } else {
      guard all[index].count + next.count <= Self.capacity, isSmall(all[index]), isSmall(next)
      else { return false }
      if !all[index].isInMemory { all[index] = all[index].decoded }
      all[index].change { $0.append(contentsOf: next.decoded.items) }
    }
    all.remove(at: index + 1)
    return true
  }

  /// Whether joining the chunk with another decodes few items or none.
  private func isSmall(_ chunk: ItemChunk) -> Bool {
    chunk.isInMemory || chunk.count <= Self.window / 2
  }

  // MARK: Places

  private func chunk(containing index: Int) -> Int {
    precondition(index >= 0 && index < count, "pass the index of an item")
    return starts.partitioningIndex { $0 > index } - 1
  }

  private mutating func sumUp(from chunk: Int) {
    starts.removeSubrange(min(chunk, starts.count)...)
    var start = starts.count == 0 ? 0 : starts[starts.count - 1] + all[starts.count - 1].count
    for chunk in all[starts.count...] {
      starts.append(start)
      start += chunk.count
    }
    count = start
  }
}
