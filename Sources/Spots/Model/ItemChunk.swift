/// A contiguous part of an item list, in memory or decoded from a document on demand. Its parts
/// share its storage.
struct ItemChunk: Sendable {
  /// Empty for items of a document.
  private(set) var items: ArraySlice<Item> = []
  /// Nil for items in memory.
  let document: DocumentItems?
  /// Indexes into the document's items.
  private let range: Range<Int>

  init(_ items: ArraySlice<Item>) {
    self.items = items
    document = nil
    range = 0..<0
  }

  init(_ document: DocumentItems, _ range: Range<Int>) {
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

  // MARK: Comparing

  /// The number of leading items known to equal those of `other`, and the number after them to
  /// compare one by one before asking again. Decodes no item.
  func beginning(like other: ItemChunk) -> (equal: Int, unsure: Int) {
    let shorter = min(count, other.count)
    guard let document, let theirs = other.document else {
      return hasSameMemory(other, at: 0, 0) ? (shorter, 0) : (0, shorter)
    }
    let equal = document.equalRun(
      from: range.lowerBound, theirs, other.range.lowerBound, atMost: shorter)
    return (equal, min(shorter - equal, 1))
  }

  /// Like `beginning(like:)`, from the last item backward.
  func end(like other: ItemChunk) -> (equal: Int, unsure: Int) {
    let shorter = min(count, other.count)
    guard let document, let theirs = other.document else {
      let isSame = hasSameMemory(other, at: count - shorter, other.count - shorter)
      return isSame ? (shorter, 0) : (0, shorter)
    }
    let equal = document.equalRun(
      before: range.upperBound, theirs, other.range.upperBound, atMost: shorter)
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
