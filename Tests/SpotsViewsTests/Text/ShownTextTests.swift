import SpotsTestSupport
import Testing

@testable import SpotsViews

@Suite struct ShownTextTests {
  @Test func shortTextIsShownAsItIs() {
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let text = (0..<random.below(80)).map { _ in
        random.pick(["a", "é", "漢", "👩‍👩‍👧", "\r\n", "\n", "e\u{301}\u{302}", "🇸🇪", " "])
      }.joined()
      let shown = ShownText(text)
      #expect(!shown.isCut && shown.text == text && shown.count == text.count)
      #expect((0..<shown.count).map { Character(String(shown[$0..<$0 + 1])) } == Array(text))
      #expect(shown.lineEnds == text.enumerated().filter { $1.isNewline }.map(\.offset))
    }
  }

  @Test func longTextIsCutBetweenCharacters() {
    let family = "👩‍👩‍👧"
    for count in [4095, 4096, 4097, 100_000] {
      let shown = ShownText(String(repeating: family, count: count))
      #expect(shown.count == min(count, 4096))
      #expect(shown.isCut == (count > 4096))
      #expect(shown[(shown.count - 1)..<shown.count] == family)
    }
  }

  @Test func aCharacterOfManyMarksKeepsTheFirst() {
    let shown = ShownText("ab" + String(repeating: "\u{301}", count: 1_000_000))
    #expect(shown.count == 2 && shown.isCut)
    #expect(shown[1..<2].utf8.count <= ShownText.bytesPerCharacter)
    let middle = ShownText("a" + String(repeating: "\u{301}", count: 100) + "b")
    #expect(middle.count == 2 && !middle.isCut)
    #expect(middle[0..<1].utf8.count == 63)
    #expect(middle[1..<2] == "b")
  }

  @Test func lineEndsBecomeSpaces() {
    let line = ShownText("a\r\nb\n\nc").withSpacesForLineEnds
    #expect(line.text == "a b  c" && line.lineEnds.isEmpty && !line.isCut)
    let long = ShownText(String(repeating: "x\n", count: 10_000)).withSpacesForLineEnds
    #expect(long.isCut && long.count == 4096)
  }
}
