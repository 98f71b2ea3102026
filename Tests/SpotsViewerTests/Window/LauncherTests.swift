import Foundation
import Testing

extension WindowTests {
  /// The program as menus and file managers start it, with URLs and with several files; and as
  /// scripts do, without a terminal.
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
        let found = try display.xdotool(["search", "--onlyvisible", "--name", "^\(name)( |$)"])
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

    @Test(arguments: [
      ("missing.json", 3), ("folder", 3), ("--poll 0 a.json", 2), ("file://elsewhere/a", 2),
    ])
    func whatIsWrongIsShownInAWindow(arguments: String, status: Int) throws {
      let folder = try TemporaryDirectory()
      try folder.shell("mkdir folder")
      // A window of an earlier test may still be closing.
      try #require(eventually(timeout: 30) { windows(named: "Spots").isEmpty })
      let process = try launch("--from-desktop " + arguments, in: folder)
      // A terminal is told first, and then the window says the same.
      let isTold = eventually(timeout: 30) {
        (try? String(contentsOfFile: folder("errors"), encoding: .utf8))?.isEmpty == false
      }
      #expect(isTold)
      let window = try waitForWindow("Spots")
      try press("Escape", in: window)
      #expect(process.stdout.wait { $0 == "status \(status)" } != nil, "\(process.stdout.entries)")
    }

    /// A window would have them wait for somebody to close it.
    @Test func scriptsGetNoWindowForWhatIsWrong() throws {
      let folder = try TemporaryDirectory()
      for (arguments, status) in [("missing.json", 3), ("--poll 0 a.json", 2)] {
        let process = try launch(arguments, in: folder)
        #expect(process.stdout.wait(timeout: 30) { $0 == "status \(status)" } != nil)
      }
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

    /// The windows' processes, once there are `count` with a window.
    private func children(of process: Int32, _ count: Int) throws -> [Int32] {
      var children: [Int32] = []
      let areThere = try eventually(timeout: 30) {
        let list = try String(
          contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
        children = list.split(separator: " ").compactMap { Int32($0) }
        return children.count == count
      }
      try #require(areThere, "\(children)")
      return children
    }

    /// Starts two windows in a process group of their command's own.
    ///
    /// - Parameter environment: How the command itself is started, in the words of `env`.
    private func twoWindows(
      in folder: TemporaryDirectory, startedWith environment: String...
    ) throws -> ViewerProcess {
      for name in ["One", "Two"] {
        try folder.write(TestScreen.list(3, title: name), to: "\(name).json")
      }
      let process = try ViewerProcess(
        environment + [try ViewerProcess.executable, "One.json", "Two.json"],
        display: try WindowRig.display.get(), directory: folder.path, executable: "/usr/bin/env")
      try #require(getpgid(process.processIdentifier) == process.processIdentifier)
      for name in ["One", "Two"] { _ = try waitForWindow(name) }
      return process
    }

    @Test func windowsBeginWithEverySignalOfTheirOwn() throws {
      let folder = try TemporaryDirectory()
      let process = try twoWindows(
        in: folder, startedWith: "--ignore-signal=USR2,ALRM,HUP", "--block-signal=USR1,TERM")
      for child in try children(of: process.processIdentifier, 2) {
        let status = try String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8)
        func mask(_ field: String) throws -> UInt64 {
          let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(field) })
          return try #require(UInt64(line.split(separator: "\t")[1], radix: 16))
        }
        func has(_ signal: Int32, in field: String) throws -> Bool {
          try mask(field) >> UInt64(signal - 1) & 1 == 1
        }
        #expect(try mask("SigBlk") == 0)
        #expect(try !has(SIGUSR2, in: "SigIgn") && !has(SIGALRM, in: "SigIgn"))
        // A command that is to outlive its terminal has windows that do.
        #expect(try has(SIGHUP, in: "SigIgn"))
      }
      #expect(try process.terminate(SIGTERM).status == 0)
    }

    /// A terminal sends Ctrl+C to the whole group of a command. A second SIGINT would end a window
    /// where it stands.
    @Test func ctrlCReachesEachWindowOnce() throws {
      let folder = try TemporaryDirectory()
      let process = try twoWindows(in: folder)
      kill(-process.processIdentifier, SIGINT)
      #expect(try process.waitForExit().status == 0)
      #expect(eventually { windows(named: "One").isEmpty && windows(named: "Two").isEmpty })
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
