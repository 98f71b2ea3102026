// Lengths along one axis, most of which may not be known yet.
//
// A million rows of estimated height are one run; measuring the twenty that are visible splits that
// run around them. Lengths are kept in chunks with running sums, so that finding the row at an
// offset is a binary search, and changing some rows touches their chunks and the sums after them.

/// A sequence of lengths with running sums. Each length is either known or an estimate.
///
/// - Complexity: `offset(of:)` and `index(at:)` are O(log *n*). Changes are O(*m* + *c*), where *m*
///   is the number of changed lengths and *c* the number of chunks: 1 for lengths never changed,
///   about *n*/128 when they are changed many at a time.
struct Extents: Equatable, Sendable {
  private struct Entry: Equatable, Sendable {
    var length: Double
    var isKnown: Bool
  }

  private struct Chunk: Equatable, Sendable {
    /// Every length of the chunk, or nothing when all are `uniform`.
    var entries: [Entry]
    var uniform: Entry
    var count: Int
    var sum: Double

    init(_ entries: [Entry]) {
      self.entries = entries
      uniform = Entry(length: 0, isKnown: false)
      count = entries.count
      sum = entries.reduce(0) { $0 + $1.length }
    }

    init(uniform: Entry, count: Int) {
      entries = []
      self.uniform = uniform
      self.count = count
      sum = uniform.length * Double(count)
    }

    var isUniform: Bool { entries.isEmpty }

    subscript(index: Int) -> Entry { isUniform ? uniform : entries[index] }

    func sum(upTo index: Int) -> Double {
      if isUniform { return uniform.length * Double(index) }
      return entries[..<index].reduce(0) { $0 + $1.length }
    }

    func firstPositive(from index: Int) -> Int? {
      if isUniform { return uniform.length > 0 && index < count ? index : nil }
      return entries[index...].firstIndex { $0.length > 0 }
    }

    func split(at index: Int) -> (Chunk, Chunk) {
      if isUniform {
        return (
          Chunk(uniform: uniform, count: index), Chunk(uniform: uniform, count: count - index)
        )
      }
      return (Chunk(Array(entries[..<index])), Chunk(Array(entries[index...])))
    }
  }

  private static let chunkCapacity = 128

  private var chunks: [Chunk] = []
  /// The index of each chunk's first length, and the sum of all lengths before it.
  private var firstIndexes: [Int] = []
  private var offsets: [Double] = []

  /// The number of lengths, estimates included.
  private(set) var count = 0
  /// The sum of all lengths.
  private(set) var total = 0.0

  /// Creates a sequence without lengths.
  init() {}

  /// `count` lengths, all `length`; estimates unless `isKnown`.
  init(count: Int, length: Double, isKnown: Bool = false) {
    insert(count: count, length: length, isKnown: isKnown, at: 0)
  }

  /// The length at `index`.
  subscript(index: Int) -> Double { entry(at: index).length }

  /// Whether the length at `index` is known and not an estimate.
  func isKnown(_ index: Int) -> Bool { entry(at: index).isKnown }

  /// How many of the lengths in `range` are known.
  ///
  /// - Complexity: O(*c* · log *c*), plus the lengths in `range` that were changed.
  func knownCount(in range: Range<Int>) -> Int {
    var known = 0
    var index = range.lowerBound
    while index < range.upperBound {
      let chunk = chunk(containing: index)
      let first = index - firstIndexes[chunk]
      let end = min(range.upperBound - firstIndexes[chunk], chunks[chunk].count)
      known +=
        chunks[chunk].isUniform
        ? (chunks[chunk].uniform.isKnown ? end - first : 0)
        : chunks[chunk].entries[first..<end].count(where: \.isKnown)
      index = firstIndexes[chunk] + end
    }
    return known
  }

  /// The sum of the lengths before `index`, which may be `count`.
  func offset(of index: Int) -> Double {
    precondition(index >= 0 && index <= count, "pass an index from 0 through count")
    if index == count { return total }
    let chunk = chunk(containing: index)
    return offsets[chunk] + chunks[chunk].sum(upTo: index - firstIndexes[chunk])
  }

  /// The indexes of the lengths that meet the stretch from `start` to `end`.
  func indexes(from start: Double, to end: Double) -> Range<Int> {
    guard count > 0, end > 0, start < total else { return 0..<0 }
    let (first, last) = (index(at: max(start, 0)), index(at: end))
    return first..<(last > first && offset(of: last) >= end ? last : last + 1)
  }

  /// The index of the length that covers `offset`, its start included and its end not; the first or
  /// last index for an offset outside. 0 when there are no lengths.
  func index(at offset: Double) -> Int {
    guard count > 0, !(offset < 0) else { return 0 }
    guard offset < total else { return count - 1 }
    let chunk = max(offsets.partitioningIndex { $0 > offset } - 1, 0)
    let content = chunks[chunk]
    var rest = offset - offsets[chunk]
    if content.isUniform {
      guard content.uniform.length > 0 else { return firstIndexes[chunk] + content.count - 1 }
      let steps = (rest / content.uniform.length).rounded(.down)
      return firstIndexes[chunk] + Int(min(max(steps, 0), Double(content.count - 1)))
    }
    for (index, entry) in content.entries.enumerated() {
      if rest < entry.length { return firstIndexes[chunk] + index }
      rest -= entry.length
    }
    return firstIndexes[chunk] + content.count - 1
  }

