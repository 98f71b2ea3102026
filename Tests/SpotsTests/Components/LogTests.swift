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
}
