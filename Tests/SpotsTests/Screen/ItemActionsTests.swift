import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViews

/// An item's other actions are in its menu, and do what a click would.
@MainActor
@Suite struct ItemActionsTests {
  private let actions = [
    ItemAction("Rename", action: "rename"),
    ItemAction("Delete", action: "delete", isDestructive: true),
  ]

  private func opened(_ interaction: Interaction = Interaction()) -> (ScreenRig, DelegateLog) {
    var model = list(4)
    model.interaction = interaction
    model.items[1].actions = actions
    let rig = ScreenRig([model])
    let log = DelegateLog(rig)
    rig.settle()
    return (rig, log)
  }

  /// A finger is put down.
  private func touch(_ rig: ScreenRig, _ point: Point) {
    rig.move(point)
    rig.controller.handle(.pointerPressed(point, .left, clicks: 1, isTouch: true), at: rig.now)
  }

  private func openMenu(_ rig: ScreenRig) -> Menu? { rig.controller.state.popups.popup as? Menu }

  @Test func aMenuOpensByButtonKeyAndFinger() throws {
    let (rig, log) = opened()
    let point = rig.center(0, 1)
    func rightClick(_ point: Point) {
      rig.move(point)
      rig.controller.handle(.pointerPressed(point, .right, clicks: 1), at: rig.now)
      rig.controller.handle(.pointerReleased(point, .right), at: rig.now)
      rig.settle()
    }
    let ways: [() throws -> Void] = [
      { rightClick(point) },
      {
        try rig.controller.focus(ItemPath(component: 0, item: 1))
        rig.key(.menu)
      }, { rig.key(.function(10), .shift) },
      {
        touch(rig, point)
        rig.wait(0.6)
        rig.frame()
        rig.release(point)
      },
    ]
    for (index, open) in ways.enumerated() {
      try open()
      let menu = try #require(openMenu(rig), "way \(index)")
      #expect(menu.rows.map(\.title) == ["Rename", "Delete"])
      #expect(menu.rows.map(\.isDestructive) == [false, true])
      _ = log.take()
      menu.choose(1)
      rig.settle()
      #expect(log.calls.contains(.selected(ItemPath(component: 0, item: 1))), "way \(index)")
      #expect(log.sentActions.last == "delete" && rig.controller.selected == nil)
    }
    rightClick(rig.center(0, 2))
    #expect(openMenu(rig) == nil)
  }

  @Test func anItemThatIsGoneMeanwhileIsLeftAlone() throws {
    let (rig, log) = opened()
    try rig.controller.focus(ItemPath(component: 0, item: 1))
    rig.key(.menu)
    var model = list(4)
    model.items.remove(at: 1)
    let open = try #require(openMenu(rig))
    rig.controller.reload(Screen(components: [model]))
    _ = log.take()
    open.choose(0)
    #expect(!log.calls.contains { if case .selected = $0 { true } else { false } })
  }

  @Test func aFingerThatRestsLiftsAnItemThatCanBeMovedAndOpensItsMenuAfterwards() {
    let (rig, _) = opened(Interaction(isReorderable: true))
    let point = rig.center(0, 1)
    touch(rig, point)
    rig.wait(0.6)
    rig.frame()
    #expect(rig.controller.state.pointer.holdsItem && openMenu(rig) == nil)
    rig.release(point)
    #expect(openMenu(rig) != nil)
  }

  @Test func screenReadersOfferTheActions() throws {
    let (rig, log) = opened()
    let screen = AccessibleScreen(rig.controller)
    let node = try #require(screen.window.all.first { $0.name == "Item 1" })
    #expect(node.actions.map(\.name).suffix(2) == ["Rename", "Delete"])
    let last = try #require(node.actions.last)
    #expect(screen.perform(last, on: node.id, at: rig.now))
    #expect(log.sentActions == ["delete"])
    let other = try #require(screen.window.all.first { $0.name == "Item 2" })
    #expect(!screen.perform(last, on: other.id, at: rig.now))
  }

