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
    let diff: ItemDiff?
    switch self {
    case .append(let more):
      guard !more.isEmpty else { return nil }
      new.append(contentsOf: more)
      diff = ItemDiff(inserting: more.count, at: items.count, among: items.count)
    case .insert(let more, let index):
      guard (0...items.count).contains(index) else { throw fault(index, items) }
      guard !more.isEmpty else { return nil }
      new.insert(contentsOf: more, at: index)
      diff = ItemDiff(inserting: more.count, at: index, among: items.count)
    case .update(let item, let index):
      guard items.indices.contains(index) else { throw fault(index, items) }
      guard items[index] != item else { return nil }
      new[index] = item
      diff = ItemDiff(updating: index, from: items[index], to: item, among: items.count)
    case .delete(let indexes): return try deleting(indexes, from: items)
    case .deleteItems(let gone): return try deleting(Self.indexes(of: gone, in: items), from: items)
    case .move(let from, let to):
      for index in [from, to] where !items.indices.contains(index) { throw fault(index, items) }
      guard from != to else { return nil }
      new.insert(new.remove(at: from), at: to)
      diff = ItemDiff(moving: from, to: to, among: items.count)
    case .replace(let list):
      new = list
      diff = nil
    case .replaceIfNeeded(let list):
      guard list != items else { return nil }
      new = list
      diff = nil
    }
    return (new, diff)
  }

  private func deleting(
    _ indexes: [Int], from items: ItemList
  ) throws(ChangeFault) -> (items: ItemList, diff: ItemDiff?)? {
    let gone = Set(indexes).sorted()
    guard let first = gone.first, let last = gone.last else { return nil }
    if first < 0 { throw fault(first, items) }
    if last >= items.count { throw fault(last, items) }
    var new = items
    // From the end, neighbours together, so that the indexes before stay what they are.
    var end = gone.endIndex
    while end > 0 {
      var start = end - 1
      while start > 0, gone[start - 1] == gone[start] - 1 { start -= 1 }
      new.removeSubrange(gone[start]...gone[end - 1])
      end = start
    }
    return (new, ItemDiff(deleting: gone, among: items.count))
  }

  private func fault(_ index: Int, _ items: ItemList) -> ChangeFault {
    .noItem(index: index, count: items.count)
  }

  /// Where `wanted` are in `items`: those with an identifier by it, others by all they hold; of
  /// equal ones as many as were asked for, the first ones.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items in both.
  static func indexes(of wanted: [Item], in items: ItemList) -> [Int] {
    var missing: [ItemIdentity: Int] = [:]
    for item in wanted { missing[ItemIdentity(item), default: 0] += 1 }
    var rest = wanted.count
    var found: [Int] = []
    for (index, item) in items.enumerated() where rest > 0 {
      let key = ItemIdentity(item)
      guard let count = missing[key], count > 0 else { continue }
      missing[key] = count - 1
      rest -= 1
      found.append(index)
    }
    return found
  }
}
