import SpotsModelTestSupport
import Testing

@testable import SpotsModel

extension ItemList {
  /// A list that has the items of `new`, some of them from a document and, from `index` on, as
  /// edits of this one.
  fileprivate func edited(into new: ItemList, from index: Int) -> ItemList {
    var list = self
    let kept = Swift.min(index, count)
    list.replaceSubrange(kept..<count, with: Array(new[kept...]))
    for index in 0..<kept where list[index] != new[index] { list[index] = new[index] }
    return list
  }
}

extension ItemDiff {
  /// For every new index, the old index of the same item.
  var origins: [Int?] { (0..<newCount).map(origin(of:)) }
}

@Suite struct ItemDiffTests {

  /// Two lists that have much in common: few different items, many duplicates, moves and edits.
  private func pair(_ seed: UInt64) -> (ItemList, ItemList) {
    var random = RandomComponents(seed: seed)
    // Long ones have stretches that are followed without looking anything up.
    let count = seed % 16 == 15 ? 60 + random.below(60) : random.below(14)
    let old = ItemList((0..<count).map { _ in item(&random) })
    if random.oneIn(8) { return (old, ItemList((0..<random.below(9)).map { _ in item(&random) })) }
    return (old, random.edited(old))
  }

  private func item(_ random: inout RandomComponents) -> Item {
    Item(
      identifier: random.oneIn(2) ? .integer(random.below(20)) : nil,
      title: random.pick(["a", "b", "c"]), kind: random.pick(["", "", "card"]),
      size: Size(height: random.pick([0, 10])))
  }

  /// In memory, of documents, and mixed; documents have other bytes now and then.
  private func variants(_ old: ItemList, _ new: ItemList, _ seed: UInt64) -> (ItemList, ItemList) {
    func blanks(_ index: Int) -> Int { (index + Int(seed)) % 5 == 0 ? 1 : 0 }
    switch seed % 5 {
    case 0: return (old, new)
    case 1: return (old.onDemand(), new.onDemand())
    case 2: return (old.onDemand(), new.onDemand(blanks: blanks))
    case 3: return (old.onDemand(), new)
    default:
      let (half, rest) = (old.onDemand(), new.count / 2)
      return (half, half.edited(into: new, from: rest))
    }
  }

  private func expectLaw(
    seeds: Range<UInt64> = 0..<600, _ law: (ItemList, ItemList, ItemDiff) -> String?
  ) {
    for seed in seeds {
      let pair = pair(seed)
      let (old, new) = variants(pair.0, pair.1, seed)
      guard let fault = law(old, new, ItemDiff(from: old, to: new)) else { continue }
      Issue.record("seed \(seed): \(fault)")
      return
    }
  }

  @Test func everyOriginIsTheSameItem() {
    expectLaw { old, new, diff in
      guard diff.origins.count == new.count else { return "\(diff.origins.count) origins" }
      let used = diff.origins.compactMap { $0 }
      guard Set(used).count == used.count else { return "an origin twice: \(used)" }
      for (index, origin) in diff.origins.enumerated() {
        guard let origin else { continue }
        guard old.indices.contains(origin) else { return "no item \(origin)" }
        let (before, after) = (old[origin], new[index])
        guard before.identifier == after.identifier else { return "\(index) is not \(origin)" }
        if before.identifier == nil, before != after, before.kind != after.kind {
          return "\(index) is an edit of \(origin) of another kind"
        }
      }
      return nil
    }
  }

  @Test func appliedToTheOldItGivesTheNew() {
    expectLaw(seeds: 0..<3000) { old, new, diff in
      guard diff.oldCount == old.count, diff.newCount == new.count else { return "other counts" }
      var items = (0..<new.count).map { index in
        diff.origin(of: index).map { old[$0] } ?? new[index]
      }
      for change in diff.changes { items[change.new] = new[change.new] }
      return ItemList(items) == new ? nil : "\(items)"
    }
  }

  @Test func lookingUpWorksBothWays() {
    expectLaw { old, new, diff in
      for index in new.indices {
        guard let origin = diff.origin(of: index) else { continue }
        if diff.newIndex(of: origin) != index { return "\(index) is not that of \(origin)" }
      }
      let kept = old.indices.filter { diff.newIndex(of: $0) != nil }
      if kept.count != diff.origins.count(where: { $0 != nil }) { return "kept \(kept)" }
      for index in old.indices {
        let nearest = diff.nearestKept(atOrBefore: index)
        if nearest?.old != kept.last(where: { $0 <= index }) { return "nearest of \(index)" }
      }
      if [-1, new.count].contains(where: { diff.origin(of: $0) != nil }) { return "too many" }
      if [-1, old.count].contains(where: { diff.newIndex(of: $0) != nil }) { return "too many" }
      let inserted = new.indices.filter { diff.origin(of: $0) == nil }
      return diff.insertions.flatMap { $0 } == inserted ? nil : "\(diff.insertions)"
    }
  }

  @Test func deletionsAreTheRest() {
    expectLaw { old, _, diff in
      let rest = old.indices.filter { !diff.origins.contains($0) }
      return diff.deletions.flatMap { $0 } == rest ? nil : "\(diff.deletions), not \(rest)"
    }
  }

  @Test func changesAreTheMatchedItemsThatDiffer() {
    expectLaw { old, new, diff in
      var changes = diff.changes[...]
      for (index, origin) in diff.origins.enumerated() {
        guard let origin, old[origin] != new[index] else { continue }
        let expected: ItemDiff.Change =
          old[origin].kind != new[index].kind
          ? .hard : old[origin].size != new[index].size ? .medium : .soft
        guard let change = changes.popFirst(), change == (origin, index, expected) else {
          return "no \(expected) change of \(origin) to \(index)"
        }
      }
      return changes.isEmpty ? nil : "too many changes: \(diff.changes)"
    }
  }

