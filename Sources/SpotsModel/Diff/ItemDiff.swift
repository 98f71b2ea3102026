// The match between the items of two versions of a list.
//
// Most items of two versions are the same, so matches are stored as runs of items that are
// contiguous in both lists. Inserting one item among a million gives two runs.

/// The difference between two lists of items.
public struct ItemDiff: Equatable, Sendable {
  /// The extent of an item's change.
  public enum Change: Equatable, Sendable {
    /// The kind changed; the item needs another view.
    case hard
    /// The size changed; the item is measured again and others move.
    case medium
    /// Anything else changed; the visible view is configured in place.
    case soft

    /// Creates the change from `old` to `new`; nil when they are equal.
    init?(from old: Item, to new: Item) {
      guard old != new else { return nil }
      self = old.kind != new.kind ? .hard : old.size != new.size ? .medium : .soft
    }
  }

  /// The number of items in the old list.
  public let oldCount: Int
  /// The number of items in the new list.
  public let newCount: Int
  /// The matched items whose content changed, with both indexes, ascending by the new one.
  public let changes: [(old: Int, new: Int, change: Change)]
  /// The matched items in maximal runs, in the order of the new list and of the old one.
  private let runs: [Run]
  private let runsByOld: [Run]

  /// Matched items that are contiguous in both lists.
  package struct Run: Equatable, Sendable {
    /// The index of the first one in the old list.
    package var old: Int
    /// The index of the first one in the new list.
    package var new: Int
    /// The number of items.
    package var count: Int

    /// The indexes in the old list.
    package var oldRange: Range<Int> { old..<old + count }
    /// The indexes in the new list.
    package var newRange: Range<Int> { new..<new + count }
  }

  /// - Parameter runs: In the order of the new list. Empty runs are dropped, and runs that continue
  ///   each other in both lists are joined.
  init(
    oldCount: Int, newCount: Int, runs: [Run],
    changes: [(old: Int, new: Int, change: Change)] = []
  ) {
    self.oldCount = oldCount
    self.newCount = newCount
    self.changes = changes
    var joined: [Run] = []
    for run in runs where run.count > 0 {
      if let last = joined.last, last.old + last.count == run.old, last.new + last.count == run.new
      {
        joined[joined.count - 1].count += run.count
      } else {
        joined.append(run)
      }
    }
    self.runs = joined
    runsByOld = Self.orderedByOld(joined)
  }

  // MARK: Items

  /// The old index of the item at `new`; nil for an item that was inserted.
  ///
  /// - Complexity: O(log *r*), where *r* is the number of runs that stayed together.
  public func origin(of new: Int) -> Int? {
    let index = runs.partitioningIndex { $0.new > new } - 1
    guard index >= 0 else { return nil }
    let run = runs[index]
    return new < run.new + run.count ? run.old + new - run.new : nil
  }

  /// The new index of the item at `old`; nil for an item that was deleted.
  ///
  /// - Complexity: O(log *r*), like `origin(of:)`.
  public func newIndex(of old: Int) -> Int? {
    nearestKept(atOrBefore: old).flatMap { $0.old == old ? $0.new : nil }
  }

  /// Both indexes of the last matched item at or before `old`; nil when there is none.
  package func nearestKept(atOrBefore old: Int) -> (old: Int, new: Int)? {
    let index = runsByOld.partitioningIndex { $0.old > old } - 1
    guard index >= 0 else { return nil }
    let run = runsByOld[index]
    let inner = min(old - run.old, run.count - 1)
    return (run.old + inner, run.new + inner)
  }

  /// The new indexes of the items at `old` that are still there.
  ///
  /// - Complexity: O(*r* log *r*), where *r* is the number of runs that stayed together and of the
  ///   ranges in `old`.
  public func newIndexes(of old: RangeSet<Int>) -> RangeSet<Int> {
    var kept: [Range<Int>] = []
    for range in old.ranges {
      let first = max(runsByOld.partitioningIndex { $0.old > range.lowerBound } - 1, 0)
      for run in runsByOld[first...].prefix(while: { $0.old < range.upperBound }) {
        let common = range.clamped(to: run.old..<run.old + run.count)
        let distance = run.new - run.old
        kept.append(common.lowerBound + distance..<common.upperBound + distance)
      }
    }
    return RangeSet(kept.sorted { $0.lowerBound < $1.lowerBound })
  }

