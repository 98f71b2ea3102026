import SpotsTestSupport
import Testing

@testable import Spots

@MainActor
@Suite struct WheelTests {
  private let rig = ScreenRig([carousel(6), list(40, from: 100)])
  private let over = Point(x: 200, y: 50)

  init() {
    rig.frame()
  }

  @Test func aVerticalWheelOverACarouselScrollsTheScreen() {
    rig.wheel(over, y: -2)
    rig.settle()
    #expect(rig.offset == 120 && rig.horizontalOffset(0) == 0)
  }

  @Test func horizontalAndShiftedWheelsScrollTheCarousel() {
    rig.wheel(over, x: 1, precise: true)
    #expect(rig.horizontalOffset(0) == 60)
    rig.wheel(over, y: -1, precise: true, shift: true)
    #expect(rig.horizontalOffset(0) == 120)
    rig.wheel(over, y: 1, shift: true)
    rig.settle()
    #expect(rig.horizontalOffset(0) == 60 && rig.offset == 0)
  }

  @Test func atItsEndACarouselPassesTheWheelOnButNotInTheSameGesture() {
    // 6 · 160 − 10 − 400 = 550, ten notches.
    for _ in 0..<10 { rig.wheel(over, y: -1, precise: true, shift: true) }
    #expect(rig.horizontalOffset(0) == 550)
    for _ in 0..<10 {
      rig.wheel(over, y: -1, precise: true, shift: true)
      rig.wait(0.1)
    }
    #expect(rig.offset == 0)
    rig.wait(0.2)
    rig.wheel(over, y: -1, precise: true, shift: true)
    #expect(rig.offset == 60 && rig.horizontalOffset(0) == 550)
  }

  @Test func overAnythingElseShiftChangesNothing() {
    rig.wheel(Point(x: 200, y: 400), y: -1, precise: true, shift: true)
    #expect(rig.offset == 60)
    rig.wheel(Point(x: 200, y: 400), x: 1, precise: true)
    #expect(rig.offset == 60)
  }

  @Test func aCarouselThatFitsSwallowsNothing() {
    let rig = ScreenRig([carousel(2), list(40, from: 100)])
    rig.frame()
    rig.wheel(over, y: -1, precise: true, shift: true)
    #expect(rig.offset == 60)
  }

  @Test func aGridThatScrollsSidewaysIsACarousel() {
    var grid = carousel(6)
    grid.kind = .grid
    grid.interaction.scrollDirection = .horizontal
    let rig = ScreenRig([grid, list(40, from: 100)])
    let expected = ScreenRig([carousel(6), list(40, from: 100)])
    for rig in [rig, expected] {
      rig.frame()
      rig.wheel(over, x: 1, precise: true)
      #expect(rig.horizontalOffset(0) == 60)
      for key in [Key.down, .right, .right, .right] { rig.key(key) }
    }
    #expect(rig.settle() == expected.settle())
    // Item 3 ends at 630, and 16 more are shown.
    #expect(rig.horizontalOffset(0) == 246)
    grid.interaction.scrollDirection = .vertical
    rig.controller.reload(Screen(components: [grid, list(40, from: 100)]), animation: .none)
    rig.settle()
    #expect(rig.horizontalOffset(0) == 0)
    // Two of 150 in a row, so three rows of 100.
    #expect(rig.components[0].geometry.contentSize == Size(width: 400, height: 300))
  }

  @Test func notchesWhileItGlidesAddUp() {
    for _ in 0..<4 {
      rig.wheel(over, y: -1)
      rig.frame()
    }
    rig.settle()
    #expect(rig.offset == 240)
  }
}
