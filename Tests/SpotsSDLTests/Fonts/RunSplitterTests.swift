import Spots
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite @MainActor
struct RunSplitterTests {
  private let main = FontFile(path: "main", index: 0)
  private let other = FontFile(path: "other", index: 0)
  private let emoji = FontFile(path: "pictures", index: 0, isBitmap: true)

  /// The main font has everything but Han and private characters, the other has Han.
  private func runs(
    _ text: String, _ direction: TextDirection = .leftToRight
  ) -> [TextRun] {
    let isHan = { (scalar: UnicodeScalar) in (0x3400...0x9FFF).contains(scalar.value) }
    return RunSplitter(
      main: main, mainHas: { !isHan($0) && $0.value < 0xE000 },
      fallback: { $0.allSatisfy(isHan) ? other : nil },
      emoji: { ["\u{1F600}", "\u{2764}", "1"].contains($0) ? emoji : nil }
    ).runs(of: text, direction: direction)
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

  /// Letters from two fonts would neither join nor stack.
  @Test(arguments: [
    "یہ", "ہونا", "ܫܠܡܐ", "ߒߞߏ", "ᠮᠣᠩᠭᠣᠯ", "हिन्दी", "বাংলা", "தமிழ்", "ಕನ್ನಡ", "മലയാളം", "සිංහල", "ខ្មែរ",
    "မြန်မာ", "བོད་", "ꦗꦮ", "ไทย", "ລາວ", "𐴌𐴟",
  ])
  func aWordOfLettersThatJoinHasOneFont(word: String) {
    for missing in Set(word.unicodeScalars) {
      let splitter = RunSplitter(
        main: main, mainHas: { $0 != missing },
        fallback: { [other] in $0.allSatisfy { $0.value >= 0x80 } ? other : nil },
        emoji: { _ in nil })
      let text = "ab \(word) cd"
      let runs = splitter.runs(of: text, direction: .leftToRight)
      // Punctuation that ends a word needs no joining.
      let letters = word.filter(\.isLetter)
      #expect(runs.contains { $0.text.contains(letters) }, "\(missing)")
      #expect(splitter.runs(of: "ab", direction: .leftToRight).map(\.font) == [main])
    }
  }

  @Test func aWordThatNoFontHasComesFromThoseOfItsLetters() {
    let splitter = RunSplitter(
      main: main, mainHas: { $0 != "ہ" }, fallback: { [other] in $0 == ["ہ"] ? other : nil },
      emoji: { _ in nil })
    #expect(splitter.runs(of: "یہ", direction: .rightToLeft).map(\.font) == [other, main])
  }

  /// A font of one script may have no Latin at all.
  @Test func plainTextFallsBackLikeAnyOther() {
    let splitter = RunSplitter(
      main: main, mainHas: { !$0.properties.isAlphabetic }, mainHasASCII: false,
      fallback: { [other] _ in other }, emoji: { _ in nil })
    let runs = splitter.runs(of: "12 ab 3", direction: .leftToRight)
    #expect(runs.map(\.font) == [main, other, main])
  }

  @Test func charactersNoFontHasComeFromTheMainOne() {
    #expect(runs("\u{E000}").map(\.font) == [main])
  }

  @Test func emojiComeInColorWhereTheyCan() {
    #expect(runs("a\u{1F600}b").map(\.font) == [main, emoji, main])
    #expect(runs("\u{2764}").map(\.font) == [main])
    #expect(runs("\u{2764}\u{FE0F}").map(\.font) == [emoji])
    #expect(runs("\u{1F600}\u{FE0E}").map(\.font) == [main])
    #expect(runs("1\u{1F680}").map(\.font) == [main])
    #expect(runs("1\u{FE0F}\u{20E3}").map(\.font) == [emoji])
  }

  @Test func charactersStayWhole() {
    #expect(runs("中\u{FE0F}").map(\.text) == ["中\u{FE0F}"])
    #expect(runs("e\u{301}\u{302}").count == 1)
  }

  @Test func scriptsAreShapedByThemselves() {
    #expect(runs("ab العربية").map(\.shaping.script) == ["Latn", "Arab"])
    #expect(runs("ab العربية").last?.shaping.isRightToLeft == true)
  }

  /// Javanese puts vowels before their consonants, Rohingya joins its letters, and Yi has a script
  /// of its own beside Han: shaped as Latin, the first two would be illegible.
  @Test func everyScriptHasItsOwnShaping() {
    #expect(runs("ab ꦲꦏ").map(\.shaping.script) == ["Latn", "Java"])
    #expect(
      runs("ab \u{10D00}\u{10D01}").map(\.shaping) == [
        Shaping(script: "Latn"), Shaping(script: "Rohg", isRightToLeft: true),
      ])
    #expect(runs("ꀀ中").map(\.shaping.script) == ["Yiii", "Hani"])
    // Coptic letters among the code points of Greek.
    #expect(runs("αϣ").map(\.shaping.script) == ["Grek", "Copt"])
  }

  /// Otherwise a word would fall apart into runs that are shaped, and measured, separately.
  @Test func sharedCharactersTakeTheScriptBeforeThem() {
    #expect(runs("カー・ド。").map(\.shaping.script) == ["Kana"])
    #expect(runs("e\u{301}1!\u{E000}\u{378}").map(\.shaping.script) == ["Latn"])
    #expect(runs("«Привет»").map(\.shaping.script) == ["Cyrl"])
  }

  @Test func whatIsInvisibleNeedsNoFont() {
    #expect(runs("中\u{200B}中\u{2067}").map(\.font) == [other])
    #expect(runs("\u{202E}").map(\.font) == [main])
  }

  @Test func digitsAndLatinAmongRightToLeftAreNotShapedAsItsLetters() {
    #expect(
      runs("שלום 12", .rightToLeft).map(\.shaping) == [
        Shaping(script: "Latn"), Shaping(script: "Hebr", isRightToLeft: true),
      ])
    #expect(runs("שלום abc", .rightToLeft).map(\.text) == ["abc", "שלום "])
  }

  @Test func longTextIsSplit() {
    for text in [String(repeating: "word ", count: 2000), String(repeating: "中", count: 3000)] {
      let runs = runs(text)
      #expect(runs.map(\.text).joined() == text)
      #expect(runs.allSatisfy { $0.text.utf8.count < RunSplitter.longestRun + 64 })
    }
  }
}
