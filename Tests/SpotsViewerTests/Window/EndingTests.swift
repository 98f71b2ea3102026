import Foundation
import SpotsTestSupport
import Testing

extension WindowTests {
  /// Every way to end the program ends it at once, with status 0 and a last event.
  @Suite(.serialized) struct EndingTests {
    enum Ending: CaseIterable {
      case terminate, interrupt, controlQ, controlW, close, twice, atOnce

      func end(_ rig: WindowRig) throws {
        switch self {
        case .terminate: kill(rig.process.processIdentifier, SIGTERM)
        case .interrupt: kill(rig.process.processIdentifier, SIGINT)
        case .controlQ: try rig.window.key("ctrl+q")
        case .controlW: try rig.window.key("ctrl+w")
        case .close: try rig.window.close()
        case .twice: try rig.window.key("ctrl+q", "ctrl+q")
        case .atOnce:
          try rig.window.close()
          kill(rig.process.processIdentifier, SIGTERM)
          try rig.window.close()
        }
      }
    }

    /// Ends a program as `prepare` left it. A machine that is busy with something else gets two
    /// more chances to be quick.
    private func expectEnd(
      _ ending: Ending, cleanUp: (WindowRig) throws -> Void = { _ in },
      after prepare: (WindowRig) throws -> Void
    ) throws {
      var best = Duration.seconds(1000)
      for _ in 0..<3 where best > Allowance.end {
        let rig = try WindowRig(TestScreen.list(60))
        try prepare(rig)
        let start = ContinuousClock.now
        try ending.end(rig)
        let exit = try rig.process.waitForExit()
        best = min(best, start.duration(to: exit.time))
        try cleanUp(rig)
        #expect(exit.status == 0, "\(rig.process.stderr.entries)")
        #expect(rig.process.stdout.wait { $0 == #"{"event":"closed"}"# } != nil)
        #expect(rig.process.events.last?.name == "closed")
        #expect(rig.count("closed") == 1)
      }
      #expect(best <= Allowance.end)
    }

    @Test(arguments: Ending.allCases)
    func endsAtRest(ending: Ending) throws {
      try expectEnd(ending) { _ in }
    }

    @Test(arguments: [Ending.terminate, .controlQ])
    func endsWhileAFaultIsHeldBack(ending: Ending) throws {
      try expectEnd(ending) { try $0.directory.write("{", to: "screen.json") }
    }

    @Test func endsWithAFaultOnTheScreen() throws {
      try expectEnd(.close) { rig in
        try rig.directory.write("{", to: "screen.json")
        try rig.process.waitForEvent("error")
      }
    }

    @Test(arguments: [Ending.terminate, .close])
    func endsDuringADrag(ending: Ending) throws {
      try expectEnd(
        ending,
        cleanUp: { rig in try rig.display.xdotool(["mouseup", "1"]) },
        after: { rig in
          try rig.window.move(to: (100, 500))
          try rig.display.xdotool(["mousedown", "1"])
          try rig.settle { try rig.window.move(to: (100, 300)) }
        })
    }

    @Test func endsWhileItScrolls() throws {
      try expectEnd(.interrupt) { rig in
        try rig.window.wheel(.down, notches: 30, at: (x: 100, y: 300))
      }
    }

    @Test func endsOnceWhileADocumentIsLoading() throws {
      let server = try TestServer { _ in .silence }
      let display = try WindowRig.display.get()
      let process = try ViewerProcess([server.url("/a.json"), "--events"], display: display)
      try process.waitForEvent("shown", timeout: 30)
      let window = try ViewerWindow(of: process, on: display)
      #expect(try window.title == "a — Spots")
      try window.key("ctrl+q", "ctrl+q")
      #expect(try process.waitForExit().status == 0, "\(process.stderr.entries)")
      #expect(process.stdout.wait { $0 == #"{"event":"closed"}"# } != nil)
      #expect(process.events.map(\.name) == ["shown", "closed"])
    }

    @Test func endsAtOnceWithTheDisplay() throws {
      let display = try VirtualDisplay(width: 500, height: 640)
      let rig = try WindowRig(TestScreen.list(3), on: display)
      let start = ContinuousClock.now
      display.end()
      let exit = try rig.process.waitForExit()
      // It is none of the program's own ways to end, but not a crash either.
      #expect(exit.status < 128, "\(rig.process.stderr.entries)")
      #expect(start.duration(to: exit.time) < Allowance.elapsed(.seconds(2)))
    }
  }
}
