/// The items of a component, as a random-access, copy-on-write collection.
///
/// Layout, diff and views use this type instead of an array: the items of a large document are
/// decoded from its bytes at each access, and a changed long list shares its unchanged chunks with
/// the original.
///
/// - Complexity: A copy is O(1). Access is O(log *c*) and changing a few items O(*c*), where *c* is
///   the number of chunks: 1 for a list just created or read, at most about *n*/256 after many
///   changes.
public struct ItemList: Sendable {
  /// The items of a list without chunks; otherwise empty.
  @usableFromInline private(set) var array: [Item]
  @usableFromInline private(set) var chunks = ItemChunks()

  /// Longer arrays are cut into chunks when they change.
  static let longestArray = 1024

  /// Creates an empty list.
  public init() {
    array = []
  }

  /// Creates a list that shares the storage of `items`; no item is copied.
  public init(_ items: [Item]) {
    array = items
  }

  /// Creates a list, in O(1) from another `ItemList`.
  public init(_ items: some Sequence<Item>) {
    if let list = items as? ItemList {
      self = list
    } else {
      array = Array(items)
    }
  }

  /// Creates a list of items that are made, or decoded from their document, at each access.
  package init(_ items: any LazyItems) {
    array = []
    chunks = ItemChunks([ItemChunk(items, 0..<items.count)])
  }

  /// The first of what items are made from at each access; nil where all are in memory.
  package var lazyItems: (any LazyItems)? { chunks.all.lazy.compactMap(\.document).first }

  /// See `ItemChunks.replace(_:with:changed:)`.
  package mutating func replace(
    _ old: any LazyItems, with new: any LazyItems, changed: [Int]
  ) -> [Int] { chunks.replace(old, with: new, changed: changed) }

  /// Whether any items are decoded on demand.
  var isOnDemand: Bool { chunks.all.contains { !$0.isInMemory } }

  /// Decodes the item at `index` now, for accesses that follow.
  mutating func keepInMemory(_ index: Int) {
    if !chunks.isEmpty { chunks.keepInMemory(index) }
  }

  /// A hash of the bytes of each item in `range`; nil for items in memory. Different bytes may have
  /// equal hashes.
  func byteHashes(_ range: Range<Int>) -> [UInt64?] {
    var hashes: [UInt64?] = []
    hashes.reserveCapacity(range.count)
    visitPieces(of: range) {
      hashes += $1.byteHashes
      return nil
    }
    return hashes
  }

  /// Whether two items have equal bytes in documents; false for items in memory.
  func hasEqualBytes(_ index: Int, _ other: ItemList, _ otherIndex: Int) -> Bool {
    piece(at: index).hasEqualBytes(other.piece(at: otherIndex))
  }

  /// The index of the first item in `range` that may have a trait; nil for none.
  ///
  /// - Complexity: O(*n*) in the items before it; of a document only the bytes are searched.
  package func first(_ trait: ItemTrait, in range: Range<Int>) -> Int? {
    visitPieces(of: range) { start, piece in piece.first(trait).map { start + $0 } }
  }

  /// Calls `body` for each item in `range`, with its index, its identifier, and whether it may have
  /// children.
  ///
  /// - Complexity: O(*n*); of a document only the bytes are searched.
  func visitIdentifiers(in range: Range<Int>, _ body: (Int, Item.Identifier?, Bool) -> Void) {
    visitPieces(of: range) { start, piece in
      piece.visitIdentifiers { body(start + $0, $1, $2) }
      return nil
    }
  }

  /// Calls `body` for each item in `range` that has a level or is expanded, with its index.
  ///
  /// - Complexity: O(*n*) without reading items, but those made of rows with a level.
  package func visitNested(in range: Range<Int>, _ body: (Int, RowNesting) -> Void) {
    visitPieces(of: range) { start, piece in
      piece.visitNested { body(start + $0, $1) }
      return nil
    }
  }

  /// The identifiers of the items in `range`, in order; empty where all are in memory.
  func identifiers(in range: Range<Int>) -> [Item.Identifier?] {
    guard isOnDemand else { return [] }
    var identifiers: [Item.Identifier?] = []
    identifiers.reserveCapacity(range.count)
    visitIdentifiers(in: range) { _, identifier, _ in identifiers.append(identifier) }
    return identifiers
  }

