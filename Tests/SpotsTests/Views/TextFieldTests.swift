import SpotsTestSupport
import Testing

@testable import Spots

/// Text fields in the rows of a screen 400 points wide.
@MainActor
@Suite struct TextFieldTests {
  private final class Form: ComponentDelegate {
    let controller: SpotsController
    let clipboard = LocalClipboard()
    var heard: [String] = []
    private var now = 1.0

    init(_ items: [Item], _ change: (inout Environment) -> Void = { _ in }) {
      var environment = Environment.fixed()
      environment.clipboard = clipboard
      change(&environment)
      controller = SpotsController(
        components: [ComponentModel(kind: .list, items: items)],
        size: Size(width: 400, height: 600), configuration: Configuration(),
        environment: environment)
      controller.componentDelegate = self
      frame()
    }

    func frame() {
      now += 0.05
      _ = controller.renderFrame(at: now)
    }

    @discardableResult
    func handle(_ event: InputEvent) -> Bool { controller.handle(event, at: now) }

    func click(_ index: Int, _ button: PointerButton = .left) {
      let frame = controller.frame(of: ItemPath(component: 0, item: index)) ?? .zero
      let point = Point(x: frame.midX, y: frame.maxY - 20)
      handle(.pointerMoved(point))
      handle(.pointerPressed(point, button, clicks: 1))
      handle(.pointerReleased(point, button))
      self.frame()
    }

    func type(_ text: String) {
      for character in text {
        handle(.keyPressed(.character(character), []))
        handle(.textEntered(String(character)))
      }
    }

    func keys(_ keys: (Key, Modifiers)...) {
      for (key, modifiers) in keys { handle(.keyPressed(key, modifiers)) }
      frame()
    }

    func field(_ index: Int) -> TextFieldControl? {
      controller.components[0].view(at: index)?.controls.first as? TextFieldControl
    }

    func controller(
      _ controller: SpotsController, didChangeValue name: String, to value: JSONValue,
      at path: ItemPath
    ) { heard.append("\(name)=\(value.typedText)") }
  }

  private func field(
    _ name: String, _ value: JSONValue? = nil, inputType: TextInputType = .text, lines: Int = 1
  ) -> Item {
    Item(
      identifier: .string(name), title: name, kind: "text-field",
      input: ItemInput(name: name, value: value, inputType: inputType, lines: lines))
  }

  @Test func whatIsTypedIsTheValue() {
    let form = Form([field("a", "Zo"), field("b"), "c"])
    form.type("lost")
    form.click(0)
    form.type("ë?")
    form.keys((.backspace, []))
    #expect(form.controller.values.all == ["a": "Zoë", "b": ""])
    #expect(form.heard == ["a=Zoë"])
    form.keys((.tab, []))
    form.type("x y")
    form.keys((.character("z"), .control))
    #expect(form.controller.values["b"] == "x ")
    #expect(!form.handle(.keyPressed(.character("s"), .control)))
    form.click(2)
    #expect(!form.handle(.textEntered("lost")) && form.controller.textInputArea == nil)
  }

  /// Typed text goes to the field that has the caret even while that is scrolled away, from its
  /// first letter on: window systems pass on no text where nothing takes any.
  @Test(arguments: [TextInputType.text, .secret])
  func aFieldOutOfSightTakesText(inputType: TextInputType) {
    let form = Form([field("a", inputType: inputType)] + (0..<100).map { Item(title: "\($0)") })
    form.click(0)
    form.controller.scroll(to: 3000)
    form.frame()
    #expect(form.field(0) == nil && form.controller.contentOffset == 3000)
    #expect(form.controller.textInputArea?.isSecret == (inputType == .secret))
    form.type("xy")
    #expect(form.controller.values["a"] == "xy")
  }

