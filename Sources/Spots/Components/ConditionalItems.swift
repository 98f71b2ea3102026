/// The items of a component that are shown only while a value meets a condition, and which of them
/// are hidden.
///
/// Owned by the component's content. Costs next to nothing when no item depends on a value.
@MainActor
struct ConditionalItems {
  private struct Entry {
    var index: Int
    var condition: InputCondition
    var isHidden = false
  }

  /// Ascending.
  private var entries: [Entry] = []
  /// The positions in `entries` of those that depend on a value, by its name.
  private var dependents: [String: [Int]] = [:]
  /// The indexes of the hidden items, ascending.
  private(set) var hidden: [Int32] = []

  /// - Complexity: O(*n*) in all items; of documents only the bytes are searched.
  init(of items: ItemList, in environment: Environment) {
    entries = Self.entries(in: 0..<items.count, of: items)
    didFind(in: environment)
  }

  /// Follows a change of the items.
  ///
  /// - Complexity: O(changed items + items with a condition).
  mutating func follow(_ diff: ItemDiff, to items: ItemList, in environment: Environment) {
    let fresh = ItemDiff.fresh(besides: diff.unchanged, upTo: items.count)
    guard fresh.count <= Self.mostRanges else {
      self = ConditionalItems(of: items, in: environment)
      return
    }
    entries = entries.compactMap { entry in
      guard let index = diff.newIndex(of: entry.index) else { return nil }
      let range = fresh.partitioningIndex { $0.upperBound > index }
      guard range == fresh.count || !fresh[range].contains(index) else { return nil }
      var entry = entry
      entry.index = index
      return entry
    }
    for range in fresh { entries += Self.entries(in: range, of: items) }
    entries.sort { $0.index < $1.index }
    didFind(in: environment)
  }

  /// The first items that are not hidden.
  ///
  /// - Complexity: O(`count` + hidden items).
  func present(atMost count: Int, of items: ItemList) -> [Item] {
    var (present, rest) = ([Item](), hidden[...])
    var index = 0
    while index < items.count, present.count < count {
      if rest.first.map(Int.init) == index {
        rest.removeFirst()
      } else {
        present.append(items[index])
      }
      index += 1
    }
    return present
  }

  /// The number of changed ranges above which all items are looked at again.
  private static let mostRanges = 1000

  private static func entries(in range: Range<Int>, of items: ItemList) -> [Entry] {
    var found: [Entry] = []
    var rest = range
    while let index = items.first(.condition, in: rest) {
      if let condition = items[index].visibleWhen {
        found.append(Entry(index: index, condition: condition))
      }
      rest = index + 1..<range.upperBound
    }
    return found
  }

  private mutating func didFind(in environment: Environment) {
    dependents = [:]
    for (place, entry) in entries.enumerated() {
      for name in entry.condition.names { dependents[name, default: []].append(place) }
      entries[place].isHidden = !environment.holds(entry.condition)
    }
    collect()
  }

  /// Checks again what depends on the values with these names, which have changed.
  ///
  /// - Returns: Whether the set of hidden items has changed.
  mutating func update(_ names: Set<String>, in environment: Environment) -> Bool {
    guard !entries.isEmpty else { return false }
    var isChanged = false
    for place in Set(names.flatMap { dependents[$0] ?? [] }) {
      let isHidden = !environment.holds(entries[place].condition)
      isChanged = isChanged || isHidden != entries[place].isHidden
      entries[place].isHidden = isHidden
    }
    if isChanged { collect() }
    return isChanged
  }

  private mutating func collect() {
    hidden = entries.lazy.filter(\.isHidden).map { Int32($0.index) }
  }
}
