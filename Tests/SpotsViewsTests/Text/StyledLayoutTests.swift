import SpotsTestSupport
import Testing

@testable import SpotsViews

/// At 10 points every character of the fixed font is 5 points wide, and one of source text 4.5.
@MainActor
@Suite struct StyledLayoutTests {
  private let font = Font(size: 10, lineHeight: 14)

  private func layout(_ text: StyledText, _ width: Double) -> StyledLayout {
    StyledLayout(
      text, font: font, width: width, direction: .leftToRight, measurer: FixedFont())
  }

  private func randomText(_ random: inout RandomComponents, hasCode: Bool) -> StyledText {
    var text = StyledText()
    for _ in 0..<random.below(40) {
      let part = random.pick([
        "a", "b", "cde", "longer", " ", " ", "  ", "-", "\n", "漢", "字", "é", "👩‍👩‍👧", "\u{A0}", "אב",
        "\u{AD}", "\u{200B}", "🇸🇪", "e\u{301}",
      ])
      var style = StyledText.Style()
      style.isBold = random.oneIn(3)
      style.isCode = hasCode && random.oneIn(3)
      style.link = random.oneIn(4) ? random.pick(["a:b", "c:d"]) : nil
      text.append(part, style)
      // An accent in another style than its letter.
      style.isBold.toggle()
      if hasCode, part == "a", random.oneIn(3) { text.append("\u{302}", style) }
    }
    return text
  }

  /// Where letters are as wide in every style, lines break as those of a plain text.
  @Test func linesBreakAsThoseOfLabels() {
    for seed in 0..<600 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let (text, width) = (randomText(&random, hasCode: false), Double(random.below(40) * 5))
      let plain = TextLayout(text.text, font: font, width: width, measurer: FixedFont())
      let styled = layout(text, width)
      guard !text.isEmpty else { continue }
      #expect(styled.size == plain.size, "seed \(seed)")
      let shown = styled.lines.map { $0.fragments.reduce(0) { $0 + $1.width } }
      #expect(shown == plain.lines.map(\.width), "seed \(seed)")
    }
  }

  /// The fragments stand one beside the other, and together are all of the text in its order.
  @Test func fragmentsAreTheLine() {
    for seed in 0..<600 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let text = randomText(&random, hasCode: true)
      let styled = layout(text, Double(random.below(60) * 5))
      var shown = ""
      for line in styled.lines {
        var x = 0.0
        for fragment in line.fragments {
          #expect(fragment.x == x, "seed \(seed)")
          x += fragment.width
        }
        #expect(abs(x - line.width) < 1e-6, "seed \(seed)")
        shown += line.fragments.sorted { $0.range.lowerBound < $1.range.lowerBound }
          .map(\.text).joined()
      }
      func kept(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter {
          !$0.properties.isWhitespace && $0 != "-" && $0 != "\u{AD}" && $0 != "\u{200B}"
        }
      }
      #expect(kept(shown) == kept(text.text), "seed \(seed)")
    }
  }

  /// A text that is given the width it asked for is as high as before, where every letter has room.
  @Test func aTextFitsIntoItsOwnWidth() {
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let text = randomText(&random, hasCode: true)
      let size = layout(text, Double(20 + random.below(60) * 5)).size
      #expect(layout(text, size.width).size == size, "seed \(seed)")
    }
  }

  @Test func partsOfALinkAreOneLink() {
    var (text, style) = (StyledText(), StyledText.Style())
    text.append("see ", style)
    style.link = "a:b"
    text.append("this", style)
    style.isBold = true
    text.append(" page", style)
    style.link = "c:d"
    text.append("that", style)
    #expect(text.links.map(\.action) == ["a:b", "c:d"])
    #expect(text.links.map(\.range) == [4..<13, 13..<17])
  }
}
