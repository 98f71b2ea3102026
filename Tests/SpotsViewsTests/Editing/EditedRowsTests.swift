import SpotsTestSupport
import Testing

@testable import SpotsViews

/// At 10 points every character of the fixed font is 5 points wide.
@MainActor
@Suite struct EditedRowsTests {
  private let measurer = FixedFont()
  private let font = Font(size: 10, lineHeight: 14)

  private func rows(_ text: String, width: Double) -> EditedRows {
    EditedRows(text, width: width, font: font, direction: .leftToRight, measurer: measurer)
  }

  private func all(_ rows: inout EditedRows) -> [EditedRows.Row] {
    var all = [rows.row(around: 0)]
    while let next = rows.row(after: all[all.count - 1]) { all.append(next) }
    return all
  }

  /// From above, from below and from any position the same rows are found, and together they are
  /// the text with its line feeds.
  @Test func rowsTileTheText() {
    for seed in 0..<200 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let text = (0..<random.below(40)).map { _ in
        random.pick(["a", "word", " ", "  ", "-", "\n", "\n", "漢", "e\u{301}", "אב", "👩‍👩‍👧", "\u{AD}"])
      }.joined()
      var rows = rows(text, width: Double(random.below(12) * 5))
      let down = all(&rows)
      var up = [rows.row(around: text.utf8.count)]
      while let above = rows.row(before: up[up.count - 1]) { up.append(above) }
      let joined = down.map {
        $0.isWrapped ? String(text.part($0.range)) : text.part($0.range) + "\n"
      }
      let found = text.indices.allSatisfy { index in
        let offset = text.utf8.distance(from: text.startIndex, to: index)
        return rows.row(around: offset) == down.last { $0.range.lowerBound <= offset }
      }
      guard joined.joined() == text + "\n", up.reversed() == down, found else {
        Issue.record("seed \(seed), \(text.debugDescription): \(down), \(up)")
        return
      }
    }
  }

  @Test func rowsBreakLikeLabels() {
    var rows = rows("one two three\n\nfour ", width: 40)
    let texts = all(&rows).map { String(rows.text.part($0.range)) }
    #expect(texts == ["one two ", "three", "", "four "])
    let counts = [rows.count(upTo: 3), rows.count(upTo: 10)]
    #expect(counts == [3, 4])
  }

  /// The end of a megabyte costs what its last rows cost, in one paragraph or in thousands.
  @Test func rowsAreFoundWithoutThoseBeforeThem() {
    for text in [
      String(repeating: "some words ", count: 90_000),
      String(repeating: "a line\n", count: 140_000),
      String(repeating: "漢", count: 300_000),
    ] {
      let before = measurer.measuredCharacters
      var rows = rows(text, width: 200)
      var row = rows.row(around: text.utf8.count)
      for _ in 0..<20 { row = rows.row(before: row) ?? row }
      #expect(measurer.measuredCharacters - before < 100_000)
      #expect(row.range.lowerBound > text.utf8.count - 20 * 130)
    }
  }

  /// A character of any length is a character.
  @Test func oneCharacterOfManyMarksIsHarmless() {
    let text = "ab " + "e" + String(repeating: "\u{301}", count: 5000) + " cd"
    var rows = rows(text, width: 20)
    let ends = all(&rows).map(\.range.upperBound)
    #expect(ends.last == text.utf8.count && ends.allSatisfy(text.isPosition))
  }
}
