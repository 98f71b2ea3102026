import Foundation
import SpotsTestSupport
import Testing

@testable import spots_viewer

extension WindowTests {
  /// Programs whose output a window shows.
  @Suite struct RunCommandTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// Runs a shell's command in a window.
    private func run(_ command: String, options: [String] = []) throws -> ViewerProcess {
      try ViewerProcess(
        ["run", "--control", folder("socket"), "--theme", "light"] + options
          + ["--", "sh", "-c", command],
        display: WindowRig.display.get(), environment: ["TMPDIR": folder.path])
    }

    private func connection(_ process: ViewerProcess) throws -> ControlConnection {
      var found: ControlConnection?
      _ = eventually {
        do { found = try ControlConnection(folder("socket")) } catch { return false }
        return true
      }
      return try #require(found, "\(process.stderr.entries)")
    }

    private func waits(_ client: ControlConnection, for text: String) throws {
      let answer = try client.ask(
        #"{"wait-for":{"title":"\#(text)","timeout":20}}"#)
      #expect(answer.error == nil, "\(text)")
    }

    /// Waits until the window says, or no longer says, what the program does.
    private func waits(_ client: ControlConnection, state: String, isGone: Bool = false) throws {
      let answer = try client.ask(
        #"{"wait-for":{"subtitle":"\#(state)","gone":\#(isGone),"timeout":20}}"#)
      #expect(answer.error == nil, "\(state)")
    }

    /// Whether a process still runs; one that nobody has asked for its status does not.
    private func isAlive(_ process: Int32) throws -> Bool {
      let path = "/proc/\(process)/stat"
      guard FileManager.default.fileExists(atPath: path) else { return false }
      return try !String(contentsOfFile: path, encoding: .utf8).contains(") Z ")
    }

    @Test func bothOutputsAreShownAndTheStatusIsKept() throws {
      let process = try run("echo one; echo two >&2; printf 'x\\0y\\377\\n'; exit 7")
      let client = try connection(process)
      try waits(client, for: "one")
      try waits(client, for: "two")
      try waits(client, state: "Running", isGone: true)
      #expect(try client.ask(#"{"key":"Ctrl+Q"}"#).error == nil)
      #expect(try process.waitForExit().status == 7)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test func cancelEndsAllThatRuns() throws {
      let process = try run(
        "trap '' TERM; sleep 300 & echo $! > '\(folder("child"))'; echo begun; exec 1>&- 2>&-; wait"
      )
      let client = try connection(process)
      try waits(client, for: "begun")
      try waits(client, state: "Running")
      let child = try #require(
        Int32(
          String(contentsOfFile: folder("child"), encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)))
      #expect(try client.ask(#"{"find":{"action":"spots-run:cancel"}}"#).error == nil)
      #expect(try client.ask(#"{"key":"Tab"}"#).error == nil)
      #expect(try client.ask(#"{"key":"Return"}"#).error == nil)
      // It ignores the polite signal.
      try waits(client, state: "Ending")
      try waits(client, state: "Ending", isGone: true)
      #expect(try eventually { try !isAlive(child) })
      #expect(try client.ask(#"{"key":"Ctrl+Q"}"#).error == nil)
      #expect(try process.waitForExit().status == 128 + 9)
    }

    @Test func closingTheWindowEndsTheProgram() throws {
      let process = try run("echo $$ > '\(folder("child"))'; while :; do sleep 0.1; done")
      let client = try connection(process)
      try waits(client, state: "Running")
      let child = try #require(
        Int32(
          String(contentsOfFile: folder("child"), encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)))
      #expect([128 + 15, 128 + 9].contains(try process.terminate().status))
      #expect(try eventually { try !isAlive(child) })
    }

    @Test func windowsCloseAtTheEndOfWhatEndsWell() throws {
      #expect(try run("true", options: ["--close-at-end"]).waitForExit(timeout: 30).status == 0)
    }

    @Test func programsThatCannotRunAreRefused() throws {
      let process = try ViewerProcess(
        ["run", "--", "no-such-program"], display: WindowRig.display.get())
      #expect(try process.waitForExit(timeout: 30).status == 3)
      #expect(
        process.stderr.entries == ["spots-viewer: no-such-program: no such file"])
      #expect(try CommandRun(["run"]).status == 2)
      let bare = try CommandRun(["run", "--", "true"])
      // libwayland may have a line of its own.
      #expect(bare.status == 3 && bare.errorLines.last?.contains("there is no display") == true)
    }
  }
}