  /// The new indexes of items that no old one matches, ascending.
  public var insertions: [Range<Int>] {
    Self.gaps(between: runs.lazy.map { $0.new..<$0.new + $0.count }, upTo: newCount)
  }

  /// The old indexes of items that no new one matches, ascending.
  public var deletions: [Range<Int>] {
    Self.gaps(between: runsByOld.lazy.map { $0.old..<$0.old + $0.count }, upTo: oldCount)
  }

  // MARK: As a whole

  /// Whether both lists hold the same items in the same order with the same content.
  public var isEmpty: Bool { changes.isEmpty && isInPlace }

  /// Whether both lists hold the same items in the same order; their content may have changed.
  public var isInPlace: Bool {
    oldCount == newCount && runs == (newCount == 0 ? [] : [Run(old: 0, new: 0, count: newCount)])
  }

  /// The smallest range of old items outside of which none was moved, inserted or deleted, and the
  /// range of new items that replaces it. The content of items outside may have changed.
  public var replacedRange: (old: Range<Int>, new: Range<Int>) {
    var (prefix, suffix) = (0, 0)
    if let first = runs.first, first.old == 0, first.new == 0 { prefix = first.count }
    if let last = runs.last, last.old + last.count == oldCount, last.new + last.count == newCount {
      suffix = min(last.count, min(oldCount, newCount) - prefix)
    }
    return (prefix..<oldCount - suffix, prefix..<newCount - suffix)
  }

  /// The ranges of old items that were replaced, each with the range of new items that replaces it,
  /// ascending. A single range covers them all when items moved or there are more than 64 runs.
  package var replacedRanges: [(old: Range<Int>, new: Range<Int>)] {
    guard runs == runsByOld, runs.count <= 64 else { return [replacedRange] }
    var ranges: [(old: Range<Int>, new: Range<Int>)] = []
    var (old, new) = (0, 0)
    for run in runs + [Run(old: oldCount, new: newCount, count: 0)] {
      if run.old > old || run.new > new { ranges.append((old..<run.old, new..<run.new)) }
      (old, new) = (run.old + run.count, run.new + run.count)
    }
    return ranges
  }

  /// The items that both lists have with the same content, in the order of the new one.
  ///
  /// - Complexity: O(runs and changes).
  package var unchanged: [Run] {
    var unchanged: [Run] = []
    var rest = changes[...]
    for run in runs {
      var next = run.new
      let distance = run.old - run.new
      func add(upTo end: Int) {
        if end > next { unchanged.append(Run(old: next + distance, new: next, count: end - next)) }
      }
      while let change = rest.first, change.new < run.new + run.count {
        add(upTo: change.new)
        next = change.new + 1
        rest.removeFirst()
      }
      add(upTo: run.new + run.count)
    }
    return unchanged
  }

  /// The indexes of the new items that are not among `unchanged`, ascending.
  package static func fresh(besides unchanged: [Run], upTo count: Int) -> [Range<Int>] {
    gaps(between: unchanged.lazy.map(\.newRange), upTo: count)
  }

  /// Whether both match the same items with the same changes, in O(runs and changes).
  public static func == (a: ItemDiff, b: ItemDiff) -> Bool {
    a.oldCount == b.oldCount && a.newCount == b.newCount && a.runs == b.runs
      && a.changes.elementsEqual(b.changes, by: ==)
  }

  // MARK: Runs

