import SpotsTestSupport
import Testing

@testable import Spots

/// Scrolling, the ends of the content and the pull past the top are told once.
@MainActor
@Suite struct ScrollDelegateTests {
  private func opened(_ components: [ComponentModel]) -> (ScreenRig, DelegateLog) {
    let rig = ScreenRig(components)
    let log = DelegateLog(rig)
    rig.settle()
    return (rig, log)
  }

  // MARK: Scrolling

  @Test func everyFrameThatMovedIsToldOnce() {
    let (rig, log) = opened([list(100)])
    _ = log.take()
    for _ in 0..<10 {
      rig.wheel(y: -1, precise: true)
      rig.wheel(y: -1, precise: true)
      rig.frame()
      rig.frame()
    }
    #expect(log.count { $0 == .scrolled } == 10)
    #expect(log.count { $0 == .beginning } == 0)
    rig.key(.home)
    rig.settle()
    #expect(log.count { $0 == .beginning } == 1)
    rig.wheel(y: 3)
    rig.settle()
    #expect(log.count { $0 == .beginning } == 1)
  }

  @Test func theEndIsToldOnceWhateverEstimatesBecome() {
    let (rig, log) = opened([ragged(3000)])
    rig.key(.end)
    for _ in 0..<60 { rig.frame() }
    rig.settle()
    #expect(log.count { $0 == .end } == 1)
    log.completions[0]()
    for _ in 0..<40 {
      rig.wheel(y: 1, precise: true)
      rig.frame()
    }
    for _ in 0..<60 {
      rig.wheel(y: -1, precise: true)
      rig.frame()
    }
    #expect(log.count { $0 == .end } == 1)
  }

  @Test func theEndIsNotToldAgainBeforeItWasHandled() {
    let (rig, log) = opened([list(10)])
    #expect(log.count { $0 == .end } == 1)
    // More came, and the end is near again, but the handler is not done.
    rig.controller.reload(Screen(components: [list(13)]), animation: .none)
    rig.settle()
    #expect(log.count { $0 == .end } == 1)
    log.completions[0]()
    rig.settle()
    #expect(log.count { $0 == .end } == 2)
    // The same content again is no other end.
    log.completions[1]()
    rig.controller.reload(Screen(components: [list(13)]), animation: .none)
    rig.settle()
    #expect(log.count { $0 == .end } == 2)
  }

  // MARK: Refreshing

  private func pull(_ rig: ScreenRig, by distance: Double) {
    rig.drag(Point(x: 200, y: 100), to: Point(x: 200, y: 100 + distance))
    rig.release(Point(x: 200, y: 100 + distance))
    rig.settle()
  }

  @Test func pullingFurtherThanSixtyPointsRefreshes() {
    let (rig, log) = opened([list(40)])
    _ = log.take()
    // x points past the end give d · (1 − 1 / (0.55 · x / d + 1)): 60 of 600 take 121.2 points.
    pull(rig, by: 121)
    #expect(log.count { $0 == .refresh } == 0)
    pull(rig, by: 122)
    #expect(log.count { $0 == .refresh } == 1)
    pull(rig, by: 300)
    #expect(log.count { $0 == .refresh } == 1)
    log.completions.removeLast()()
    pull(rig, by: 300)
    #expect(log.count { $0 == .refresh } == 2)
    #expect(rig.offset == 0)
  }

  @Test func theKeyForItRefreshes() {
    let (rig, log) = opened([list(40)])
    _ = log.take()
    #expect(rig.key(.function(5)))
    #expect(rig.key(.function(5)))
    #expect(log.count { $0 == .refresh } == 1)
    log.completions.removeLast()()
    #expect(rig.key(.function(5)))
    #expect(log.count { $0 == .refresh } == 2)
  }

  @Test func nothingIsRefreshedAtTheEnd() {
    let (rig, log) = opened([list(40)])
    rig.controller.scrollToBottom()
    rig.settle()
    pull(rig, by: -400)
    #expect(log.count { $0 == .refresh } == 0)
  }

  @Test func noFrameIsEmptyWhenTheEndBringsMore() {
    let rig = ScreenRig([list(14)])
    let more = AppendingDelegate()
    rig.controller.scrollDelegate = more
    let list = rig.frame()
    #expect(more.count == 1)
    #expect(rig.components[0].visibleViews.count == 12)
    #expect(list.entries.contains { $0.command.bounds.maxY > 500 })
  }
}

/// Adds more items at once when the end is reached.
@MainActor
private final class AppendingDelegate: ScrollDelegate {
  private(set) var count = 0

  func controllerDidReachEnd(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void
  ) {
    count += 1
    var screen = controller.screen
    screen.components[0].items.append(contentsOf: numbered(60, from: 1000, height: 50))
    controller.reload(screen, animation: .none)
    completion()
  }
}