  /// The keyboard comes to the main button of a row of buttons, and Return on the row is for it.
  @Test func returnIsForTheMainButton() {
    let actions = [
      ItemAction("Keep", action: "keep"),
      ItemAction("Delete", action: "delete", emphasis: .primary),
    ]
    let form = Form([Item(title: "", kind: "actions", actions: actions)])
    var chosen: [String] = []
    form.controller.onSelect = { item, _ in chosen.append(item.action ?? "") }
    form.keys((.tab, []), (.enter, []), (.enter, []))
    #expect(chosen == ["delete", "delete"])
    form.keys((.tab, .shift), (.enter, []))
    #expect(chosen == ["delete", "delete", "keep"])
  }

  /// Reaching a field by key selects its text, to be typed over; a press puts the caret there.
  @Test func aFieldThatIsReachedByKeysIsSelected() {
    let form = Form([field("a", "one"), field("b", "two"), field("c", "three", lines: 4)])
    form.keys((.tab, []), (.tab, []))
    form.type("2")
    form.keys((.tab, []))
    form.type("!")
    form.keys((.tab, .shift), (.tab, .shift))
    form.type("1")
    form.click(1)
    form.type("+")
    #expect(form.controller.values.all == ["a": "1", "b": "2+", "c": "three!"])
    form.keys((.down, []), (.end, []), (.enter, []), (.enter, .control))
    #expect(form.controller.values["c"] == "three!\n")
  }

  /// A key asks as little of ten thousand fields as of ten.
  @Test func aKeyCostsTheSameAmongManyFields() {
    let costs = [10, 10_000].map { count in
      let form = Form((0..<count).map { field("\($0)", "text") })
      form.click(1)
      form.type("a")
      form.frame()
      let pool = form.controller.state.pool
      pool.counters = ReusePool.Counters()
      form.type("b")
      form.frame()
      return pool.counters
    }
    #expect(costs[0] == costs[1] && costs[0].configured == 1 && costs[0].created == 0)
  }

  /// Saving the file in the middle of a word or a composition changes neither.
  @Test func whatIsTypedSurvivesReloads() {
    let form = Form([field("a", "one"), field("b", "two")])
    func reload(_ items: [Item]) {
      let component = ComponentModel(kind: .list, items: ItemList(items))
      form.controller.reload(Screen(components: [component]))
      form.frame()
    }
    form.click(1)
    form.type(" an")
    form.handle(.textComposed("に", selected: 3..<3))
    var other = field("b", "two")
    other.subtitle = "new"
    reload(["header", field("a", "one"), other])
    #expect(form.field(2)?.text == "two an")
    form.handle(.textEntered("日"))
    form.keys((.character("z"), .control))
    #expect(form.controller.values["b"] == "two ")
    reload([field("a", "one"), field("b", "other")])
    #expect(form.field(1)?.text == "other" && form.controller.values["b"] == "other")
    form.keys((.character("z"), .control))
    #expect(form.field(1)?.text == "other")
  }

  /// A saved file may let a field have more lines, or fewer, while somebody types into it.
  @Test func aFieldThatGetsLinesKeepsItsCaret() {
    let form = Form([field("a", "one two")])
    func reload(lines: Int) {
      let field = field("a", "one two", lines: lines)
      form.controller.reload(Screen(components: [ComponentModel(kind: .list, items: [field])]))
      form.frame()
    }
    form.click(0)
    form.type("!")
    form.keys((.home, []), (.right, .control), (.right, [.control, .shift]))
    for lines in [3, 2, 1, 4] {
      reload(lines: lines)
      let text = form.field(0)?.accessibleText
      #expect(text?.selection == 3..<7 && text?.hasLines == (lines > 1), "\(lines)")
    }
    form.keys((.enter, []))
    #expect(form.controller.values["a"] == "one\n!")
    reload(lines: 1)
    #expect(form.field(0)?.text == "one !")
    form.keys((.character("z"), .control))
    #expect(form.field(0)?.text == "one !")
  }

