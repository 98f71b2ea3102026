import Foundation
import Testing

/// A viewer of a URL on a display and with a cache of its own.
final class WebRig {
  let display: VirtualDisplay
  let process: ViewerProcess
  let window: ViewerWindow
  /// From the start of the program to its first frame.
  let startTime: Duration
  private let cache: TemporaryDirectory

  init(_ url: String, _ options: [String] = [], cache: TemporaryDirectory? = nil) throws {
    display = try VirtualDisplay(width: 420, height: 320)
    self.cache = try cache ?? TemporaryDirectory()
    let start = ContinuousClock.now
    process = try ViewerProcess(
      [url, "--events", "--theme", "light", "--size", "400x300"] + options, display: display,
      environment: ["XDG_CACHE_HOME": self.cache.path])
    try process.waitForEvent("shown", timeout: 30)
    startTime = start.duration(to: .now)
    window = try ViewerWindow(of: process, on: display)
  }

  /// Includes one for the document itself where the machine was so slow that the window opened
  /// before it came.
  var reloads: Int { process.events.count { $0.name == "reloaded" } }

  func title(at y: Int) throws -> String? {
    let start = process.stdout.entries.count
    try window.click((x: 100, y: y))
    return try process.waitForEvent("itemSelected", from: start).string("title")
  }

  /// Presses a key and waits for the event it causes.
  func press(_ key: String, _ event: String) throws {
    let start = process.stdout.entries.count
    try window.key(key)
    try process.waitForEvent(event, from: start)
  }

  func end() throws {
    #expect(try process.terminate().status == 0)
  }
}
