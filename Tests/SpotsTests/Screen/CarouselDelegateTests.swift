import SpotsTestSupport
import Testing

@testable import Spots

/// A carousel's rest is told once, with what is in its middle and how it got there.
@MainActor
@Suite struct CarouselDelegateTests {
  private let over = Point(x: 200, y: 50)

  private func opened(
    _ paginate: Interaction.Paginate = .disabled
  ) -> (ScreenRig, DelegateLog) {
    let rig = ScreenRig([carousel(20, paginate: paginate), list(40, from: 100)])
    let log = DelegateLog(rig)
    rig.settle()
    _ = log.take()
    return (rig, log)
  }

  private func ends(_ log: DelegateLog) -> [DelegateLog.Call] {
    log.take().filter { if case .carouselEnded = $0 { true } else { false } }
  }

  @Test func aDragThatRestsIsNotAnimated() {
    let (rig, log) = opened()
    rig.drag(Point(x: 350, y: 50), to: Point(x: 50, y: 50))
    #expect(ends(log) == [])
    rig.wait(1)
    rig.release(Point(x: 50, y: 50))
    rig.settle()
    // At 300 the middle is 500: item 3 is 480…630 and item 2 320…470, whose middles are 555, 395.
    #expect(ends(log) == [.carouselEnded(0, item: 3, animated: false)])
    rig.settle()
    #expect(ends(log) == [])
  }

  @Test func aFlingIsAnimated() {
    let (rig, log) = opened()
    rig.drag(Point(x: 350, y: 50), to: Point(x: 50, y: 50))
    rig.release(Point(x: 50, y: 50))
    for _ in 0..<600 { rig.frame() }
    let calls = ends(log)
    #expect(calls.count == 1)
    guard case .carouselEnded(_, _, true)? = calls.first else {
      Issue.record("\(calls)")
      return
    }
  }

  @Test func aSnapIsAnimated() {
    let (rig, log) = opened(.item)
    rig.drag(Point(x: 350, y: 50), to: Point(x: 50, y: 50))
    rig.wait(1)
    rig.release(Point(x: 50, y: 50))
    rig.settle()
    #expect(ends(log) == [.carouselEnded(0, item: 3, animated: true)])
  }

  @Test func everyFrameThatMovedIsToldOnce() {
    let (rig, log) = opened()
    rig.drag(Point(x: 350, y: 50), to: Point(x: 50, y: 50), seconds: 0.5)
    // Thirty steps of 10 points, and the first within the threshold.
    #expect(log.count { $0 == .carouselScrolled(0) } == 30)
    #expect(log.count { $0 == .scrolled } == 0)
  }

  @Test func aTouchpadsGestureEndsOnce() {
    let (rig, log) = opened()
    for _ in 0..<30 {
      rig.wheel(over, x: 0.25, precise: true)
      rig.frame()
    }
    #expect(rig.horizontalOffset(0) == 450)
    #expect(ends(log) == [])
    // A frame is due when the gesture is over.
    let due = rig.controller.renderFrame(at: rig.now).next
    #expect(due.map { $0 - rig.now < 0.21 } == true)
    rig.settle()
    #expect(ends(log) == [.carouselEnded(0, item: 4, animated: false)])
  }

  @Test(arguments: [true, false])
  func afterTheWheelItSnapsToo(precise: Bool) {
    let (rig, log) = opened(.item)
    for _ in 0..<4 {
      rig.wheel(over, x: 1, precise: precise)
      rig.frame()
    }
    rig.settle(step: 1.0 / 60)
    // 240 puts 440 in the middle; item 2, 395, is nearer than item 3, 555: 395 − 200.
    #expect(rig.horizontalOffset(0) == 195)
    #expect(ends(log) == [.carouselEnded(0, item: 2, animated: true)])
  }

  @Test func aWheelTurnsAPage() {
    let (rig, _) = opened(.page)
    rig.wheel(over, x: 1, precise: true)
    rig.settle()
    #expect(rig.horizontalOffset(0) == 320)
    rig.wheel(over, x: -0.5, precise: true)
    rig.settle()
    // 30 points are less than a quarter of an item.
    #expect(rig.horizontalOffset(0) == 320)
  }

  @Test func aPressThatStopsASnapLetsItGoOn() {
    let (rig, _) = opened(.item)
    rig.drag(Point(x: 350, y: 50), to: Point(x: 50, y: 50))
    rig.wait(1)
    rig.release(Point(x: 50, y: 50))
    rig.frame()
    rig.press(over)
    rig.frame()
    let held = rig.horizontalOffset(0)
    #expect(held > 300 && held < 355)
    rig.release(over)
    rig.settle()
    #expect(rig.horizontalOffset(0) == 355)
  }

  @Test func aGestureGoesOnThroughAReload() {
    let (rig, log) = opened(.item)
    rig.wheel(over, x: 4, precise: true)
    rig.controller.reload(
      Screen(components: [list(1, from: 900), carousel(20, paginate: .item), list(40, from: 100)]),
      animation: .none)
    rig.settle()
    #expect(rig.horizontalOffset(1) == 195)
    #expect(ends(log) == [.carouselEnded(1, item: 2, animated: true)])
  }
}
