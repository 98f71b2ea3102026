import SpotsTestSupport
import Testing

@testable import Spots

/// Where the focus is after the content or the layout changed.
@MainActor
@Suite struct FocusFollowingTests {
  private func items(_ numbers: [Int]) -> ComponentModel {
    ComponentModel(
      identifier: "list 0",
      kind: .list,
      items: ItemList(
        numbers.map {
          Item(identifier: .integer($0), title: "Item \($0)", size: Size(height: 50))
        }))
  }

  private func rig(_ components: [ComponentModel], focus: ItemPath) -> ScreenRig {
    let rig = ScreenRig(components)
    rig.settle()
    rig.controller.state.keyboard.focus(focus, at: rig.now)
    rig.settle()
    return rig
  }

  /// The focused item of those with `numbers`, which remain of five when `item` had the focus.
  private func focused(from item: Int, left numbers: [Int]) -> String? {
    let rig = rig([list(5)], focus: ItemPath(component: 0, item: item))
    rig.controller.reload(Screen(components: [items(numbers)]), animation: .none)
    rig.settle()
    return rig.controller.focused.flatMap { rig.controller.item(at: $0)?.title }
  }

  @Test func theNextItemTakesOverFromOneThatIsGone() {
    #expect(focused(from: 2, left: [0, 1, 3, 4]) == "Item 3")
    #expect(focused(from: 0, left: [3, 4]) == "Item 3")
    #expect(focused(from: 2, left: [0, 1]) == "Item 1")
    #expect(focused(from: 4, left: [0, 1, 2, 3]) == "Item 3")
    #expect(focused(from: 2, left: [1, 2]) == "Item 2")
    #expect(focused(from: 2, left: []) == nil)
  }

  @Test func itGoesToTheNextComponentWhenItsOwnIsGone() {
    let path = ItemPath(component: 1, item: 1)
    let (a, b, c) = (list(2), list(2, from: 100), list(2, from: 200))
    for (left, expected) in [([a, c], [1, 0]), ([a], [0, 1]), ([c], [0, 0])] {
      let rig = rig([a, b, c], focus: path)
      rig.controller.reload(Screen(components: left), animation: .none)
      rig.settle()
      #expect(rig.controller.focused == ItemPath(component: expected[0], item: expected[1]))
    }
  }

  /// Items inside composite items are known by the names of their values, as the values are.
  @Test func aFieldKeepsItWhereverItComes() {
    let field = Item(title: "f", kind: "text-field", input: ItemInput(name: "f"))
    func group(_ items: [Item]) -> ComponentModel {
      var group = Item(identifier: "group", kind: "composite")
      group.children = [ComponentModel(kind: .list, items: ItemList(items))]
      return ComponentModel(identifier: "all", kind: .list, items: [group])
    }
    var inside = ItemPath(component: 0, item: 0)
    inside.nested = [ItemPath.Step(component: 0, part: .item(0))]
    let rig = rig([group([field])], focus: inside)
    var third = inside
    third.nested[0].part = .item(2)
    let plain = ComponentModel(identifier: "all", kind: .list, items: ["a", field])
    let places = [
      (group(["a", "b", field]), third), (plain, ItemPath(component: 0, item: 1)),
      (group([field, "c"]), inside),
    ]
    for (component, path) in places {
      rig.controller.reload(Screen(components: [component]), animation: .none)
      rig.settle()
      #expect(rig.controller.focused == path)
    }
  }

  @Test func downGoesOnFromThere() {
    let rig = rig([list(40)], focus: ItemPath(component: 0, item: 5))
    rig.controller.reload(
      Screen(components: [items(Array(0..<5) + Array(6..<40))]), animation: .none)
    rig.settle()
    rig.key(.down)
    #expect(rig.controller.focused == ItemPath(component: 0, item: 6))
  }

  /// Return must not activate an item that is not visibly marked.
  @Test func withoutARingItGoesWithItsItem() {
    let rig = ScreenRig([list(5)])
    rig.settle()
    rig.click(rig.center(0, 2))
    rig.controller.reload(Screen(components: [items([0, 1, 3, 4])]), animation: .none)
    rig.settle()
    #expect(!rig.key(.enter))
    #expect(rig.selections.count == 1)
  }

  private func labels(_ count: Int) -> ComponentModel {
    ComponentModel(
      identifier: "labels",
      kind: .list,
      items: ItemList(
        (0..<count).map { Item(identifier: .integer($0), title: "Label \($0)", kind: "label") }))
  }

  private func isSeen(_ rig: ScreenRig) -> Bool {
    guard let frame = rig.controller.focused.flatMap({ rig.windowFrame($0) }) else { return false }
    return frame.y >= 0 && frame.maxY <= rig.controller.size.height
  }

  @Test(arguments: [1.5, 3])
  func whatHasTheKeyboardIsSeenAfterLargerText(scale: Double) {
    let rig = rig([labels(60)], focus: ItemPath(component: 0, item: 30))
    #expect(isSeen(rig))
    // In steps, without a frame between them.
    for part in [0.5, 1] {
      rig.controller.environment.textScale = 1 + (scale - 1) * part
      rig.controller.environmentDidChange()
    }
    rig.settle()
    #expect(isSeen(rig))
  }

  @Test func whatHasTheKeyboardIsSeenInASmallerWindow() {
    let rig = rig([list(60)], focus: ItemPath(component: 0, item: 30))
    rig.controller.resize(to: Size(width: 300, height: 200))
    rig.settle()
    #expect(isSeen(rig))
  }

  @Test func whatTheUserScrolledAwayFromIsLeftThere() {
    let rig = rig([list(60)], focus: ItemPath(component: 0, item: 0))
    rig.controller.scroll(to: 1000)
    rig.settle()
    rig.controller.resize(to: Size(width: 300, height: 200))
    rig.settle()
    #expect(rig.offset == 1000)
  }
}
