// Which item of the old list is which item of the new one.
//
// Items with an identifier are the same when their identifiers are; items without one when their
// content is, duplicates in order. What is left between two matches is an edit: old and new items
// of the same kind are paired in order, so that a changed title stays the same item.

/// The difference between two lists of items.
public struct ItemDiff: Equatable, Sendable {
  /// How much of an item changed.
  public enum Change: Equatable, Sendable {
    /// Its kind: another view is needed.
    case hard
    /// Its size: it has to be measured and others move.
    case medium
    /// Anything else: the view on the screen is configured in place.
    case soft
  }

  /// For every new index, the old index of the same item; nil for an item that was inserted.
  public private(set) var origins: [Int?]
  /// The old and new index of matched items whose content changed, in order of the new ones.
  public private(set) var changes: [(old: Int, new: Int, change: Change)]
  /// The old indexes no new item matches, ascending.
  public private(set) var deletions: [Int]

  /// - Complexity: O(*n*) in time and memory, where *n* is the number of items in both lists. Equal
  ///   beginnings and ends are only compared.
  public init(from old: ItemList, to new: ItemList) {
    let shorter = min(old.count, new.count)
    var prefix = 0
    while prefix < shorter, Self.isSame(old[prefix], new[prefix]) { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix,
      Self.isSame(old[old.count - 1 - suffix], new[new.count - 1 - suffix])
    {
      suffix += 1
    }
    origins = Array(repeating: nil, count: new.count)
    changes = []
    deletions = []
    for index in 0..<prefix { origins[index] = index }
    for index in 0..<suffix { origins[new.count - 1 - index] = old.count - 1 - index }
    matchMiddle(old, prefix..<old.count - suffix, new, prefix..<new.count - suffix)
    collectChanges(old, new)
  }

  /// Whether both lists hold the same items in the same order with the same content.
  public var isEmpty: Bool {
    deletions.isEmpty && changes.isEmpty
      && origins.enumerated().allSatisfy { $0.offset == $0.element }
  }

  /// The smallest range of old items outside of which nothing moved, came or went, with the range
  /// that takes its place. Items outside may have changed softly.
  public var replacedRange: (old: Range<Int>, new: Range<Int>) {
    let oldCount = origins.count(where: { $0 != nil }) + deletions.count
    var prefix = 0
    while prefix < origins.count, origins[prefix] == prefix { prefix += 1 }
    prefix = min(prefix, oldCount)
    var suffix = 0
    while suffix < min(oldCount, origins.count) - prefix,
      origins[origins.count - 1 - suffix] == oldCount - 1 - suffix
    {
      suffix += 1
    }
    return (prefix..<oldCount - suffix, prefix..<origins.count - suffix)
  }

  public static func == (a: ItemDiff, b: ItemDiff) -> Bool {
    a.origins == b.origins && a.deletions == b.deletions
      && a.changes.elementsEqual(b.changes, by: ==)
  }

  /// Whether two items at corresponding places can be matched without looking further.
  private static func isSame(_ old: Item, _ new: Item) -> Bool {
    if old.identifier != nil || new.identifier != nil { return old.identifier == new.identifier }
    return old == new
  }

  private enum Key: Hashable {
    case identifier(Item.Identifier)
    case content(Item)

    init(_ item: Item) {
      self = item.identifier.map(Key.identifier) ?? .content(item)
    }
  }

  private mutating func matchMiddle(
    _ old: ItemList, _ oldRange: Range<Int>, _ new: ItemList, _ newRange: Range<Int>
  ) {
    guard !oldRange.isEmpty || !newRange.isEmpty else { return }
    // Old indexes by key, the last first, so that duplicates are handed out in order from the end.
    var candidates: [Key: [Int]] = [:]
    for index in oldRange.reversed() { candidates[Key(old[index]), default: []].append(index) }
    var isTaken = Array(repeating: false, count: oldRange.count)
    for index in newRange {
      guard let origin = candidates[Key(new[index])]?.popLast() else { continue }
      origins[index] = origin
      isTaken[origin - oldRange.lowerBound] = true
    }
    pairEdits(old, oldRange, new, newRange, &isTaken)
    deletions = oldRange.filter { !isTaken[$0 - oldRange.lowerBound] }
  }

  /// Pairs the unmatched items that stand between the same matched neighbours.
  private mutating func pairEdits(
    _ old: ItemList, _ oldRange: Range<Int>, _ new: ItemList, _ newRange: Range<Int>,
    _ isTaken: inout [Bool]
  ) {
    var next = oldRange.lowerBound
    for index in newRange {
      if let origin = origins[index] {
        next = origin + 1
        continue
      }
      guard new[index].identifier == nil else { continue }
      // Old items that were matched elsewhere end the stretch; others are passed over.
      while next < oldRange.upperBound, !isTaken[next - oldRange.lowerBound],
        !Self.isEdit(old[next], new[index])
      {
        next += 1
      }
      guard next < oldRange.upperBound, !isTaken[next - oldRange.lowerBound] else { continue }
      origins[index] = next
      isTaken[next - oldRange.lowerBound] = true
      next += 1
    }
  }

  private static func isEdit(_ old: Item, _ new: Item) -> Bool {
    old.identifier == nil && new.identifier == nil && old.kind == new.kind
  }

  private mutating func collectChanges(_ old: ItemList, _ new: ItemList) {
    for (index, origin) in origins.enumerated() {
      guard let origin, old[origin] != new[index] else { continue }
      changes.append((origin, index, Self.change(from: old[origin], to: new[index])))
    }
  }

  private static func change(from old: Item, to new: Item) -> Change {
    if old.kind != new.kind { return .hard }
    return old.size != new.size ? .medium : .soft
  }
}