  @Test func aFingerSweepsAnItemAsideAndPressesAnAction() throws {
    let (rig, log) = opened()
    let start = rig.center(0, 1)
    func press(_ point: Point) { touch(rig, point) }
    func sweep(by distance: Double) {
      press(start)
      for step in 1...8 {
        rig.move(Point(x: start.x + distance * Double(step) / 8, y: start.y))
        rig.frame()
      }
      // The finger rests, so that it is not thrown.
      rig.wait(0.2)
      rig.release(Point(x: start.x + distance, y: start.y))
      rig.settle()
    }
    func x() -> Double { rig.components[0].view(at: 1)?.frame.x ?? 0 }
    sweep(by: -20)
    #expect(x() == 0)
    sweep(by: -150)
    let actions = rig.components[0].views.root.sweptActions
    #expect(x() < -140 && x() == -actions.frame.width && actions.frame.maxX == 400)
    // A press on the last one, which a click elsewhere would not have been.
    _ = log.take()
    let last = Point(x: 390, y: start.y)
    press(last)
    rig.release(last)
    rig.settle()
    #expect(x() == 0 && log.sentActions == ["delete"])
    #expect(log.calls.contains(.selected(ItemPath(component: 0, item: 1))))
    for close in [
      { rig.click(rig.center(0, 3)) }, { rig.key(.escape) }, { rig.wheel(y: -1) },
    ] {
      sweep(by: -150)
      #expect(x() < 0)
      close()
      rig.settle()
      #expect(x() == 0 && log.sentActions == ["delete"])
    }
  }

  @Test func twoFingersOnATouchpadSweepAnItemAside() {
    let (rig, _) = opened()
    let point = rig.center(0, 1)
    for _ in 0..<5 {
      rig.wheel(point, x: 0.5, precise: true)
      rig.frame()
    }
    rig.settle()
    let width = rig.components[0].views.root.sweptActions.frame.width
    #expect(width > 100 && rig.components[0].view(at: 1)?.frame.x == -width)
    rig.wheel(point, x: -3, precise: true)
    rig.settle()
    #expect(rig.components[0].view(at: 1)?.frame.x == 0)
    // An item without actions stays where it is.
    rig.wheel(rig.center(0, 2), x: 3, precise: true)
    rig.settle()
    #expect(rig.components[0].view(at: 2)?.frame.x == 0)
  }

  // MARK: Progress, repeating

  @Test func aButtonIsBusyUntilItsActionIsAnswered() throws {
    var model = list(0)
    model.items = [
      Item(
        identifier: "go", title: "Go", kind: "button", action: "go",
        input: ItemInput(showsProgress: true))
    ]
    let rig = ScreenRig([model])
    rig.settle()
    let path = ItemPath(component: 0, item: 0)
    let answers: [() -> Void] = [
      { rig.controller.endProgress(at: path) },
      { rig.controller.reload(Screen(components: [model])) },
    ]
    for (index, answer) in answers.enumerated() {
      rig.click(Point(x: 60, y: 25))
      // Something turns, but not in every frame once the pointer is noticed.
      for _ in 0..<30 { rig.frame() }
      let frame = rig.controller.renderFrame(at: rig.now)
      let wait = (frame.next ?? rig.now) - rig.now
      #expect(wait > 0 && wait <= 0.1)
      rig.click(Point(x: 60, y: 25))
      #expect(rig.selections.count == index + 1)
      let node = AccessibleScreen(rig.controller).window.all.first { $0.name == "Go" }
      #expect(node?.states.contains(.busy) == true)
      answer()
      rig.settle()
      #expect(rig.state(0, 0).contains(.busy) == false)
    }
  }

  @Test func aStepperThatIsHeldGoesOn() throws {
    var model = list(0)
    model.items = [Item(title: "Guests", kind: "stepper", input: ItemInput(maximum: 12))]
    let rig = ScreenRig([model])
    rig.settle()
    let raise = Point(x: 400 - 16 - 18, y: 22)
    rig.press(raise)
    rig.wait(0.4)
    rig.frame()
    #expect(rig.controller.values["Guests"] == 0)
    for _ in 0..<60 { rig.frame() }
    let counted = try #require(rig.controller.values["Guests"]?.number)
    #expect((6...12).contains(counted))
    rig.release(raise)
    rig.settle()
    #expect(rig.controller.values["Guests"]?.number == counted)
    rig.click(raise)
    #expect(rig.controller.values["Guests"]?.number == min(counted + 1, 12))
  }
}
