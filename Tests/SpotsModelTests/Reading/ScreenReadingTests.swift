import SpotsModel
import Testing

@Suite struct ScreenReadingTests {
  private func read(_ text: String, _ dialect: ScreenReader.Dialect = .json) -> ParsedScreen {
    ScreenReader(dialect: dialect).read(Array(text.utf8))
  }

  @Test func everyKeyIsRead() {
    let reading = read(
      """
      {"$schema":"x","title":"Window","next":"page2.json","meta":{"deep":[{"a":null}]},
       "theme":{"accent":"#102030","surface-hover":"#fff"},
       "components":[{"identifier":"c","kind":"carousel","header":{"title":"H","kind":"header"},
        "footer":{"title":"F"},
        "layout":{"span":3.5,"item-spacing":1,"line-spacing":2,"items-per-row":3,
         "inset":{"top":1,"left":2,"bottom":3,"right":4},"page-indicator":"below",
         "header-mode":"sticky","infinite-scrolling":true,"show-empty-component":true,
         "dynamic-span":true,"dynamic-height":false},
        "interaction":{"paginate":"page","mouseClick":"double","scroll-direction":"horizontal"},
        "items":[{"identifier":17,"title":"T","subtitle":"S","text":"X","image":"i.png",
         "kind":"card","action":"a:1","size":{"width":88},"meta":{"n":1.5,"b":true},
         "relations":{"friends":[{"title":"R"}]},"children":[{"kind":"grid"}],"model":[1,"x"]}],
        "size":{"height":200},"meta":{"k":"v"},"model":{"a":1}}]}
      """)
    #expect(reading.diagnostics == [])
    #expect(reading.screen == screenOfEveryKey)
  }

  private var screenOfEveryKey: Screen {
    let item = Item(
      identifier: .integer(17), title: "T", subtitle: "S", text: "X", image: "i.png",
      kind: "card", action: "a:1", size: Size(width: 88),
      meta: Meta(["n": .number(1.5), "b": .bool(true)]),
      relations: ["friends": [Item(title: "R")]], children: [ComponentModel(kind: .grid)],
      model: .array([.integer(1), .string("x")]))
    let layout = Layout(
      span: 3.5, itemSpacing: 1, lineSpacing: 2, itemsPerRow: 3,
      inset: EdgeInsets(top: 1, left: 2, bottom: 3, right: 4), pageIndicator: .below,
      headerMode: .sticky, infiniteScrolling: true, showEmptyComponent: true, dynamicSpan: true,
      dynamicHeight: false)
    let component = ComponentModel(
      identifier: "c", header: Item(title: "H", kind: "header"), footer: Item(title: "F"),
      kind: .carousel, layout: layout,
      interaction: Interaction(paginate: .page, mouseClick: .double, scrollDirection: .horizontal),
      items: [item], size: Size(height: 200), meta: Meta(["k": .string("v")]),
      model: .object(["a": .integer(1)]))
    return Screen(
      components: [component], title: "Window",
      theme: [.accent: Color(0x102030), .surfaceHover: .white], next: "page2.json",
      meta: Meta(["deep": .array([.object(["a": .null])])]))
  }

  @Test func theFirstGenerationIsRead() throws {
    let reading = read(
      """
      {"components":[{"title":"Hyper iOS","type":"list","span":"1","items":[{"title":"John Hyperseed",\
      "subtitle":"Build server","type":"profile","image":"{image url}","action":"profile:1",\
      "meta":{"nationality":"Apple"}}]}]}
      """)
    #expect(!reading.hasErrors)
    #expect(reading.diagnostics.map(\.code) == [.typeMismatch])
    let item = Item(
      title: "John Hyperseed", subtitle: "Build server", image: "{image url}", kind: "profile",
      action: "profile:1", meta: Meta(["nationality": .string("Apple")]))
    #expect(
      reading.screen
        == Screen(components: [
          ComponentModel(
            header: Item(title: "Hyper iOS"), kind: .list, layout: Layout(span: 1), items: [item])
        ]))
  }

  @Test func theSecondGenerationIsRead() throws {
    let reading = read(
      """
      {"components":[{"header":{"title":"Hyper iOS","kind":"gridHeader"},"kind":"grid",\
      "layout":{"span":"3","item-spacing":8.0,"line-spacing":8.0,\
      "inset":{"top":8.0,"left":8.0,"bottom":8.0,"right":8.0}},"interaction":{"paginate":"page"},\
      "items":[{"title":"John","identifier":17,"size":{"width":88,"height":44}}]}]}
      """)
    #expect(!reading.hasErrors)
    let component = try #require(reading.screen?.components.first)
    #expect(component.header == Item(title: "Hyper iOS", kind: "gridHeader"))
    #expect(
      component.layout
        == Layout(
          span: 3, itemSpacing: 8, lineSpacing: 8,
          inset: EdgeInsets(top: 8, left: 8, bottom: 8, right: 8)))
    #expect(component.interaction.paginate == .page)
    #expect(
      Array(component.items) == [
        Item(identifier: .integer(17), title: "John", size: Size(width: 88, height: 44))
      ])
  }
}
