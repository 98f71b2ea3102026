import SpotsTestSupport
import Testing

@testable import SpotsViews

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
        "a", "b", "cde", "longer", " ", " ", "  ", "-", "\n", "漢", "字", "é", "👩‍👩‍👧", "\u{A0}", "אב",
        "\u{AD}", "\u{200B}", "🇸🇪", "e\u{301}\u{302}",
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

  /// Lines that a room keeps for another width are those that the other width gives.
  @Test func linesAreTheSameWhereTheRoomSaysSo() {
    var kept = 0
    expectLaw { text, width, limit in
      let room = LineRoom(width: width, font: font, measurer: measurer)
      let own = TextLayout(text, in: room, lineLimit: limit, direction: .leftToRight)
      for other in stride(from: 0, through: 220, by: 2.5) where room.isSame(at: other) {
        kept += other == width ? 0 : 1
        let lines = layout(text, other, lines: limit)
        guard lines == own else { return "\(lines) at \(other)" }
      }
      return room.isSame(at: width) ? nil : "not itself"
    }
    #expect(kept > 600)
  }

  @Test func noLineIsTooWide() {
    expectLaw { text, width, limit in
      layout(text, width, lines: limit).lines.first { line in
        let visible = line.text.filter { $0 != "\u{AD}" && $0 != "\u{200B}" }.count
        return line.width != Double(visible) * 5
          || line.width > width + 0.01 && visible > (line.text.hasSuffix("…") ? 2 : 1)
      }.map { "\($0)" }
    }
  }

  @Test func noCharacterIsLost() {
    expectLaw { text, width, _ in
      func kept(_ text: String) -> String {
        text.filter { !$0.isWhitespace && $0 != "-" && $0 != "\u{AD}" && $0 != "\u{200B}" }
      }
      let shown = lines(text, width).joined()
      return kept(shown) == kept(text) ? nil : "shows \(shown)"
    }
  }

  /// A label given the width it asked for, or any between that and the one it was asked with,
  /// shows what it measured.
  @Test func linesStayInAnyRoomTheyFit() {
    expectLaw { text, width, limit in
      let wide = layout(text, width, lines: limit)
      let narrow = layout(text, max(wide.size.width, min(width, 20)), lines: limit)
      return wide.size.width > width || wide == narrow ? nil : "\(narrow) instead of \(wide)"
    }
  }

  @Test func everyLineHasItsParagraphsDirection() {
    let text = "אב abc 12 abc\nabc אב אב"
    let lines = layout(text, 15).lines
    #expect(lines.map(\.text) == ["אב", "abc", "12", "abc", "abc", "אב", "אב"])
    #expect(
      lines.map { $0.direction == .rightToLeft } == [true, true, true, true] + [
        false, false, false,
      ])
    for direction in TextDirection.allCases {
      let neutral = TextLayout(
        "1\n\n2 a", font: font, width: 100, direction: direction, measurer: measurer)
      #expect(neutral.lines.map(\.direction) == [direction, direction, .leftToRight])
    }
  }

  @Test func textScaleIsInTheFont() {
    for factor in [0.5, 1, 1.5, 3] {
      let scaled = TextLayout(
        "one two three", font: font.scaled(by: factor), width: 35 * factor, measurer: measurer)
      #expect(scaled.lines.map(\.text) == ["one two", "three"])
      #expect(scaled.size == Size(width: 35 * factor, height: 28 * factor))
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

  /// The addresses of files and pages can be told apart by their ends, on whichever line.
  @Test func pathsLoseTheirMiddle() {
    #expect(lines("/srv/media/photos/a.png", 60, lines: 1) == ["/sr…os/a.png"])
    let address = lines("https://example.org/photos/2026/a.png", 60, lines: 2)
    #expect(address.last?.hasSuffix("a.png") == true, "\(address)")
    #expect(lines("photos/2026 and others", 50, lines: 1) == ["photos/20…"])
  }

  @Test func softHyphensShowAtLineEndsOnly() {
    #expect(lines("hy\u{AD}phen", 100) == ["hy\u{AD}phen"])
    #expect(lines("hy\u{AD}phen", 20) == ["hy-", "phen"])
    #expect(lines("hy\u{AD}phen", 10) == ["hy", "ph", "en"])
    #expect(lines("a\u{AD}", 5) == ["a\u{AD}"])
    #expect(lines("hy\u{AD}phen", 15, lines: 1) == ["hy…"])
  }

  /// Flags, families and letters with accents are cut whole or not at all.
  @Test(arguments: ["🇸🇪", "👩‍👩‍👧", "e\u{301}\u{302}", "नि", "👍🏽", "\u{1F3F4}\u{E0067}\u{E007F}"])
  func charactersAreNeverCut(character: String) {
    let text = String(repeating: character, count: 10)
    #expect(lines(text, 25, lines: 1) == [String(repeating: character, count: 4) + "…"])
    #expect(
      lines(text, 25) == [String(repeating: character, count: 5)] + [
        String(repeating: character, count: 5)
      ])
    #expect(lines(text, 0, lines: 1) == [character + "…"])
  }

  static let huge =
    [
      "x", "word ", "漢", "line\n", " ", "\n", "אב ", "👩‍👩‍👧",
    ].map { String(repeating: $0, count: 10_000_000 / $0.utf8.count) } + [
      "a" + String(repeating: "\u{301}", count: 5_000_000),
      String(repeating: "a" + String(repeating: "\u{301}", count: 500), count: 10_000),
    ]

  @Test(arguments: 0..<10, [0, 1, 3])
  func aHugeTextCostsNoMoreThanWhatIsShown(number: Int, limit: Int) {
    let text = Self.huge[number]
    let (measured, searched) = (measurer.measuredCharacters, measurer.searchedBytes)
    let layout = layout(text, 400, lines: limit)
    // 80 characters a line, a dozen measurements for each, of words up to the limit.
    #expect(measurer.measuredCharacters - measured < 400_000)
    #expect(
      measurer.searchedBytes - searched
        <= TextLayout.characterLimit * ShownText.bytesPerCharacter)
    #expect(layout.lines.reduce(0) { $0 + $1.text.count } <= TextLayout.characterLimit + 1)
    #expect(layout.lines.allSatisfy { $0.text.utf8.count <= 80 * 64 + 3 })
    if limit > 0 { #expect(layout.lines.count <= limit) }
  }
}