  @Test func numbersAreNumbers() {
    let form = Form([field("n", 2.5, inputType: .number), field("m", "x", inputType: .number)])
    #expect(form.field(0)?.text == "2.5" && form.controller.values["m"] == .null)
    form.click(1)
    form.type("−10,50")
    form.frame()
    #expect(form.field(1)?.text == "−10,50" && form.controller.values["m"] == -10.5)
    form.keys((.character("a"), .control), (.delete, []))
    #expect(form.controller.values["m"] == .null)
    form.clipboard.text = "12 kg"
    form.keys((.character("v"), .control))
    #expect(form.controller.values["m"] == 12)
    // Without some of its characters, a text would be another number.
    let pasted: [(String, JSONValue)] = [
      ("1/2", "1/2"), ("10:30", "10:30"), ("(5)", "(5)"), ("0x10", "0x10"), ("5 m2", "5 m2"),
      ("nan", "nan"), ("–5", -5), ("€ 7", 7),
    ]
    for (text, value) in pasted {
      form.keys((.character("a"), .control))
      form.clipboard.text = text
      form.keys((.character("v"), .control))
      #expect(form.controller.values["m"] == value, "\(text)")
    }
  }

  /// A separator where none may be makes a text no number; without it, it would be another one.
  @Test func numbersKeepEverySignThatIsTyped() {
    let german = NumberFormat(decimal: ",", group: ".")
    let table: [(NumberFormat, String, JSONValue)] = [
      (german, "12.5", "12.5"), (german, "0.5", "0.5"), (german, "1.50", "1.50"),
      (german, "1,234.5", "1,234.5"), (german, "1.234", 1234), (german, "1.234,5", 1234.5),
      (NumberFormat(group: ","), "12,5", "12,5"), (NumberFormat(group: ","), "12,34", "12,34"),
      (NumberFormat(group: ","), "1,234.5", 1234.5), (NumberFormat(), "1/2", "1/2"),
      (NumberFormat(), "10:30", "10:30"), (NumberFormat(), "0x10", "0x10"),
    ]
    for (format, text, value) in table {
      let form = Form([field("n", inputType: .number)]) { $0.numbers = format }
      form.click(0)
      for character in text {
        form.type(String(character))
        form.frame()
      }
      #expect(form.field(0)?.text == text && form.controller.values["n"] == value, "\(text)")
    }
  }

  @Test func secretsAreNotRead() throws {
    let form = Form([field("a", "open"), field("b", "hidden", inputType: .secret)])
    let nodes = AccessibleScreen(form.controller).window.all.filter { $0.position != nil }
    #expect(nodes.map(\.role) == [.textField, .secret])
    #expect(nodes.map(\.text?.content) == ["open", "••••••"])
  }

  /// Programs edit texts as users do, also those that are not seen.
  @Test func programsEditTexts() throws {
    var last = field("f99", "9", inputType: .number)
    last.input.checks.isRequired = true
    let items = [field("a", "one, two", lines: 3), field("b", "open", inputType: .secret)]
    let form = Form(items + (2..<99).map { field("f\($0)") } + [last])
    let screen = AccessibleScreen(form.controller)
    func node(_ index: Int) throws -> AccessibleNode {
      screen.invalidate()
      let list = try #require(screen.window.all.first { $0.id.isList })
      return try #require(screen.child(index, of: list.id).flatMap(screen.node))
    }
    func does(_ action: AccessibleAction, _ index: Int) throws -> Bool {
      screen.perform(action, on: try node(index).id, at: 2)
    }
    #expect(try does(.focus, 0) && does(.selectText(5..<8), 0))
    form.frame()
    #expect(try node(0).text?.selection == 5..<8 && node(0).text?.caret == 8)
    form.type("2")
    #expect(try does(.replaceText(0..<3, with: "1"), 0))
    #expect(form.controller.values["a"] == "1, 2")
    form.keys((.character("z"), .control))
    #expect(form.controller.values["a"] == "one, 2")
    // The places of a secret are those of its dots.
    #expect(try does(.replaceText(3..<6, with: "??"), 1))
    #expect(form.controller.values["b"] == "o??en")
    #expect(try does(.replaceText(0..<1, with: "12"), 99) && form.controller.values["f99"] == 12)
    #expect(try !does(.selectText(0..<1), 99))
    #expect(try does(.replaceText(0..<99, with: ""), 99) && form.controller.values["f99"] == .null)
    #expect(try !node(99).states.contains(.invalid))
    #expect(try does(.focus, 99))
    form.frame()
    form.keys((.tab, .shift))
    #expect(try node(99).states.contains(.invalid) && node(99).details == "This must not be empty.")
  }

