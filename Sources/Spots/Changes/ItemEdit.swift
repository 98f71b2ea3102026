/// One change of a component's items.
enum ItemEdit: Sendable {
  case append([Item])
  case insert([Item], at: Int)
  case update(Item, at: Int)
  /// Any order; an index that is named twice is deleted once.
  case delete([Int])
  /// Items that are not there are left out.
  case deleteItems([Item])
  /// `to` is the item's index afterwards.
  case move(from: Int, to: Int)
  case replace(ItemList)
  case replaceIfNeeded(ItemList)

  /// What becomes of `items`, and how, when that is known without comparing; nil when nothing
  /// changes.
  ///
  /// - Throws: `noItem` when an index is outside of the range.
  func applied(to items: ItemList) throws(ChangeFault) -> (items: ItemList, diff: ItemDiff?)? {
    var new = items
    switch self {
    case .append(let more):
      guard !more.isEmpty else { return nil }
      new.append(contentsOf: more)
    case .insert(let more, let index):
      guard (0...items.count).contains(index) else { throw fault(index, items) }
      guard !more.isEmpty else { return nil }
      new.insert(contentsOf: more, at: index)
    case .update(let item, let index):
      guard items.indices.contains(index) else { throw fault(index, items) }
      guard items[index] != item else { return nil }
      new[index] = item
    case .delete(let indexes): return try deleting(indexes, from: items)
    case .deleteItems(let gone): return try deleting(Self.indexes(of: gone, in: items), from: items)
    case .move(let from, let to):
      for index in [from, to] where !items.indices.contains(index) { throw fault(index, items) }
      guard from != to else { return nil }
      new.insert(new.remove(at: from), at: to)
    case .replace(let list): new = list
    case .replaceIfNeeded(let list):
      guard list != items else { return nil }
      new = list
    }
    return (new, nil)
  }

  private func deleting(
    _ indexes: [Int], from items: ItemList
  ) throws(ChangeFault) -> (items: ItemList, diff: ItemDiff?)? {
    let gone = Set(indexes).sorted()
    guard let first = gone.first, let last = gone.last else { return nil }
    if first < 0 { throw fault(first, items) }
    if last >= items.count { throw fault(last, items) }
    var new = items
    if last - first == gone.count - 1 {
      new.removeSubrange(first...last)
    } else {
      let set = Set(gone)
      new = ItemList(items.indices.lazy.filter { !set.contains($0) }.map { items[$0] })
    }
    return (new, nil)
  }

  private func fault(_ index: Int, _ items: ItemList) -> ChangeFault {
    .noItem(index: index, count: items.count)
  }

  /// Where `wanted` are in `items`: those with an identifier by it, others by all they hold; of
  /// equal ones as many as were asked for, the first ones.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items in both.
  static func indexes(of wanted: [Item], in items: ItemList) -> [Int] {
    enum Key: Hashable {
      case identifier(Item.Identifier)
      case content(Item)

      init(_ item: Item) {
        self = item.identifier.map(Key.identifier) ?? .content(item)
      }
    }
    var missing: [Key: Int] = [:]
    for item in wanted { missing[Key(item), default: 0] += 1 }
    var rest = wanted.count
    var found: [Int] = []
    for (index, item) in items.enumerated() where rest > 0 {
      guard let count = missing[Key(item)], count > 0 else { continue }
      missing[Key(item)] = count - 1
      rest -= 1
      found.append(index)
    }
    return found
  }
}
