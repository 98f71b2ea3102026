import Foundation
import SpotsTestSupport
import Testing

extension WindowTests {
  /// A window lives on, and ends at once when asked to, whatever is stuck at the other end.
  @Suite(.serialized) struct StuckTests {
    /// A program whose output, or whose errors, go into a pipe with little room.
    private final class Rig {
      let directory: TemporaryDirectory
      let process: ViewerProcess
      let window: ViewerWindow
      /// Both ends of the pipe.
      private let pipe: Int32

      /// - Parameter stream: 1 for the output, 2 for the errors.
      init(_ stream: Int) throws {
        directory = try TemporaryDirectory()
        try #require(mkfifo(directory("pipe"), 0o600) == 0)
        pipe = open(directory("pipe"), O_RDWR | O_NONBLOCK | O_CLOEXEC)
        try #require(pipe >= 0 && fcntl(pipe, 1031, 4096) >= 4096)
        let display = try WindowRig.display.get()
        process = try ViewerProcess(
          [
            "-c", "exec \"$0\" - --events --size 300x200 \(stream)>\"$1\"",
            try ViewerProcess.executable, directory("pipe"),
          ], display: display, executable: "/bin/bash")
        window = try ViewerWindow(of: process, on: display)
      }

      deinit {
        close(pipe)
      }

      func waitForTitle(_ title: String) -> Bool {
        eventually { (try? window.title) == "\(title) — Spots" }
      }

      /// The content of the pipe, and whatever follows until a line passes.
      func read(until isLast: (Substring) -> Bool) -> [Substring] {
        var text = ""
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var waiting = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, 5000) == 1 {
          let count = Glibc.read(pipe, &bytes, bytes.count)
          text += String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
          let lines = text.split(separator: "\n")
          if text.hasSuffix("\n"), lines.contains(where: isLast) { return lines }
        }
        return text.split(separator: "\n")
      }
    }

    private func screen(_ title: String) -> String {
      #"{"title":"\#(title)","components":[{"items":[{"title":"a"}]}]}"# + "\n"
    }