  /// - Complexity: O(*r*) when nothing moved, O(*r* log *r*) for up to 1000 runs, O(*n*) for more,
  ///   which are placed by index.
  private static func orderedByOld(_ runs: [Run]) -> [Run] {
    let isOrdered = zip(runs, runs.dropFirst()).allSatisfy { $0.old < $1.old }
    if isOrdered { return runs }
    guard runs.count > 1000 else { return runs.sorted { $0.old < $1.old } }
    let last = runs.reduce(0) { max($0, $1.old) }
    var places = [Int32](repeating: -1, count: last + 1)
    for (index, run) in runs.enumerated() { places[run.old] = Int32(truncatingIfNeeded: index) }
    return places.lazy.filter { $0 >= 0 }.map { runs[Int($0)] }
  }

  private static func gaps(between ranges: some Sequence<Range<Int>>, upTo end: Int) -> [Range<Int>]
  {
    var gaps: [Range<Int>] = []
    var next = 0
    for range in ranges {
      if range.lowerBound > next { gaps.append(next..<range.lowerBound) }
      next = range.upperBound
    }
    if end > next { gaps.append(next..<end) }
    return gaps
  }
}

extension RangeSet<Int> {
  /// The set of these indexes, in any order; O(*n* log *n*).
  package init(items indexes: some Sequence<Int>) {
    var ranges: [Range<Int>] = []
    for index in Set(indexes).sorted() {
      if ranges.last?.upperBound == index {
        ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<index + 1
      } else {
        ranges.append(index..<index + 1)
      }
    }
    self.init(ranges)
  }

  /// How many indexes are in the set, in O(ranges).
  package var indexCount: Int { ranges.reduce(0) { $0 + $1.count } }

  /// The index that comes after `number` others; nil when there are no more.
  package func index(at number: Int) -> Int? {
    var rest = number
    guard rest >= 0 else { return nil }
    for range in ranges {
      if rest < range.count { return range.lowerBound + rest }
      rest -= range.count
    }
    return nil
  }

  /// The indexes in ascending order.
  package var indexes: some Sequence<Int> { ranges.lazy.joined() }
}

extension ItemDiff {
  /// Creates the difference that known edits make, which compares only the items that they touch;
  /// nil when the lists have to be compared.
  ///
  /// - Parameter map: Follows the edits.
  init?(_ map: PositionMap, from old: ItemList, to new: ItemList) {
    guard !map.isReplaced else { return nil }
    var runs = map.kept
    var pairs = map.changed.compactMap { mark in map.index(of: mark).map { (old: mark, new: $0) } }
    pairs.removeAll { $0.old >= old.count }
    if map.insertedCount > 0, map.removedCount > 0 {
      guard map.removedCount <= Self.mostRemoved else { return nil }
      let again = Self.comingAgain(map, from: old, to: new)
      pairs += again
      runs = (runs + again.map { Run(old: $0.old, new: $0.new, count: 1) })
        .sorted { $0.new < $1.new }
    }
    let changes = pairs.compactMap { pair in
      Change(from: old[pair.old], to: new[pair.new]).map { (pair.old, pair.new, $0) }
    }
    self.init(
      oldCount: old.count, newCount: new.count, runs: runs,
      changes: changes.sorted { $0.1 < $1.1 })
  }

  /// Lists that have lost more items than this, and got others, are compared.
  private static let mostRemoved = 4096

  /// The items that were removed and inserted again elsewhere: those with the same identifier or,
  /// without one, the same content.
  private static func comingAgain(
    _ map: PositionMap, from old: ItemList, to new: ItemList
  ) -> [(old: Int, new: Int)] {
    var gone: [ItemIdentity: [Int]] = [:]
    let kept = ItemDiff(oldCount: old.count, newCount: new.count, runs: map.kept)
    for index in kept.deletions.lazy.joined().reversed() {
      gone[ItemIdentity(old[index]), default: []].append(index)
    }
    let inserted = map.inserted.map { $0.index..<$0.index + $0.count }
    return inserted.sorted { $0.lowerBound < $1.lowerBound }.joined().compactMap { index in
      gone[ItemIdentity(new[index])]?.popLast().map { ($0, index) }
    }
  }
}
