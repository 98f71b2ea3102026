import SpotsTestSupport
import Testing

@testable import Spots

/// Whichever copy of an item is visible in an endless carousel, it is that item.
@MainActor
@Suite struct EndlessCarouselInputTests {
  /// `count` items, 150 wide with 10 between: a turn is 160 · count long.
  private func endless(
    _ count: Int, width: Double = 150, paginate: Interaction.Paginate = .disabled,
    indicator: Layout.PageIndicator = .none
  ) -> ComponentModel {
    var model = carousel(count, width: width, paginate: paginate, indicator: indicator)
    model.layout.infiniteScrolling = true
    return model
  }

  @Test func clicksOnAnyCopyMeanTheItem() throws {
    let rig = ScreenRig([endless(5)])
    for turn in [-2.0, 0, 3] {
      for item in 0..<5 {
        // The item's left edge is 100 points into the window.
        try rig.controller.scroll(carousel: 0, to: turn * 800 + Double(item) * 160 - 100)
        rig.settle()
        for neighbor in -1...1 {
          // The one before begins at −60, the one after at 260; above the arrows.
          rig.click(Point(x: 100 + Double(neighbor) * 160 + 70, y: 20))
          let expected = (item + neighbor + 5) % 5
          #expect(rig.selections.last == ItemPath(component: 0, item: expected))
        }
      }
    }
  }

  @Test func theKeyboardGoesRound() {
    let rig = ScreenRig([endless(5)])
    rig.settle()
    rig.key(.tab)
    var visited: [Int?] = []
    for _ in 0..<7 {
      rig.key(.right)
      rig.settle()
      visited.append(rig.controller.state.keyboard.path?.item)
      expectFocusIsSeen(rig)
    }
    #expect(visited == [1, 2, 3, 4, 0, 1, 2])
    // On and on in one direction, not back through all of them.
    #expect(rig.horizontalOffset(0) > 800)
    for _ in 0..<9 {
      rig.key(.left)
      rig.settle()
      expectFocusIsSeen(rig)
    }
    #expect(rig.controller.state.keyboard.path?.item == 3)
    #expect(rig.horizontalOffset(0) < 0)
  }

  private func expectFocusIsSeen(_ rig: ScreenRig) {
    let rings = rig.settle().entries.compactMap { entry -> Rect? in
      if case .stroke(let rect, _, _, _) = entry.command { rect } else { nil }
    }
    #expect(rings.count == 1)
    #expect(rings.allSatisfy { $0.x >= 0 && $0.maxX <= 400 })
  }

  @Test func severalRowsKeepTheirRow() {
    var model = endless(8, width: 150)
    model.layout.itemsPerRow = 2
    let rig = ScreenRig([model])
    rig.settle()
    rig.controller.state.keyboard.focus(ItemPath(component: 0, item: 1), at: rig.now)
    rig.key(.left)
    #expect(rig.controller.state.keyboard.path?.item == 7)
    rig.key(.right)
    #expect(rig.controller.state.keyboard.path?.item == 1)
  }

  @Test func anArrowDownEntersWhatIsSeen() throws {
    let rig = ScreenRig([list(1), endless(5)])
    rig.settle()
    try rig.controller.scroll(carousel: 1, to: 800 * 4 + 320)
    rig.settle()
    rig.key(.down)
    rig.key(.down)
    // Items 2, 3 and 4 stand at 0, 160 and 320; the middle of the row above is at 200.
    #expect(rig.controller.state.keyboard.path == ItemPath(component: 1, item: 3))
    rig.settle()
    #expect(rig.horizontalOffset(1) == 800 * 4 + 320)
  }
}
