import Foundation
import SpotsTestSupport
import Testing

/// What shows only after a while: rest, leaks, and a lot of content. Each on a display of its own,
/// beside the others.
@Suite struct EnduranceTests {
  @Test func anIdleWindowUsesNoProcessorTime() async throws {
    let display = try VirtualDisplay(width: 820, height: 620)
    let process = try ViewerProcess(
      [SampleScreens.path("gallery.json"), "--events"], display: display)
    try process.waitForEvent("shown", timeout: 30)
    _ = try ViewerWindow(of: process, on: display)
    // All pictures are there when the display no longer changes.
    var last = Data()
    var isStill = false
    for _ in 0..<100 where !isStill {
      try await Task.sleep(for: .seconds(1))
      let next = try display.dump()
      isStill = next == last
      last = next
    }
    #expect(isStill)
    let before = try process.cpuTime
    try await Task.sleep(for: .seconds(10))
    #expect(try process.cpuTime - before < Allowance.of(.milliseconds(30)))
    #expect(try display.dump() == last)
    // It was idle, not dead.
    #expect(try process.terminate().status == 0)
  }

  private static func picture(_ color: String) -> String {
    "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
      + "<rect width='9' height='9' fill='\(color)'/></svg>"
  }

  /// Screens with a picture each. That of the third is not there.
  private static let screens = ["red", "blue", "missing"].map {
    #"{"components":[{"items":[{"title":"\#($0)","image":"\#($0).svg"}]}]}"#
  }

  @Test func twoHundredReloadsLeakNothing() throws {
    let display = try VirtualDisplay(width: 420, height: 420)
    let rig = try WindowRig(
      Self.screens[0],
      files: ["red.svg": Self.picture("red"), "blue.svg": Self.picture("blue")],
      size: "300x300", on: display)
    var start = rig.process.stdout.entries.count
    func reload(_ number: Int) throws {
      let text = Self.screens[number % 3]
      if number % 2 == 0 {
        try rig.directory.write(text, to: "screen.json")
      } else {
        try rig.directory.write(text, to: "next")
        try #require(rename(rig.directory("next"), rig.directory("screen.json")) == 0)
      }
      try rig.process.waitForEvent("reloaded", from: start)
      start = rig.process.stdout.entries.count
    }
    // Everything that is created once is created now.
    for number in 1...10 { try reload(number) }
    let before = try counts(rig.process)
    for number in 11...210 { try reload(number) }
    try expectNoMore(than: before, in: rig.process)
    #expect(rig.count("reloaded") == 210)
    #expect(rig.count("error") == 0)
  }

  /// A thread for work begins when all others are busy, however late that happens: up to six are
  /// there for it, and each may have a file open. A leak would show 66 times.
  private func expectNoMore(
    than before: (descriptors: Int, threads: Int), in process: ViewerProcess
  ) throws {
    var after = before
    let isSteady = try eventually(timeout: 30) {
      after = try counts(process)
      return after.descriptors <= before.descriptors + 6 && after.threads <= before.threads + 6
    }
    #expect(isSteady, "\(before), then \(after)")
  }

  private func counts(_ process: ViewerProcess) throws -> (descriptors: Int, threads: Int) {
    let threads = try FileManager.default.contentsOfDirectory(
      atPath: "/proc/\(process.processIdentifier)/task")
    return (try process.descriptorCount, threads.count)
  }

  @Test func aHundredThousandItemsScrollAndAnswer() throws {
    let display = try VirtualDisplay(width: 420, height: 620)
    let rig = try WindowRig(TestScreen.list(100_000), size: "400x600", on: display)
    #expect(try rig.click((x: 100, y: 150)).integer("item") == 3)
    try rig.settle { try rig.window.wheel(.down, notches: 11, at: (x: 100, y: 300)) }
    #expect(try rig.click((x: 100, y: 150)).integer("item") == (660 + 150) / 44)
    try rig.settle { try rig.window.key("End") }
    #expect(try rig.click((x: 100, y: 590)).string("title") == "Row 99999")
    #expect(try rig.click((x: 100, y: 10)).integer("item") == 99_999 - 590 / 44)
    try rig.settle { try rig.window.key("Page_Up") }
    try rig.settle { try rig.window.key("Home") }
    #expect(try rig.click((x: 100, y: 150)).integer("item") == 3)
  }
}