  /// Calls `body` with the parts of chunks that make up `range`, and the index of the first item of
  /// each, until it returns an index.
  @discardableResult
  private func visitPieces(of range: Range<Int>, _ body: (Int, ItemChunk) -> Int?) -> Int? {
    var start = range.lowerBound
    while start < range.upperBound {
      let piece = piece(at: start)
      let part = piece.part(0, Swift.min(piece.count, range.upperBound - start))
      if let result = body(start, part) { return result }
      start += part.count
    }
    return nil
  }

  /// The rest of a chunk from `index` on; there must be an item at `index`.
  func piece(at index: Int) -> ItemChunk {
    chunks.isEmpty ? ItemChunk(array[index...]) : chunks.piece(at: index)
  }

  /// The part of a chunk up to, but not including, `index`, which must be above 0.
  func piece(before index: Int) -> ItemChunk {
    chunks.isEmpty ? ItemChunk(array[..<index]) : chunks.piece(before: index)
  }
}

extension ItemList: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// Always 0.
  @inlinable public var startIndex: Int { 0 }
  /// The number of items, in O(1).
  @inlinable public var count: Int { chunks.isEmpty ? array.count : chunks.count }
  /// The number of items, in O(1).
  @inlinable public var endIndex: Int { count }

  /// The item at `position`; one of a document is decoded at each access.
  public subscript(position: Int) -> Item {
    get { chunks.isEmpty ? array[position] : chunks[position] }
    _modify {
      cutLongArray(count: count)
      if chunks.isEmpty { yield &array[position] } else { yield &chunks[position] }
    }
  }

  /// Replaces the items in `range`; a long list shares the chunks of another `ItemList`.
  public mutating func replaceSubrange(_ range: Range<Int>, with items: some Collection<Item>) {
    cutLongArray(count: count - range.count + items.count)
    if chunks.isEmpty {
      array.replaceSubrange(range, with: items)
    } else if let list = items as? ItemList {
      chunks.replace(range, with: list.pieces)
    } else {
      chunks.replace(range, with: [ItemChunk(ArraySlice(items))])
    }
  }

  /// Appends `items`; a long list shares the chunks of another `ItemList`.
  public mutating func append(contentsOf items: some Sequence<Item>) {
    if let list = items as? ItemList {
      replaceSubrange(count..<count, with: list)
    } else {
      replaceSubrange(count..<count, with: Array(items))
    }
  }

  /// Has no effect on a list with chunks.
  public mutating func reserveCapacity(_ capacity: Int) {
    if chunks.isEmpty { array.reserveCapacity(capacity) }
  }

  /// All items as chunks, which another list can take over without decoding or copying them.
  private var pieces: [ItemChunk] {
    chunks.isEmpty ? [ItemChunk(array[...])] : chunks.all
  }

  /// Switches to chunks when `count` items are too many for an array.
  private mutating func cutLongArray(count: Int) {
    guard chunks.isEmpty, count > Self.longestArray else { return }
    chunks = ItemChunks([ItemChunk(array[...])])
    array = []
  }
}

extension ItemList: ExpressibleByArrayLiteral {
  /// Creates a list of the items of a literal.
  public init(arrayLiteral items: Item...) {
    array = items
  }
}

extension ItemList: Hashable {
  /// Whether both hold equal items in the same order.
  ///
  /// - Complexity: O(*n*), but shared chunks are skipped, and items of documents are decoded only
  ///   where their bytes differ.
  public static func == (a: ItemList, b: ItemList) -> Bool {
    guard a.count == b.count else { return false }
    var index = 0
    while index < a.count {
      let run = a.piece(at: index).run(like: b.piece(at: index))
      index += run.equal
      for _ in 0..<run.unsure {
        guard a[index] == b[index] else { return false }
        index += 1
      }
    }
    return true
  }

  /// Feeds the items into a hasher, in order.
  ///
  /// - Complexity: O(*n*); decodes every item of a document.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for item in self { hasher.combine(item) }
  }
}