  @Test func nothingThatCouldBeMatchedIsLeft() {
    expectLaw { old, new, diff in
      for (index, origin) in diff.origins.enumerated() where origin == nil {
        let item = new[index]
        let left = diff.deletions.joined().first { deleted in
          item.identifier != nil
            ? old[deleted].identifier == item.identifier : old[deleted] == item
        }
        if let left { return "\(index) was inserted, \(left) deleted, and they are the same" }
      }
      return nil
    }
  }

  @Test func aListDoesNotDifferFromItself() {
    expectLaw { old, new, diff in
      if !ItemDiff(from: old, to: old).isEmpty { return "differs from itself" }
      return diff.isEmpty == (old == new) ? nil : "isEmpty is \(diff.isEmpty)"
    }
  }

  @Test func outsideOfTheReplacedRangeNothingMoved() {
    expectLaw { old, new, diff in
      let range = diff.replacedRange
      let isTight = { (oldRange: Range<Int>, newRange: Range<Int>) -> Bool in
        guard oldRange.lowerBound == newRange.lowerBound,
          old.count - oldRange.upperBound == new.count - newRange.upperBound
        else { return false }
        return new.indices.allSatisfy { index in
          newRange.contains(index)
            || diff.origins[index]
              == (index < newRange.lowerBound ? index : index - new.count + old.count)
        }
      }
      guard isTight(range.old, range.new) else { return "something moved outside \(range)" }
      // No smaller range will do.
      let (a, b) = (range.old, range.new)
      if !a.isEmpty, !b.isEmpty {
        if isTight(a.dropFirst(), b.dropFirst()) { return "\(range) starts too early" }
        if isTight(a.dropLast(), b.dropLast()) { return "\(range) ends too late" }
      }
      return nil
    }
  }

  @Test func betweenReplacedRangesAllKeepTheirOrder() {
    expectLaw { old, new, diff in
      var origins: [Int?] = (0..<old.count).map { $0 }
      for range in diff.replacedRanges.reversed() {
        origins.replaceSubrange(range.old, with: range.new.map { _ in nil })
      }
      guard origins.count == new.count else { return "\(origins.count) items" }
      let ranges = diff.replacedRanges.map(\.new)
      for index in new.indices where !ranges.contains(where: { $0.contains(index) }) {
        if origins[index] != diff.origin(of: index) { return "\(index) moved" }
      }
      return nil
    }
  }

  @Test func aShuffleIsAllMoves() {
    var random = SplitMix64(seed: 1)
    let items = ItemList((0..<5000).map { Item(title: "\($0)") })
    let order = items.indices.shuffled(using: &random)
    let diff = ItemDiff(from: items, to: ItemList(order.map { items[$0] }))
    #expect(diff.origins == order)
    #expect(order.indices.allSatisfy { diff.newIndex(of: order[$0]) == $0 })
  }

  // MARK: Examples

  private func items(_ titles: String) -> ItemList {
    ItemList(titles.map { Item(title: String($0)) })
  }

  private func identified(_ titles: String) -> ItemList {
    ItemList(titles.map { Item(identifier: .string(String($0)), title: String($0)) })
  }

  @Test func anInsertionAtTheTopIsOne() {
    let diff = ItemDiff(from: items("abc"), to: items("xabc"))
    #expect(diff.origins == [nil, 0, 1, 2])
    #expect(diff.deletions.isEmpty && diff.changes.isEmpty)
    #expect(diff.replacedRange == (0..<0, 0..<1))
  }

  @Test func duplicatesKeepTheirOrder() {
    #expect(ItemDiff(from: items("aab"), to: items("baa")).origins == [2, 0, 1])
    #expect(ItemDiff(from: items("aaa"), to: items("aa")).deletions == [2..<3])
  }

  @Test func aMoveIsAMove() {
    let diff = ItemDiff(from: identified("abcde"), to: identified("aecdb"))
    #expect(diff.origins == [0, 4, 2, 3, 1])
    #expect(diff.deletions.isEmpty && diff.changes.isEmpty && !diff.isEmpty)
    #expect(diff.replacedRange == (1..<5, 1..<5))
  }

  @Test func aChangedTitleStaysTheSameItem() {
    let diff = ItemDiff(from: items("abcde"), to: items("abXde"))
    #expect(diff.origins == [0, 1, 2, 3, 4])
    #expect(diff.changes.count == 1 && diff.changes[0] == (2, 2, .soft))
  }

  @Test func anEditFindsItsKindAmongOthers() {
    let old: ItemList = [Item(title: "a", kind: "card"), Item(title: "b", kind: "label")]
    let diff = ItemDiff(from: old, to: [Item(title: "B", kind: "label")])
    #expect(diff.origins == [1])
    #expect(diff.deletions == [0..<1])
  }

  @Test func anotherKindUnderTheSameIdentifierIsAHardChange() {
    let diff = ItemDiff(
      from: [Item(identifier: .integer(1), kind: "card", size: Size(height: 3))],
      to: [Item(identifier: .integer(1), kind: "label")])
    #expect(diff.changes.count == 1 && diff.changes[0] == (0, 0, .hard))
  }

  @Test func integersAndStringsAreDifferentIdentifiers() {
    let diff = ItemDiff(
      from: [Item(identifier: .integer(17))], to: [Item(identifier: .string("17"))])
    #expect(diff.origins == [nil])
    #expect(diff.deletions == [0..<1])
  }
}
