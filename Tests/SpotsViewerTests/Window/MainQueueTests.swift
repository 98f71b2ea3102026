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
  private func expectDone(_ work: String, count: Int) throws {
    for _ in 0..<count {
      let start = process.stdout.entries.count
      try process.write(work + "\n")
      try #require(process.stdout.wait(from: start) { $0 == work } != nil)
    }
  }

  /// Nothing else wakes the loop of a window at rest: work that waited for an event would never be
  /// done.
  @Test(arguments: ["task", "queue", "async", "many"])
  func workIsDoneWithoutAnEvent(work: String) throws {
    try expectDone(work, count: 21)
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
