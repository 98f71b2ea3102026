import SpotsModel
import Testing

@Suite struct ScreenReaderTests {
  private func read(_ text: String, _ dialect: ScreenReader.Dialect = .json) -> ParsedScreen {
    ScreenReader(dialect: dialect).read(Array(text.utf8))
  }

  @Test func theNameOfAFileTellsItsDialect() {
    for name in ["a.jsonc", "dir.json/B.JSON5", ".jsonc"] {
      #expect(ScreenReader.dialect(forFileName: name) == .jsonc)
    }
    for name in ["a.json", "a.jsonc.json", "jsonc", "", "a.jsonc "] {
      #expect(ScreenReader.dialect(forFileName: name) == .json)
    }
  }

  @Test func commentsAndTrailingCommasBelongToOneDialect() {
    let text = """
      // first
      { /* a * / */ "components" /**/ : [ // x
        {"kind":"grid",},
        {}, /* last */
      ],
      } // end
      """
    #expect(read(text, .jsonc).diagnostics == [])
    let expected = Screen(components: [ComponentModel(kind: .grid), ComponentModel(kind: .list)])
    #expect(read(text, .jsonc).screen == expected)
    #expect(read(text).diagnostics.map(\.code) == [.syntax])
  }

  @Test(arguments: ["[,]", "[{},,]", "{\"components\":[],,}", "[] /", "[] /*", "[] /* *", "'a'"])
  func theRestOfTheGrammarHoldsInBoth(text: String) {
    #expect(read(text, .jsonc).diagnostics.map(\.code) == [.syntax])
  }

  @Test func nullIsAbsence() {
    let keys = [
      "identifier", "kind", "type", "title", "header", "footer", "layout", "span", "interaction",
      "items", "size", "meta", "model", "index",
    ]
    let component = keys.map { "\"\($0)\":null" }.joined(separator: ",")
    let reading = read("{\"title\":null,\"theme\":null,\"components\":[{\(component)}]}")
    #expect(reading.diagnostics == [])
    #expect(reading.screen == Screen(components: [ComponentModel(kind: .list)]))
  }

  @Test func ofDuplicateKeysTheLastWins() {
    let reading = read(
      #"[{"items":[{"title":"a","title":"b"}],"layout":{"span":1},"layout":{"item-spacing":2}}]"#)
    #expect(reading.diagnostics.map(\.code) == [.duplicateKey, .duplicateKey])
    let expected = ComponentModel(
      kind: .list, layout: Layout(itemSpacing: 2), items: [Item(title: "b")])
    #expect(reading.screen?.components == [expected])
  }

  @Test func everyDuplicateOfAFreeKeyNamesTheOneBefore() {
    let reading = read(#"{"components":[],"meta":{"b":0,"a":1,"b":2,"a":3,"b":4,"c":5}}"#)
    #expect(reading.screen?.meta == Meta(["a": .integer(3), "b": .integer(4), "c": .integer(5)]))
    #expect(
      reading.diagnostics.map(\.message) == [
        "duplicate key 'b' replaces the one at line 1, column 26",
        "duplicate key 'a' replaces the one at line 1, column 32",
        "duplicate key 'b' replaces the one at line 1, column 38",
      ])
    #expect(reading.diagnostics.map(\.path) == ["/meta/b", "/meta/a", "/meta/b"])
  }

  @Test func wholeNumbersOfMetaAreFoundHoweverWritten() {
    let meta = read(#"{"components":[],"meta":{"a":7,"b":7.0,"c":7e0,"d":7.5,"e":"7"}}"#).screen?
      .meta
    #expect(["a", "b", "c", "d", "e"].map { meta?.integer($0, default: -1) } == [7, 7, 7, -1, -1])
    #expect(["a", "b", "d"].map { meta?.number($0) } == [7, 7, 7.5])
  }

  @Test func manyItemsAreReadInOrder() {
    let items = (0..<5000).map { #"{"identifier":\#($0),"title":"Item \#($0)"}"# }
    let reading = read(#"[{"items":["# + items.joined(separator: ",\n") + "]},{}]")
    #expect(reading.diagnostics == [])
    let read = reading.screen?.components[0].items
    #expect(read?.count == 5000)
    #expect(read?.map(\.identifier) == (0..<5000).map { .integer($0) })
    #expect(
      reading.sourceMap.item(4999, inComponent: 0) == SourceMap.Position(line: 5000, column: 1))
    #expect(reading.screen?.components.count == 2)
  }
}
