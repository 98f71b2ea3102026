import SpotsModel
import SpotsModelTestSupport
import Testing

@Suite struct ScreenWriterTests {
  @Test(arguments: [true, false])
  func readingWhatWasWrittenGivesTheSame(pretty: Bool) {
    let writer = ScreenWriter(pretty: pretty)
    for seed in 0..<150 as Range<UInt64> {
      var random = RandomScreen(seed: seed)
      let screen = random.screen()
      let bytes = writer.write(screen)
      let reading = ScreenReader().read(bytes)
      #expect(reading.diagnostics == [], "seed \(seed)")
      #expect(reading.screen == screen, "seed \(seed)")
      #expect(reading.screen.map(writer.write) == bytes, "seed \(seed)")
    }
  }

  @Test func defaultsAreLeftOut() {
    let screen = Screen(components: [
      ComponentModel(kind: .list, items: [Item(), Item(title: "A")])
    ])
    #expect(
      String(decoding: ScreenWriter().write(screen), as: UTF8.self)
        == #"{"components":[{"items":[{},{"title":"A"}]}]}"#)
    #expect(
      String(decoding: ScreenWriter().write(Screen()), as: UTF8.self) == #"{"components":[]}"#)
  }

  @Test func keysComeInTheOrderOfTheTable() {
    let item = Item(
      identifier: .integer(17), title: "T", kind: "card", action: "a:1",
      size: Size(width: 88, height: 44.5), meta: Meta(["b": .number(1), "a": .null]))
    let component = ComponentModel(
      header: Item(title: "H"), kind: .grid, layout: Layout(span: 3, inset: EdgeInsets(left: 8)),
      interaction: Interaction(paginate: .page), items: [item])
    let screen = Screen(components: [component], title: "W", theme: [.accent: Color(0x102030)])
    #expect(
      String(decoding: ScreenWriter().write(screen), as: UTF8.self)
        == ##"{"title":"W","theme":{"accent":"#102030"},"components":[{"kind":"grid","##
        + #""header":{"title":"H"},"layout":{"span":3,"inset":{"left":8}},"#
        + #""interaction":{"paginate":"page"},"items":[{"identifier":17,"title":"T","#
        + #""kind":"card","action":"a:1","size":{"width":88,"height":44.5},"#
        + #""meta":{"a":null,"b":1.0}}]}]}"#)
  }

  @Test func prettyTextHasOneKeyPerLine() {
    let item = Item(title: "T", size: Size(width: 88), meta: Meta(["b": .number(1), "a": .null]))
    let component = ComponentModel(
      kind: .grid, layout: Layout(inset: EdgeInsets(left: 8)), items: [item, Item()])
    let expected = """
      {
        "components": [
          {
            "kind": "grid",
            "layout": {
              "inset": {
                "left": 8
              }
            },
            "items": [
              {
                "title": "T",
                "size": {
                  "width": 88
                },
                "meta": {
                  "a": null,
                  "b": 1.0
                }
              },
              {}
            ]
          }
        ]
      }

      """
    let bytes = ScreenWriter(pretty: true).write(Screen(components: [component]))
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test func numbersJSONHasNotBecomeReadable() throws {
    var layout = Layout(span: .nan, itemSpacing: .infinity)
    layout.inset.top = -.infinity
    let bytes = ScreenWriter().write(
      Screen(components: [ComponentModel(kind: .list, layout: layout)]))
    let reading = ScreenReader().read(bytes)
    let sound = ComponentModel(kind: .list, layout: Layout(inset: .zero))
    #expect(reading.screen == Screen(components: [sound]))
    #expect(reading.diagnostics == [])
  }
}
