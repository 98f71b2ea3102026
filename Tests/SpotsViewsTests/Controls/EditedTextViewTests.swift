import SpotsTestSupport
import Testing

@testable import SpotsViews

/// Characters of the fixed font are half an em wide: 5 points at a size of 10.
@MainActor
@Suite struct EditedTextViewTests {
  private let clipboard = LocalClipboard()
  private let field = EditedTextView()
  private let root = View()

  init() {
    var environment = Environment(text: FixedFont(), images: FixedImages())
    environment.clipboard = clipboard
    root.environment = environment
    root.addSubview(field)
    field.font = Font(size: 10, lineHeight: 14)
    field.frame = Rect(width: 101, height: 14)
    field.isFocused = true
  }

  private func use(_ text: String, rows: ClosedRange<Int> = 1...1) {
    field.edited = EditedText(text, hasLines: rows.upperBound > 1)
    field.rowLimits = rows
    field.frame.size = field.sizeThatFits(Size(width: 101, height: .infinity))
  }

  private func press(_ keys: (Key, Modifiers)...) {
    for (key, modifiers) in keys where !field.handle(key, modifiers) {
      Issue.record("\(key) is not taken")
    }
  }

  /// An empty field is as high as one row, however many it may grow to.
  @Test func placeholdersStayInside() {
    field.placeholder.text = "one two three four five six seven"
    for (rows, count) in [(1...1, 1), (1...5, 1), (2...5, 2)] {
      use("", rows: rows)
      let texts = list(at: 0).entries.filter { if case .text = $0.command { true } else { false } }
      #expect(texts.count == count, "\(rows)")
    }
  }

  private func list(at time: Double, isMirrored: Bool = false) -> DrawList {
    var list = DrawList(viewport: .zero)
    list.restart(viewport: Rect(width: 200, height: 200), at: time)
    if isMirrored {
      list.mirrored(width: 200) { root.record(into: &$0) }
    } else {
      root.record(into: &list)
    }
    return list
  }

  private func fills(_ list: DrawList, _ color: Color) -> [Rect] {
    list.entries.compactMap {
      if case .fill(let rect, color, _) = $0.command { rect } else { nil }
    }
  }

  private func carets(_ list: DrawList) -> [Rect] { fills(list, Theme.light[.primary]) }

  @Test func keysOfTextAreTakenAndTheirTextIsEntered() {
    var changes = 0
    field.onChange = { changes += 1 }
    press((.character("h"), []), (.space, []), (.character("q"), [.control, .alt]))
    #expect(field.edited.text == "" && changes == 0)
    field.type("h i")
    press((.backspace, []), (.left, []), (.delete, []), (.character("z"), .control))
    #expect(field.edited.text == "h " && changes == 4)
    let others: [(Key, Modifiers)] = [
      (.tab, []), (.enter, []), (.escape, []), (.up, []), (.pageDown, []), (.function(5), []),
      (.character("s"), .control), (.left, .alt), (.menu, []),
    ]
    for (key, modifiers) in others {
      #expect(!field.handle(key, modifiers))
    }
  }

  @Test func keysMoveAndSelect() {
    use("one two")
    press((.home, []), (.right, .control), (.right, [.control, .shift]))
    #expect(field.edited.selectedText == " two")
    #expect(clipboard.selectedText == " two")
    press((.right, []), (.left, .shift))
    #expect(field.edited.selection == TextSelection(anchor: 7, head: 6))
    press((.end, .shift), (.character("a"), .control), (.backspace, []))
    #expect(field.edited.text == "")
  }

  @Test func rowsAreMovedByWithTheColumnKept() {
    use("a long line\nb\nanother one", rows: 1...6)
    press((.home, .control), (.end, []), (.down, []), (.down, []))
    #expect(field.edited.selection == TextSelection(caret: 25))
    press((.down, []), (.up, [.shift]), (.enter, []))
    #expect(field.edited.text == "a long line\nb\n")
    #expect(field.sizeThatFits(Size(width: 101, height: 0)) == Size(width: 101, height: 42))
  }

