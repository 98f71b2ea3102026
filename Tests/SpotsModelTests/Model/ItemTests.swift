import SpotsModel
import Testing

@Suite struct ItemTests {
  @Test func relatedItemsAreFoundByNameAndPlace() {
    let item = Item(relations: ["songs": [Item(title: "A"), Item(title: "B")], "none": []])
    #expect(item.relation("songs")?.title == "A")
    #expect(item.relation("songs", 1)?.title == "B")
    for (name, index) in [("songs", 2), ("songs", -1), ("none", 0), ("albums", 0)] {
      #expect(item.relation(name, index) == nil)
    }
  }

  /// Copies share rarely set values until one of them changes them.
  @Test func aCopyIsChangedAlone() {
    let item = Item(title: "A", meta: Meta(["price": .integer(3)]))
    var copy = item
    #expect(copy == item && copy.hashValue == item.hashValue)
    copy.meta["price"] = .integer(4)
    copy.children = [ComponentModel(kind: .list)]
    copy.model = .bool(true)
    #expect(item.meta.integer("price") == 3 && item.children.isEmpty && item.model == nil)
    #expect(copy != item)
    copy.meta = Meta()
    copy.children = []
    copy.model = nil
    #expect(copy == Item(title: "A"))
  }
}
