import SpotsTestSupport
import Testing

@testable import Spots

/// Hidden components take no room and keep their height; the last one may fill the window.
@MainActor
@Suite struct HiddenComponentTests {
  private let rig = ScreenRig([list(4), list(40, from: 100), list(40, from: 200)])

  private func expectViewsOfVisibleOnly(_ rig: ScreenRig) {
    for component in rig.components where component.isHidden {
      #expect(component.visibleViews.isEmpty)
    }
  }

  @Test func itTakesNoRoomAndKeepsItsHeight() throws {
    rig.frame()
    try rig.controller.setHidden(true, component: 1)
    rig.frame()
    // 4 · 50, then what comes after the hidden one.
    #expect(rig.windowFrame(2, 0)?.y == 200)
    #expect(rig.controller.contentSize.height == 2200)
    #expect(rig.components[1].geometry.contentSize.height == 2000)
    #expect(rig.controller.scrollView.placement(of: 1).frame.height == 0)
    expectViewsOfVisibleOnly(rig)
    try rig.controller.setHidden(false, component: 1)
    rig.frame()
    #expect(rig.windowFrame(2, 0)?.y == 2200)
    #expect(!rig.components[1].visibleViews.isEmpty)
    for index in [9, -1] {
      #expect(throws: ChangeError.noComponent(index: index, count: 3)) {
        try rig.controller.setHidden(true, component: index)
      }
    }
    #expect(rig.controller.contentSize.height == 4200)
  }

  @Test func whatIsSeenStaysWhenSomethingAboveIsHiddenOrShown() throws {
    rig.controller.scroll(to: 2625)
    rig.frame()
    let before = rig.windowFrame(2, 9)
    for isHidden in [true, false, true] {
      try rig.controller.setHidden(isHidden, component: 1)
      rig.frame()
      #expect(rig.windowFrame(2, 9) == before)
    }
    #expect(rig.offset == 625)
  }

  @Test func whenWhatIsSeenIsHiddenTheNextComesInItsPlace() throws {
    rig.controller.scroll(to: 1000)
    rig.frame()
    try rig.controller.setHidden(true, component: 1)
    rig.frame()
    #expect(rig.offset == 200)
    #expect(rig.windowFrame(2, 0)?.y == 0)
    expectViewsOfVisibleOnly(rig)
  }

  @Test func aHiddenOneIsNotReached() throws {
    rig.settle()
    try rig.controller.setHidden(true, component: 1)
    rig.settle()
    var visited: [Int?] = []
    for _ in 0..<3 {
      rig.key(.tab)
      rig.settle()
      visited.append(rig.controller.state.keyboard.path?.component)
    }
    #expect(visited == [0, 2, 0])
    for _ in 0..<6 { rig.key(.down) }
    #expect(rig.controller.state.keyboard.path?.component == 2)
    rig.controller.scroll(to: 0)
    rig.settle()
    rig.click(Point(x: 100, y: 225))
    #expect(rig.selections.last == ItemPath(component: 2, item: 0))
  }

  @Test func itStaysHiddenThroughAReload() throws {
    try rig.controller.setHidden(true, component: 1)
    rig.controller.reload(
      Screen(components: [list(41, from: 100), list(4), list(40, from: 200)]), animation: .none)
    rig.frame()
    #expect(rig.components.map(\.isHidden) == [true, false, false])
    #expect(rig.windowFrame(1, 0)?.y == 0)
    expectViewsOfVisibleOnly(rig)
  }

  @Test func allHidden() throws {
    for index in 0..<3 { try rig.controller.setHidden(true, component: index) }
    rig.settle()
    rig.key(.tab)
    rig.key(.down)
    rig.click(Point(x: 9, y: 9))
    #expect(rig.settle().entries.isEmpty)
    #expect(rig.controller.contentSize.height == 600)
  }

  // MARK: Stretched

  private func stretched(_ components: [ComponentModel]) -> SpotsController {
    let configuration = Configuration()
    configuration.stretchLastComponent = true
    return SpotsController(
      screen: Screen(components: components), size: Size(width: 400, height: 600),
      configuration: configuration, environment: .fixed())
  }

  @Test func theLastOneFillsTheRest() throws {
    let controller = stretched([list(2), list(3, from: 100)])
    _ = controller.renderFrame(at: 0)
    // 100 of 600 are taken; the items stay where they are.
    #expect(
      controller.scrollView.placement(of: 1).frame == Rect(x: 0, y: 100, width: 400, height: 500))
    #expect(controller.components[1].geometry.contentSize.height == 150)
    #expect(controller.contentSize.height == 600)
    controller.resize(to: Size(width: 400, height: 700))
    #expect(controller.scrollView.placement(of: 1).frame.height == 600)
    controller.resize(to: Size(width: 400, height: 200))
    #expect(controller.scrollView.placement(of: 1).frame.height == 100)
    #expect(controller.contentSize.height == 250)
    controller.resize(to: Size(width: 400, height: 600))
    try controller.setHidden(true, component: 1)
    #expect(controller.scrollView.placement(of: 0).frame.height == 600)
  }

  @Test func oneThatIsHighEnoughIsNotStretched() {
    let controller = stretched([list(2), list(30, from: 100)])
    _ = controller.renderFrame(at: 0)
    #expect(controller.contentSize.height == 1600)
  }

  @Test func nothingIsStretchedUnlessAskedFor() {
    let rig = ScreenRig([list(2), list(3, from: 100)])
    rig.frame()
    #expect(rig.controller.scrollView.placement(of: 1).frame.height == 150)
  }

  @Test func theLastComponentFollowsTheConfiguration() {
    let controller = stretched([list(2), list(3, from: 100)])
    _ = controller.renderFrame(at: 0)
    #expect(controller.scrollView.placement(of: 1).frame.height == controller.size.height - 100)
    controller.configuration.stretchLastComponent = false
    controller.environmentDidChange()
    _ = controller.renderFrame(at: 1)
    #expect(controller.scrollView.placement(of: 1).frame.height == 150)
  }
}
