/// The items of a component: a random-access, copy-on-write collection of its own type.
///
/// Layout, diff and views go through this type alone, never through an array, so that a large
/// document can decode its items when they are asked for.
///
/// - Complexity: Access is O(1), changes are O(*n*) at most.
public struct ItemList: Sendable {
  private var storage: [Item]

  public init() {
    storage = []
  }

  /// Takes the array as it is; no item is copied.
  public init(_ items: [Item]) {
    storage = items
  }

  public init(_ items: some Sequence<Item>) {
    storage = Array(items)
  }
}

extension ItemList: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { storage.count }

  public subscript(position: Int) -> Item {
    get { storage[position] }
    _modify { yield &storage[position] }
  }

  public mutating func replaceSubrange(_ range: Range<Int>, with items: some Collection<Item>) {
    storage.replaceSubrange(range, with: items)
  }

  public mutating func reserveCapacity(_ capacity: Int) {
    storage.reserveCapacity(capacity)
  }
}

extension ItemList: ExpressibleByArrayLiteral {
  public init(arrayLiteral items: Item...) {
    storage = items
  }
}

extension ItemList: Hashable {}
