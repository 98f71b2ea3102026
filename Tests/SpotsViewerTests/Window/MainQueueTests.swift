import Foundation
import SpotsTestSupport
import Testing

/// Work for the main actor while a window waits for events.
@Suite struct MainQueueTests {
  private let display: VirtualDisplay
  private let process: ViewerProcess

  init() throws {
    display = try VirtualDisplay(width: 400, height: 300)
    let viewer = try ViewerProcess.executable
    let folder = (viewer as NSString).deletingLastPathComponent
    process = try ViewerProcess([], display: display, executable: folder + "/window-program")
    // What was asked for before there was a loop is done by it.
    try #require(process.stdout.wait(timeout: 30) { $0.hasPrefix("early ") } != nil)
  }

  /// Microseconds from asking for `work` to its being done, `count` times in a row.
  private func times(_ work: String, count: Int) throws -> [Int] {
    try (0..<count).map { _ in
      let start = process.stdout.entries.count
      try process.write(work + "\n")
      let line = try #require(process.stdout.wait(from: start) { $0.hasPrefix(work + " ") })
      return try #require(Int(line.dropFirst(work.count + 1)))
    }
  }

  /// Nothing else wakes the loop of a window at rest: work that waited for an event would never be
  /// done, and a loop that looked for it every now and then would be late half of the times.
  @Test(arguments: ["task", "queue", "async", "many"])
  func workIsDoneAtOnce(work: String) throws {
    let times = try times(work, count: 21).sorted()
    #expect(.microseconds(times[10]) < Allowance.of(.milliseconds(10)), "\(times)")
  }

  @Test func theLoopSleepsWithoutWork() async throws {
    _ = try times("many", count: 3)
    let before = try process.cpuTime
    try await Task.sleep(for: .seconds(4))
    // It is counted in steps of this.
    #expect(try process.cpuTime - before < Allowance.of(.milliseconds(10)))
    #expect(try times("task", count: 1).count == 1)
    #expect(try process.terminate().status == 0)
  }
}
