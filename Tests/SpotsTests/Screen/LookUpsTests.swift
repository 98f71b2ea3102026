import Testing

@testable import Spots

@MainActor
@Suite struct LookUpsTests {
  @Test func partsAreFoundByPlaceAndContent() throws {
    var model = list(30)
    model.header = Item(title: "header", size: Size(height: 40))
    let rig = ScreenRig([model, list(3, from: 100)])
    rig.settle()
    let controller = rig.controller
    #expect(controller.component(at: 1) === rig.components[1])
    #expect(controller.component(at: 2) == nil && controller.component(at: -1) == nil)
    #expect(
      controller.components.path(ofFirst: { $0.title == "Item 101" })
        == ItemPath(component: 1, item: 1))
    let found = controller.components.filter(items: { $0.title.hasSuffix("1") })
    #expect(
      found.map { $0.items.map(\.title) } == [["Item 1", "Item 11", "Item 21"], ["Item 101"]])
    #expect(rig.components[0].item(at: 29)?.title == "Item 29")
    #expect(rig.components[0].item(at: 30) == nil && rig.components[0].item(at: -1) == nil)
    // 600 points: the header's 40, eleven rows and a piece of the twelfth.
    #expect(rig.components[0].visibleIndexes == Array(0..<12))
    #expect(
      controller.view(at: ItemPath(component: 0, item: 3)) === rig.components[0].visibleViews[3])
    #expect(controller.view(at: ItemPath(component: 0, part: .header)) is HeaderView)
    #expect(controller.view(at: ItemPath(component: 0, item: 20)) == nil)
    #expect(controller.view(at: ItemPath(component: 7, item: 0)) == nil)
  }

  @Test func selectingTellsButDoesNotClick() {
    let rig = ScreenRig([list(5)])
    let log = DelegateLog(rig)
    rig.settle()
    _ = log.take()
    #expect(rig.controller.select(ItemPath(component: 0, item: 2)))
    #expect(!rig.controller.select(ItemPath(component: 0, item: 5)))
    #expect(rig.controller.selected?.item == 2)
    #expect(rig.state(0, 2).contains(.selected))
    rig.controller.deselect()
    #expect(rig.controller.selected == nil)
    #expect(
      log.take().filter { if case .state = $0 { false } else { true } }
        == [.selection(ItemPath(component: 0, item: 2)), .selection(nil)])
    rig.key(.down)
    #expect(rig.controller.focused?.item == 0)
  }

  @Test func scrollingBeginsWithTheNextFrame() throws {
    let rig = ScreenRig([list(100)])
    rig.settle()
    try rig.controller.scroll(
      to: ItemPath(component: 0, item: 50), position: .center, animated: true)
    #expect(throws: ChangeError.noItem(index: 100, count: 100)) {
      try rig.controller.scroll(to: ItemPath(component: 0, item: 100))
    }
    // However long ago the last frame was.
    rig.wait(100)
    _ = rig.controller.renderFrame(at: rig.now)
    #expect(rig.offset == 0)
    rig.frame()
    #expect(rig.offset > 0 && rig.offset < 2225)
    rig.settle()
    // The middle of row 50 is at 2525, half of the window is 300.
    #expect(rig.offset == 2225)
    rig.controller.scrollToBottom(animated: true)
    rig.settle()
    #expect(rig.offset == 4400)
    try rig.controller.scroll(to: ItemPath(component: 0, item: 0), animated: false)
    rig.frame()
    #expect(rig.offset == 0)
    rig.controller.scrollToBottom(animated: false)
    rig.frame()
    #expect(rig.offset == 4400)
  }
}
