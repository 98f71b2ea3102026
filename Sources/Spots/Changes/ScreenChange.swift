/// A change of a screen, and what is known of it.
struct ScreenChange {
  let screen: Screen
  /// The data that the screen shows; nil without.
  let binding: ScreenBinding?
  /// How the components and their items changed.
  let diff: ScreenDiff
  /// Whether the user moves or deletes items: the scroll offset then stays as it is, rather than
  /// following the item at the top.
  let keepsOffset: Bool
  /// Whether the change is only a preview, or shows and hides what is there: it is not reported to
  /// delegates.
  let isProvisional: Bool
}

/// Translates paths from before a change into paths after it.
struct ContentMove {
  /// For every component the index it had before; nil for a new one.
  let origins: [Int?]
  /// The new index of each component that is still there, by the index it had.
  private let indexes: [Int: Int]
  /// How the items of a component changed, by its new index; missing where they did not.
  let diffs: [Int: ItemDiff]
  /// Whether there is a part at a path now.
  let exists: (ItemPath) -> Bool

  init(origins: [Int?], diffs: [Int: ItemDiff], exists: @escaping (ItemPath) -> Bool) {
    let pairs = origins.enumerated().compactMap { new, old in old.map { ($0, new) } }
    indexes = Dictionary(pairs) { first, _ in first }
    (self.origins, self.diffs, self.exists) = (origins, diffs, exists)
  }

  /// The new path of the component that was at `path`; nil when it is gone.
  func callAsFunction(_ path: ComponentPath) -> ComponentPath? {
    if let parent = path.parent { return self(parent).map { ComponentPath(path.index, in: $0) } }
    return indexes[path.index].map { ComponentPath($0) }
  }

  /// The new indexes of items of the component that is at `path` now; those that are gone are left
  /// out. Inside of composite items an index stays what it is.
  func items(_ old: RangeSet<Int>, of path: ComponentPath) -> RangeSet<Int> {
    guard path.parent == nil, let diff = diffs[path.index] else { return old }
    return diff.newIndexes(of: old)
  }

  /// The new path of the part that was at `path`; nil when it is gone.
  func callAsFunction(_ path: ItemPath) -> ItemPath? {
    if path.isInToolbar { return path }
    guard let component = indexes[path.component] else { return nil }
    var moved = ItemPath(component: component, part: path.part)
    guard case .item(let item) = path.part else { return moved }
    if let diff = diffs[component] {
      guard let index = diff.newIndex(of: item) else { return nil }
      moved.first.part = .item(index)
    }
    moved.nested = path.nested
    return exists(moved) ? moved : nil
  }
}