  /// The first index from `index` on whose length is more than 0; nil when there is none.
  ///
  /// - Complexity: O(log *n*), however many lengths are 0.
  func firstPositive(from index: Int) -> Int? {
    guard index < count else { return nil }
    let chunk = chunk(containing: index)
    let inner = index - firstIndexes[chunk]
    if let found = chunks[chunk].firstPositive(from: inner) { return firstIndexes[chunk] + found }
    // The last chunk that starts at the end of this one; those before it hold only lengths of 0.
    let end = chunk + 1 < chunks.count ? offsets[chunk + 1] : total
    let next = offsets.partitioningIndex { $0 > end } - 1
    guard next > chunk, let found = chunks[next].firstPositive(from: 0) else { return nil }
    return firstIndexes[next] + found
  }

  /// Replaces the lengths in `range` by known ones; their number may differ.
  mutating func replace(_ range: Range<Int>, with lengths: [Double]) {
    if range.count == lengths.count, updateInPlace(range, with: lengths) { return }
    let entries = lengths.map { Entry(length: $0, isKnown: true) }
    let pieces = stride(from: 0, to: entries.count, by: Self.chunkCapacity).map { start in
      Chunk(Array(entries[start..<min(start + Self.chunkCapacity, entries.count)]))
    }
    splice(range, pieces)
  }

  /// Inserts `count` lengths that are all `length`.
  mutating func insert(count: Int, length: Double, isKnown: Bool = false, at index: Int) {
    guard count > 0 else { return }
    let entry = Entry(length: length, isKnown: isKnown)
    splice(index..<index, [Chunk(uniform: entry, count: count)])
  }

  /// Removes the lengths in `range`; those after it move up.
  mutating func remove(_ range: Range<Int>) {
    splice(range, [])
  }

  /// Gives every length that is still an estimate the value `length`.
  mutating func setEstimate(_ length: Double) {
    for index in chunks.indices {
      let chunk = chunks[index]
      if chunk.isUniform {
        guard !chunk.uniform.isKnown else { continue }
        chunks[index] = Chunk(
          uniform: Entry(length: length, isKnown: false), count: chunk.count)
      } else {
        chunks[index] = Chunk(
          chunk.entries.map { $0.isKnown ? $0 : Entry(length: length, isKnown: false) })
      }
    }
    sumUp(from: 0)
  }

  private func entry(at index: Int) -> Entry {
    precondition(
      index >= 0 && index < count, "pass an index from 0 up to, but not including, count")
    let chunk = chunk(containing: index)
    return chunks[chunk][index - firstIndexes[chunk]]
  }

  private func chunk(containing index: Int) -> Int {
    max(firstIndexes.partitioningIndex { $0 > index } - 1, 0)
  }

  /// Handles the usual case of measuring, in which all changed lengths lie in one chunk with
  /// entries; false when they do not.
  private mutating func updateInPlace(_ range: Range<Int>, with lengths: [Double]) -> Bool {
    guard let first = range.first, let last = range.last else { return true }
    let chunk = chunk(containing: first)
    guard !chunks[chunk].isUniform, last - firstIndexes[chunk] < chunks[chunk].count else {
      return false
    }
    for (index, length) in zip(range, lengths) {
      chunks[chunk].entries[index - firstIndexes[chunk]] = Entry(length: length, isKnown: true)
    }
    chunks[chunk].sum = chunks[chunk].entries.reduce(0) { $0 + $1.length }
    sumUp(from: chunk)
    return true
  }

  private mutating func splice(_ range: Range<Int>, _ pieces: [Chunk]) {
    let low = boundary(at: range.lowerBound)
    let high = boundary(at: range.upperBound)
    chunks.replaceSubrange(low..<high, with: pieces)
    let first = max(low - 1, 0)
    mergeNeighbors(from: first, through: low + pieces.count)
    sumUp(from: first)
  }

  /// The index of the chunk that starts at `index`, after splitting the one it lies in.
  private mutating func boundary(at index: Int) -> Int {
    precondition(index >= 0 && index <= count, "pass a range inside the lengths there are")
    guard index < count else { return chunks.count }
    let chunk = chunk(containing: index)
    let inner = index - firstIndexes[chunk]
    guard inner > 0 else { return chunk }
    let (head, tail) = chunks[chunk].split(at: inner)
    chunks.replaceSubrange(chunk...chunk, with: [head, tail])
    sumUp(from: chunk)
    return chunk + 1
  }

  /// Joins small neighbors, so that many small changes do not leave many small chunks.
  private mutating func mergeNeighbors(from start: Int, through end: Int) {
    var index = start
    var last = min(end, chunks.count - 1)
    while index < last {
      let (a, b) = (chunks[index], chunks[index + 1])
      if a.isUniform, b.isUniform, a.uniform == b.uniform {
        chunks[index] = Chunk(uniform: a.uniform, count: a.count + b.count)
      } else if !a.isUniform, !b.isUniform, a.count + b.count <= Self.chunkCapacity {
        chunks[index] = Chunk(a.entries + b.entries)
      } else {
        index += 1
        continue
      }
      chunks.remove(at: index + 1)
      last -= 1
    }
  }

  private mutating func sumUp(from chunk: Int) {
    firstIndexes.removeSubrange(min(chunk, firstIndexes.count)...)
    offsets.removeSubrange(min(chunk, offsets.count)...)
    var index = chunk == 0 ? 0 : firstIndexes[chunk - 1] + chunks[chunk - 1].count
    var offset = chunk == 0 ? 0 : offsets[chunk - 1] + chunks[chunk - 1].sum
    for chunk in chunks[min(chunk, chunks.count)...] {
      firstIndexes.append(index)
      offsets.append(offset)
      index += chunk.count
      offset += chunk.sum
    }
    count = index
    total = offset
  }
}
