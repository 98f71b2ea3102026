import SpotsModel
import Testing

@Suite struct ParsedThemeTests {
  @Test func colorsAreRead() {
    let reading = ParsedTheme(Array(##"{"background": "#102030", "accent": "#FFF"}"##.utf8))
    #expect(reading.colors == [.background: Color(0x102030), .accent: Color(0xFFFFFF)])
    #expect(reading.diagnostics.isEmpty)
  }

  @Test func whatIsWrongCostsOnlyItself() throws {
    let reading = ParsedTheme(
      Array(##"{"background": 5, "acent": "#FFF", "error": "#010203"}"##.utf8))
    #expect(reading.colors == [.error: Color(0x010203)])
    #expect(reading.diagnostics.map(\.code) == [.typeMismatch, .unknownKey])
    #expect(reading.diagnostics.first?.column == 16)
  }

  @Test func whatIsNoObjectHasNoColors() {
    #expect(ParsedTheme(Array("[]".utf8)).colors == [:])
    #expect(ParsedTheme(Array("[]".utf8)).diagnostics.count == 1)
    #expect(ParsedTheme(Array("{".utf8)).colors == nil)
    #expect(ParsedTheme([]).colors == nil)
  }

  @Test func commentsAreForTheirDialect() {
    let text = Array("{ /* none */ }".utf8)
    #expect(ParsedTheme(text).colors == nil)
    #expect(ParsedTheme(text, dialect: .jsonc).colors == [:])
  }
}
