import SpotsModel
import Testing

@Suite struct OlderGenerationTests {
  private func component(_ text: String) throws -> ComponentModel {
    let reading = ScreenReader(
      itemKinds: ["header", "profile"], componentKinds: ["list", "grid", "carousel"]
    ).read(Array("[{\(text)}]".utf8))
    #expect(!reading.hasErrors)
    return try #require(reading.screen?.components.first)
  }

  @Test func aTitleIsAHeaderUnlessThereIsOne() throws {
    #expect(try component(#""title":"T""#).header == Item(title: "T"))
    #expect(try component(#""title":"T","header":{"title":"H"}"#).header == Item(title: "H"))
    #expect(try component(#""header":{"title":"H"},"title":"T""#).header == Item(title: "H"))
    #expect(try component(#""title":"T","header":null"#).header == Item(title: "T"))
    #expect(try component(#""title":null"#).header == nil)
  }

  @Test func aHeaderMayBeTheNameOfAKind() throws {
    let expected = Item(title: "T", kind: "header")
    #expect(try component(#""title":"T","header":"header""#).header == expected)
    #expect(try component(#""header":"header","title":"T""#).header == expected)
    #expect(try component(#""header":"header""#).header == Item(kind: "header"))
  }

  @Test func spanOfTheLayoutGoesFirst() throws {
    #expect(try component(#""span":2"#).layout.span == 2)
    #expect(try component(#""span":"2","layout":{"item-spacing":1}"#).layout.span == 2)
    #expect(try component(#""layout":{"span":3},"span":2"#).layout.span == 3)
    #expect(try component(#""span":2,"layout":{"span":3}"#).layout.span == 3)
  }

  @Test func kindGoesBeforeType() throws {
    #expect(try component(#""type":"carousel""#).kind == .carousel)
    #expect(try component(#""type":"carousel","kind":"grid""#).kind == .grid)
    #expect(try component(#""kind":"grid","type":"carousel""#).kind == .grid)
    #expect(try component("").kind == .list)
  }

  @Test func unknownTypesAreGridsAndUnknownKindsLists() throws {
    #expect(try component(#""type":"feed""#).kind == .grid)
    #expect(try component(#""kind":"feed""#).kind == .list)
  }

  @Test func itemsHaveTypesAndIndexes() throws {
    let items = try component(
      #""index":3,"items":[{"type":"profile","index":0},{"type":"a","kind":"b"}]"#
    ).items
    #expect(items.map(\.kind) == ["profile", "b"])
  }

  @Test func spellingsOfCodeAreTaken() throws {
    let text = #"""
      "layout":{"itemSpacing":1,"lineSpacing":2,"itemsPerRow":3,"pageIndicator":"overlay",
      "headerMode":"sticky","infiniteScrolling":true,"showEmptyComponent":true,
      "dynamicSpan":true,"dynamicHeight":false},"size":{"height":70},
      "interaction":{"mouse-click":"double","scrollDirection":"horizontal"}
      """#
    let reading = ScreenReader().read(Array("[{\(text)}]".utf8))
    #expect(reading.diagnostics == [])
    let component = try component(text)
    #expect(
      component.layout
        == Layout(
          itemSpacing: 1, lineSpacing: 2, itemsPerRow: 3, pageIndicator: .overlay,
          headerMode: .sticky, infiniteScrolling: true, showEmptyComponent: true,
          dynamicSpan: true, dynamicHeight: false))
    #expect(
      component.interaction == Interaction(mouseClick: .double, scrollDirection: .horizontal))
  }
}
