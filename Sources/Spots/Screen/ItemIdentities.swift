/// The identities of items for programs that remember them, as screen readers do: an item keeps its
/// number when others come and go before it.
///
/// A number is the item's index until the items of its component move. Lives as long as the screen;
/// empty unless somebody asks.
@MainActor
final class ItemIdentities {
  /// A number among those of the component with another.
  private struct Key: Hashable {
    var component: Int
    var number: Int
  }

  private var keys: [ItemPath: Key] = [:]
  private var paths: [Key: ItemPath] = [:]
  /// The components whose items have moved, so that an index is no identity any longer.
  private var moved: Set<Int> = []
  private var last = 1 << 32

  /// The most items that are remembered; with more, all are forgotten.
  private static let limit = 200_000

  /// The number of the item at `path`, in the component with the number `component`.
  func number(of path: ItemPath, in component: Int) -> Int {
    if let key = keys[path], key.component == component { return key.number }
    if keys.count >= Self.limit { forget() }
    var number = path.last.item ?? 0
    if moved.contains(component) {
      last += 1
      number = last
    }
    let key = Key(component: component, number: number)
    (keys[path], paths[key]) = (key, path)
    return number
  }

  /// The index of the item with a number; nil when it is gone.
  func index(of number: Int, in component: Int) -> Int? {
    if let path = paths[Key(component: component, number: number)] { return path.last.item }
    return moved.contains(component) ? nil : number
  }

  /// Follows the content's change.
  func follow(_ move: ContentMove) {
    guard !keys.isEmpty else { return }
    var kept: [ItemPath: Key] = [:]
    for (path, key) in keys {
      let new = move(path)
      if new?.last.item != path.last.item { moved.insert(key.component) }
      if let new { kept[new] = key }
    }
    keys = kept
    paths = Dictionary(kept.map { ($1, $0) }) { first, _ in first }
  }

  private func forget() {
    moved.formUnion(keys.values.map(\.component))
    (keys, paths) = ([:], [:])
  }
}
