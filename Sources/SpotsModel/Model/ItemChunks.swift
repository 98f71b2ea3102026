// Long lists of items, cut into chunks.
//
// A list starts as one chunk of any length. A change splits off the items it touches; the rest
// remain parts of the original chunk, shared with earlier copies of the list. Small adjacent chunks
// are joined again, so that many changes do not leave many chunks.

/// The chunks of a list, none of them empty.
@usableFromInline struct ItemChunks: Sendable {
  private(set) var all: [ItemChunk] = []
  /// The index of each chunk's first item.
  private var starts: [Int] = []
  @usableFromInline private(set) var count = 0

  /// The largest number of items in a chunk that is changed in place.
  private static let capacity = 512
  /// The number of items of a document decoded together when one of them is changed.
  private static let window = 64

  init(_ chunks: [ItemChunk] = []) {
    all = chunks.filter { $0.count > 0 }
    sumUp(from: 0)
  }

  @inlinable var isEmpty: Bool { count == 0 }

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

  /// Decodes the item at `index` now, for accesses that follow.
  mutating func keepInMemory(_ index: Int) { _ = changeableChunk(containing: index) }

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

  /// Has other items of the same number come from `new`, in place of those from `old`.
  ///
  /// - Parameter changed: The indexes, among those of `old`, of items that differ.
  /// - Returns: The indexes that these have in the list.
  mutating func replace(
    _ old: any LazyItems, with new: any LazyItems, changed: [Int]
  ) -> [Int] {
    var places: [Int] = []
    for chunk in all.indices where all[chunk].document === old {
      let range = all[chunk].range
      all[chunk] = ItemChunk(new, range)
      places += changed.filter(range.contains).map { starts[chunk] + $0 - range.lowerBound }
    }
    return places
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

/// A contiguous part of an item list, in memory or decoded from a document on demand. Its parts
/// share its storage.
struct ItemChunk: Sendable {
  /// Empty for items of a document.
  private(set) var items: ArraySlice<Item> = []
  /// Nil for items in memory.
  let document: (any LazyItems)?
  /// Indexes into the document's items.
  let range: Range<Int>
  /// The first of them.
  var first: Int { range.lowerBound }

  init(_ items: ArraySlice<Item>) {
    self.items = items
    document = nil
    range = 0..<0
  }

  init(_ document: any LazyItems, _ range: Range<Int>) {
    self.document = document
    self.range = range
  }

  var count: Int { document == nil ? items.count : range.count }
  var isInMemory: Bool { document == nil }

  subscript(index: Int) -> Item {
    document.map { $0[range.lowerBound + index] } ?? items[items.startIndex + index]
  }

  /// The part of the chunk from `lower` up to, but not including, `upper`.
  func part(_ lower: Int, _ upper: Int) -> ItemChunk {
    if let document {
      return ItemChunk(document, range.lowerBound + lower..<range.lowerBound + upper)
    }
    return ItemChunk(items[items.startIndex + lower..<items.startIndex + upper])
  }

  /// The same items in memory.
  var decoded: ItemChunk {
    document == nil ? self : ItemChunk(ArraySlice((0..<count).map { self[$0] }))
  }

  // MARK: Changes

  /// Lets `body` change the items, which must be in memory, in place.
  mutating func change<Result>(_ body: (inout ArraySlice<Item>) -> Result) -> Result {
    body(&items)
  }

  /// The item at `index`, which must be in memory.
  subscript(inMemory index: Int) -> Item {
    get { self[index] }
    _modify { yield &items[items.startIndex + index] }
  }

  /// Both chunks as one; nil unless `next` continues this chunk in the same document.
  func joined(with next: ItemChunk) -> ItemChunk? {
    guard let document, document === next.document, range.upperBound == next.range.lowerBound
    else { return nil }
    return ItemChunk(document, range.lowerBound..<next.range.upperBound)
  }

  // MARK: Searching

  /// The index of the first item that may have a trait; nil for none.
  func first(_ trait: ItemTrait) -> Int? {
    guard let document else {
      // In place: copying items takes much longer than asking them.
      return items.withUnsafeBufferPointer { items in
        items.indices.first { trait.mayBe(of: items[$0]) }
      }
    }
    return document.first(trait, in: range).map { $0 - range.lowerBound }
  }

  /// Calls `body` for each item, with its index, its identifier, and whether it may have children.
  func visitIdentifiers(_ body: (Int, Item.Identifier?, Bool) -> Void) {
    guard let document else {
      for (index, item) in items.enumerated() {
        body(index, item.identifier, !item.children.isEmpty)
      }
      return
    }
    document.visitIdentifiers(range) { body($0 - range.lowerBound, $1, $2) }
  }

  /// Calls `body` for each item that has a level or is expanded, with its index.
  func visitNested(_ body: (Int, RowNesting) -> Void) {
    guard let document else {
      items.withUnsafeBufferPointer { items in
        for index in items.indices where items[index].nesting != RowNesting() {
          body(index, items[index].nesting)
        }
      }
      return
    }
    document.visitNested(range) { body($0 - range.lowerBound, $1) }
  }

  // MARK: Comparing

  /// The number of leading items known to equal those of `other`, and the number after them to
  /// compare one by one before asking again. Decodes no item.
  ///
  /// - Parameter isBackward: Counts from the last items instead.
  func run(like other: ItemChunk, isBackward: Bool = false) -> (equal: Int, unsure: Int) {
    let shorter = min(count, other.count)
    guard let document, let theirs = other.document else {
      let isSame =
        isBackward
        ? hasSameMemory(other, at: count - shorter, other.count - shorter)
        : hasSameMemory(other, at: 0, 0)
      return isSame ? (shorter, 0) : (0, shorter)
    }
    let equal = document.equalRun(
      isBackward ? range.upperBound - 1 : range.lowerBound, theirs,
      isBackward ? other.range.upperBound - 1 : other.range.lowerBound,
      step: isBackward ? -1 : 1, atMost: shorter)
    return (equal, min(shorter - equal, 1))
  }

  /// A hash of each item's bytes; nil for items in memory.
  var byteHashes: [UInt64?] {
    document.map { $0.byteHashes(range) } ?? Array(repeating: nil, count: items.count)
  }

  /// Whether the first items have equal bytes in documents; false for items in memory.
  func hasEqualBytes(_ other: ItemChunk) -> Bool {
    guard let document, let theirs = other.document else { return false }
    return document.hasEqualBytes(range.lowerBound, theirs, other.range.lowerBound)
  }

  /// Whether the items from `index` on share memory with those of `other` from `otherIndex` on.
  private func hasSameMemory(_ other: ItemChunk, at index: Int, _ otherIndex: Int) -> Bool {
    guard isInMemory, other.isInMemory else { return false }
    return items.dropFirst(index).withUnsafeBufferPointer { mine in
      other.items.dropFirst(otherIndex).withUnsafeBufferPointer { theirs in
        mine.baseAddress == theirs.baseAddress
      }
    }
  }
}

/// Items that are decoded each time they are accessed.
package protocol LazyItems: AnyObject, Sendable {
  var count: Int { get }

  subscript(index: Int) -> Item { get }

  /// The number of consecutive items, from `index` on, known to equal those of `other` from
  /// `otherIndex` on without decoding any; at most `limit`.
  ///
  /// - Parameter step: -1 to count backward, else 1.
  func equalRun(
    _ index: Int, _ other: any LazyItems, _ otherIndex: Int, step: Int, atMost limit: Int
  ) -> Int

  /// The hashes of what the items in `range` are decoded from. Different items may have equal ones.
  func byteHashes(_ range: Range<Int>) -> [UInt64?]

  /// Whether two items are decoded from equal bytes.
  func hasEqualBytes(_ index: Int, _ other: any LazyItems, _ otherIndex: Int) -> Bool

  /// The index of the first item in `range` that may have a trait, found without decoding any; nil
  /// for none.
  func first(_ trait: ItemTrait, in range: Range<Int>) -> Int?

  /// Calls `body` for each item in `range`, with its index, its identifier, and whether it may have
  /// children. Nothing else of it is read.
  func visitIdentifiers(_ range: Range<Int>, _ body: (Int, Item.Identifier?, Bool) -> Void)

  /// Calls `body` for each item in `range` that has a level or is expanded, with its index.
  func visitNested(_ range: Range<Int>, _ body: (Int, RowNesting) -> Void)
}

extension RandomAccessCollection where Index == Int {
  /// The index of the first element that satisfies `isBehind`, as all elements after it must;
  /// `endIndex` when none does.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  package func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      // The mean of two negative indexes would be rounded up.
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
