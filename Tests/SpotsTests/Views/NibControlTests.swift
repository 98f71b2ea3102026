import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViews

/// Controls and actions inside the views of nibs.
@MainActor
@Suite struct NibControlTests {
  private final class Actions: ComponentDelegate {
    var heard: [String?] = []

    func controller(
      _ controller: SpotsController, itemSelected item: Item, at path: ItemPath
    ) { heard.append(item.action) }
  }

  @Test func aNibHasTheControlOfItsItemAndActionsOfItsOwn() throws {
    let document = #"""
      {"kind":"timer","row":{"spacing":8,"children":[
        {"label":"{title}: {value}","grow":1},{"input":"stepper"},
        {"button":"Start {title}","emphasis":"primary","action":"start:{identifier}"},
        {"icon":"cross","padding":8,"action":"remove:{identifier}","accessibility-label":"Remove"},
        {"icon":"check","padding":8,"action":"{subtitle}"}]}}
      """#
    let reading = Nib.read(Array(document.utf8))
    #expect(reading.diagnostics.isEmpty)
    let configuration = Configuration()
    configuration.register(nib: try #require(reading.nib))
    let item = Item(
      identifier: "tea", title: "Tea", kind: "timer", input: ItemInput(name: "tea", value: 4))
    let rig = ScreenRig([ComponentModel(kind: .list, items: [item])], configuration: configuration)
    let actions = Actions()
    rig.controller.componentDelegate = actions
    rig.frame()
    let view = try #require(rig.components[0].view(at: 0))
    // An action with an empty text counts as none.
    try #require(view.controls.count == 3)
    func click(_ index: Int, x: Double = 0.9) {
      let control = view.controls[index]
      let origin = control.convert(.zero, from: rig.controller.scrollView)
      rig.click(Point(x: control.frame.width * x - origin.x, y: 5 - origin.y))
      rig.frame()
    }
    click(0)
    click(0)
    click(0, x: 0.1)
    #expect(rig.controller.values["tea"] == 5)
    let texts = view.subviews.flatMap { [$0] + $0.subviews }.compactMap { ($0 as? Label)?.text }
    #expect(texts.contains("Tea: 5"))
    click(1)
    click(2)
    #expect(actions.heard == ["start:tea", "remove:tea"])
    let reads = AccessibleScreen(rig.controller).window.all.filter { $0.role == .button }
    #expect(reads.map(\.name) == ["Start Tea", "Remove"])
  }

  /// Each kind is a row, an element of nibs and an element, which all have the same control.
  @Test func everyKindIsARowAndAnElement() throws {
    struct Own: ItemElement {
      func body(for item: Item) -> any Element {
        let kind = InputKind(rawValue: item.meta.string("as")) ?? .button
        return Column([LabelElement(item.title), kind.control(for: item)])
      }
    }
    for kind in InputKind.allCases {
      let configuration = Configuration()
      let element = kind == .button ? #""button":"A""# : #""input":"\#(kind.rawValue)""#
      let document = #"{"kind":"nib",\#(element)}"#
      let nib = try #require(Nib.read(Array(document.utf8)).nib, "\(kind)")
      configuration.register(nib: nib)
      configuration.register(view: Own.self, identifier: "own")
      let items = [kind.rawValue, "nib", "own"].map { name in
        var item = Item(
          title: "A", kind: name, input: ItemInput(options: ["x", "y"].map { ChoiceOption($0) }))
        item.meta["as"] = .string(kind.rawValue)
        return item
      }
      let rig = ScreenRig(
        [ComponentModel(kind: .list, items: ItemList(items))], configuration: configuration)
      rig.frame()
      let types = items.indices.compactMap { index in
        (rig.components[0].view(at: index)?.controls.first).map { ObjectIdentifier(type(of: $0)) }
      }
      #expect(types.count == 3 && Set(types).count == 1, "\(kind)")
    }
  }

  /// Each control of a view is a node of its own, with its frame, its focus and its click.
  @Test func programsUseTheControlsOfANib() throws {
    let document = #"""
      {"kind":"timer","row":{"spacing":8,"children":[
        {"label":"{title}","grow":1},{"input":"stepper","accessibility-label":"{title}"},
        {"button":"Start","action":"start"},
        {"icon":"cross","action":"remove","accessibility-label":"Remove"}]}}
      """#
    for isMirrored in [false, true] {
      let configuration = Configuration()
      configuration.register(nib: try #require(Nib.read(Array(document.utf8)).nib))
      let item = Item(title: "Tea", kind: "timer", input: ItemInput(name: "tea", value: 4))
      var environment = Environment.fixed()
      environment.isRightToLeft = isMirrored
      let rig = ScreenRig(
        screen: Screen(components: [ComponentModel(kind: .list, items: [item])]),
        size: Size(width: 400, height: 300), environment: environment,
        configuration: configuration)
      let actions = Actions()
      rig.controller.componentDelegate = actions
      rig.frame()
      let screen = AccessibleScreen(rig.controller)
      func node(_ name: String) throws -> AccessibleNode {
        screen.invalidate()
        return try #require(screen.window.all.first { $0.name == name && $0.role.isOperated })
      }
      let remove = try node("Remove")
      #expect(screen.perform(.activate, on: remove.id, at: 1))
      rig.click(Point(x: try node("Start").frame.midX, y: try node("Start").frame.midY))
      #expect(actions.heard == ["remove", "start"])
      #expect(screen.perform(.focus, on: remove.id, at: 1))
      rig.frame()
      let focused = screen.window.all.filter { $0.states.contains(.focused) }
      #expect(focused.map(\.name) == ["Remove"] && focused[0].frame == remove.frame)
      rig.key(.enter)
      #expect(actions.heard == ["remove", "start", "remove"])
      #expect(screen.perform(.set(7), on: try node("Tea").id, at: 1))
      #expect(rig.controller.values["tea"] == 7)
    }
  }

  /// A question is answered at once in a field of a view of one's own, and Tab goes on from there.
  @Test func aFieldOfAViewOfOnesOwnHasTheCaret() throws {
    let document = #"""
      {"kind":"own","row":{"children":[
        {"label":"{title}","grow":1},{"button":"Clear","action":"clear"},
        {"input":"text-field","size":[200,36]},{"button":"Help","action":"help"}]}}
      """#
    let configuration = Configuration()
    configuration.register(nib: try #require(Nib.read(Array(document.utf8)).nib))
    let json = #"""
      {"components":[{"items":[{"kind":"own","control":"text-field","title":"A","name":"a"},
        {"kind":"button","title":"OK","action":"submit"}]}]}
      """#
    let reading = ScreenReader(configuration: configuration).read(Array(json.utf8))
    let rig = ScreenRig(
      screen: try #require(reading.screen), size: Size(width: 500, height: 300),
      environment: .fixed(), configuration: configuration)
    let keyboard = rig.controller.state.keyboard
    rig.controller.beginAnswering(isQuestion: true)
    rig.frame()
    #expect(rig.controller.handle(.textEntered("Ada"), at: 1))
    #expect(rig.controller.values["a"] == "Ada")
    rig.key(.tab)
    #expect((keyboard.control as? ButtonControl)?.title == "Help")
    rig.key(.tab, .shift)
    #expect(keyboard.control is TextFieldControl)
    rig.key(.tab, .shift)
    #expect((keyboard.control as? ButtonControl)?.title == "Clear")
  }
}
