/// The items of a component: a random-access, copy-on-write collection of its own type.
///
/// Layout, diff and views go through this type alone, never through an array: the items of a large
/// document are read from its bytes each time they are asked for, and long lists share what they
/// have in common with the lists they were made from.
///
/// - Complexity: A copy is O(1). Access is O(log *c*), changing a few items O(*c*), where *c* is
///   the number of chunks: 1 for a list as it was made or read, at most some *n*/256 after many
///   changes.
public struct ItemList: Sendable {
  /// The items, as long as there are no chunks.
  private var array: [Item]
  private(set) var chunks = ItemChunks()

  /// Longer arrays are cut into chunks when they change.
  static let longestArray = 1024

  public init() {
    array = []
  }

  /// Takes the array as it is; no item is copied.
  public init(_ items: [Item]) {
    array = items
  }

  public init(_ items: some Sequence<Item>) {
    if let list = items as? ItemList {
      self = list
    } else {
      array = Array(items)
    }
  }

  /// Items that are read from their document when they are asked for.
  init(_ items: DocumentItems) {
    array = []
    chunks = ItemChunks([ItemChunk(items, 0..<items.count)])
  }

  /// Whether there are items that are read when they are asked for.
  var isOnDemand: Bool { chunks.all.contains { !$0.isInMemory } }

  /// A hash of the bytes of each item in `range`; nil for items in memory. Items with different
  /// bytes may have the same.
  func byteHashes(_ range: Range<Int>) -> [UInt64?] {
    var hashes: [UInt64?] = []
    hashes.reserveCapacity(range.count)
    while hashes.count < range.count {
      let piece = piece(at: range.lowerBound + hashes.count)
      hashes += piece.part(0, Swift.min(piece.count, range.count - hashes.count)).byteHashes
    }
    return hashes
  }

  /// Whether an item is the same bytes of a document as another one.
  func hasEqualBytes(_ index: Int, _ other: ItemList, _ otherIndex: Int) -> Bool {
    piece(at: index).hasEqualBytes(other.piece(at: otherIndex))
  }

  /// The items from `index` on that stand in one piece; there must be one at `index`.
  func piece(at index: Int) -> ItemChunk {
    chunks.isEmpty ? ItemChunk(array[index...]) : chunks.piece(at: index)
  }

  /// The items up to `index`, but without it, that stand in one piece; there must be one before it.
  func piece(before index: Int) -> ItemChunk {
    chunks.isEmpty ? ItemChunk(array[..<index]) : chunks.piece(before: index)
  }
}

extension ItemList: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { chunks.isEmpty ? array.count : chunks.count }

  public subscript(position: Int) -> Item {
    get { chunks.isEmpty ? array[position] : chunks[position] }
    _modify {
      cutLongArray(count: count)
      if chunks.isEmpty { yield &array[position] } else { yield &chunks[position] }
    }
  }

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

  public mutating func append(contentsOf items: some Sequence<Item>) {
    if let list = items as? ItemList {
      replaceSubrange(count..<count, with: list)
    } else {
      replaceSubrange(count..<count, with: Array(items))
    }
  }

  public mutating func reserveCapacity(_ capacity: Int) {
    if chunks.isEmpty { array.reserveCapacity(capacity) }
  }

  /// All items; they can be joined to those of another list without looking at them.
  private var pieces: [ItemChunk] {
    chunks.isEmpty ? [ItemChunk(array[...])] : chunks.all
  }

  /// Goes over to chunks when there will be too many items for an array.
  private mutating func cutLongArray(count: Int) {
    guard chunks.isEmpty, count > Self.longestArray else { return }
    chunks = ItemChunks([ItemChunk(array[...])])
    array = []
  }
}

extension ItemList: ExpressibleByArrayLiteral {
  public init(arrayLiteral items: Item...) {
    array = items
  }
}

extension ItemList: Hashable {
  /// - Complexity: O(*n*); what both lists share is not looked at, and items of documents are read
  ///   only where their bytes differ.
  public static func == (a: ItemList, b: ItemList) -> Bool {
    guard a.count == b.count else { return false }
    var index = 0
    while index < a.count {
      let run = a.piece(at: index).beginning(like: b.piece(at: index))
      index += run.equal
      for _ in 0..<run.unsure {
        guard a[index] == b[index] else { return false }
        index += 1
      }
    }
    return true
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for item in self { hasher.combine(item) }
  }
}
