import SpotsTestSupport
import Testing

@testable import Spots

/// At 10 points every character of the fixed font is 5 points wide.
@MainActor
@Suite struct TextLayoutTests {
  private let measurer = FixedFont()
  private let font = Font(size: 10, lineHeight: 14)

  private func layout(_ text: String, _ width: Double, lines: Int = 0) -> TextLayout {
    TextLayout(text, font: font, width: width, lineLimit: lines, measurer: measurer)
  }

  private func lines(_ text: String, _ width: Double, lines: Int = 0) -> [String] {
    layout(text, width, lines: lines).lines.map(\.text)
  }

  private func randomText(_ random: inout RandomComponents) -> String {
    (0..<random.below(60)).map { _ in
      random.pick([
        "a", "b", "cde", "longer", " ", " ", "  ", "-", "\n", "漢", "字", "é", "👩‍👩‍👧", "\u{A0}",
      ])
    }.joined()
  }

  private func expectLaw(_ law: (String, Double, Int) -> String?) {
    for seed in 0..<600 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let text = randomText(&random)
      let width = Double(random.below(40) * 5)
      guard let fault = law(text, width, random.below(5)) else { continue }
      Issue.record("seed \(seed), \(text.debugDescription), width \(width): \(fault)")
      return
    }
  }

  @Test func noLineIsTooWide() {
    expectLaw { text, width, limit in
      layout(text, width, lines: limit).lines.first { line in
        line.width != Double(line.text.count) * 5
          || line.width > width + 0.01 && line.text.count > (line.text.hasSuffix("…") ? 2 : 1)
      }.map { "\($0)" }
    }
  }

  @Test func noCharacterIsLost() {
    expectLaw { text, width, _ in
      let shown = lines(text, width).joined().filter { !$0.isWhitespace }
      return shown == text.filter { !$0.isWhitespace } ? nil : "shows \(shown)"
    }
  }

  @Test func anEllipsisMeansThatSomethingIsCut() {
    expectLaw { text, width, limit in
      let all = lines(text, width)
      let some = lines(text, width, lines: limit)
      guard limit > 0 else { return all == some ? nil : "a limit of 0 cuts" }
      if some.count > limit { return "\(some.count) lines" }
      if limit == 1 { return nil }
      let isCut = all.count > limit
      if some.last?.hasSuffix("…") ?? false != isCut { return "\(some) of \(all)" }
      return isCut || all == some ? nil : "\(some) instead of \(all)"
    }
  }

  @Test func sizeIsThatOfTheLines() {
    expectLaw { text, width, limit in
      let layout = layout(text, width, lines: limit)
      let expected = Size(
        width: layout.lines.map(\.width).max() ?? 0, height: Double(layout.lines.count) * 14)
      return layout.size == expected ? nil : "\(layout.size), not \(expected)"
    }
  }

  // MARK: Examples

  @Test func wordsWrap() {
    #expect(lines("one two three", 35) == ["one two", "three"])
    #expect(lines("one two three", 34) == ["one", "two", "three"])
    #expect(lines("one two  ", 35) == ["one two"])
    #expect(lines("well-known", 25) == ["well-", "known"])
    #expect(lines("漢字漢字", 10) == ["漢字", "漢字"])
    #expect(lines("a\u{A0}b c", 15) == ["a\u{A0}b", "c"])
  }

  @Test func lineEndsAreKept() {
    #expect(lines("a\n\nb\r\nc", 100) == ["a", "", "b", "c"])
    #expect(lines("a\n", 100) == ["a", ""])
    #expect(lines("", 100) == [])
    #expect(layout("", 100).size == .zero)
  }

  @Test func aLongWordBreaksAnywhere() {
    #expect(lines("abcdefgh", 15) == ["abc", "def", "gh"])
    #expect(lines("abc", 0) == ["a", "b", "c"])
    #expect(lines("x abcdefgh", 20) == ["x", "abcd", "efgh"])
  }

  @Test func whatDoesNotFitEndsInAnEllipsis() {
    #expect(lines("one two three", 50, lines: 1) == ["one two t…"])
    #expect(lines("one two three", 65, lines: 1) == ["one two three"])
    #expect(lines("one two three four", 35, lines: 2) == ["one two", "three…"])
    #expect(lines("one\ntwo\nthree", 100, lines: 2) == ["one", "two…"])
    #expect(lines("one\n\nthree", 100, lines: 2) == ["one", "…"])
    #expect(lines("one\ntwo", 100, lines: 1) == ["one two"])
  }

  @Test(arguments: ["x", "word ", "漢", "line\n", " "], [0, 1, 3])
  func aHugeTextCostsNoMoreThanWhatIsShown(part: String, limit: Int) {
    let text = String(repeating: part, count: 10_000_000 / part.utf8.count)
    let before = measurer.measuredCharacters
    let layout = layout(text, 400, lines: limit)
    // 80 characters a line, a dozen measurements for each, of words up to the limit.
    #expect(measurer.measuredCharacters - before < 400_000)
    #expect(layout.lines.reduce(0) { $0 + $1.text.count } <= TextLayout.characterLimit + 1)
    if limit > 0 { #expect(layout.lines.count <= limit) }
  }
}