  @Test func textGoesThroughTheClipboard() {
    use("one two")
    press((.left, [.control, .shift]), (.character("x"), .control), (.character("v"), .control))
    press((.insert, .shift), (.character("a"), .control), (.insert, .control))
    #expect(field.edited.text == "one twotwo" && clipboard.text == "one twotwo")
    field.isSecret = true
    clipboard.text = "other"
    press((.character("c"), .control), (.character("x"), .control), (.delete, .shift))
    #expect(clipboard.text == "other" && field.edited.text == "one twotwo")
    clipboard.selectedText = "<\n>"
    field.isSecret = false
    field.pasteSelection(at: Point(x: 15, y: 7))
    #expect(field.edited.text == "one< > twotwo")
  }

  @Test func thePointerSelects() {
    use("one two three")
    field.press(at: Point(x: 26, y: 7), clicks: 1)
    #expect(field.edited.selection == TextSelection(caret: 5))
    field.drag(to: Point(x: 46, y: 7))
    field.release()
    #expect(field.edited.selectedText == "wo t" && clipboard.selectedText == "wo t")
    field.press(at: Point(x: 26, y: 7), clicks: 2)
    #expect(field.edited.selectedText == "two")
    field.drag(to: Point(x: 4, y: 7))
    #expect(field.edited.selectedText == "one two")
    field.drag(to: Point(x: 50, y: 7))
    #expect(field.edited.selectedText == "two three")
    field.press(at: Point(x: 26, y: 7), clicks: 3)
    #expect(field.edited.selectedText == "one two three")
  }

  /// A pointer held outside scrolls on without being moved.
  @Test func draggingOutsideScrolls() {
    use(String(repeating: "x", count: 100))
    field.press(at: Point(x: 50, y: 7), clicks: 1)
    field.drag(to: Point(x: -20, y: 7))
    let start = field.edited.selection.head
    var time = 5.0
    for _ in 0..<10 { time = list(at: time).nextChange ?? time }
    #expect(field.edited.selection.head < start - 5)
    field.release()
    let end = field.edited.selection.head
    _ = list(at: time + 1)
    #expect(field.edited.selection.head == end)
  }

  /// The caret blinks, and nothing else differs; left alone it stays, and asks for no more frames.
  @Test func theCaretBlinksForAWhile() {
    use("ab")
    let (on, off) = (list(at: 100), list(at: 100.6))
    #expect(carets(on) == [Rect(x: 10, y: 0, width: 1, height: 14)] && carets(off) == [])
    #expect(on.entries.filter { !off.entries.contains($0) }.count == 1)
    #expect(on.nextChange == 100.6 && !on.isMoving)
    field.type("c")
    #expect(carets(list(at: 100.7)).count == 1)
    field.type("d")
    var (time, frames) = (200.0, 0)
    while let next = list(at: time).nextChange, frames < 100 { (time, frames) = (next, frames + 1) }
    #expect(frames > 15 && frames < 25 && carets(list(at: time)).count == 1)
    field.isFocused = false
    #expect(carets(list(at: 300)) == [] && list(at: 300).nextChange == nil)
  }

  @Test func selectionsAndCompositionsAreMarked() {
    use("one two")
    press((.left, [.control, .shift]))
    let shade = Theme.light[.accent].opacity(0.3)
    #expect(fills(list(at: 1), shade) == [Rect(x: 20, y: 0, width: 15, height: 14)])
    field.compose("にほん", selected: 3..<6)
    let composing = list(at: 1)
    #expect(fills(composing, shade) == [Rect(x: 25, y: 0, width: 5, height: 14)])
    #expect(
      carets(composing) == [
        Rect(x: 20, y: 12, width: 15, height: 1), Rect(x: 30, y: 0, width: 1, height: 14),
      ])
    field.isFocused = false
    #expect(field.edited.composition == nil)
  }

  /// Right is right, also where the screen is mirrored: a Latin text stands at the left there too.
  @Test func mirroredScreensMirrorNoTexts() {
    root.environment?.isRightToLeft = true
    use("ab")
    field.frame.x = 10
    // The right side of the window is the left side in the view.
    #expect(carets(list(at: 1, isMirrored: true)) == [Rect(x: 99, y: 0, width: 1, height: 14)])
    // Keys come mirrored: this is the left arrow.
    press((.right, []))
    #expect(field.edited.selection == TextSelection(caret: 1))
    field.press(at: Point(x: 101, y: 7), clicks: 1)
    #expect(field.edited.selection == TextSelection(caret: 0))
    use("")
    #expect(carets(list(at: 1, isMirrored: true)) == [Rect(x: 189, y: 0, width: 1, height: 14)])
  }
}