  /// Where a text is seen, line by line, also right to left.
  @Test func programsSeeTexts() throws {
    for isMirrored in [false, true] {
      let form = Form([field("a", "one two three four five six seven eight nine ten", lines: 9)]) {
        $0.isRightToLeft = isMirrored
      }
      let screen = AccessibleScreen(form.controller)
      let node = try #require(screen.window.all.first { $0.role == .textField })
      let text = try #require(node.text).content
      let row = screen.textRow(around: 0, of: node)
      let next = screen.textRow(around: row.upperBound, of: node)
      #expect(row.lowerBound == 0 && next.lowerBound == row.upperBound && next.upperBound > 30)
      let first = try #require(screen.textFrame(of: 4..<7, in: node))
      let last = try #require(screen.textFrame(of: text.utf8.count - 3..<text.utf8.count, in: node))
      #expect(last.y > first.y && node.frame.contains(Point(x: first.midX, y: first.midY)))
      let place = Point(x: first.x + 1, y: first.midY)
      #expect(screen.textOffset(at: place, in: node) == 4)
      #expect(screen.textOffset(at: Point(x: -5, y: 2), in: node) == nil)
    }
  }

  @Test func typedTextGoesToTheCaret() throws {
    for isMirrored in [false, true] {
      let form = Form([field("a"), field("b", "אב")]) { $0.isRightToLeft = isMirrored }
      #expect(form.controller.textInputArea == nil)
      form.click(0)
      let first = try #require(form.controller.textInputArea)
      form.click(1)
      let second = try #require(form.controller.textInputArea)
      #expect(first.field != second.field && first.caret.y < second.caret.y)
      // Hebrew stands at the right on all screens.
      #expect(second.caret.x > 300)
      #expect((first.caret.x > 300) == isMirrored)
      form.handle(.textEntered("x"))
      form.frame()
      #expect(form.controller.textInputArea?.field == second.field)
    }
  }

  @Test func theMiddleButtonPastes() {
    let form = Form([field("a", "one")])
    form.clipboard.selectedText = "<>"
    form.click(0, .middle)
    form.type("!")
    #expect(form.controller.values["a"] == "one<>!")
    form.keys((.home, .shift))
    #expect(form.clipboard.selectedText == "one<>!")
  }

  /// Views are used for other fields, which have nothing of what was typed before.
  @Test func fieldsThatAreScrolledAwayKeepTheirText() {
    let form = Form((0..<500).map { field("f\($0)") })
    form.click(0)
    form.type("kept")
    form.frame()
    form.controller.scroll(to: 20_000)
    form.frame()
    // The field comes back, and with it the caret.
    form.type("x")
    #expect(form.controller.values["f0"] == "keptx")
    for _ in 0..<40 { form.frame() }
    #expect(form.field(0)?.text == "keptx" && form.controller.contentOffset < 100)
    let texts = (1..<500).compactMap { form.field($0)?.text }
    #expect(texts.count > 3 && texts.allSatisfy(\.isEmpty))
  }

  @Test func whatIsDisabledTakesNoText() {
    var off = field("a")
    off.meta["disabled"] = true
    let form = Form([off])
    form.click(0)
    form.type("x")
    #expect(form.controller.values["a"] == "" && form.controller.textInputArea == nil)
  }
}
