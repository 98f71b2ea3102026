import SpotsTestSupport
import Testing

@testable import SpotsViews

/// The lines of a log are shown as a terminal shows them.
@MainActor
@Suite struct TerminalLinesTests {
  private func rows(_ line: String, _ columns: Int) -> [String] {
    let lines = TerminalLines(line, columns: columns) { $0 == "漢" ? 2 : 1 }
    return (0..<lines.rowCount).map { row in
      var text = ""
      for fragment in lines.fragments where fragment.row == row {
        text += String(repeating: ".", count: max(fragment.column - width(of: text), 0))
        text += fragment.text
      }
      return text
    }
  }

  private func width(of text: String) -> Int { text.reduce(0) { $0 + ($1 == "漢" ? 2 : 1) } }

  @Test func linesBreakAnywhere() {
    let tables: [(String, Int, [String])] = [
      ("", 10, [""]), ("abcdef", 4, ["abcd", "ef"]), ("ab 漢漢", 4, ["ab ", "漢漢"]),
      ("a\tb", 20, ["a       b"]), ("a\tb", 6, ["a     ", "b"]), ("10 %\r20 %\r", 20, ["20 %"]),
      ("\u{1B}[31mab\u{1B}[0mcd", 3, ["abc", "d"]), ("a\u{7}b", 9, ["ab"]),
    ]
    for (line, columns, expected) in tables { #expect(rows(line, columns) == expected) }
  }

  /// All characters are there, in order, within the columns, and none over another.
  @Test func nothingIsLostOrCovered() {
    for seed in 0..<400 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let text = (0..<random.below(80)).map { _ in
        random.pick(["a", "bc", " ", "漢", "é", "\u{1B}[32m", "\u{1B}[0;7m"])
      }.joined()
      let columns = 2 + random.below(30)
      let lines = TerminalLines(text, columns: columns) { $0 == "漢" ? 2 : 1 }
      var (row, column, shown) = (0, 0, "")
      for fragment in lines.fragments {
        if fragment.row > row { (row, column) = (fragment.row, 0) }
        guard fragment.column >= column, fragment.column + fragment.width <= columns else {
          Issue.record("seed \(seed): \(fragment)")
          return
        }
        column = fragment.column + fragment.width
        shown += fragment.text
      }
      #expect(shown == text.terminalRuns.map(\.text).joined(), "seed \(seed)")
    }
  }

  @Test func longLinesEnd() {
    let line = String(repeating: "x", count: 1_000_000)
    let lines = TerminalLines(line, columns: 100) { _ in 1 }
    #expect(lines.rowCount == TerminalLines.characterLimit / 100 + 1)
    #expect(lines.fragments.last?.text.hasSuffix("…") == true)
  }

  /// The cells of any part of the text are those in which it is shown.
  @Test func partsHaveTheirCells() {
    for seed in 0..<400 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let text = (0..<random.below(60)).map { _ in
        random.pick(["a", "bc", " ", "漢", "é", "\u{1B}[32m", "\u{1B}[0;7m"])
      }.joined()
      let columns = 2 + random.below(30)
      let lines = TerminalLines(text, columns: columns) { $0 == "漢" ? 2 : 1 }
      let shown = Array(lines.text)
      guard !shown.isEmpty else { continue }
      let (first, last) = (random.below(shown.count), random.below(shown.count))
      let part = min(first, last)...max(first, last)
      let start = String(shown[..<part.lowerBound]).utf8.count
      let end = start + String(shown[part]).utf8.count
      let cells = lines.cells(of: [start..<end])
      #expect(cells.reduce(0) { $0 + $1.width } == width(of: String(shown[part])), "\(seed)")
      for (cell, next) in zip(cells, cells.dropFirst()) {
        #expect(
          next.row == cell.row ? next.column == cell.column + cell.width : next.row == cell.row + 1,
          "\(seed)")
      }
      #expect(cells.allSatisfy { $0.column + $0.width <= columns }, "\(seed)")
    }
  }
}
