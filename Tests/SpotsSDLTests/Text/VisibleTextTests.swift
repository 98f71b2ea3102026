import Testing

@testable import SpotsSDL

@Suite struct VisibleTextTests {
  @Test func onlyTheStartOfLongTextIsVisible() {
    let limit = VisibleText.limit
    let visible = VisibleText(String(repeating: "ä", count: limit * 5))
    #expect(visible.text.unicodeScalars.count == limit)
    #expect(visible.stretch == 5)
    #expect(VisibleText("ab").stretch == 1)
  }

  @Test func controlCharactersAreSpaces() {
    #expect(VisibleText("a\tb\u{85}c\u{2028}d").text == "a b c d")
  }
}
