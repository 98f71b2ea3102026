import SpotsTestSupport
import Testing

@testable import Spots

/// Nothing inside of a disabled composite item can be used.
@MainActor
@Suite struct DisabledCompositeTests {
  private static func composite(isDisabled: Bool, _ children: [ComponentModel]) -> Item {
    Item(
      identifier: .string("composite"), kind: "composite",
      meta: Meta(["disabled": .bool(isDisabled)]), children: children)
  }

  private static func screen(isDisabled: Bool) -> [ComponentModel] {
    let inner = [list(3, from: 100), carousel(10, from: 200, paginate: .page, indicator: .below)]
    let outer = ComponentModel(
      identifier: "outer", kind: .list, items: [composite(isDisabled: isDisabled, inner)])
    return [list(1), outer, list(1, from: 1000)]
  }

  private func path(_ child: Int, _ item: Int) -> ItemPath {
    ItemPath(component: 1, item: 0).appending(ItemPath(component: child, item: item))
  }

  /// The states of all views inside.
  private func innerStates(_ rig: ScreenRig) -> [ViewState] {
    (0..<3).compactMap { rig.controller.view(at: path(0, $0))?.state }
  }

  @Test(arguments: [false, true])
  func thePointerUsesNothingInside(isDisabled: Bool) throws {
    let rig = ScreenRig(Self.screen(isDisabled: isDisabled))
    rig.settle()
    let row = try #require(rig.windowFrame(path(0, 1)))
    let point = Point(x: row.midX, y: row.midY)
    rig.move(point)
    #expect(innerStates(rig) == [[], isDisabled ? [] : .hover, []])
    rig.press(point)
    #expect(innerStates(rig) == [[], isDisabled ? [] : [.hover, .highlighted], []])
    rig.release(point)
    #expect(rig.selections == (isDisabled ? [] : [path(0, 1)]))
  }

  @Test(arguments: [false, true])
  func aDotInsideTurnsNoPage(isDisabled: Bool) throws {
    let rig = ScreenRig(Self.screen(isDisabled: isDisabled))
    rig.settle()
    let inner = try #require(rig.controller.scrollView.paths.component(of: path(1, 0)))
    let strip = try #require(inner.geometry.pageIndicatorFrame)
    let indicator = inner.views.root.pageIndicator
    let dot = try #require(
      stride(from: 0, to: 400, by: 1).first {
        indicator.page(at: Point(x: $0, y: strip.height / 2)) == 1
      })
    // Below the first row of the screen and the three inside.
    rig.click(Point(x: dot, y: 200 + strip.midY))
    rig.settle()
    #expect((inner.horizontalScroll.offset > 0) == !isDisabled)
  }

  @Test func theKeyboardPassesBy() {
    let rig = ScreenRig(Self.screen(isDisabled: true))
    rig.settle()
    var visited: [ItemPath?] = []
    for _ in 0..<3 {
      rig.key(.down)
      rig.key(.enter)
      visited.append(rig.controller.focused)
    }
    let ends = [ItemPath(component: 0, item: 0), ItemPath(component: 2, item: 0)]
    #expect(visited == [ends[0], ItemPath(component: 1, item: 0), ends[1]])
    #expect(rig.selections == ends)
    rig.controller.state.keyboard.focus(path(0, 1), at: rig.now)
    #expect(rig.controller.focused == ItemPath(component: 1, item: 0))
  }

  @Test func whoHasTheKeyboardInsideLosesItWithTheItem() {
    let rig = ScreenRig(Self.screen(isDisabled: false))
    rig.settle()
    rig.controller.state.keyboard.focus(path(0, 1), at: rig.now)
    rig.controller.reload(Screen(components: Self.screen(isDisabled: true)), animation: .none)
    rig.settle()
    #expect(rig.controller.focused == ItemPath(component: 1, item: 0))
    rig.key(.enter)
    #expect(rig.selections.isEmpty)
    rig.key(.down)
    #expect(rig.controller.focused == ItemPath(component: 2, item: 0))
  }

  @Test func anyDepthInsideIsDeaf() throws {
    let inner = Self.composite(isDisabled: false, [list(2)])
    let outer = Self.composite(isDisabled: true, [ComponentModel(kind: .list, items: [inner])])
    let rig = ScreenRig([ComponentModel(kind: .list, items: [outer])])
    rig.settle()
    rig.click(Point(x: 50, y: 75))
    rig.key(.down)
    rig.key(.enter)
    #expect(rig.selections.isEmpty)
    #expect(rig.controller.focused == ItemPath(component: 0, item: 0))
  }
}
