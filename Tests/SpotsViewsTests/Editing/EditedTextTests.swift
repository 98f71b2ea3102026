import SpotsTestSupport
import Testing

@testable import SpotsViews

@Suite struct EditedTextTests {
  private static let pieces = [
    "a", "b", "Z", "7", " ", " ", "\n", ",", "é", "e", "\u{301}", "👩‍👩‍👧", "\u{200D}", "👧", "🇸🇪",
    "\u{1F1E9}",
    "س", "لا", "\u{650}", "א", "漢", "ひ", "क", "\u{94D}", "ष", "👍🏽", "\u{FE0F}", "word two",
  ]

  /// An edited text as an array of characters, which is divided anew after every edit.
  private struct Model {
    var text: [Character] = []
    var anchor = 0
    var head = 0

    var range: Range<Int> { min(anchor, head)..<max(anchor, head) }

    mutating func replace(_ range: Range<Int>, with string: String) {
      let before = String(text[..<range.lowerBound]) + string
      text = Array(before + String(text[range.upperBound...]))
      var (count, bytes) = (0, 0)
      while bytes < before.utf8.count {
        bytes += text[count].utf8.count
        count += 1
      }
      (anchor, head) = (count, count)
    }

    func offset(_ index: Int) -> Int { String(text[..<index]).utf8.count }
  }

  /// Makes the same random edit in both.
  private func edit(_ edited: inout EditedText, _ model: inout Model, _ random: inout SplitMix64) {
    let forward = Bool.random(using: &random)
    let extending = Bool.random(using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0..<4:
      let piece = Self.pieces.randomElement(using: &random) ?? ""
      if extending { edited.type(piece) } else { edited.paste(piece) }
      model.replace(model.range, with: piece)
    case 4:
      edited.delete(.character, forward: forward)
      if model.range.isEmpty {
        let end = min(max(model.head + (forward ? 1 : -1), 0), model.text.count)
        if end != model.head {
          model.replace(min(end, model.head)..<max(end, model.head), with: "")
        }
      } else {
        model.replace(model.range, with: "")
      }
    case 5, 6:
      edited.move(.character, forward: forward, extending: extending)
      if !extending, !model.range.isEmpty {
        model.head = forward ? model.range.upperBound : model.range.lowerBound
      } else {
        model.head = min(max(model.head + (forward ? 1 : -1), 0), model.text.count)
      }
      if !extending { model.anchor = model.head }
    default:
      model.anchor = Int.random(in: 0...model.text.count, using: &random)
      model.head = Int.random(in: 0...model.text.count, using: &random)
      edited.select(
        TextSelection(anchor: model.offset(model.anchor), head: model.offset(model.head)))
    }
  }

