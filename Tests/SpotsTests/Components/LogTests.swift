import SpotsTestSupport
import Testing

@testable import Spots

/// A log shows lines as a terminal does, with its end in sight.
@MainActor
@Suite struct LogTests {
  private func log(_ lines: [String]) -> ComponentModel {
    ComponentModel(identifier: "log", kind: .log, items: lines.map { Item(title: $0) })
  }

  @Test func linesAreAsHighAsTheirRows() {
    let rig = ScreenRig([log(["", "short", String(repeating: "x", count: 200)])])
    rig.frame()
    // In the fixed font a letter is half as wide as it is high: 6.5 points, and 18 for a row.
    let room = 400 - 2 * 16.0
    let rows = (200 / (room / 6.5).rounded(.down)).rounded(.up)
    let heights = (0..<3).map { rig.windowFrame(0, $0)?.height }
    #expect(heights == [20, 20, rows * 18 + 2])
    #expect(rig.controller.viewName(at: ItemPath(component: 0, item: 1)) == "LogLineItemView")
  }

  @Test func theEndStaysInSight() {
    let rig = ScreenRig([log((0..<100).map { "line \($0)" })])
    rig.frame()
    #expect(rig.windowFrame(0, 99)?.maxY == 600)
    rig.controller.reload(
      Screen(components: [log((0..<300).map { "line \($0)" })]), animation: .none)
    rig.frame()
    #expect(rig.windowFrame(0, 299)?.maxY == 600)
    rig.controller.scroll(to: 0)
    rig.frame()
    rig.controller.reload(
      Screen(components: [log((0..<400).map { "line \($0)" })]), animation: .none)
    rig.frame()
    #expect(rig.windowFrame(0, 0)?.y == 0)
  }

  /// Lines that come out of sight are counted until the user is at the end again.
  @Test func newLinesAreCounted() throws {
    func lines(_ count: Int) -> ComponentModel { log((0..<count).map { "line \($0)" }) }
    let rig = ScreenRig([lines(100)])
    rig.frame()
    let button = rig.controller.state.root.newRows
    func show(_ count: Int) -> String? {
      rig.controller.reload(Screen(components: [lines(count)]), animation: .none)
      rig.frame()
      return button.isHidden ? nil : button.accessibleParts.first?.content.label
    }
    #expect(show(120) == nil)
    rig.controller.scroll(to: 100)
    rig.frame()
    #expect(show(121) == "1 new line")
    #expect(show(160) == "40 new lines")
    #expect(show(30) == nil, "the end is in sight")
    #expect(show(50) == nil, "the end stays in sight")
    rig.controller.scroll(to: 0)
    rig.frame()
    #expect(show(70) == "20 new lines")
    #expect(rig.controller.contentOffset == 0)
    rig.click(Point(x: button.frame.midX, y: button.frame.midY))
    rig.settle()
    #expect(rig.windowFrame(0, 69)?.maxY == 600)
    #expect(show(71) == nil)
  }

  /// A log among other components leaves the screen at its top, unless it says otherwise.
  @Test func screensWithOtherPartsStayAtTheirTop() {
    for follow in [FollowRule.off, .end] {
      var lines = log((0..<100).map { "line \($0)" })
      lines.follow = follow
      let rig = ScreenRig([ComponentModel(kind: .list, items: [Item(title: "a")]), lines])
      rig.frame()
      #expect((rig.controller.contentOffset > 0) == (follow == .end))
    }
  }

  /// Screen readers are told of a log, whose lines are named by what they show.
  @Test func linesAreRead() throws {
    let rig = ScreenRig([log(["one", "\u{1B}[31mtwo\u{1B}[0m"])])
    rig.frame()
    let nodes = AccessibleScreen(rig.controller).window.all
    let log = try #require(nodes.first { $0.role == .log })
    #expect(log.children.map(\.name) == ["one", "two"])
    #expect(log.children.map(\.role) == [.text, .text])
  }

  /// What a filter finds is underlined where it is shown, across colors and rows.
  @Test func matchesAreMarked() {
    let line = String(repeating: "-", count: 50) + " ab\u{1B}[31mcd"
    let rig = ScreenRig([
      ComponentModel(kind: .log, items: [Item(title: line)], filter: .words)
    ])
    rig.controller.components[0].filterText = "abcd"
    func accents() -> Int {
      let accent = rig.controller.environment.theme[.accent]
      return rig.frame().entries.count {
        if case .fill(let rect, accent, cornerRadius: 1) = $0.command {
          rect.height == 2
        } else {
          false
        }
      }
    }
    #expect(accents() == 2)
    rig.controller.components[0].filterText = ""
    #expect(accents() == 0)
  }

  /// Lines that are not broken are scrolled sideways, all by the same distance.
  @Test func linesScrollSideways() {
    var lines = log(["short", String(repeating: "x", count: 200)])
    lines.wrapsLines = false
    let rig = ScreenRig([lines])
    rig.frame()
    #expect((0..<2).map { rig.windowFrame(0, $0)?.height } == [20, 20])
    func starts() -> [Double] {
      rig.frame().entries.compactMap {
        if case .text(_, _, _, let origin, _, _) = $0.command { origin.x } else { nil }
      }
    }
    let before = starts()
    #expect(before.count == 2)
    rig.wheel(Point(x: 200, y: 30), x: 1)
    rig.settle()
    // The short one is out of sight by then.
    #expect(starts() == [before[1] - 60] || starts() == before.map { $0 - 60 })
    let furthest = rig.controller.components[0].horizontalScroll.maximum
    let (longest, room) = (200 * 6.5, 400 - 2 * 16.0)
    #expect(furthest == longest - room)
    #expect(rig.windowFrame(0, 1)?.x == 0)
  }
}
