import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViews

/// Choices in the rows of a screen 400 points wide.
@MainActor
@Suite struct ChoiceTests {
  @MainActor
  private final class Form {
    let rig: ScreenRig
    var controller: SpotsController { rig.controller }
    var menu: Menu? { controller.state.popups.popup as? Menu }

    init(_ items: [Item], textScale: Double = 1) {
      var environment = Environment.fixed()
      environment.textScale = textScale
      rig = ScreenRig(
        [ComponentModel(kind: .list, items: ItemList(items))], environment: environment)
      rig.frame()
    }

    func control<ViewType: Control>(_ index: Int, _ type: ViewType.Type = ViewType.self) -> ViewType
    {
      controller.components[0].mounted(.item(index), inner: 0)?.item.view.mainControl as! ViewType
    }

    /// The middle of a view in the window.
    func middle(_ view: View) -> Point {
      let origin = view.convert(.zero, from: controller.scrollView)
      return Point(x: view.frame.width / 2 - origin.x, y: view.frame.height / 2 - origin.y)
    }

    func keys(_ keys: Key...) {
      for key in keys {
        rig.key(key)
        rig.frame()
      }
    }

    func click(_ point: Point) {
      rig.click(point)
      rig.frame()
    }
  }

  private let sizes = ["s", "m", "l"].map { ChoiceOption(.string($0), title: "Size \($0)") }

  private func item(
    _ value: JSONValue?, _ style: ChoiceStyle? = nil, isMultiple: Bool = false
  ) -> Item {
    Item(
      title: "Size", kind: "choice",
      input: ItemInput(
        name: "size", value: value, options: sizes, isMultiple: isMultiple, choiceStyle: style))
  }

  /// The row of options does not answer a click beside them, and does not look as if it did.
  @Test func thePointerShowsOnAnOptionNotOnItsRow() throws {
    for style in [ChoiceStyle.chips, .segments, .menu] {
      let form = Form([item("m", style)])
      let option = form.control(0, Control.self)
      let chip = style == .menu ? nil : try #require(option.subviews.last as? ChoiceOptionControl)
      form.rig.move(Point(x: 5, y: form.middle(option).y))
      form.rig.frame()
      #expect(form.rig.state(0, 0).contains(.hover) == (style == .menu))
      #expect(chip?.state.contains(.hover) != true)
      guard let chip else { continue }
      form.rig.move(form.middle(chip))
      form.rig.frame()
      #expect(!form.rig.state(0, 0).contains(.hover) && chip.state.contains(.hover))
    }
  }

  @Test func aMenuOpensWithThePressAndChoosesWhereItIsLetGo() throws {
    let form = Form([item("m"), "Other"])
    let control = form.control(0, ChoiceMenuControl.self)
    form.rig.press(form.middle(control))
    form.rig.frame()
    let menu = try #require(form.menu)
    #expect(menu.rows.map(\.isChecked) == [false, true, false] && menu.current == 1)
    #expect(menu.frame.y >= form.middle(control).y)
    form.rig.release(form.middle(control))
    #expect(form.menu === menu)
    form.click(form.middle(menu.rowViews[2]))
    #expect(form.menu == nil && form.controller.values["size"] == "l")
    // In one gesture.
    form.rig.press(form.middle(control))
    form.rig.frame()
    let row = try #require(form.menu?.rowViews[0])
    form.rig.move(form.middle(row))
    form.rig.release(form.middle(row))
    #expect(form.menu == nil && form.controller.values["size"] == "s")
    // A click on the title opens it as well, and so do keys.
    form.click(Point(x: 30, y: form.middle(control).y))
    form.keys(.end, .enter)
    #expect(form.controller.values["size"] == "l")
    form.keys(.space, .up, .space)
    #expect(form.menu == nil && form.controller.values["size"] == "m")
    form.keys(.enter, .home, .escape)
    #expect(form.menu == nil && form.controller.values["size"] == "m")
    #expect(form.rig.selections.isEmpty)
  }

  /// An open menu closes with its choice, whatever happens to the document.
  @Test func aMenuClosesWithItsChoice() throws {
    let form = Form([item("m"), "Other"])
    func open() {
      form.keys(.tab, .enter)
      #expect(form.menu != nil)
    }
    open()
    try form.controller.change { try $0[0].prepend("First") }
    form.rig.frame()
    let control = form.control(1, ChoiceMenuControl.self)
    #expect(try #require(form.menu).frame.y > form.middle(control).y)
    try form.controller.change { try $0[0].delete(at: 1) }
    form.rig.settle()
    #expect(form.menu == nil)
    try form.controller.change { try $0[0].append(item("m")) }
    form.rig.settle()
    form.keys(.end, .tab, .tab)
    form.controller.state.keyboard.focus(ItemPath(component: 0, item: 2), at: nil)
    form.keys(.enter)
    #expect(form.menu != nil)
    var fewer = item("m")
    fewer.input.options.removeLast()
    try form.controller.change { try $0[0].update(fewer, at: 2) }
    form.rig.settle()
    #expect(form.menu == nil)
  }

