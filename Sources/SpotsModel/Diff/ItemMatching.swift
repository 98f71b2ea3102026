// Matches the items of two versions of a list.
//
// Items with an identifier match when their identifiers are equal; items without one when their
// content is, duplicates in order. Items left between two matches are edits: old and new ones of
// the same kind are paired in order, so that an item with a changed title stays the same item.
//
// Equal beginnings and ends are only compared, and where the lists share chunks or the bytes of
// their documents are equal, not even decoded. Items between them are looked up, first by their
// bytes, then by identifier or content.

extension ItemDiff {
  /// Creates the diff of two versions of a list.
  ///
  /// - Complexity: O(*n*) in time, where *n* is the number of items in both lists, without the
  ///   chunks they share. Memory is proportional to the items from the first change to the last.
  public init(from old: ItemList, to new: ItemList) {
    if let known = new.difference(from: old) {
      self = known
      return
    }
    var matching = ItemMatching(old, new)
    matching.matchEnds()
    matching.matchMiddle()
    self.init(
      oldCount: old.count, newCount: new.count, runs: matching.runs, changes: matching.changes)
  }
}

/// Two lists and the matches found so far.
private struct ItemMatching {
  private let old: ItemList
  private let new: ItemList
  /// The old items that neither the common beginning nor the common end covers.
  private var oldMiddle: Range<Int>
  private var newMiddle: Range<Int>
  /// For each new item of the middle, the matched old one, as an offset into its middle, or -1.
  private var origins: [Int32] = []
  /// For each old item of the middle, whether it is matched.
  private var isTaken: [Bool] = []
  /// The new items whose content may differ from that of their origin.
  private var unsure: [Int] = []
  private(set) var changes: [(old: Int, new: Int, change: ItemDiff.Change)] = []

  init(_ old: ItemList, _ new: ItemList) {
    self.old = old
    self.new = new
    oldMiddle = 0..<old.count
    newMiddle = 0..<new.count
  }

  var runs: [ItemDiff.Run] {
    var runs = [ItemDiff.Run(old: 0, new: 0, count: newMiddle.lowerBound)]
    var index = 0
    while index < origins.count {
      let first = index
      index += 1
      guard origins[first] >= 0 else { continue }
      while index < origins.count, origins[index] == origins[index - 1] + 1 { index += 1 }
      runs.append(
        ItemDiff.Run(
          old: oldMiddle.lowerBound + Int(origins[first]), new: newMiddle.lowerBound + first,
          count: index - first))
    }
    runs.append(
      ItemDiff.Run(
        old: oldMiddle.upperBound, new: newMiddle.upperBound,
        count: new.count - newMiddle.upperBound))
    return runs
  }

  // MARK: Beginning and end

  mutating func matchEnds() {
    let shorter = min(old.count, new.count)
    var prefix = 0
    while prefix < shorter {
      let run = old.piece(at: prefix).run(like: new.piece(at: prefix))
      let end = prefix + run.equal + run.unsure
      prefix += run.equal
      while prefix < end, match(prefix, prefix) { prefix += 1 }
      if prefix < end { break }
    }
    let before = changes
    changes = []
    var suffix = 0
    while suffix < shorter - prefix {
      let run = old.piece(before: old.count - suffix).run(
        like: new.piece(before: new.count - suffix), isBackward: true)
      let end = min(suffix + run.equal + run.unsure, shorter - prefix)
      suffix = min(suffix + run.equal, end)
      while suffix < end, match(old.count - suffix - 1, new.count - suffix - 1) { suffix += 1 }
      if suffix < end { break }
    }
    after = changes.reversed()
    changes = before
    oldMiddle = prefix..<old.count - suffix
    newMiddle = prefix..<new.count - suffix
  }

  /// The number of items between the first change and the last above which all of them count as
  /// other ones: matching them takes some hundred bytes for each.
  private static let most = 2_000_000