    @Test func aWindowWhoseEventsNobodyReadsGoesOn() throws {
      let rig = try Rig(1)
      // 21 bytes each, into a pipe that holds 4096.
      for number in 0..<400 { try rig.process.write(screen("\(number)")) }
      try rig.process.write(screen("the last"))
      #expect(rig.waitForTitle("the last"))
      // Once someone reads again, all of it arrives.
      try rig.process.write("{ broken\n")
      let lines = rig.read { $0.hasPrefix(#"{"event":"error""#) }
      #expect(lines.count { $0 == #"{"event":"reloaded"}"# } == 401)
      #expect(!lines.contains { $0.contains("dropped") })
      kill(rig.process.processIdentifier, SIGTERM)
      #expect(rig.read { $0 == #"{"event":"closed"}"# }.last == #"{"event":"closed"}"#)
      #expect(try rig.process.waitForExit().status == 0)
    }

    @Test func aWindowWhoseErrorsNobodyReadsGoesOn() throws {
      let rig = try Rig(2)
      for number in 0..<400 {
        try rig.process.write(#"{"title":"\#(number)","wrong":1,"components":[]}"# + "\n")
      }
      try rig.process.write(screen("the last"))
      #expect(rig.waitForTitle("the last"))
      #expect(try rig.process.terminate().duration < Allowance.elapsed(.seconds(2)))
    }

    enum Ending: CaseIterable { case terminate, interrupt, controlQ, close }

    @Test(arguments: Ending.allCases)
    func itEndsAtOnceWithEventsNobodyReads(ending: Ending) throws {
      var best = Duration.seconds(1000)
      for _ in 0..<3 where best > Allowance.end {
        let rig = try Rig(1)
        for number in 0..<300 { try rig.process.write(screen("\(number)")) }
        try rig.process.write(screen("the last"))
        try #require(rig.waitForTitle("the last"))
        let start = ContinuousClock.now
        switch ending {
        case .terminate: kill(rig.process.processIdentifier, SIGTERM)
        case .interrupt: kill(rig.process.processIdentifier, SIGINT)
        case .controlQ: try rig.window.key("ctrl+q")
        case .close: try rig.window.close()
        }
        let exit = try rig.process.waitForExit()
        best = min(best, start.duration(to: exit.time))
        #expect(exit.status == 3)
        let words = rig.process.stderr.wait { $0.contains("lines were not read") }
        #expect(words != nil, "\(rig.process.stderr.entries)")
      }
      #expect(best <= Allowance.end)
    }

    @Test func aReaderThatIsGoneDoesNotEndTheWindow() throws {
      let directory = try TemporaryDirectory()
      let display = try WindowRig.display.get()
      // The shell's own output is the reader's, which ends with the first line.
      let viewer = try ViewerProcess(
        [
          "-c", "{ \"$0\" - --events --size 300x200; echo $? >\"$1\"; } | head -1",
          try ViewerProcess.executable, directory("status"),
        ], display: display,
        executable: "/bin/bash")
      try viewer.waitForEvent("shown", timeout: 30)
      for title in ["one", "two", "three"] {
        try viewer.write(screen(title))
        let isShown = eventually {
          (try? display.xdotool(["search", "--onlyvisible", "--name", "^\(title) "])) != nil
        }
        #expect(isShown, "\(viewer.stderr.entries)")
      }
      let window = try display.xdotool(["search", "--onlyvisible", "--name", "^three "])
      try display.xdotool(["windowfocus", "--sync", window, "key", "ctrl+q"])
      _ = try viewer.waitForExit()
      #expect(try String(contentsOfFile: directory("status"), encoding: .utf8) == "0\n")
      #expect(viewer.stderr.entries == [])
    }

    // MARK: The display

    @Test func itEndsWhileTheDisplayIsStuck() throws {
      var best = Duration.seconds(1000)
      for _ in 0..<3 where best > Allowance.end {
        let display = try VirtualDisplay(width: 320, height: 240)
        let server = try display.processIdentifier
        let viewer = try ViewerProcess(["-", "--events", "--size", "300x200"], display: display)
        try viewer.waitForEvent("shown", timeout: 30)
        kill(server, SIGSTOP)
        defer { kill(server, SIGCONT) }
        try viewer.write(screen("stuck"))
        // Showing it involves the server, which also wakes the main thread.
        #expect(try eventually { try viewer.hasDealtWithInput() })
        let end = try viewer.terminate()
        #expect(end.status == 0)
        best = min(best, end.duration)
        #expect(viewer.stdout.wait { $0 == #"{"event":"closed"}"# } != nil)
      }
      #expect(best <= Allowance.end)
    }

    /// A program that cannot write its data because it is stuck says so.
    @Test func dataIsNotLostUnseenWhileTheDisplayIsStuck() throws {
      let folder = try TemporaryDirectory()
      let display = try VirtualDisplay(width: 320, height: 240)
      let server = try display.processIdentifier
      let viewer = try ViewerProcess(
        ["-", "--events", "--size", "300x200", "--data-out", folder("out")], display: display)
      try viewer.write(#"{"data":{"a":1},"components":[{"items":[{"title":"{a}"}]}]}"# + "\n")
      try viewer.waitForEvent("shown", timeout: 30)
      kill(server, SIGSTOP)
      defer { kill(server, SIGCONT) }
      try viewer.write(screen("stuck"))
      #expect(try eventually { try viewer.hasDealtWithInput() })
      #expect(try viewer.terminate().status == 3)
      let words = "\(folder("out")): not written, as the window ended too late"
      #expect(viewer.stderr.wait { $0 == words } != nil, "\(viewer.stderr.entries)")
    }

    @Test func itEndsWhileItWaitsForAPage() throws {
      let server = try TestServer { _ in .silence }
      var isQuick = false
      for number in 1...5 where !isQuick {
        let viewer = try ViewerProcess(
          [server.url("/"), "--events"], display: try WindowRig.display.get())
        try #require(server.waitForRequest("/", count: number))
        let end = try viewer.terminate()
        #expect(end.status == 0)
        #expect(viewer.stdout.wait { $0 == #"{"event":"closed"}"# } != nil)
        // The request to end came in time, before the first frame gave up waiting.
        isQuick = viewer.stdout.entries.count == 1 && end.duration < Allowance.end
      }
      #expect(isQuick)
    }

    @Test func aLostDisplayIsStatus3() throws {
      let display = try VirtualDisplay(width: 320, height: 240)
      let viewer = try ViewerProcess(["-", "--events", "--size", "300x200"], display: display)
      try viewer.waitForEvent("shown", timeout: 30)
      display.end()
      #expect(try viewer.waitForExit().status == 3)
      #expect(viewer.stdout.wait { $0 == #"{"event":"closed"}"# } != nil)
      let words = "spots-viewer: the connection to the display is lost"
      #expect(viewer.stderr.wait { $0 == words } != nil, "\(viewer.stderr.entries)")
    }

    /// A display lost during a write is reported by a signal first.
    @Test func aBrokenPipeIsNoEnd() throws {
      let viewer = try ViewerProcess(["-", "--events"], display: try WindowRig.display.get())
      try viewer.waitForEvent("shown", timeout: 30)
      kill(viewer.processIdentifier, SIGPIPE)
      try viewer.write(screen("after"))
      try viewer.waitForEvent("reloaded")
      #expect(try viewer.terminate().status == 0)
    }
  }
}
