import Foundation
import SpotsTestSupport
import Testing

/// Without its thread, a loop would show a window in which no task ever runs.
@Suite struct AsyncMainTests {
  @Test func anAsyncMainIsRefusedInASentence() throws {
    let display = try VirtualDisplay(width: 400, height: 300)
    let process = try ViewerProcess(
      [], display: display, executable: ViewerProcess.program("async-program"))
    let line = process.stdout.wait(timeout: 30) { $0.contains("async main") }
    #expect(line?.hasPrefix("run() needs the thread that the program began on") == true)
    #expect(try process.waitForExit().status == 3)
  }
}

/// A compositor that shows one window at a time, the last one first.
@Suite struct WaylandWindowsTests {
  @Test func keysGoToTheWindowInFront() throws {
    let compositor = try Compositor(width: 400, height: 300)
    let process = try ViewerProcess(
      [], environment: compositor.environment, executable: ViewerProcess.program("window-program"))
    try #require(process.stdout.wait(timeout: 30) { $0 == "early" } != nil)
    _ = try ViewerWindow(of: compositor)
    try process.write("open\n")
    try #require(process.stdout.wait { $0 == "opened" } != nil)
    // The compositor may still be giving the new window the keyboard.
    let isTyped = try eventually {
      try compositor.display.xdotool(["key", "a"])
      return process.stdout.wait(timeout: 0.5) { $0.hasPrefix("second a") } != nil
    }
    #expect(isTyped)
    // That of the closed window goes to the one below, which has no field.
    try compositor.display.xdotool(["key", "ctrl+w"])
    try process.write("task\n")
    #expect(process.stdout.wait { $0 == "task" } != nil)
    let start = process.stdout.entries.count
    try compositor.display.xdotool(["key", "b"])
    try process.write("open\n")
    #expect(
      process.stdout.wait(from: start) { $0 == "opened" || $0.hasPrefix("second") } == "opened")
    #expect(try process.terminate().status == 0)
  }
}

/// Work for the main actor while a window waits for events.
@Suite struct MainQueueTests {
  private let display: VirtualDisplay
  private let process: ViewerProcess

  init() throws {
    display = try VirtualDisplay(width: 400, height: 300)
    process = try ViewerProcess(
      [], display: display, executable: ViewerProcess.program("window-program"))
    // Work requested before the loop existed is done by it.
    try #require(process.stdout.wait(timeout: 30) { $0 == "early" } != nil)
  }

  /// Asks for `work` and waits until it is done, `count` times in a row.
  private func expectDone(_ work: String, by line: String? = nil, count: Int) throws {
    for _ in 0..<count {
      let start = process.stdout.entries.count
      try process.write((line ?? work) + "\n")
      try #require(process.stdout.wait(from: start) { $0 == work } != nil)
    }
  }

  /// Nothing else wakes the loop of a window at rest: work that waited for an event would never be
  /// done.
  @Test(arguments: ["task", "queue", "async", "many"])
  func workIsDoneWithoutAnEvent(work: String) throws {
    try expectDone(work, count: 21)
  }

  /// Each window has its own keys, is closed alone, and the program ends with the last one.
  @Test func twoWindowsAreUsedSideBySide() throws {
    func window(_ title: String) throws -> ViewerWindow? {
      let found = try? display.xdotool(["search", "--onlyvisible", "--name", "^\(title)$"])
      return found.flatMap { $0.split(separator: "\n").last }.map {
        ViewerWindow(String($0), on: display)
      }
    }
    try expectDone("opened", by: "open", count: 1)
    #expect(try eventually { try window("Second") != nil && window("Tasks") != nil })
    let (first, second) = (try #require(try window("Tasks")), try #require(try window("Second")))
    try second.focus()
    var start = process.stdout.entries.count
    try display.xdotool(["key", "a"])
    #expect(process.stdout.wait(from: start) { $0 == "second a" } != nil)
    // The other window has no field.
    try first.focus()
    start = process.stdout.entries.count
    try display.xdotool(["key", "b"])
    try expectDone("task", count: 1)
    try second.focus()
    try display.xdotool(["key", "c"])
    #expect(process.stdout.wait(from: start) { $0 == "second ac" } != nil)
    try second.close()
    #expect(try eventually { try window("Second") == nil })
    try expectDone("opened", by: "open", count: 1)
    let third = try eventually { try window("Second") != nil } ? try window("Second") : nil
    try first.close()
    #expect(try eventually { try window("Tasks") == nil })
    // Tasks run as before.
    try expectDone("task", count: 3)
    try #require(third).close()
    #expect(try process.waitForExit().status == 0)
    #expect(process.stderr.entries.isEmpty)
  }

  @Test(arguments: [true, false]) func allWindowsEndTogether(byKey: Bool) throws {
    try expectDone("opened", by: "open", count: 2)
    guard byKey else {
      #expect(try process.terminate().status == 0)
      return
    }
    let found = eventually {
      (try? display.xdotool(["search", "--onlyvisible", "--name", "^Second$"]))?
        .split(separator: "\n").count == 2
    }
    #expect(found)
    let all = try display.xdotool(["search", "--onlyvisible", "--name", "^Second$"])
    let window = ViewerWindow(
      try #require(all.split(separator: "\n").map(String.init).first), on: display)
    try window.focus()
    try display.xdotool(["key", "ctrl+q"])
    #expect(try process.waitForExit().status == 0)
  }

  /// Work wakes the loop and is done at once; the loop does not poll for it.
  @Test func theLoopSleepsUntilThereIsWork() async throws {
    try expectDone("many", count: 3)
    let isAsleep = try eventually {
      let before = try process.mainThreadSleeps
      usleep(200_000)
      return try process.mainThreadSleeps == before
    }
    #expect(isAsleep)
    let before = (sleeps: try process.mainThreadSleeps, time: try process.cpuTime)
    try await Task.sleep(for: .seconds(2))
    #expect(try process.mainThreadSleeps - before.sleeps <= 1)
    // CPU time is counted in steps of this length.
    #expect(try process.cpuTime - before.time < Allowance.of(.milliseconds(10)))
    try expectDone("task", count: 1)
    #expect(try process.terminate().status == 0)
  }
}
