import Foundation
import SpotsTestSupport
import Testing

extension WindowTests {
  /// A program with a viewer of its own: what `spots-viewer` does, it does too.
  @Suite(.serialized) struct ViewerLibraryTests {
    private let directory: TemporaryDirectory
    private let process: ViewerProcess
    private let window: ViewerWindow

    private static func screen(_ title: String, kind: String, action: String) -> String {
      #"""
      {"title":"\#(title)","components":[{"items":[
        {"title":"\#(title) 0","kind":"\#(kind)","action":"\#(action)"},
        {"title":"\#(title) 1","action":"screen:second.json"}]}]}
      """#
    }

    init() throws {
      directory = try TemporaryDirectory()
      try directory.write(
        Self.screen("First", kind: "notice", action: "call:42"), to: "first.json")
      try directory.write(Self.screen("Second", kind: "notice", action: "other"), to: "second.json")
      let display = try WindowRig.display.get()
      try display.xdotool(["mousemove", "\(display.width - 1)", "\(display.height - 1)"])
      process = try ViewerProcess(
        [directory("first.json")], display: display,
        executable: ViewerProcess.program("viewer-program"))
      try #require(process.stdout.wait(timeout: 30) { $0 == "shown First" } != nil)
      window = try ViewerWindow(of: process, on: display)
    }

    /// Does something and waits for the line that it leads to.
    private func expect(
      _ line: String, sourceLocation: SourceLocation = #_sourceLocation,
      after action: () throws -> Void
    ) throws {
      let start = process.stdout.entries.count
      try action()
      let found = process.stdout.wait(from: start) { $0 == line }
      try #require(
        found != nil, "no '\(line)' in \(process.stdout.entries) \(process.stderr.entries)",
        sourceLocation: sourceLocation)
    }

    private func send(_ command: String) throws { try process.write(command + "\n") }

    @Test func itsViewsAndActionsAreUsed() throws {
      try expect("frame 400x70 \(directory("first.json"))") { try send("frame") }
      #expect(try window.title == "First")
      try expect("call 42") { try window.click((100, 30)) }
      #expect(!process.stdout.entries.contains { $0.hasPrefix("selected First 0") })
      // Kinds of the program's own are no mistakes in a document.
      #expect(process.stderr.entries.isEmpty)
    }

    @Test func savedFilesAppearAndBrokenOnesLeaveTheLastGoodScreen() throws {
      try expect("reloaded Third 0") {
        try directory.write(
          Self.screen("Third", kind: "notice", action: "call:7"), to: "first.json")
      }
      try expect("error 1") { try directory.write("{", to: "first.json") }
      #expect(
        eventually { process.stderr.entries.contains { $0.contains("first.json:1:2: error") } })
      // Beside the banner, which takes the clicks on it.
      try expect("call 7") { try window.click((6, 30)) }
    }

    @Test func screensAreOpenedByUsersAndByTheProgram() throws {
      try expect("navigated second.json Second") { try window.click((100, 90)) }
      try expect("selected Second 0 /components/0/items/0") { try window.click((100, 74)) }
      try expect("navigated first.json First") { try send("back") }
      try expect("navigated second.json Second") { try send("forward") }
      try expect("frame 400x70 \(directory("second.json"))") { try send("frame") }
      try expect("navigated first.json First") { try window.key("Escape") }
      try expect("navigated second.json Second") { try send("open second.json") }
    }

    @Test func zoomThemeAndTheEndAreTheProgramsToo() throws {
      let line = "frame 200x70 \(directory("first.json"))"
      try send("zoom 2")
      // The window changes after the other requests sent together with this one.
      let isZoomed = try eventually {
        try send("frame")
        return process.stdout.entries.contains(line)
      }
      #expect(isZoomed)
      #expect(try window.color(at: (395, 295)) & 0xFF > 0x80)
      try send("dark")
      #expect(eventually { (try? window.color(at: (395, 295)) & 0xFF < 0x80) == true })
      try expect("refresh") { try send("refresh") }
      try expect("closed") { try send("close") }
      #expect(try process.waitForExit().status == 0)
    }

    @Test func signalsEndIt() throws {
      try expect("closed") { kill(process.processIdentifier, SIGTERM) }
      #expect(try process.waitForExit().status == 0)
    }
  }
}
