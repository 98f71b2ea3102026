import SpotsTestSupport
import Testing

@testable import SpotsViews

/// At 10 points every character of the fixed font is 5 points wide.
@MainActor
@Suite struct FieldLayoutTests {
  private let measurer = FixedFont()

  private func layout(
    _ edited: EditedText, width: Double = 101, rows: Int = 1, isSecret: Bool = false,
    direction: TextDirection = .leftToRight
  ) -> FieldLayout {
    FieldLayout(
      EditedDisplay(edited, isSecret: isSecret),
      style: FieldLayout.Style(
        font: Font(size: 10, lineHeight: 14), width: width, rows: rows, hasLines: edited.hasLines,
        direction: direction, caretWidth: 1, version: 0), measurer: measurer)
  }

  private func expectCaretInside(_ layout: FieldLayout, _ context: @autoclosure () -> String)
    -> Bool
  {
    guard let place = layout.place(of: layout.display.caret), place.x >= 0, place.maxX <= 101,
      place.y >= 0, place.maxY <= 14 * Double(layout.style.rows)
    else {
      Issue.record(
        "\(context()): caret at \(String(describing: layout.place(of: layout.display.caret)))")
      return false
    }
    return true
  }

  /// Whatever is done, the caret is visible, no space is wasted beside the text, and only text
  /// nearby is measured.
  @Test func theCaretStaysInSight() {
    for seed in 0..<60 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let hasLines = random.oneIn(2)
      let word = random.pick(["word ", "אבג ", "wöåd\n", "👩‍👩‍👧"])
      var edited = EditedText(
        String(repeating: word, count: random.pick([0, 3, 30, 2000])), hasLines: hasLines)
      var layout = layout(edited, rows: hasLines ? 3 : 1)
      for step in 0..<20 {
        switch random.below(6) {
        case 0:
          edited.move(random.pick(TextUnit.allCases), forward: random.oneIn(2), extending: false)
        case 1: edited.delete(random.pick([.character, .word]), forward: random.oneIn(2))
        case 2:
          edited.move(to: random.below(edited.text.utf8.count + 1), extending: random.oneIn(2))
        case 3: edited.compose("にほん", selected: 3..<6)
        default: edited.type(random.pick(["x", "漢字", "\n", "long words here"]))
        }
        layout.show(EditedDisplay(edited, isSecret: false))
        let lines = layout.lines
        guard expectCaretInside(layout, "seed \(seed), step \(step)") else { return }
        if hasLines { continue }
        let (left, right) = (lines[0].origin.x, lines[0].origin.x + lines[0].line.width)
        let isFilled = left <= 1 && right >= 100 || lines[0].line.width < 100
        #expect(isFilled, "seed \(seed), step \(step): \(left) to \(right)")
        #expect(lines[0].range.count < 4096)
      }
    }
  }

  @Test func aLongLineIsLaidOutAroundTheCaret() {
    var edited = EditedText(String(repeating: "漢字かな ", count: 60_000))
    var layout = layout(edited)
    let before = measurer.measuredCharacters
    for _ in 0..<100 {
      edited.type("x")
      edited.move(.character, forward: false, extending: false)
      layout.show(EditedDisplay(edited, isSecret: false))
    }
    #expect(measurer.measuredCharacters - before < 300_000)
    #expect(layout.lines[0].range.count < 2048)
  }

  @Test func clicksAndPlacesAgree() {
    let layout = layout(EditedText("one two three\nfour", hasLines: true), width: 41, rows: 4)
    #expect(layout.lines.map { String($0.line.text) } == ["one two ", "three", "four"])
    for offset in [0, 3, 7, 8, 12, 13, 14, 18] {
      let place = layout.place(of: offset)
      #expect(layout.offset(at: Point(x: place?.x ?? 0, y: (place?.y ?? 0) + 7)) == offset)
    }
    // Where a row ends, the next one begins.
    #expect(layout.place(of: 8) == Rect(x: 0, y: 14, width: 1, height: 14))
    #expect(layout.offset(at: Point(x: 500, y: 7)) == 7)
    #expect(layout.offset(at: Point(x: 500, y: 900)) == 18)
    #expect(layout.areas(of: 4..<10).count == 2)
  }

  @Test func rowsAreMovedBy() {
    var layout = layout(
      EditedText("one two three\nfour\n\nfive", hasLines: true), width: 41, rows: 2)
    let moves = [1, 2, -1, 9].map { layout.position($0, rowsFrom: 6, x: 30) }
    #expect(moves == [13, 18, 0, 24])
    let ends = [layout.rowEnd(of: 3, forward: true), layout.rowEnd(of: 9, forward: true)]
    let start = layout.rowEnd(of: 9, forward: false)
    #expect(ends == [7, 13] && start == 8)
    let seen = [0, -100, -1, 100].map { rows in
      (layout.scroll(by: rows), layout.lines.map(\.start))
    }
    #expect(seen.map(\.0) == [false, true, false, true])
    #expect(seen.map(\.1) == [[19, 20], [0, 8], [0, 8], [19, 20]])
  }

  @Test func secretsAreDots() {
    var edited = EditedText("paß👩‍👩‍👧")
    edited.move(.character, forward: false, extending: true)
    let secret = layout(edited, isSecret: true)
    #expect(secret.lines.map(\.line.text) == ["••••"])
    #expect(secret.place(of: secret.display.caret)?.x == 15)
    #expect(secret.display.edited(secret.offset(at: Point(x: 11))) == 2)
    #expect(secret.areas(of: secret.display.selection).map(\.width) == [5])
  }

  @Test func compositionsAreShownAtTheCaret() {
    var edited = EditedText("ab")
    edited.move(to: 1, extending: false)
    edited.compose("にほん", selected: 3..<9)
    let display = EditedDisplay(edited, isSecret: false)
    #expect(display.text == "aにほんb" && display.composition == 1..<10 && display.target == 4..<10)
    #expect(display.caret == 10 && display.selection.isEmpty)
    #expect([0, 1, 5, 10, 11].map(display.edited) == [0, 1, 1, 1, 2])
    #expect(EditedDisplay(edited, isSecret: true).text == "•••••")
  }

  @Test func textsStandWhereTheirReadersBegin() {
    #expect(layout(EditedText("אב")).lines[0].origin.x == 91)
    #expect(layout(EditedText("")).place(of: 0)?.x == 0)
    #expect(layout(EditedText(""), direction: .rightToLeft).place(of: 0)?.x == 100)
    #expect(layout(EditedText("1"), direction: .rightToLeft).lines[0].origin.x == 96)
  }
}
