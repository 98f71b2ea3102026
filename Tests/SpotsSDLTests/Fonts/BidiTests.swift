import Spots
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// Small letters are Latin; capitals stand for Hebrew letters, so that one can see where they go.
@Suite @MainActor
struct BidiTests {
  private let font = FontFile(path: "font", index: 0)

  /// The text as it appears on the screen, from left to right.
  private func visual(_ text: String, _ direction: TextDirection) -> String {
    let splitter = RunSplitter(
      main: font, mainHas: { _ in true }, fallback: { _ in nil }, emoji: { _ in nil })
    let runs = splitter.runs(of: hebrew(text), direction: direction)
    let shown = runs.map { $0.shaping.isRightToLeft ? mirrored($0.text) : $0.text }.joined()
    return capitals(shown)
  }

  private func hebrew(_ text: String) -> String {
    changed(text) { 0x41...0x5A ~= $0 ? $0 - 0x41 + 0x5D0 : $0 }
  }

  private func capitals(_ text: String) -> String {
    changed(text.filter { !$0.unicodeScalars.allSatisfy(\.properties.isDefaultIgnorableCodePoint) })
    { 0x5D0...0x5EA ~= $0 ? $0 - 0x5D0 + 0x41 : $0 }
  }

  private func changed(_ text: String, _ change: (UInt32) -> UInt32) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      result.unicodeScalars.append(UnicodeScalar(change(scalar.value)) ?? scalar)
    }
  }

  /// As HarfBuzz shapes it: from right to left, with brackets turned.
  private func mirrored(_ text: String) -> String {
    let pairs: [Character: Character] = [
      "(": ")", ")": "(", "[": "]", "]": "[", "<": ">", ">": "<",
    ]
    return String(text.reversed().map { pairs[$0] ?? $0 })
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var text: String
    var direction: TextDirection
    var visual: String
    var testDescription: String { "\(text) \(direction)" }

    init(_ text: String, _ direction: TextDirection, _ visual: String) {
      (self.text, self.direction, self.visual) = (text, direction, visual)
    }
  }

  nonisolated static let cases = [
    Case("abc def", .leftToRight, "abc def"),
    Case("abc DEF", .leftToRight, "abc FED"),
    Case("ABC def", .leftToRight, "CBA def"),
    Case("ABC def", .rightToLeft, "def CBA"),
    Case("abc DEF ghi", .rightToLeft, "ghi FED abc"),
    Case("abc DEF GHI jkl", .leftToRight, "abc IHG FED jkl"),
    // Numbers keep their digits' order and stand where they are read.
    Case("ABC 123", .rightToLeft, "123 CBA"),
    Case("ABC 123 DEF", .rightToLeft, "FED 123 CBA"),
    Case("ABC 123 def", .rightToLeft, "def 123 CBA"),
    Case("abc DEF 123 ghi", .leftToRight, "abc 123 FED ghi"),
    Case("abc 123 DEF", .leftToRight, "abc 123 FED"),
    Case("12-34 ABC", .rightToLeft, "CBA 12-34"),
    Case("ABC 1,234.50", .rightToLeft, "1,234.50 CBA"),
    Case("ABC 10%", .rightToLeft, "10% CBA"),
    Case("$10 ABC", .rightToLeft, "CBA $10"),
    Case("A1B2C3", .rightToLeft, "3C2B1A"),
    Case("1 2 3", .rightToLeft, "3 2 1"),
    Case("1 2 3", .leftToRight, "1 2 3"),
    // Brackets and quotation marks.
    Case("abc (DEF) ghi", .leftToRight, "abc (FED) ghi"),
    Case("ABC (def) GHI", .rightToLeft, "IHG (def) CBA"),
    Case("ABC (DEF) 12", .rightToLeft, "12 (FED) CBA"),
    Case("abc [DEF (ghi)]", .leftToRight, "abc [FED (ghi)]"),
    Case("he said \"ABC 12, DEF\" ok", .leftToRight, "he said \"FED ,12 CBA\" ok"),
    // Characters without a direction of their own follow the paragraph at its ends.
    Case("ABC!", .leftToRight, "CBA!"),
    Case("ABC!", .rightToLeft, "!CBA"),
    Case("abc…", .rightToLeft, "…abc"),
    Case("ABC…", .rightToLeft, "…CBA"),
    Case("ABC - def", .leftToRight, "CBA - def"),
    Case("abc DEF  ", .leftToRight, "abc FED  "),
    Case("abc DEF  ", .rightToLeft, "  FED abc"),
    // A mark behind the last space leaves that at the end of the line.
    Case("abc \u{202B}DEF \u{202C}", .leftToRight, "abc FED "),
    // Marks and isolated parts.
    Case("ABC!\u{200F} d", .leftToRight, "!CBA d"),
    Case("abc \u{2067}DEF 12\u{2069} ghi", .leftToRight, "abc 12 FED ghi"),
    Case("abc \u{202E}def\u{202C} ghi", .leftToRight, "abc fed ghi"),
    Case("", .rightToLeft, ""),
  ]

  @Test(arguments: cases)
  func linesAreOrdered(_ example: Case) {
    #expect(visual(example.text, example.direction) == example.visual)
  }

  @Test func arabicDigitsKeepTheirOrder() {
    let splitter = RunSplitter(
      main: font, mainHas: { _ in true }, fallback: { _ in nil }, emoji: { _ in nil })
    let runs = splitter.runs(of: "سنة ١٢٣ م", direction: .rightToLeft)
    #expect(runs.map(\.text) == [" م", "١٢٣", "سنة "])
    #expect(runs.map(\.shaping.isRightToLeft) == [true, false, true])
  }

  /// Nothing is added or lost, and lines without right-to-left letters stay as they are.
  @Test func orderingIsAPermutation() {
    for seed in 0..<400 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let text = (0..<random.below(30)).map { _ in
        random.pick(["a", "bc", "A", "BC", " ", "1", "23", "(", ")", ",", "%", "-", "…", "é"])
      }.joined()
      for direction in TextDirection.allCases {
        let shown = visual(text, direction)
        let brackets: Set<Character> = ["(", ")"]
        #expect(
          shown.filter { !brackets.contains($0) }.sorted()
            == text.filter { !brackets.contains($0) }.sorted(), "seed \(seed)")
        #expect(shown.count == text.count, "seed \(seed)")
      }
      let latin = text.lowercased()
      #expect(visual(latin, .leftToRight) == latin, "seed \(seed)")
    }
  }

  @Test func partsAreTurnedAroundLevelByLevel() {
    #expect(Bidi.order(ofLevels: []) == [])
    #expect(Bidi.order(ofLevels: [0, 0]) == [0, 1])
    #expect(Bidi.order(ofLevels: [0, 1, 0]) == [0, 1, 2])
    #expect(Bidi.order(ofLevels: [0, 1, 1, 0]) == [0, 2, 1, 3])
    #expect(Bidi.order(ofLevels: [1, 2, 1]) == [2, 1, 0])
    #expect(Bidi.order(ofLevels: [1, 2, 2, 1, 0]) == [3, 1, 2, 0, 4])
    #expect(Bidi.order(ofLevels: [2, 2]) == [0, 1])
  }

  @Test func theFirstLetterGivesTheDirection() {
    let cases: [(String, TextDirection?)] = [
      ("abc", .leftToRight), ("שלום abc", .rightToLeft), ("abc שלום", .leftToRight),
      ("12 (العربية)", .rightToLeft), ("123", nil), ("", nil), ("…!", nil), ("漢字", .leftToRight),
      ("😀 שלום", .rightToLeft), ("\u{200F}1", .rightToLeft),
    ]
    for (text, direction) in cases {
      #expect(Bidi.direction(of: text) == direction, "\(text)")
    }
  }

  @Test func anyCodePointsAreOrdered() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<200 {
      var text = ""
      for _ in 0..<50 {
        let value = UInt32.random(in: 0..<0x3000, using: &random)
        if let scalar = UnicodeScalar(value) { text.unicodeScalars.append(scalar) }
      }
      for direction in TextDirection.allCases {
        let levels = Bidi.levels(of: text, direction: direction)
        #expect(levels?.count ?? text.unicodeScalars.count == text.unicodeScalars.count)
        #expect(levels?.allSatisfy { 0...126 ~= $0 } ?? true)
      }
    }
  }
}
