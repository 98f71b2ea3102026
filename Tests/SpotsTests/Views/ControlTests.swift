import SpotsTestSupport
import Testing

@testable import Spots

/// Switches, boxes, sliders, steppers and buttons in the rows of a screen.
@MainActor
@Suite struct ControlTests {
  /// A screen with rows 400 points wide, and what its delegate hears.
  private final class Form: ComponentDelegate {
    let controller: SpotsController
    var heard: [String] = []
    private var now = 1.0

    init(
      _ items: [Item], configuration: Configuration = Configuration(),
      environment: Environment = .fixed()
    ) {
      controller = SpotsController(
        components: [ComponentModel(kind: .list, items: items)],
        size: Size(width: 400, height: 600), configuration: configuration,
        environment: environment)
      controller.componentDelegate = self
      frame()
    }

    func frame() {
      for _ in 0..<20 {
        now += 0.05
        guard controller.renderFrame(at: now).next == now else { return }
      }
    }

    func handle(_ event: InputEvent) { controller.handle(event, at: now) }

    func press(_ point: Point) {
      handle(.pointerMoved(point))
      handle(.pointerPressed(point, .left, clicks: 1))
    }

    func click(_ point: Point) {
      press(point)
      handle(.pointerReleased(point, .left))
      frame()
    }

    func key(_ key: Key, _ modifiers: Modifiers = []) {
      handle(.keyPressed(key, modifiers))
      frame()
    }

    /// The middle of the item at `index`, or another share of its width.
    func point(_ index: Int, x part: Double = 0.5) -> Point {
      let frame = controller.frame(of: ItemPath(component: 0, item: index)) ?? .zero
      return Point(x: frame.x + frame.width * part, y: frame.midY)
    }

    func control(_ index: Int) -> Control? {
      controller.components[0].mounted(.item(index), inner: 0)?.item.view.mainControl
    }

    func controller(
      _ controller: SpotsController, didChangeValue name: String, to value: JSONValue,
      at path: ItemPath
    ) {
      heard.append("\(name)=\(value.number.map { "\($0)" } ?? "\(value == true)") \(path.pointer)")
    }

    func controller(
      _ controller: SpotsController, itemSelected item: Item, at path: ItemPath
    ) { heard.append(item.action ?? "-") }

    func takeHeard() -> [String] {
      defer { heard.removeAll() }
      return heard
    }
  }

  private func item(_ kind: InputKind, _ name: String, _ value: JSONValue? = nil) -> Item {
    Item(title: name, kind: kind.rawValue, input: ItemInput(name: name, value: value))
  }

  /// A key that one kind of number shows is not ignored by another.
  @Test func numbersHaveTheirUnits() {
    for (kind, unit, text) in [
      (InputKind.slider, "GB", "40 GB"), (.stepper, "GB", "40 GB"), (.textField, "GB", "GB"),
      (.slider, "", "40"), (.stepper, "", "40"),
    ] {
      let input = ItemInput(name: "d", value: 40, maximum: 500, step: 10, unit: unit)
      let form = Form([Item(title: "Disk", kind: kind.rawValue, input: input)])
      let texts = form.controller.renderFrame(at: 2).list.entries.compactMap { entry in
        if case .text(let text, _, _, _, _, _) = entry.command { text } else { nil }
      }
      #expect(texts.contains(text), "\(kind) \(texts)")
    }
  }

  /// A unit of any length leaves the question whole, and stays inside its row.
  @Test(arguments: [InputKind.slider, .stepper, .textField])
  func longUnitsLeaveRoom(kind: InputKind) {
    let unit = "kilograms of carbon dioxide per passenger and kilometre"
    let input = ItemInput(name: "d", value: 40, maximum: 500, step: 10, unit: unit)
    let form = Form([Item(title: "Disk space", kind: kind.rawValue, input: input), "Next"])
    let entries = form.controller.renderFrame(at: 2).list.entries
    let rows: [(String, Point)] = entries.compactMap { entry in
      guard case .text(let text, _, _, let origin, _, _) = entry.command else { return nil }
      return (text, origin)
    }
    #expect(rows.contains { $0.0 == "Disk space" }, "\(rows)")
    let next = rows.first { $0.0 == "Next" }?.1.y ?? 0
    #expect(rows.allSatisfy { $0.0 == "Next" || $0.1.y < next - 8 }, "\(rows)")
  }

