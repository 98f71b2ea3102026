import Spots
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// The laws of text layout with the fonts that are painted.
@Suite(.serialized) @MainActor
struct FontBookLayoutTests {
  private let book: FontBook

  init() throws {
    book = try FontBook(family: "DejaVu Sans", scale: 1.25)
  }

  private func expectLaw(_ law: (String, Double, Int) throws -> String?) rethrows {
    for seed in 0..<200 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let text = (0..<random.below(40)).map { _ in
        random.pick([
          "word", "AV", "fi", "a", " ", " ", " ", "שלום", "العربية", "12", "(", ")", "-",
          "e\u{301}",
          "\u{AD}", "🇸🇪", "\n", "/", ",",
        ])
      }.joined()
      let width = Double(random.below(300))
      guard let fault = try law(text, width, random.below(4)) else { continue }
      Issue.record("seed \(seed), \(text.debugDescription), width \(width): \(fault)")
      return
    }
  }

  private func layout(_ text: String, _ width: Double, _ limit: Int) -> TextLayout {
    TextLayout(text, font: .body, width: width, lineLimit: limit, measurer: book)
  }

  @Test func linesAreAsWideAsTheyAreMeasured() {
    expectLaw { text, width, limit in
      layout(text, width, limit).lines.first { line in
        line.width != book.width(of: line.text, font: .body, direction: line.direction)
          || line.width > width + 0.01 && line.text.filter { $0 != "\u{AD}" }.count > 2
      }.map { "\($0)" }
    }
  }

  /// The spans of a line are the line: they tile its text, and are as wide as it is together.
  @Test func spansAddUpToTheirLine() {
    expectLaw { text, _, number in
      let line = String(text.filter { $0 != "\n" })
      let direction: TextDirection = number % 2 == 0 ? .leftToRight : .rightToLeft
      let spans = book.spans(of: line, font: .body, direction: direction)
      let ranges = spans.map(\.range).sorted { $0.lowerBound < $1.lowerBound }
      let isWhole =
        ranges.reduce(0) { $0 == $1.lowerBound ? $1.upperBound : -1 } == line.utf8.count
      let width = book.width(of: line, font: .body, direction: direction)
      let sum = spans.reduce(0) { $0 + $1.width }
      let differ = zip(spans, spans.dropFirst()).allSatisfy { $0.level != $1.level }
      return isWhole && differ && abs(sum - width) < 1e-9 ? nil : "\(spans) for \(width)"
    }
    let mixed = book.spans(of: "ab שלום 12 cd", font: .body, direction: .leftToRight)
    #expect(mixed.map(\.range) == [0..<3, 12..<14, 3..<12, 14..<17])
    #expect(mixed.map(\.level) == [0, 2, 1, 0])
  }

  /// A label given the width it asked for shows what it measured.
  @Test func linesStayInTheRoomTheyAskFor() {
    expectLaw { text, width, limit in
      let wide = layout(text, width, limit)
      guard wide.size.width <= width else { return nil }
      let narrow = layout(text, wide.size.width.rounded(.up), limit)
      return narrow == wide ? nil : "\(narrow.lines.map(\.text)), not \(wide.lines.map(\.text))"
    }
  }

  @Test func charactersOfSeveralCodePointsStayWhole() {
    for character in ["🇸🇪", "👩‍👩‍👧", "e\u{301}\u{302}", "👍🏽", "नि", "שׁ"] {
      let text = String(repeating: character, count: 30)
      for width in stride(from: 0.0, to: 120, by: 7) {
        for limit in 0...2 {
          let lines = layout(text, width, limit).lines.map(\.text)
          #expect(lines.allSatisfy { $0.allSatisfy { $0 == "…" || String($0) == character } })
        }
      }
    }
  }
}
