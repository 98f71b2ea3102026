import Foundation
import Testing

extension WindowTests {
  /// The program as menus and file managers start it: without a terminal, with URLs, and with
  /// several files.
  @Suite(.serialized) struct LauncherTests {
    /// Starts the program in a session of its own, which has no terminal.
    private func launch(_ arguments: String, in folder: TemporaryDirectory) throws -> ViewerProcess
    {
      try ViewerProcess(
        [
          "--wait", "/bin/sh", "-c",
          "'\(try ViewerProcess.executable)' \(arguments) 2>>'\(folder("errors"))'; "
            + "echo \"status $?\"",
        ], display: try WindowRig.display.get(), directory: folder.path,
        executable: "/usr/bin/setsid")
    }

    private func windows(named name: String) -> [String] {
      do {
        let display = try WindowRig.display.get()
        let found = try display.xdotool(["search", "--onlyvisible", "--name", "^\(name)$"])
        return found.split(separator: "\n").map(String.init)
      } catch {
        // The tool fails when there is none.
        return []
      }
    }

    private func waitForWindow(_ name: String) throws -> String {
      var found: [String] = []
      let isThere = eventually(timeout: 30) {
        found = windows(named: name)
        return !found.isEmpty
      }
      try #require(isThere, "no window '\(name)'")
      return found[found.count - 1]
    }

    private func press(_ key: String, in window: String) throws {
      let display = try WindowRig.display.get()
      try display.xdotool(["windowfocus", "--sync", window, "key", key])
    }

    @Test(arguments: [("missing.json", 3), ("folder", 3), ("", 2), ("file://elsewhere/a", 2)])
    func whatIsWrongIsShownInAWindow(arguments: String, status: Int) throws {
      let folder = try TemporaryDirectory()
      try folder.shell("mkdir folder")
      let process = try launch(arguments, in: folder)
      let window = try waitForWindow("Spots")
      // It says what a terminal would have been told.
      let said = try String(contentsOfFile: folder("errors"), encoding: .utf8)
      #expect(!said.isEmpty)
      try press("Escape", in: window)
      #expect(process.stdout.wait { $0 == "status \(status)" } != nil, "\(process.stdout.entries)")
    }

    @Test func whoReadsWhatIsPrintedGetsNoWindow() throws {
      let folder = try TemporaryDirectory()
      // A pipe is somebody's.
      let process = try ViewerProcess(
        ["--wait", try ViewerProcess.executable, folder("missing.json")],
        display: try WindowRig.display.get(), executable: "/usr/bin/setsid")
      #expect(try process.waitForExit(timeout: 30).status == 3)
      // So are events.
      let events = try launch("missing.json --events", in: folder)
      #expect(events.stdout.wait(timeout: 30) { $0 == "status 3" } != nil)
      // Other commands never wait for a user.
      let render = try launch("inspect missing.json", in: folder)
      #expect(render.stdout.wait(timeout: 30) { $0 == "status 3" } != nil)
    }

    @Test func severalFilesHaveWindowsOfTheirOwn() throws {
      let folder = try TemporaryDirectory()
      for name in ["One", "Two", "Three"] {
        try folder.write(TestScreen.list(3, title: name), to: "\(name).json")
      }
      let process = try ViewerProcess(
        ["One.json", "file://\(folder.path)/Two.json", "--size", "300x200", "Three.json"],
        display: try WindowRig.display.get(), directory: folder.path)
      for name in ["One", "Two", "Three"] { _ = try waitForWindow(name) }
      // Each lives as long as its window, the command as long as the last one.
      try press("ctrl+q", in: try waitForWindow("Two"))
      #expect(eventually { windows(named: "Two").isEmpty })
      #expect(windows(named: "One").count == 1 && windows(named: "Three").count == 1)
      let (status, _) = try process.terminate(SIGTERM)
      #expect(status == 0)
      #expect(eventually { windows(named: "One").isEmpty && windows(named: "Three").isEmpty })
    }

    @Test func theWorstStatusOfAllIsTheCommands() throws {
      let folder = try TemporaryDirectory()
      try folder.write(TestScreen.list(3, title: "One"), to: "One.json")
      let process = try ViewerProcess(
        ["One.json", "missing.json"], display: try WindowRig.display.get(), directory: folder.path)
      try press("ctrl+q", in: try waitForWindow("One"))
      #expect(try process.waitForExit().status == 3)
    }

    @Test func eventsAreOfOneWindow() throws {
      for arguments in [["a.json", "b.json", "--events"], ["a.json", "-"]] {
        let run = try CommandRun(arguments)
        #expect(run.status == 2, "\(arguments): \(run.errors)")
      }
    }
  }
}
