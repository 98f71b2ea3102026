import Testing

@testable import SpotsModel

@Suite struct ComponentModelTests {
  @Test func componentsMadeInCodeAreGridsAndThoseOfDocumentsLists() {
    #expect(ComponentModel(kind: .grid).kind == .grid)
    let reading = ScreenReader().read(Array("[{},{\"items\":[{\"children\":[{}]}]}]".utf8))
    #expect(reading.screen?.components.map(\.kind) == [.list, .list])
    #expect(reading.screen?.components[1].items[0].children[0].kind == .list)
  }

  /// Values that few components have are stored apart, which callers never notice.
  @Test func rareValuesAreValues() {
    var model = ComponentModel(kind: .list)
    let plain = model
    model.header = Item(title: "Header")
    model.footer = Item(title: "Footer")
    model.meta = Meta(["a": .integer(1)])
    model.model = .string("m")
    #expect(model != plain)
    #expect(
      model
        == ComponentModel(
          header: Item(title: "Header"), footer: Item(title: "Footer"), kind: .list,
          meta: Meta(["a": .integer(1)]), model: .string("m")))
    let copy = model
    model.header?.title = "Changed"
    #expect(copy.header?.title == "Header" && model.header?.title == "Changed")
    (model.header, model.footer, model.meta, model.model) = (nil, nil, Meta(), nil)
    #expect(model == plain && model.hashValue == plain.hashValue)
  }
}
