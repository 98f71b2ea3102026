import SpotsTestSupport
import Testing

@testable import SpotsModel
@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct LineBreaksTests {
  /// `text` with a bar wherever a line may end.
  private func broken(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for offset in LineBreaks.offsets(in: text).reversed() {
      bytes.insert(UInt8(ascii: "|"), at: offset)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    "", "a", "one |two  |three",
    // Spaces and joiners.
    "10\u{A0}kg |net", "10\u{202F}000 |kg", "zero\u{200B}|width", "a\u{2060}b",
    // Hyphens and dashes.
    "well-|known", "hy\u{AD}|phen", "of |-5 |to", "2-3", "non\u{2011}breaking", "en–|dash",
    "em|—|dash",
    // Numbers, units, money.
    "12 |km", "50%", "$9.99", "€1,234.50 |each", "(12)", "1/2", "-3.5e10",
    // Quotation marks and brackets.
    "(one |two) |three", "\"one |two\" |three", "one! |two? |three...",
    // Web addresses break behind slashes.
    "http://|a.org/|b/|c", "me@home.org",
    // Han and kana break anywhere, but punctuation stays where it belongs.
    "漢|字、|漢|字。|「漢」|字", "カ|タ|カ|ナ", "ビー|ル", "ちょっ|と", "漢　|字", "漢|abc|字",
    // Hebrew, Arabic, and scripts without spaces.
    "שלום |עולם", "مرحبا |بالعالم",
    // Accents belong to their letters.
    "e\u{301}e\u{301} |x", "नमस्ते |दुनिया",
  ])
  func linesEndWhereTheRulesSay(expected: String) {
    #expect(broken(expected.filter { $0 != "|" }) == expected)
  }

  @Test(
    .enabled(if: LineDictionary.breaks(in: "") != nil),
    arguments: [
      "ภาษา|ไทย", "(ภาษา|ไทย) |abc", "ไฟล์ |a.json |ถูก|บันทึก|แล้ว", "ພາສາ|ລາວ", "បើក|បង្អួច", "အသစ်|များ|ကို",
      "漢|ไทย|漢",
    ])
  func linesEndBetweenWordsOfDictionaries(expected: String) {
    #expect(broken(expected.filter { $0 != "|" }) == expected)
  }

  /// Versions of the library before 3 abort the program at some code points.
  @Test func anyCodePointsAreSurvived() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<30 {
        let plane = UInt32.random(in: 0..<8, using: &random)
        let value = plane < 2 ? plane << 16 : 0
        let scalar = UnicodeScalar(value + UInt32.random(in: 0...0xFFFF, using: &random))
        if let scalar { text.unicodeScalars.append(scalar) }
      }
      #expect(LineBreaks.offsets(in: text).allSatisfy { $0 < text.utf8.count })
    }
    for value in [0x1F1E6, 0x1F1FF, 0xFFFF, 0xFFFE, 0x10FFFF] as [UInt32] {
      let text = UnicodeScalar(value).map(String.init) ?? ""
      #expect(LineBreaks.offsets(in: "a \(text)\(text) b").first == 2)
      #expect(LineBreaks.offsets(in: text) == [])
    }
  }

  @Test func offsetsAreInsideOfTheTextAndBetweenCodePoints() {
    for text in ["a ", " ", "a b ", "漢", "漢 ", "\u{0} \u{0}", "a\nb", "👩‍👩‍👧 👨‍👩‍👧"] {
      let offsets = LineBreaks.offsets(in: text)
      let bytes = Array(text.utf8)
      #expect(offsets == offsets.sorted())
      #expect(offsets.allSatisfy { $0 > 0 && $0 < bytes.count && bytes[$0] & 0xC0 != 0x80 })
    }
  }
}
