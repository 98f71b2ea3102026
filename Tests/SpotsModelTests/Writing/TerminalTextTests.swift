import SpotsModelTestSupport
import Testing

@testable import SpotsModel

/// What only terminals understand is not part of a text.
@Suite struct TerminalTextTests {
  @Test func sequencesAreNotShown() {
    let pairs = [
      ("\u{1B}[31mred\u{1B}[0m", "red"), ("\u{1B}[38;5;196mx\u{1B}[m", "x"),
      ("\u{1B}[38:2::255:0:0mx", "x"), ("a\u{1B}[Kb", "ab"), ("\u{1B}[?25lx", "x"),
      ("\u{1B}]8;;http://a.b\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
      ("\u{1B}]0;title\u{07}x", "x"), ("\u{1B}(Bx\u{1B}[m\u{0F}", "x"), ("\u{9B}31mx", "x"),
      ("\u{9D}0;t\u{9C}x", "x"), ("\u{1B}Pq data\u{1B}\\x", "x"), ("\u{1B}7x\u{1B}8", "x"),
      ("N\u{8}NA\u{8}AME", "NAME"), ("_\u{8}x_\u{8}y", "xy"), ("x\u{8}_", "x"),
      ("B\u{8}B\u{8}B", "B"), ("e\u{301}", "e\u{301}"), ("x\u{1B}", "x"), ("x\u{1B}[3", "x"),
      ("\u{1B}[31", ""), ("\u{8}x", "x"), ("[31m", "[31m"), ("5 \u{B0}C", "5 \u{B0}C"),
      ("a\tb\nc", "a\tb\nc"), ("\u{1B}]0;no end\nnext", "\nnext"), ("", ""),
    ]
    for (text, shown) in pairs {
      #expect(text.withoutTerminalSequences == shown, "\(text.printable())")
    }
  }

  @Test func sequencesColorText() {
    let runs = "a\u{1B}[1;31mb\u{1B}[38;5;200;4mc\u{1B}[48;2;1;2;300md\u{1B}[22;39;24;49me\u{1B}[mf"
      .terminalRuns
    #expect(runs.map(\.text) == ["a", "b", "c", "d", "ef"])
    #expect(runs[0].style == TerminalStyle())
    #expect(runs[1].style.color == .palette(1) && runs[1].style.isBold)
    #expect(runs[2].style.color == .palette(200) && runs[2].style.isUnderlined)
    #expect(runs[3].style.background == .rgb(1, 2, 255))
    #expect(runs[4].style == TerminalStyle())
    #expect("\u{1B}[97;107mx".terminalRuns.first?.style.color == .palette(15))
    #expect(
      "\u{1B}[38;5mx\u{1B}[38;9;1my\u{1B}[999999999999999999999mz".terminalRuns.map(\.text) == [
        "x", "yz",
      ])
    #expect("plain".terminalRuns.count == 1 && "".terminalRuns.isEmpty)
  }

  /// Whatever the text, nothing is left to remove, and text without escapes stays.
  @Test func removingTwiceRemovesNoMore() {
    let parts = [
      "\u{1B}", "[", "]", "0", ";", "m", "\u{7}", "\u{8}", "a", "é", "\u{9B}", "\\", "_",
    ]
    for seed in 0..<2000 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let text = (0..<Int.random(in: 0...12, using: &random))
        .map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      let shown = text.withoutTerminalSequences
      if text.terminalRuns.map(\.text).joined() != shown {
        Issue.record("seed \(seed): the parts of \(text.printable()) are another text")
      }
      if shown != shown.withoutTerminalSequences || shown.contains("\u{1B}") {
        Issue.record("seed \(seed): \(text.printable())")
      }
    }
  }
}