  /// The identifiers of the new items of the middle; empty where all are in memory.
  private var newNames: [Item.Identifier?] = []
  /// The changes after the middle.
  private var after: [(old: Int, new: Int, change: ItemDiff.Change)] = []

  /// Whether two items at corresponding positions match; records how the content changed.
  private mutating func match(_ oldIndex: Int, _ newIndex: Int) -> Bool {
    let (a, b) = (old[oldIndex], new[newIndex])
    guard a.identifier == b.identifier else { return false }
    guard let change = ItemDiff.Change(from: a, to: b) else { return true }
    guard a.identifier != nil else { return false }
    changes.append((oldIndex, newIndex, change))
    return true
  }

  // MARK: Middle

  mutating func matchMiddle() {
    // Items that all came, or all went, match nothing; too many would take too much memory.
    let isFutile = oldMiddle.isEmpty || newMiddle.isEmpty
    if !isFutile, max(oldMiddle.count, newMiddle.count) <= Self.most { matchAll() }
    changes += after
  }

  private mutating func matchAll() {
    origins = Array(repeating: -1, count: newMiddle.count)
    isTaken = Array(repeating: false, count: oldMiddle.count)
    followRuns()
    if isTaken.contains(false), origins.contains(-1) { matchBytes() }
    if !isHopeless, isTaken.contains(false), origins.contains(-1) {
      matchKeys()
      pairEdits()
    }
    for index in unsure.sorted() {
      let origin = oldMiddle.lowerBound + Int(origins[index - newMiddle.lowerBound])
      if let change = ItemDiff.Change(from: old[origin], to: new[index]) {
        changes.append((origin, index, change))
      }
    }
  }

  /// Matches long runs that are equal in both lists and displaced by a few items at most; most
  /// changes are few and far between. Later steps match items that moved further, or alone.
  private mutating func followRuns() {
    var (oldNext, newNext) = (oldMiddle.lowerBound, newMiddle.lowerBound)
    while let run = nextRun(oldNext, newNext) {
      for index in 0..<run.count {
        take(
          Int32(truncatingIfNeeded: run.old - oldMiddle.lowerBound + index),
          run.new - newMiddle.lowerBound + index)
      }
      (oldNext, newNext) = (run.old + run.count, run.new + run.count)
    }
  }

  /// The nearest run of 8 or more equal items, at most 8 items after two indexes.
  private func nextRun(_ oldIndex: Int, _ newIndex: Int) -> ItemDiff.Run? {
    for distance in 0...8 {
      for skipped in 0...distance {
        let (a, b) = (oldIndex + skipped, newIndex + distance - skipped)
        let count = equalRun(a, b)
        if count >= 8 { return ItemDiff.Run(old: a, new: b, count: count) }
      }
    }
    return nil
  }

  /// The number of items of the middles that are equal from two indexes on.
  private func equalRun(_ oldIndex: Int, _ newIndex: Int) -> Int {
    let limit = min(oldMiddle.upperBound - oldIndex, newMiddle.upperBound - newIndex)
    var count = 0
    while count < limit {
      let run = old.piece(at: oldIndex + count).run(like: new.piece(at: newIndex + count))
      let end = min(count + run.equal + run.unsure, limit)
      count = min(count + run.equal, limit)
      while count < end, old[oldIndex + count] == new[newIndex + count] { count += 1 }
      if count < end { break }
    }
    return count
  }

  /// Matches items with equal bytes in documents.
  private mutating func matchBytes() {
    guard old.isOnDemand, new.isOnDemand else { return }
    let (hashes, newHashes) = (old.byteHashes(oldMiddle), new.byteHashes(newMiddle))
    match(
      { hashes[$0] }, { newHashes[$0] },
      compare: { [old, new, oldMiddle, newMiddle] origin, index, _ in
        old.hasEqualBytes(oldMiddle.lowerBound + origin, new, newMiddle.lowerBound + index)
          ? .equal : .different
      })
  }

  /// The number of items among which a few without identifiers are not looked for: all would have
  /// to be decoded for them.
  private static let many = 10_000
  private static let few = 8

