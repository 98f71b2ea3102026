import SpotsModelTestSupport
import Testing

@testable import SpotsModel

/// A list of items is an array of them, however long it is and wherever its items come from.
@Suite struct ItemListTests {
  private static func items(_ range: Range<Int>) -> [Item] {
    range.map { Item(identifier: $0 % 3 == 0 ? .integer($0) : nil, title: "item \($0)") }
  }

  /// Items in memory, of a document, and both in one list.
  private static func lists(_ items: [Item]) -> [ItemList] { (0..<3).map { list(items, $0) } }

  private static func list(_ items: [Item], _ variant: Int) -> ItemList {
    switch variant {
    case 0: return ItemList(items)
    case 1: return ItemList(items).onDemand()
    default:
      let half = items.count / 2
      var mixed = ItemList(items[..<half]).onDemand()
      mixed.append(contentsOf: ItemList(items[half...]))
      return mixed
    }
  }

  private func check(_ list: ItemList, _ array: [Item]) -> Bool {
    list.count == array.count && list.elementsEqual(array) && list == ItemList(array)
      && ItemList(array) == list && list.hashValue == ItemList(array).hashValue
      && list.chunks.all.allSatisfy { $0.count > 0 }
  }

  /// Makes the same random change to a list and to an array.
  private func change(
    _ list: inout ItemList, _ array: inout [Item], by random: inout SplitMix64
  ) {
    func below(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &random) }
    let place = below(array.count + 1)
    let end = min(place + [0, 0, 1, 3, 700][below(5)], array.count)
    switch below(5) {
    case 0 where place < array.count:
      list[place].title += "!"
      array[place].title += "!"
    case 1:
      let first = below(40)
      let more = Self.items(first..<first + [1, 2, 600, 1500][below(4)])
      list.insert(contentsOf: more, at: place)
      array.insert(contentsOf: more, at: place)
    case 2:
      let more = Self.list(Self.items(0..<below(9)), below(3))
      list.replaceSubrange(place..<end, with: more)
      array.replaceSubrange(place..<end, with: more)
    case 3:
      let more = Self.list(Self.items(0..<below(900)), below(3))
      list.append(contentsOf: more)
      array += more
    default:
      list.removeSubrange(place..<end)
      array.removeSubrange(place..<end)
    }
  }

  @Test func everyChangeIsTheOneOfAnArray() {
    for seed in 0..<8 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      func below(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &random) }
      for var list in Self.lists(Self.items(0..<[0, 5, 900, 1100, 4000][below(5)])) {
        var array = Array(list)
        for step in 0..<40 {
          let before = (list, array)
          change(&list, &array, by: &random)
          let isWhole = step % 13 == 12
          guard list.count == array.count,
            !isWhole || check(list, array) && check(before.0, before.1)
          else {
            Issue.record("seed \(seed), step \(step): \(list.count) items, not \(array.count)")
            return
          }
        }
      }
    }
  }

  @Test func listsDifferWhereTheirItemsDo() {
    let array = Self.items(0..<3000)
    for list in Self.lists(array) {
      for index in [0, 1499, 1500, 2999] {
        var other = list
        other[index].title = "another"
        #expect(other != list && list != other)
        other[index].title = array[index].title
        #expect(other == list && list == other)
      }
      #expect(list != ItemList(list.dropLast()))
    }
  }

  @Test func manyChangesLeaveFewChunks() {
    for var list in Self.lists(Self.items(0..<20_000)) {
      var random = SplitMix64(seed: 4)
      for step in 0..<3000 {
        let place = Int.random(in: 0..<list.count, using: &random)
        switch step % 3 {
        case 0: list.insert(Item(title: "new"), at: place)
        case 1: list.remove(at: place)
        default: list[place].subtitle = "changed"
        }
      }
      #expect(list.chunks.all.count <= 20_000 / 16)
      for index in list.indices { list[index].text = "all" }
      #expect(list.chunks.all.count <= 20_000 / 256 + 1)
      #expect(list.allSatisfy { $0.text == "all" })
    }
  }

  @Test func anInsertionReadsAndCopiesNothingElse() {
    let list = ItemList(Self.items(0..<10_000)).onDemand()
    var other = list
    other.insert(Item(title: "new"), at: 0)
    other.remove(at: 5000)
    // The one that is removed, and given back.
    #expect(other.readItems == 1)
    #expect(other.chunks.all.count == 3)
    #expect(other[1] == list[0] && other[9999] == list[9999])
  }

  @Test func aChangeReadsAFewItems() {
    var list = ItemList(Self.items(0..<10_000)).onDemand()
    list[5000].title = "changed"
    #expect(list.readItems <= 64)
    #expect(list.chunks.all.count == 3)
  }

  @Test func whatIsSharedIsNotComparedItemByItem() {
    let list = ItemList(Self.items(0..<10_000)).onDemand()
    var other = list
    other[17].title = "changed"
    let before = list.readItems
    #expect(list != other)
    #expect(list.readItems - before <= 18)
    // Another document with the same bytes.
    let again = ItemList(Self.items(0..<10_000)).onDemand()
    #expect(list == again)
    #expect(again.readItems == 0)
    // Other blanks, so other bytes.
    let wide = ItemList(Self.items(0..<100)).onDemand { $0 % 2 }
    #expect(wide == ItemList(Self.items(0..<100)).onDemand())
    #expect(wide.readItems == 50)
  }
}
