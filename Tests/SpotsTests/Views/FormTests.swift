import SpotsTestSupport
import Testing

@testable import Spots

/// Checks on answers, items that depend on them, and submitting them.
@MainActor
@Suite struct FormTests {
  private final class Submissions: ComponentDelegate {
    var heard: [[String: JSONValue]] = []
    var changes: [String] = []

    func controller(
      _ controller: SpotsController, didChangeValue name: String, to value: JSONValue,
      at path: ItemPath
    ) { changes.append("\(name)=\(value == true)") }

    func controller(
      _ controller: SpotsController, didSubmit values: [String: JSONValue], action: String,
      at path: ItemPath
    ) { heard.append(values) }
  }

  private func read(_ items: String) throws -> [ComponentModel] {
    let result = ScreenReader().read(Array(#"[{"items":[\#(items)]}]"#.utf8))
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    return try #require(result.screen).components
  }

  @Test func nothingIsSubmittedWhileSomethingIsWrong() throws {
    let rig = ScreenRig(
      try read(
        #"""
        {"kind":"checkbox","title":"Terms","name":"terms","checks":{"required":true}},
        {"kind":"toggle","title":"News","name":"news","checks":{"same-as":"terms","message":"Both"}},
        {"kind":"stepper","title":"Guests","name":"guests"},
        {"kind":"button","title":"Go","action":"submit:go"}
        """#))
    let submissions = Submissions()
    rig.controller.componentDelegate = submissions
    rig.frame()
    func item(_ index: Int) -> Item { rig.components[0].model.items[index] }
    func faults() -> [String?] { (0..<3).map { rig.controller.environment.fault(of: item($0)) } }
    let height = try #require(rig.windowFrame(0, 0)).height
    // No fault is reported before the user has visited the field.
    #expect(faults() == [nil, nil, nil])
    rig.controller.values["news"] = true
    #expect(faults() == [nil, nil, nil])
    func submit() throws {
      let frame = try #require(rig.windowFrame(0, 3))
      rig.click(Point(x: frame.x + 60, y: frame.midY))
      rig.frame()
    }
    try submit()
    #expect(faults() == ["This must be checked.", "Both", nil] && submissions.heard.isEmpty)
    // The first one has the keyboard, and room to say it.
    #expect(rig.controller.focused == ItemPath(component: 0, item: 0))
    #expect(try #require(rig.windowFrame(0, 0)).height > height)
    rig.key(.space)
    rig.frame()
    #expect(faults() == [nil, nil, nil])
    #expect(try #require(rig.windowFrame(0, 0)).height == height)
    try submit()
    #expect(submissions.heard == [["terms": true, "news": true, "guests": 0]])
  }

  @Test func expressionsCheckAnswers() throws {
    let rig = ScreenRig(
      try read(
        #"""
        {"kind":"stepper","title":"Adults","name":"adults","value":1},
        {"kind":"stepper","title":"Rooms","name":"rooms","value":2,
         "checks":{"that":"value <= values.adults"}},
        {"kind":"text-field","title":"Name","name":"name",
         "checks":{"that":"size(value) > values.rooms","message":"Longer"}},
        {"kind":"toggle","title":"News","name":"news","checks":{"that":"value || values.rooms > 1"}},
        {"kind":"button","title":"Book","action":"submit","enabled-when":"values.adults > 1"}
        """#))
    let items = Array(rig.components[0].model.items)
    func faults() -> [String?] { items[1...3].map { rig.controller.environment.fault(of: $0) } }
    rig.settle()
    rig.controller.values["name"] = "A"
    for item in items { _ = rig.controller.environment.values?.judge(item) }
    #expect(faults() == ["This is not allowed.", "Longer", nil])
    #expect(rig.controller.environment.isEnabled(items[4]) == false)
    rig.controller.values["adults"] = 2
    #expect(faults() == [nil, "Longer", nil])
    #expect(rig.controller.environment.isEnabled(items[4]))
    rig.controller.values["rooms"] = 1
    #expect(faults() == [nil, "Longer", "This is not allowed."])
    rig.controller.values["name"] = ""
    rig.controller.values["news"] = true
    #expect(faults() == [nil, nil, nil])
  }

  @Test func whatIsWrongIsSaidWhenTheAnswerIsLeft() throws {
    let rig = ScreenRig(
      try read(
        #"""
        {"kind":"checkbox","title":"Terms","name":"terms","checks":{"required":true}},
        {"kind":"toggle","title":"News","name":"news"}
        """#))
    let item = rig.components[0].model.items[0]
    rig.frame()
    rig.key(.tab)
    rig.frame()
    #expect(rig.controller.environment.fault(of: item) == nil)
    rig.key(.tab)
    rig.frame()
    #expect(rig.controller.environment.fault(of: item) != nil)
    rig.controller.values.reset()
    #expect(rig.controller.environment.fault(of: item) == nil)
  }

  /// Moving an answer while it has the keyboard does not count as leaving it.
  @Test func whatMovesIsNotLeft() throws {
    let rig = ScreenRig(
      try read(
        #"""
        {"identifier":1,"kind":"text-field","title":"A","name":"a","checks":{"required":true}},
        {"identifier":2,"kind":"text-field","title":"B","name":"b","checks":{"required":true}}
        """#))
    let items = Array(rig.components[0].model.items)
    rig.settle()
    rig.key(.tab)
    rig.settle()
    try rig.controller.change { edit in try edit[0].move(from: 1, to: 0) }
    rig.settle()
    #expect(rig.controller.focused?.item == 1)
    #expect(items.map { rig.controller.environment.fault(of: $0) } == [nil, nil])
    rig.key(.tab)
    rig.settle()
    #expect(items.map { rig.controller.environment.fault(of: $0) != nil } == [true, false])
  }

  @Test func faultsTakeRoomWhereverTheyAre() throws {
    let rows = String(repeating: #"{"title":"Row"},"#, count: 20)
    let rig = ScreenRig(
      try read(
        #"""
        {"kind":"text-field","title":"Name","name":"name","checks":{"required":true}},
        \#(rows){"kind":"button","title":"Go","action":"submit"}
        """#), size: Size(width: 400, height: 300))
    rig.frame()
    let height = rig.components[0].geometry.frame(ofItem: 0).height
    rig.controller.scroll(to: 1e6)
    rig.settle()
    #expect(rig.controller.scrollView.allMounted[0].visibleIndexes.contains(0) == false)
    rig.click(rig.center(0, 21))
    rig.settle()
    #expect(rig.components[0].geometry.frame(ofItem: 0).height > height)
  }

  /// Leaving a faulty answer for the reset button does not report the fault again.
  @Test func startingOverTellsTheAnswersAndNoFaults() throws {
    let rig = ScreenRig(
      try read(
        #"""
        {"kind":"checkbox","title":"Terms","name":"terms","checks":{"required":true}},
        {"kind":"toggle","title":"News","name":"news"},
        {"kind":"button","title":"Reset","action":"reset"}
        """#))
    let item = rig.components[0].model.items[0]
    rig.controller.values["news"] = true
    rig.frame()
    rig.key(.tab)
    rig.frame()
    let submissions = Submissions()
    rig.controller.componentDelegate = submissions
    rig.click(rig.center(0, 2))
    rig.frame()
    rig.key(.tab)
    rig.frame()
    #expect(rig.controller.environment.fault(of: item) == nil)
    #expect(submissions.changes == ["news=false"])
  }

  /// Enter in a field presses the screen's one main button, or else goes on.
  @Test func enterSubmitsOrGoesOn() throws {
    func field(_ name: String) -> String { #"{"kind":"text-field","title":"\#(name)"},"# }
    func button(_ keys: String) -> String { #"{"kind":"button","title":"B",\#(keys)}"# }
    let (submit, primary) = (#""action":"submit:x""#, #""action":"go","emphasis":"primary""#)
    for (buttons, isPressed) in [
      ([submit], true), ([primary], true), ([submit, primary], true),
      ([submit, #""action":"reset""#], true), ([submit, submit], false),
      ([primary, primary], false), ([#""action":"go""#], false),
      ([primary + #","meta":{"disabled":true}"#], false),
      ([submit + #","visible-when":{"name":"a","is":"x"}"#], false),
    ] {
      let screen = field("a") + field("b") + buttons.map(button).joined(separator: ",")
      let rig = ScreenRig(try read(screen))
      let submissions = Submissions()
      rig.settle()
      rig.key(.tab)
      if buttons[0] == submit { rig.controller.componentDelegate = submissions }
      rig.key(.enter)
      rig.settle()
      #expect(submissions.heard.count + rig.selections.count == (isPressed ? 1 : 0), "\(buttons)")
      #expect(rig.controller.focused?.item == (isPressed ? 0 : 1), "\(buttons)")
    }
  }

  /// The button may be in a footer, and looking for it ends in forms of any length and depth.
  @Test func enterFindsTheButtonOfAnyForm() throws {
    let items = #"{"kind":"text-field","title":"a"},"#
    let button = #"{"kind":"button","title":"B","action":"go","emphasis":"primary"}"#
    let many = Array(repeating: "{}", count: 6000).joined(separator: ",")
    for (rest, isPressed) in [
      ("", true), (#"{"children":[{"items":[\#(many)]}]},"#, true),
      (#"{"children":[{"items":[\#(many)]},{"items":[\#(many)]}]},{},"#, false),
    ] {
      let json = """
        {"components":[{"items":[\(items)\(rest){"title":"end"}],"footer":\(button)}]}
        """
      let screen = try #require(ScreenReader().read(Array(json.utf8)).screen)
      let rig = ScreenRig(screen.components)
      rig.settle()
      rig.key(.tab)
      rig.key(.enter)
      #expect(rig.selections.count == (isPressed ? 1 : 0), "\(rest.count)")
    }
  }

  /// An answer in a grid is measured as it is shown.
  @Test func answersInCellsFit() throws {
    let items = #"{"kind":"text-field","title":"A"},{"kind":"button","title":"B"}"#
    var grid = try read(items + #",{"kind":"button","title":"C"}"#)
    (grid[0].kind, grid[0].layout.itemSpacing) = (.grid, 8)
    let rig = ScreenRig(grid)
    rig.settle()
    func frame(_ item: Int) throws -> Rect { try #require(rig.windowFrame(0, item)) }
    let view = try #require(rig.components[0].view(at: 0))
    let control = try #require(view.controls.first)
    let bottom = control.convert(.zero, from: view).y * -1 + control.frame.height
    #expect(bottom <= view.frame.height - 12)
    #expect(try frame(1).width == 120 && frame(2).x == 128 && frame(2).y == frame(1).y)
  }

  @Test func itemsDependOnOtherValues() throws {
    let rig = ScreenRig(
      try read(
        #"""
        {"kind":"toggle","title":"Pro","name":"pro"},
        {"kind":"stepper","title":"Seats","name":"seats","visible-when":{"name":"pro","is":true}},
        {"title":"Invite","action":"invite","enabled-when":{"name":"seats","one-of":[2,3.0]}},
        {"kind":"button","title":"Go","action":"submit"}
        """#))
    let submissions = Submissions()
    rig.controller.componentDelegate = submissions
    func frames() -> [Rect?] {
      rig.settle()
      return (0..<4).map { rig.windowFrame(0, $0) }
    }
    func state() -> ViewState {
      rig.settle()
      return rig.components[0].view(at: 2)?.state ?? []
    }
    let before = frames()
    #expect(before[1] == nil && before[2]?.y == before[0]?.maxY)
    #expect(state().contains(.disabled))
    rig.controller.values["pro"] = true
    #expect(frames()[1]?.height ?? 0 > 40 && frames()[2]?.y == frames()[1]?.maxY)
    rig.controller.values["seats"] = 3
    #expect(!state().contains(.disabled))
    rig.controller.values["pro"] = false
    #expect(frames() == before)
    // The keyboard does not stop at hidden items, and delegates are told of none.
    rig.key(.tab)
    rig.key(.tab)
    #expect(rig.controller.focused?.item == 3)
    rig.key(.enter)
    #expect(submissions.heard == [["pro": false]])
    let names = AccessibleScreen(rig.controller).window.all.compactMap {
      $0.position == nil ? nil : $0.name
    }
    #expect(names == ["Pro", "Invite", "Go"])
  }

  private let dependent = #"""
    {"kind":"toggle","title":"a"},{"kind":"toggle","title":"b"},
    {"kind":"text-field","title":"t","lines":9,"value":"1"},
    {"title":"A","visible-when":{"name":"a","is":true}},
    {"title":"B","visible-when":{"name":"b","is":true}},
    {"kind":"composite","children":[{"items":[
      {"kind":"text-field","title":"u","lines":9},
      {"title":"C","visible-when":{"name":"b","is":true}}]}]}
    """#

  /// Whatever is measured again, every item keeps its dependencies, in view or not.
  @Test func itemsGoOnDependingOnValues() throws {
    let rig = ScreenRig(try read(dependent))
    rig.settle()
    func expectRestart(_ step: String) throws {
      rig.settle()
      #expect(try rig.differenceFromRestart() == nil, "\(step)")
    }
    func height() -> Double { rig.components[0].geometry.contentSize.height }
    let start = height()
    func act(_ name: String, _ value: JSONValue) throws {
      let before = height()
      rig.controller.values[name] = value
      try expectRestart(name)
      #expect(height() != before, "\(name)")
    }
    for window in [1000.0, 60] {
      rig.controller.resize(to: Size(width: 400, height: window))
      try act("a", true)
      try act("b", true)
      try act("t", "1\n2\n3")
      rig.controller.reload(Screen(components: try read(dependent + #",{"title":"last"}"#)))
      try act("u", "1\n2\n3")
      // The document changes the value on which something depends.
      rig.controller.values["b"] = false
      let off = dependent.replacing(#""title":"b""#, with: #""title":"b","value":true"#)
      rig.controller.reload(Screen(components: try read(off)), animation: .none)
      try expectRestart("b")
      rig.controller.reload(Screen(components: try read(dependent)), animation: .none)
      try expectRestart("not b")
      rig.controller.values["b"] = true
      try act("a", false)
      try act("b", false)
      rig.controller.values.reset()
      rig.controller.reload(Screen(components: try read(dependent)), animation: .none)
      try expectRestart("reset")
    }
    rig.controller.resize(to: Size(width: 400, height: 600))
    rig.settle()
    #expect(height() == start)
  }

  @Test func textsAreChecked() {
    let none: (String) -> JSONValue? = { _ in nil }
    func isWrong(_ checks: InputChecks, _ text: String) -> Bool {
      checks.fault(in: .string(text), other: none) != nil
    }
    let length = InputChecks(minimumLength: 2, maximumLength: 3)
    #expect(["a", "abcd"].allSatisfy { isWrong(length, $0) })
    #expect(["", "ab", "abc", "👨‍👩‍👧é"].allSatisfy { !isWrong(length, $0) })
    let email = InputChecks(format: .email)
    #expect(["a", "a@b", "@b.c", "a@b..c", "a b@c.d", "a@b@c.d"].allSatisfy { isWrong(email, $0) })
    #expect(["", "a@b.c", "a.b+c@d.example"].allSatisfy { !isWrong(email, $0) })
    let url = InputChecks(format: .url)
    #expect(["a.b", "ftp://a.b", "https://", "https:///x"].allSatisfy { isWrong(url, $0) })
    #expect(["", "HTTPS://a.b/c?d#e", "http://localhost:80"].allSatisfy { !isWrong(url, $0) })
    let ranges: [(JSONValue, ClosedRange<InputBound>, String?)] = [
      (0, 1...12, "At least 1."), (12.5, 1...12, "At most 12."), (12, 1...12, nil),
      (.null, 1...12, nil), (-1, 0.5...0.5, "At least 0.5."),
    ]
    for (value, range, fault) in ranges {
      #expect(InputChecks().fault(in: value, within: range, other: none) == fault)
    }
    let numbers = InputChecks(format: .number)
    #expect(isWrong(numbers, "1,5") && isWrong(numbers, "nan") && !isWrong(numbers, "-1.5"))
  }

  @Test func rulesAreReadStrictlyAndWrittenAgain() throws {
    let components = try read(
      #"""
      {"kind":"toggle","title":"A","checks":{"required":true,"min-length":1,"max-length":2,
        "format":"url","pattern":"\\d+","same-as":"b","that":"value in values.b","message":"c"},
        "enabled-when":{"name":"b","is":null,"is-not":1,"is-empty":false,"one-of":["x"]},
        "visible-when":{"name":"c"}},
      {"title":"B","enabled-when":"!{values.a}","visible-when":"values['a-b'] > 3 && values.c"}
      """#)
    let screen = Screen(components: components)
    let written = ScreenReader().read(ScreenWriter().write(screen))
    #expect(written.screen == screen && written.diagnostics.isEmpty)
    #expect(screen.components[0].items[1].input.visibleWhen?.names == ["a-b", "c"])
    let places = ScreenReader().read(
      Array(
        #"""
        [{"items":[{"checks":{"that":"value > vales.a"},"enabled-when":"values","visible-when":7},
        {"enabled-when":"value","visible-when":"\u00e4\n > 1","title":"a"}]}]
        """#.utf8))
    #expect(
      places.diagnostics.map { "\($0.line):\($0.column) \($0.message)" } == [
        "1:39 in 'that': no name 'vales'; did you mean 'values'?",
        "1:65 in 'enabled-when': a name is needed here, as in values.stars or values['has-pets']",
        "1:88 'visible-when' expects an expression or an object, not the number 7",
        "2:18 in 'enabled-when': no name 'value'; did you mean 'values'?",
        "2:41 in 'visible-when': 'ä' has no meaning here; other names than of ASCII letters are "
          + "written row['…']",
      ])
    let faults = ScreenReader().read(
      Array(
        #"[{"items":[{"checks":{"requird":1,"pattern":"a(b"},"enabled-when":{"nam":"a"}}]}]"#.utf8))
    #expect(faults.diagnostics.count == 3)
    #expect(
      faults.diagnostics.contains {
        $0.message.hasSuffix("a regular expression: missing closing parenthesis after 'a(b'")
      })
  }

  /// Patterns match whole texts, and neither they nor the texts can hold the window up.
  @Test func textsMatchPatterns() throws {
    let pairs: [(String, String, Bool)] = [
      ("[A-Z]{2}\\d{2}", "DE12", true), ("[A-Z]{2}\\d{2}", "DE123", false), ("a|ab", "ab", true),
      ("\\w+", "Zoë日", true), (".", "👩", true), ("(?i)straße", "STRASSE", false), ("", "", true),
      ("(a+)+b", String(repeating: "a", count: 5000), false),
      ("(.*.*.*.*.*.*)*x", String(repeating: "ab", count: 100_000), false),
    ]
    for (source, text, matches) in pairs {
      #expect(try TextPattern(source).matches(text) == matches, "\(source)")
    }
    for source in ["(", "[", "a{2,1}", "\\C", "(?<a", "\\", String(repeating: "(", count: 4000)] {
      #expect(throws: TextPattern.Fault.self) { try TextPattern(source) }
    }
    var random = RandomComponents(seed: 22)
    for _ in 0..<3000 {
      let source = (0..<random.below(9)).map { _ in
        random.pick(["a", "(", ")", "*", "+", "?", "[", "]", "\\", "{2}", "|", "^", "$", ".", "日"])
      }.joined()
      _ = try? TextPattern(source).matches("aa日a")
    }
  }
}
