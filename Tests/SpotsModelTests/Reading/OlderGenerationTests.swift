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

  private typealias Result = (component: ComponentModel, warnings: [String])

  /// What Spots' documents and encoders wrote, and what it reads as.
  private static let written: [(text: String, check: @Sendable (Result) -> Bool)] = [
    // The first demo.
    (
      #"{"items":[{"type":"a","target":{"uri":"components:crew:1"}},{"target":"x:1"}]}"#,
      { $0.component.items.map(\.action) == ["components:crew:1", "x:1"] && $0.warnings == [] }
    ),
    (
      #"{"items":[{"target":{"uri":"a"},"action":"b"},{"action":"b","target":"a"}]}"#,
      { $0.component.items.map(\.action) == ["b", "b"] }
    ),
    // Layouts in `meta`, as text, as numbers and in both spellings.
    (
      #"{"meta":{"inset-top":"10","insetLeft":20,"inset-bottom":1.5,"inset-right":4,"#
        + #""item-spacing":5,"lineSpacing":6,"dynamic-span":true,"own":1}}"#,
      {
        $0.component.layout
          == Layout(
            itemSpacing: 5, lineSpacing: 6,
            inset: EdgeInsets(top: 10, left: 20, bottom: 1.5, right: 4), dynamicSpan: true)
          && $0.component.meta["own"] == 1 && $0.warnings == []
      }
    ),
    (
      #"{"meta":{"content-inset-top":3,"inset-top":4,"itemMinWidth":90,"span":2}}"#,
      {
        $0.component.layout.inset.top == 7 && $0.component.layout.minItemWidth == 90
          && $0.component.layout.span == 2
      }
    ),
    (
      #"{"kind":"carousel","meta":{"paginate":true,"double-click":true}}"#,
      {
        $0.component.interaction == Interaction(paginate: .page, mouseClick: .double)
          && $0.component.layout.pageIndicator == .below
      }
    ),
    (
      #"{"meta":{"title-font-size":12,"item-width-max":80,"headerHeight":44,"separator":false}}"#,
      { result in
        result.warnings.count == 4
          && ["title-font-size", "item-width-max", "headerHeight", "separator"].allSatisfy {
            key in result.warnings.contains { $0.contains("'\(key)'") }
          }
      }
    ),
    // A component with a layout has free data.
    (
      #"{"layout":{},"meta":{"inset-top":10,"separator":true}}"#,
      { $0.component.layout.inset == .zero && $0.warnings == [] }
    ),
    // The encoder of 5.8, and Layout.md.
    (
      #"{"layout":{"content-inset":{"top":1,"left":2,"bottom":3,"right":4},"#
        + #""section-inset":{"top":10,"left":0,"bottom":0,"right":0},"item-spacing":1}}"#,
      {
        $0.component.layout.inset == EdgeInsets(top: 11, left: 2, bottom: 3, right: 4)
          && $0.warnings == []
      }
    ),
    (
      #"{"layout":{"page-indicator-placement":"below"}}"#,
      { $0.component.layout.pageIndicator == .below && $0.warnings == [] }
    ),
    // The encoder of 7.5.
    (
      #"{"index":1,"amountOfItemsToCache":5,"kind":"list","size":{"width":0,"height":0},"#
        + #""items":[{"index":0,"title":"","size":{"width":0,"height":0},"relations":{}}],"#
        + #""meta":{},"interaction":{"paginate":"disabled","mouseClick":"single","#
        + #""scroll-direction":"vertical"},"footer":"footer"}"#,
      { $0.component.footer == Item(kind: "footer") && $0.warnings == [] }
    ),
  ]

  @Test func everyKeyThatSpotsWroteIsReadOrNamed() {
    for (text, check) in Self.written {
      let reading = ScreenReader().read(Array("[\(text)]".utf8))
      guard let component = reading.screen?.components.first else {
        Issue.record("\(text)")
        continue
      }
      #expect(check((component, reading.diagnostics.map(\.message))), "\(text)")
    }
  }

  @Test func cachesAreRead() {
    let component = #"{"index":0,"kind":"grid","items":[{"title":"A"}]}"#
    for text in [
      component, #"{"object":\#(component)}"#, #"{"object":{"components":[\#(component)]}}"#,
      #"{"components":[\#(component)]}"#,
    ] {
      let reading = ScreenReader().read(Array(text.utf8))
      #expect(reading.screen?.components.map(\.kind) == [.grid], "\(text)")
      #expect(reading.screen?.components.first?.items.first?.title == "A")
      #expect(reading.diagnostics == [])
    }
    let error = ScreenReader().read(Array(#"{"object":{"error":"none"}}"#.utf8))
    #expect(error.screen == nil && error.hasErrors)
    #expect(ScreenReader().read(Array(#"{"items":[1,2]}"#.utf8)).screen == nil)
  }

  @Test func targetsThatAreNoAddressAreReported() {
    for target in ["5", "{}", "[]", #"{"uri":5}"#] {
      let text = #"[{"items":[{"target":\#(target)}]}]"#
      #expect(ScreenReader().read(Array(text.utf8)).hasErrors, "\(target)")
    }
  }
}
