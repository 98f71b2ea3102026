/// The changes to a list of items since the version on screen: which items were inserted, removed,
/// moved and updated.
///
/// Makes one diff of them that looks only at those items, however long the list is.
struct ItemEdits: Sendable {
  private let old: ItemList
  private var map: PositionMap
  /// The marks of items whose content was changed.
  private var changed: Set<Int> = []
  /// Whether the lists have to be compared.
  private var isUnknown = false

  /// Lists that are cut into more runs than this, or have lost more items, are compared instead.
  private static let limit = 4096

  init(_ items: ItemList) {
    old = items
    map = PositionMap(count: items.count)
  }

  mutating func insert(_ number: Int, at index: Int) { change { $0.insert(number, at: index) } }

  mutating func remove(_ indexes: RangeSet<Int>) { change { $0.remove(indexes) } }

  mutating func move(from source: Int, to destination: Int) {
    change { $0.move(from: source, to: destination) }
  }

  mutating func update(at index: Int) {
    change { _ in }
    guard !isUnknown else { return }
    let mark = map.mark(of: index)
    if mark < map.oldCount { changed.insert(mark) }
  }

  private mutating func change(_ body: (inout PositionMap) -> Void) {
    isUnknown = isUnknown || map.runCount > Self.limit
    if !isUnknown { body(&map) }
  }

  /// Records that any item may have been replaced.
  mutating func replace() { isUnknown = true }

  /// The changes as one diff; nil when the lists have to be compared.
  ///
  /// - Parameter items: The list as it is now.
  func diff(to items: ItemList) -> ItemDiff? {
    guard !isUnknown else { return nil }
    var runs = map.kept
    var pairs = changed.compactMap { mark in map.index(of: mark).map { (old: mark, new: $0) } }
    if map.insertedCount > 0, map.removedCount > 0 {
      guard map.removedCount <= Self.limit else { return nil }
      let again = comingAgain(in: items)
      pairs += again
      runs = (runs + again.map { ItemDiff.Run(old: $0.old, new: $0.new, count: 1) })
        .sorted { $0.new < $1.new }
    }
    let changes = pairs.compactMap { pair in
      ItemDiff.Change(from: old[pair.old], to: items[pair.new])
        .map { (old: pair.old, new: pair.new, change: $0) }
    }
    return ItemDiff(
      oldCount: map.oldCount, newCount: map.count, runs: runs,
      changes: changes.sorted { $0.new < $1.new })
  }

  /// The items that were removed and inserted again elsewhere: those with the same identifier or,
  /// without one, the same content.
  private func comingAgain(in items: ItemList) -> [(old: Int, new: Int)] {
    var gone: [ItemIdentity: [Int]] = [:]
    let kept = ItemDiff(oldCount: map.oldCount, newCount: map.count, runs: map.kept)
    for range in kept.deletions.reversed() {
      for index in range.reversed() { gone[ItemIdentity(old[index]), default: []].append(index) }
    }
    var again: [(old: Int, new: Int)] = []
    for index in map.inserted.lazy.joined() {
      if let old = gone[ItemIdentity(items[index])]?.popLast() { again.append((old, index)) }
    }
    return again
  }
}