  @Test func aClickAnywhereOnARowTurnsItsSwitch() {
    let form = Form([item(.toggle, "a"), item(.checkbox, "b", true), "c"])
    form.click(form.point(0, x: 0.1))
    form.click(form.point(0, x: 0.9))
    form.click(form.point(1))
    #expect(
      form.takeHeard() == [
        "a=true /components/0/items/0", "a=false /components/0/items/0",
        "b=false /components/0/items/1",
      ])
    #expect(form.controller.values.all == ["a": false, "b": false])
    // It is answered rather than selected.
    #expect(form.controller.selected == nil)
    form.click(form.point(2))
    #expect(form.takeHeard() == ["-"])
    #expect(form.controller.selected != nil)
  }

  @Test func aPressThatBecomesADragOrEndsElsewhereTurnsNothing() {
    let form = Form([item(.toggle, "a"), item(.toggle, "b")])
    form.press(form.point(0, x: 0.9))
    #expect(form.control(0)?.state.contains(.highlighted) == true)
    form.handle(.pointerMoved(form.point(1, x: 0.9)))
    form.handle(.pointerReleased(form.point(1, x: 0.9), .left))
    form.frame()
    form.press(form.point(0, x: 0.9))
    form.handle(.pointerCancelled)
    form.handle(.pointerReleased(form.point(0, x: 0.9), .left))
    form.frame()
    #expect(form.takeHeard().isEmpty)
    #expect(form.control(0)?.state.contains(.highlighted) == false)
  }

  @Test func aSliderFollowsThePointerAndDoesNotScroll() throws {
    let form = Form((0..<20).map { item(.slider, "s\($0)") })
    let control = try #require(form.control(1))
    let y = form.point(1).y + 12
    let frame = control.convert(.zero, from: form.controller.scrollView)
    let (left, right) = (-frame.x + 10, -frame.x + control.frame.width - 10)
    form.press(Point(x: left, y: y))
    form.frame()
    // Within one frame only the last number counts.
    form.handle(.pointerMoved(Point(x: left + 30, y: y + 200)))
    form.handle(.pointerMoved(Point(x: (left + right) / 2, y: y + 300)))
    form.frame()
    form.handle(.pointerMoved(Point(x: right + 500, y: y + 300)))
    form.handle(.pointerReleased(Point(x: right + 500, y: y + 300), .left))
    form.frame()
    #expect(
      form.takeHeard() == ["s1=0.5 /components/0/items/1", "s1=1.0 /components/0/items/1"])
    #expect(form.controller.contentOffset == 0)
    form.handle(.pointerMoved(Point(x: left, y: y)))
    form.frame()
    #expect(form.takeHeard().isEmpty)
  }

  @Test func keysMoveFromAnswerToAnswerAndChangeThem() {
    var stepper = item(.stepper, "n", 2)
    stepper.input.maximum = 3
    var off = item(.toggle, "off")
    off.meta["disabled"] = true
    let form = Form([item(.toggle, "a"), "plain", off, item(.slider, "s"), stepper])
    form.key(.tab)
    form.key(.space)
    form.key(.tab)
    form.key(.right)
    form.key(.end)
    form.key(.tab)
    form.key(.right)
    form.key(.right)
    form.key(.tab, .shift)
    form.key(.left)
    form.key(.tab, .shift)
    form.key(.enter)
    let rows = ["0", "3", "3", "4", "3", "0"].map { " /components/0/items/" + $0 }
    let values = ["a=true", "s=0.05", "s=1.0", "n=3.0", "s=0.95", "a=false"]
    #expect(form.takeHeard() == zip(values, rows).map { $0 + $1 })
    #expect(form.controller.focused == ItemPath(component: 0, item: 0))
  }

  @Test func whatIsDisabledAnswersNothing() {
    var off = item(.toggle, "off")
    off.meta["disabled"] = true
    let form = Form([off, "last"])
    form.click(form.point(0, x: 0.9))
    form.click(form.point(0, x: 0.1))
    form.key(.space)
    #expect(form.takeHeard().isEmpty)
    #expect(form.controller.values["off"] == false)
  }

  @Test func aButtonSendsItsActionAfterWhatWasChanged() {
    var button = item(.button, "Save")
    button.action = "save"
    let form = Form([item(.toggle, "a"), button])
    form.press(form.point(0))
    form.handle(.pointerReleased(form.point(0), .left))
    form.press(Point(x: 40, y: form.point(1).y))
    form.handle(.pointerReleased(Point(x: 40, y: form.point(1).y), .left))
    #expect(form.takeHeard() == ["a=true /components/0/items/0", "save"])
    form.key(.enter)
    #expect(form.takeHeard() == ["save"])
    #expect(form.controller.values.all == ["a": true])
  }

  private final class LampView: ElementCell {
    override func body(for item: Item) -> (any Element)? {
      Row([
        LabelElement(item.title).flexed(grow: 1),
        Toggle(isOn: environment?.value(of: item) == true), Button("Dim", action: "dim"),
      ])
    }
  }

  /// A row with an action, a switch and a button, and another row.
  private func lamp() -> ScreenRig {
    let configuration = Configuration()
    configuration.register(view: LampView.self, identifier: "lamp")
    let lamp = Item(title: "Lamp", kind: "lamp", action: "open", input: ItemInput(name: "lamp"))
    let rig = ScreenRig(
      [ComponentModel(kind: .list, items: [lamp, "Other"])], configuration: configuration)
    rig.frame()
    return rig
  }

  /// A control inside a view with a purpose of its own has its own clicks and keyboard stop.
  @Test func aControlBesideAnActionIsOperatedAlone() throws {
    let rig = lamp()
    let view = try #require(rig.components[0].view(at: 0))
    let (toggle, button) = (try #require(view.controls.first), try #require(view.controls.last))
    func click(_ control: Control) {
      let origin = control.convert(.zero, from: rig.controller.scrollView)
      rig.click(Point(x: 5 - origin.x, y: 5 - origin.y))
      rig.frame()
    }
    click(toggle)
    #expect(rig.controller.values["lamp"] == true && rig.selections.isEmpty)
    click(button)
    #expect(rig.selections.count == 1 && rig.controller.selected == nil)
    rig.click(Point(x: 30, y: 20))
    #expect(rig.selections.count == 2 && rig.controller.selected != nil)
  }

  @Test func tabStopsAtTheRowThenAtItsControls() throws {
    let rig = lamp()
    let view = try #require(rig.components[0].view(at: 0))
    let (toggle, button) = (try #require(view.controls.first), try #require(view.controls.last))
    func tab(_ modifiers: Modifiers = []) {
      rig.key(.tab, modifiers)
      rig.frame()
    }
    tab()
    #expect(!toggle.hasKeyboard && view.state.contains(.focused))
    tab()
    #expect(toggle.hasKeyboard && !view.state.contains(.focused))
    rig.key(.space)
    #expect(rig.controller.values["lamp"] == true)
    tab()
    #expect(button.hasKeyboard && button.state.contains(.focused) && !toggle.hasKeyboard)
    tab(.shift)
    tab(.shift)
    #expect(view.state.contains(.focused) && !toggle.hasKeyboard && !button.hasKeyboard)
  }

  /// Items of a kind registered with the same view look and behave like the built-in ones.
  @Test func theViewOfAnswersCanHaveAnotherName() {
    let own = Configuration()
    own.register(view: InputItemView.self, identifier: "own")
    for kind in InputKind.allCases {
      var item = item(kind, "a", kind == .date ? "2026-11-23" : kind == .time ? "14:05" : nil)
      item.input.options = ["x", "y"].map { ChoiceOption($0) }
      let builtIn = Form([item])
      (item.kind, item.input.control) = ("own", kind)
      let forms = [builtIn, Form([item], configuration: own)]
      for form in forms {
        form.click(form.point(0, x: 0.9))
        form.handle(.textEntered("7"))
        for key in [.down, .enter] as [Key] { form.key(key) }
      }
      let said = forms.map { form in
        let nodes = AccessibleScreen(form.controller).window.all
        return nodes.map { "\($0.role) \($0.name) \($0.value?.current ?? 0)" }
      }
      let heard = forms.map { $0.takeHeard() }
      #expect(!heard[0].isEmpty && heard[0] == heard[1], "\(kind)")
      #expect(said[0] == said[1], "\(kind)")
      let lists = forms.map { $0.controller.renderFrame(at: 99).list }
      #expect(lists[0] == lists[1], "\(kind)")
    }
  }

  @Test func clientsOfTheAccessibilityBusSeeAndOperateThem() throws {
    let form = Form([item(.toggle, "a"), item(.slider, "s", 0.25), item(.button, "Save")])
    let screen = AccessibleScreen(form.controller)
    func nodes() -> [AccessibleNode] {
      screen.window.all.filter { $0.position != nil }
    }
    #expect(nodes().map(\.role) == [.toggle, .slider, .button])
    #expect(nodes().map(\.name) == ["a", "s", "Save"])
    #expect(!nodes()[0].states.contains(.checked) && nodes()[1].value?.current == 0.25)
    screen.perform(.activate, on: nodes()[0].id, at: 2)
    screen.perform(.set(0.75), on: nodes()[1].id, at: 2)
    form.frame()
    #expect(nodes()[0].states.contains(.checked) && nodes()[1].value?.current == 0.75)
    #expect(
      form.takeHeard() == ["a=true /components/0/items/0", "s=0.75 /components/0/items/1"])
  }

  @Test func numbersHaveAsManyPlacesAsTheirStepsNeed() {
    let choice = NumberChoice(in: -1...1, step: 0.25)
    #expect(choice.text(-0.75) == "\u{200E}−0.75" && choice.text(0) == "0.00")
    #expect(choice.nearest(to: 0.6) == 0.5 && choice.nearest(to: .nan) == -1)
    #expect(NumberChoice(in: 0...100).text(33.4) == "33")
    #expect(NumberChoice(in: 0...1).text(0.125) == "0.13")
    #expect(NumberChoice(in: 0...0x1p53, step: 1).text(0x1p53) == "9007199254740992")
    #expect(NumberChoice(in: 0...10, step: -1).step == 0)
  }

  /// They are those that the decimals of the document spell, not sums of what stands for a tenth.
  @Test func numbersAreThoseThatTheirStepsSpell() {
    for (step, decimals) in [(0.1, 1), (0.25, 2), (0.01, 2), (0.001, 3), (5, 0)] {
      func spelled(_ count: Int) -> Double {
        Double("\(count * Int((step * 1000).rounded()))e-3") ?? .nan
      }
      let choice = NumberChoice(in: spelled(-3)...spelled(1000), step: step)
      for count in -3...1000 {
        let spelled = spelled(count)
        #expect(choice.nearest(to: Double(count) * step) == spelled, "\(count) of \(step)")
        #expect(choice.nearest(to: Double(count) * step + step / 3) == spelled || count == 1000)
      }
      #expect(choice.text(step).split(separator: ".").dropFirst().first?.count ?? 0 == decimals)
    }
    let third = NumberChoice(in: 0...1, step: 1 / 3.0)
    #expect(third.nearest(to: 0.7) == 2 / 3.0)
  }
}