  /// Whether a few items without identifiers are all that one of the lists has.
  private var isHopeless: Bool {
    let (isOldFew, isNewFew) = (oldMiddle.count <= Self.few, newMiddle.count <= Self.few)
    if isOldFew, newMiddle.count >= Self.many, new.isOnDemand {
      return oldMiddle.allSatisfy { old[$0].identifier == nil }
    }
    if isNewFew, oldMiddle.count >= Self.many, old.isOnDemand {
      return newMiddle.allSatisfy { new[$0].identifier == nil }
    }
    return false
  }

  /// Matches items with the same identifier, and equal items without one.
  private mutating func matchKeys() {
    let oldNames = old.identifiers(in: oldMiddle)
    newNames = new.identifiers(in: newMiddle)
    func key(
      _ index: Int, _ names: [Item.Identifier?], _ list: ItemList, _ start: Int
    ) -> ItemIdentity {
      if index < names.count, let name = names[index] { return .identifier(name) }
      return ItemIdentity(list[start + index])
    }
    match(
      { [old, oldMiddle] in key($0, oldNames, old, oldMiddle.lowerBound) },
      { [new, newMiddle, newNames] in key($0, newNames, new, newMiddle.lowerBound) },
      compare: { _, _, key in
        if case .content = key { .equal } else { .same }
      })
  }

  /// How two items with the same key relate.
  private enum Match {
    case equal
    /// The same item, whose content may have changed.
    case same
    case different
  }

  /// Matches items that have the same key and are not matched yet, duplicates in order. Indexes are
  /// offsets into the middles.
  ///
  /// - Parameters:
  ///   - oldKey, newKey: Return nil for an item that has no key.
  ///   - compare: Called with two items that have the same key.
  private mutating func match<Key: Hashable>(
    _ oldKey: (Int) -> Key?, _ newKey: (Int) -> Key?, compare: (Int, Int, Key) -> Match
  ) {
    // The first old item of each key, and for each old item the next one of the same key.
    var first: [Key: Int32] = [:]
    var next = [Int32](repeating: -1, count: oldMiddle.count)
    for index in isTaken.indices.reversed() where !isTaken[index] {
      guard let key = oldKey(index) else { continue }
      if let follower = first.updateValue(Int32(truncatingIfNeeded: index), forKey: key) {
        next[index] = follower
      }
    }
    guard !first.isEmpty else { return }
    for index in origins.indices where origins[index] < 0 {
      guard let key = newKey(index), let origin = first[key] else { continue }
      let match = compare(Int(origin), index, key)
      guard match != .different else { continue }
      first[key] = next[Int(origin)] >= 0 ? next[Int(origin)] : nil
      take(origin, index)
      if match == .same { unsure.append(newMiddle.lowerBound + index) }
    }
  }

  private mutating func take(_ origin: Int32, _ index: Int) {
    origins[index] = origin
    isTaken[Int(origin)] = true
  }

  /// Pairs the unmatched items between the same matched neighbors.
  private mutating func pairEdits() {
    var next = 0
    for index in origins.indices {
      if origins[index] >= 0 {
        next = Int(origins[index]) + 1
        continue
      }
      guard next < isTaken.count, !isTaken[next] else { continue }
      if index < newNames.count, newNames[index] != nil { continue }
      let item = new[newMiddle.lowerBound + index]
      guard item.identifier == nil else { continue }
      // An old item that is matched elsewhere ends the stretch; items of other kinds are skipped.
      while next < isTaken.count, !isTaken[next], !isEdit(next, item) { next += 1 }
      guard next < isTaken.count, !isTaken[next] else { continue }
      take(Int32(truncatingIfNeeded: next), index)
      unsure.append(newMiddle.lowerBound + index)
      next += 1
    }
  }

  private func isEdit(_ index: Int, _ item: Item) -> Bool {
    let origin = old[oldMiddle.lowerBound + index]
    return origin.identifier == nil && origin.kind == item.kind
  }
}