  @Test func editsAreThoseOfAnArrayOfCharacters() {
    for seed in 0..<100 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var (edited, model) = (EditedText(hasLines: true), Model())
      for step in 0..<100 {
        edit(&edited, &model, &random)
        let selection = TextSelection(
          anchor: model.offset(model.anchor), head: model.offset(model.head))
        guard edited.text == String(model.text), edited.selection == selection else {
          Issue.record("seed \(seed), step \(step): \(edited) is not \(model)")
          return
        }
      }
    }
  }

  @Test func undoLeadsToTheBeginningAndRedoToTheEnd() {
    for seed in 0..<50 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var (edited, model) = (EditedText("the beginning", hasLines: true), Model())
      model.replace(0..<0, with: edited.text)
      for _ in 0..<60 {
        edit(&edited, &model, &random)
        // In between, redo only what was just undone.
        if Int.random(in: 0..<10, using: &random) == 0, edited.undo() { edited.redo() }
        model.text = Array(edited.text)
        (model.anchor, model.head) = (edited.text.count, edited.text.count)
        edited.select(TextSelection(caret: edited.text.utf8.count))
      }
      let end = edited.text
      while edited.undo() {}
      let beginning = edited.text
      while edited.redo() {}
      if beginning != "the beginning" || edited.text != end {
        Issue.record("seed \(seed): '\(beginning)', and '\(edited.text)' for '\(end)'")
        return
      }
    }
  }

  @Test func wordsAreUndoneOneByOne() {
    var edited = EditedText()
    for character in "one two" { edited.type(String(character)) }
    for _ in 0..<2 { edited.delete(.character, forward: false) }
    var texts: [String] = []
    while edited.undo() { texts.append(edited.text) }
    #expect(texts == ["one two", "one ", ""])
  }

  @Test func movingEndsAnEdit() {
    var edited = EditedText()
    edited.type("a")
    edited.move(.character, forward: false, extending: false)
    edited.move(.character, forward: true, extending: false)
    edited.type("b")
    edited.undo()
    #expect(edited.text == "a")
    edited.type("c")
    let isRedone = edited.redo()
    #expect(edited.text == "ac" && !isRedone)
  }

  @Test func undoRestoresTheSelection() {
    var edited = EditedText("one two")
    edited.select(TextSelection(anchor: 7, head: 4))
    edited.type("x")
    edited.undo()
    #expect(edited.selection == TextSelection(anchor: 7, head: 4))
  }

  @Test func theHistoryIsBounded() {
    var edited = EditedText()
    let long = String(repeating: "x", count: 900_000)
    for _ in 0..<9 {
      edited.selectAll()
      edited.paste(long)
    }
    var count = 0
    while edited.undo() { count += 1 }
    #expect(count > 0 && count < 4)
  }

  @Test func onlyTextCanBeEntered() {
    var line = EditedText()
    line.paste("a\r\nb\u{0}\u{1B}[31mc\u{85}d\te\u{2028}f\u{7F}\u{9C}")
    #expect(line.text == "a b[31mc d\te f")
    var lines = EditedText(hasLines: true)
    lines.paste("a\r\nb\rc\u{B}d\n\ne")
    #expect(lines.text == "a\nb\nc\nd\n\ne")
    #expect(EditedText("a\nb\u{7}").text == "a b")
  }

  @Test func theLimitCountsCharacters() {
    var edited = EditedText("👩‍👩‍👧🇸🇪", limit: 4)
    edited.paste("éxyz")
    #expect(edited.text == "👩‍👩‍👧🇸🇪éx")
    edited.select(TextSelection(0..<edited.text.position(after: 0)))
    edited.paste("12")
    #expect(edited.text == "1🇸🇪éx")
    #expect(!EditedText("12345", limit: 3).text.isEmpty)
  }

  @Test func noTextIsLongerThanAMegabyte() {
    var edited = EditedText()
    edited.paste(String(repeating: "漢", count: 400_000))
    #expect(edited.text.utf8.count == EditedText.longest / 3 * 3)
    edited.type("a")
    edited.type("b")
    #expect(edited.text.utf8.count == EditedText.longest)
  }

  @Test func aCompositionIsNotInTheTextUntilItIsEntered() {
    var edited = EditedText("東京 x")
    edited.select(TextSelection(7..<8))
    edited.compose("にほ\u{7}", selected: 3..<6)
    #expect(edited.text == "東京 " && edited.selection == TextSelection(caret: 7))
    #expect(edited.composition == TextComposition(text: "にほ", selected: 3..<6))
    edited.compose("にほん", selected: 100..<200)
    #expect(edited.composition?.selected == 9..<9)
    edited.compose("", selected: 0..<0)
    edited.type("日本")
    #expect(edited.text == "東京 日本" && edited.composition == nil)
    edited.undo()
    edited.undo()
    #expect(edited.text == "東京 x" && edited.selectedText == "x")
  }

  @Test func unitsAreMovedByAndDeleted() {
    var edited = EditedText("one two\n three", hasLines: true)
    edited.move(.word, forward: false, extending: true)
    #expect(edited.selectedText == "three")
    edited.move(.character, forward: true, extending: false)
    #expect(edited.selection == TextSelection(caret: 14))
    edited.move(.paragraph, forward: false, extending: false)
    #expect(edited.selection == TextSelection(caret: 8))
    edited.move(.character, forward: false, extending: false)
    edited.delete(.word, forward: false)
    #expect(edited.text == "one \n three")
    edited.delete(.paragraph, forward: false)
    #expect(edited.text == "\n three")
    edited.delete(.word, forward: true)
    #expect(edited.text == "")
    edited.move(.document, forward: true, extending: true)
    #expect(edited.selection == TextSelection(caret: 0))
    let isDeleted = edited.delete(.character, forward: true) || edited.delete(.word, forward: false)
    #expect(!isDeleted)
  }

  /// A key press moves the bytes behind it and nothing else: counting characters would take
  /// hundreds of times as long.
  @Test func aKeyPressInALongTextIsCheap() {
    let clock = ContinuousClock()
    var edited = EditedText(String(repeating: "漢字 👩‍👩‍👧\n", count: 30_000), hasLines: true)
    #expect(edited.text.utf8.count > 700_000)
    edited.move(to: edited.text.utf8.count / 2, extending: false)
    let time = clock.measure {
      for _ in 0..<200 {
        edited.type("x")
        edited.move(.character, forward: true, extending: true)
        edited.delete(.character, forward: false)
      }
    }
    #expect(time < Allowance.elapsed(.seconds(1)))
  }
}
