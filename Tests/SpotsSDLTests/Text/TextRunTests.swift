import Testing

@testable import SpotsSDL

@Suite @MainActor
struct TextRunTests {
  private let main = FontFile(path: "main", index: 0)
  private let other = FontFile(path: "other", index: 0)
  private let pictures = FontFile(path: "pictures", index: 0, isPictures: true)

  /// The main font has everything but Han and private characters, the other has Han.
  private func runs(_ text: String) -> [TextRun] {
    let isHan = { (scalar: UnicodeScalar) in (0x3400...0x9FFF).contains(scalar.value) }
    return RunSplitter(
      main: main, mainHas: { !isHan($0) && $0.value < 0xE000 },
      fallback: { isHan($0) ? other : nil },
      pictures: { $0 == "\u{1F600}" || $0 == "\u{2764}" ? pictures : nil }
    ).runs(of: text)
  }

  @Test func runsHoldTheWholeText() {
    for text in ["", "abc", "a中b文c", "שלום 12 abc", "\u{E000}x", "👩‍👩‍👧e\u{301}", " 中 "] {
      let joined = runs(text).map(\.text).joined()
      #expect(joined.unicodeScalars.sorted() == text.unicodeScalars.sorted())
    }
  }

  @Test func plainTextIsOneRun() {
    #expect(runs("The quick brown fox, 0123").count == 1)
    #expect(runs("Äpfel, naïve").count == 1)
  }

  @Test func charactersComeFromTheFontThatHasThem() {
    #expect(runs("ab 中文 cd").map(\.font) == [main, other, main])
    #expect(runs("ab 中文 cd").map(\.text) == ["ab ", "中文 ", "cd"])
  }

  @Test func charactersNoFontHasComeFromTheMainOne() {
    #expect(runs("\u{E000}").map(\.font) == [main])
  }

  @Test func picturesComeInColourWhereTheyCan() {
    #expect(runs("a\u{1F600}b").map(\.font) == [main, pictures, main])
    #expect(runs("\u{2764}").map(\.font) == [main])
    #expect(runs("\u{2764}\u{FE0F}").map(\.font) == [pictures])
    #expect(runs("1\u{1F680}").map(\.font) == [main])
  }

  @Test func charactersStayWhole() {
    #expect(runs("中\u{FE0F}").map(\.text) == ["中\u{FE0F}"])
    #expect(runs("e\u{301}\u{302}").count == 1)
  }

  @Test func scriptsAreShapedByThemselves() {
    #expect(runs("ab العربية").map(\.shaping.script) == ["Latn", "Arab"])
    #expect(runs("ab العربية").last?.shaping.isRightToLeft == true)
  }

  @Test func linesThatStartRightToLeftRunThatWay() {
    #expect(runs("שלום abc").map(\.text) == ["abc", "שלום "])
    #expect(runs("שלום 12").map(\.shaping.isRightToLeft) == [false, true])
  }

  @Test func onlyTheStartOfLongTextIsVisible() {
    let visible = VisibleText(String(repeating: "ä", count: 10_000))
    #expect(visible.text.unicodeScalars.count == 2000)
    #expect(visible.stretch == 5)
    #expect(VisibleText("a\tb\u{85}c\u{2028}d").text == "a b c d")
    #expect(VisibleText("ab").stretch == 1)
  }
}