  @Test func severalAreChosenFromOneMenu() throws {
    let form = Form([item(["l", "x"], .menu, isMultiple: true)])
    form.keys(.tab, .enter, .home, .enter)
    // In the order of the options; an unknown value is dropped at the first change.
    #expect(form.controller.values["size"] == ["s", "l"])
    #expect(try #require(form.menu).rows.map(\.isChecked) == [true, false, true])
    form.keys(.enter, .escape)
    #expect(form.menu == nil && form.controller.values["size"] == ["l"])
  }

  @Test func segmentsAndChipsAreChosenByPointerAndKeys() throws {
    let form = Form([item("m", .segments), item([], isMultiple: true)])
    let group = form.control(0, ChoiceGroupControl.self)
    let segments = group.subviews.compactMap { $0 as? ChoiceOptionControl }
    #expect(
      segments.allSatisfy { $0.style == .segments } && Set(segments.map(\.frame.y)).count == 1)
    form.click(form.middle(segments[2]))
    #expect(
      form.controller.values["size"] == "l" && segments.map(\.isChosen) == [false, false, true])
    form.keys(.tab, .left)
    #expect(form.controller.values["size"] == "m")
    form.keys(.home, .left)
    #expect(form.controller.values["size"] == "s")
    // The title chooses nothing.
    form.click(Point(x: 30, y: form.middle(group).y - 30))
    #expect(form.controller.values["size"] == "s")
  }

  @Test func chipsWrapAndAreToggledOneByOne() throws {
    var other = item(nil)
    other.input.name = "other"
    let form = Form([item([], isMultiple: true), other], textScale: 2)
    let group = form.control(0, ChoiceGroupControl.self)
    let chips = group.subviews.compactMap { $0 as? ChoiceOptionControl }
    #expect(Set(chips.map(\.frame.y)).count > 1)
    #expect(chips.allSatisfy { group.bounds.union($0.frame) == group.bounds })
    form.click(form.middle(chips[2]))
    form.click(form.middle(chips[0]))
    #expect(form.controller.values["size"] == ["s", "l"])
    form.keys(.tab, .right, .space)
    #expect(form.controller.values["size"] == ["s", "m", "l"])
    form.keys(.end, .enter)
    #expect(form.controller.values["size"] == ["s", "m"])
    // The group is one stop of the Tab key.
    form.keys(.tab)
    #expect(form.controller.focused == ItemPath(component: 0, item: 1))
  }

  /// Segments that do not fit are chips, and very many options a menu.
  @Test func optionsAreShownAsTheyFit() {
    var many = item(nil, .segments)
    many.input.options = (0..<201).map { ChoiceOption(.integer($0)) }
    let form = Form([item("m", .segments), many], textScale: 2)
    let group = form.control(0, ChoiceGroupControl.self)
    #expect(group.subviews.allSatisfy { ($0 as? ChoiceOptionControl)?.style == .chips })
    #expect(form.control(1, ChoiceMenuControl.self).frame.width > 0)
  }

  @Test func aValueThatIsNoOptionIsShownAndChoosesNone() {
    let choice = Choice(of: sizes)
    #expect(choice.text(of: "m") == "Size m" && choice.text(of: "xxl") == "xxl")
    #expect(choice.text(of: .null) == "" && choice.text(of: 12) == "12")
    #expect(choice.chosen(in: "xxl") == [false, false, false])
    #expect(choice.value(choosing: 3, in: "m") == "m")
    let several = Choice(of: sizes, isMultiple: true)
    #expect(several.text(of: ["l", "y", "s"]) == "Size l, y, Size s")
    let numbers = Choice(of: [ChoiceOption(1), ChoiceOption(2.5)])
    #expect(numbers.chosen(in: 1.0) == [true, false] && numbers.text(of: 2.5) == "2.5")
  }

  @Test func screenReadersKnowAndChooseTheOptions() throws {
    let form = Form([item("m"), item([], isMultiple: true)])
    let screen = AccessibleScreen(form.controller)
    func nodes() -> [AccessibleNode] { screen.window.all.filter { $0.position != nil } }
    #expect(nodes().map(\.role) == [.comboBox, .group] && nodes()[0].details == "Size m")
    #expect(nodes()[1].children.map(\.role) == [.checkBox, .checkBox, .checkBox])
    form.keys(.tab, .tab, .right)
    screen.invalidate()
    #expect(nodes()[1].children.map { $0.states.contains(.focused) } == [false, true, false])
    #expect(screen.perform(.activate, on: nodes()[1].children[2].id, at: form.rig.now))
    form.rig.frame()
    #expect(nodes()[1].children.map { $0.states.contains(.checked) } == [false, false, true])
    #expect(screen.perform(.activate, on: nodes()[0].id, at: form.rig.now))
    form.rig.frame()
    #expect(screen.window.children.contains { $0.role == .menu })
  }
}
