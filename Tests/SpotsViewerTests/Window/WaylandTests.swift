import Foundation
import Testing

/// The window on a Wayland compositor, without an X server between.
@Suite(.serialized) struct WaylandTests {
  /// It opens, and a point is as large as the output's scale says.
  @Test(arguments: [1, 2])
  func theWindowOpensAtItsScale(scale: Int) throws {
    let compositor = try Compositor(width: 400, height: 300, scale: scale)
    let folder = try TemporaryDirectory()
    try folder.write(TestScreen.list(30), to: "screen.json")
    let process = try ViewerProcess(
      [folder("screen.json"), "--events", "--theme", "light", "--size", "400x300"],
      display: compositor.display, environment: compositor.environment)
    try process.waitForEvent("shown", timeout: 30)
    // Rows are 44 points high, with lines between them.
    let separator: UInt32 = 0xDADDE3
    let lines = try #require(
      eventually(timeout: 20) {
        let column = try compositor.display.screenshot()
        let lines = (0..<column.height).filter { column[200 * scale, $0] == separator }
        return lines.count >= 5 * scale ? lines : nil
      })
    #expect(lines.contains { abs($0 - 44 * scale) <= scale })
    #expect(lines.contains { abs($0 - 88 * scale) <= scale })
    // A click hits what is seen.
    for row in [1, 4] {
      let start = process.stdout.entries.count
      try compositor.display.xdotool([
        "mousemove", "\(100 * scale)", "\((row * 44 + 22) * scale)", "sleep", "0.2", "click", "1",
      ])
      let event = try process.waitForEvent("itemSelected", from: start)
      #expect(event.integer("item") == row)
    }
  }

  private func eventually<Value>(timeout: Double, _ find: () throws -> Value?) rethrows -> Value? {
    let deadline = Date(timeIntervalSinceNow: timeout)
    while Date() < deadline {
      if let value = try find() { return value }
      usleep(50_000)
    }
    return nil
  }
}
