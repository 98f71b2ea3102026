/// A step of a change, counted as the steps before it have left the screen.
package enum ScreenStep: Equatable, Sendable {
  /// The screen's components are changed; an update leaves their items as they are.
  case components(ListEdit)
  /// The items of the component at an index are changed.
  case items(ListEdit, in: Int)
  /// The title, the colors or other properties of the screen are changed.
  case properties
  /// Another screen, with this many components, takes the place of the present one.
  case replaced(Int)
}

/// An edit of a list. Indexes must be those of elements; an insertion may be at their number.
package enum ListEdit: Equatable, Sendable {
  case insert(Int, at: Int)
  case remove(RangeSet<Int>)
  /// The destination is the element's index afterwards.
  case move(from: Int, to: Int)
  case update(Int)
  /// The elements stay what they are, but their views are configured again.
  case reload([Int])
  /// This many elements take the place of all.
  case replace(Int)
}

/// The difference between two versions of a screen.
package struct ScreenDiff: Sendable {
  /// For every component, the index it had; nil for one that is new.
  package let origins: [Int?]
  /// The indexes of the components that were changed; nil when any may have been.
  package private(set) var touched: Set<Int>?
  /// How the items of a component changed, by its new index; missing where the lists have to be
  /// compared.
  package private(set) var diffs: [Int: ItemDiff] = [:]
  /// The items whose views are configured again although they are unchanged, by component; nil for
  /// all of them, the header and the footer.
  package private(set) var reloads: [Int: [Int]?] = [:]
  /// Whether anything changed.
  package let isChange: Bool

  /// Creates the difference that the steps of a log make together. Components that they keep match
  /// whatever their identifiers and kinds.
  ///
  /// - Complexity: O(components), plus that of the steps; items are compared where they changed.
  init(from old: Screen, to new: Screen, _ log: [ScreenStep]) {
    var components = PositionMap(count: old.components.count)
    var lists: [Int: PositionMap] = [:]
    var isReplaced = false
    for step in log {
      switch step {
      case .properties: continue
      case .replaced(let count):
        (components, lists, isReplaced) = (PositionMap(count: count), [:], true)
      case .components(let edit): components.follow(edit)
      case .items(.reload, let index) where isReplaced: components.follow(.reload([index]))
      case .items(let edit, let index):
        let mark = components.mark(of: index)
        guard !isReplaced, mark < old.components.count else { continue }
        lists[mark, default: PositionMap(count: old.components[mark].items.count)].follow(edit)
      }
    }
    isChange = !lists.isEmpty || isReplaced || !components.isUnchanged || log.contains(.properties)
    let isKnown = !isReplaced && !components.isReplaced
    origins =
      isKnown ? components.origins : matchComponents(from: old.components, to: new.components)
    touched = isKnown ? [] : nil
    for mark in components.reloaded {
      if let index = components.index(of: mark) { reloads.updateValue(nil, forKey: index) }
    }
    let marks = components.changed.union(components.reloaded).union(lists.keys)
    for mark in marks where isKnown && mark < old.components.count {
      guard let index = components.index(of: mark) else { continue }
      let (before, after) = (old.components[mark].items, new.components[index].items)
      let map = lists[mark] ?? PositionMap(count: before.count)
      touched?.insert(index)
      diffs[index] = ItemDiff(map, from: before, to: after)
      if reloads[index] == nil, !map.reloaded.isEmpty {
        reloads[index] = map.isReplaced ? .some(nil) : map.reloaded.compactMap(map.index(of:))
      }
    }
  }
}
