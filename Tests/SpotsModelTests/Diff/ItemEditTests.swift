import SpotsModelTestSupport
import Testing

@testable import SpotsModel

/// A difference derived from a known edit equals the one found by comparing the lists.
@Suite struct ItemEditTests {
  private static func items(_ count: Int) -> ItemList {
    ItemList((0..<count).map { Item(identifier: .integer($0), title: "\($0)") })
  }

  @Test func insertions() {
    for count in 0..<6 {
      for index in 0...count {
        for inserted in 0..<3 {
          var new = Self.items(count)
          new.insert(
            contentsOf: (0..<inserted).map { Item(identifier: .integer(100 + $0)) }, at: index)
          let diff = ItemDiff(inserting: inserted, at: index, among: count)
          #expect(diff == ItemDiff(from: Self.items(count), to: new))
          #expect(diff.insertions == (inserted > 0 ? [index..<index + inserted] : []))
          #expect(diff.deletions == [])
        }
      }
    }
  }

  @Test func deletions() {
    for set in 0..<64 {
      let indexes = (0..<6).filter { set >> $0 & 1 == 1 }
      let new = ItemList(
        Self.items(6).filter {
          $0.identifier.map { id in
            !indexes.contains { id == .integer($0) }
          } ?? false
        })
      let diff = ItemDiff(deleting: (indexes + indexes).reversed(), among: 6)
      #expect(diff == ItemDiff(from: Self.items(6), to: new))
      #expect(diff.deletions.flatMap { $0 } == indexes)
    }
  }

  @Test func moves() {
    for count in 1..<7 {
      for source in 0..<count {
        for destination in 0..<count {
          var new = Self.items(count)
          new.insert(new.remove(at: source), at: destination)
          let diff = ItemDiff(moving: source, to: destination, among: count)
          #expect(diff == ItemDiff(from: Self.items(count), to: new))
          #expect(diff.newIndex(of: source) == destination)
          #expect(diff.origin(of: destination) == source)
        }
      }
    }
  }

  @Test func setsOfItemsFollowADifference() {
    for seed in 0..<200 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let old = Array(0..<12)
      var new = old.filter { _ in Bool.random(using: &random) }
      if seed % 2 == 0 { new.shuffle(using: &random) }
      new.insert(99, at: Int.random(in: 0...new.count, using: &random))
      func items(_ numbers: [Int]) -> ItemList {
        ItemList(numbers.map { Item(identifier: .integer($0)) })
      }
      let diff = ItemDiff(from: items(old), to: items(new))
      let set = old.filter { _ in Bool.random(using: &random) }
      let wanted = RangeSet(items: new.indices.filter { set.contains(new[$0]) })
      #expect(diff.newIndexes(of: RangeSet(items: set)) == wanted, "seed \(seed)")
    }
  }

  @Test func updates() {
    let old = Self.items(4)
    var new = old
    new[2].size.height = 7
    let diff = ItemDiff(updating: 2, from: old[2], to: new[2], among: 4)
    #expect(diff == ItemDiff(from: old, to: new))
    #expect(diff.changes.count == 1 && diff.changes[0] == (2, 2, .medium))
    #expect(ItemDiff(updating: 2, from: old[2], to: old[2], among: 4).isEmpty)
    // It stays the same item when its identifier changes.
    let renamed = ItemDiff(
      updating: 0, from: old[0], to: Item(identifier: .integer(9), kind: "card"), among: 4)
    #expect(renamed.changes.count == 1 && renamed.changes[0] == (0, 0, .hard))
    #expect(renamed.isInPlace)
  }
}
