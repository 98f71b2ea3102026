import SpotsModelTestSupport
import Testing

@testable import SpotsModel

/// A difference derived from the log of edits equals the one found by comparing the lists.
@Suite struct ItemEditTests {
  /// The edited items, and the difference that the log of their edits gives.
  private static func edited(
    _ items: ItemList, _ body: (inout EditedScreen, PartPath) -> Void
  ) -> (items: ItemList, diff: ItemDiff) {
    var edited = EditedScreen(Screen(components: [ComponentModel(kind: .grid, items: items)]))
    body(&edited, PartPath([0]))
    let unchanged = ItemDiff(from: items, to: items)
    let diff = edited.result(ScreenReader()).diff
    return (edited.screen.components[0].items, diff.diffs[0] ?? unchanged)
  }

  private static func items(_ count: Int) -> ItemList {
    ItemList((0..<count).map { Item(identifier: .integer($0), title: "\($0)") })
  }

  @Test func insertions() {
    for count in 0..<6 {
      for index in 0...count {
        for inserted in 0..<3 {
          let (new, diff) = Self.edited(Self.items(count)) {
            $0.insert(
              (0..<inserted).map { Item(identifier: .integer(100 + $0)) }, at: $1.appending(index))
          }
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
      let (new, diff) = Self.edited(Self.items(6)) {
        $0.remove(RangeSet(items: (indexes + indexes).reversed()), in: $1)
      }
      #expect(new.count == 6 - indexes.count)
      #expect(diff == ItemDiff(from: Self.items(6), to: new))
      #expect(diff.deletions.flatMap { $0 } == indexes)
    }
  }

  @Test func moves() {
    for count in 1..<7 {
      for source in 0..<count {
        for destination in 0..<count {
          let (new, diff) = Self.edited(Self.items(count)) {
            $0.move(from: source, to: destination, in: $1)
          }
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
    func update(_ index: Int, _ item: Item) -> (items: ItemList, diff: ItemDiff) {
      Self.edited(old) { $0.update(item, at: $1.appending(index)) }
    }
    var higher = old[2]
    higher.size.height = 7
    let (new, diff) = update(2, higher)
    #expect(diff == ItemDiff(from: old, to: new))
    #expect(diff.changes.count == 1 && diff.changes[0] == (2, 2, .medium))
    #expect(update(2, old[2]).diff.isEmpty)
    // It stays the same item when its identifier changes.
    let renamed = update(0, Item(identifier: .integer(9), kind: "card")).diff
    #expect(renamed.changes.count == 1 && renamed.changes[0] == (0, 0, .hard))
    #expect(renamed.isInPlace)
  }
}
