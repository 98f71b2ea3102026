import Foundation
import SpotsTestSupport
import Synchronization
import Testing

extension WindowTests {
  /// Screens that come from a program, and programs that are told of actions.
  @Suite struct StreamTests {
    private func line(_ titles: String...) -> String {
      let items = titles.map { #"{"title":"\#($0)","action":"do:\#($0)"}"# }
      return #"{"components":[{"items":[\#(items.joined(separator: ","))]}]}"# + "\n"
    }

    @Test func eachLineReplacesTheScreen() throws {
      let display = try WindowRig.display.get()
      let folder = try TemporaryDirectory()
      let viewer = try ViewerProcess(
        ["-", "--events", "--size", "300x200", "--control", folder("socket")], display: display)
      try viewer.waitForEvent("shown", timeout: 30)
      try viewer.write(line("one", "two"))
      try viewer.waitForEvent("reloaded")
      let window = try ViewerWindow(of: viewer, on: display)
      // Rows are 44 high.
      try window.click((x: 100, y: 66))
      #expect(try viewer.waitForEvent("itemSelected").string("action") == "do:two")

      let start = viewer.stdout.entries.count
      try viewer.write("{ broken\n")
      try viewer.waitForEvent("error", from: start)
      try viewer.write(line("three"))
      try viewer.waitForEvent("reloaded", from: start)
      try window.click((x: 100, y: 22))
      #expect(
        try viewer.waitForEvent("itemSelected", from: start).string("action") == "do:three")

      // Other programs use it like any other screen, but it cannot start over.
      let client = try ControlConnection(folder("socket"))
      let found = try client.ask(#"{"wait-for":{"title":"three"}}"#).items
      #expect(found.first?["visible"] as? Bool == true)
      #expect(try client.ask(#"{"click":{"title":"three"}}"#).events.contains("itemSelected"))
      for question in [#"{"script":true}"#, #"{"record":"\#(folder("record"))"}"#] {
        #expect(try client.ask(question).error?.contains("begin again") == true)
      }
      #expect(!FileManager.default.fileExists(atPath: folder("record")))

      // The window stays when the stream has ended.
      try viewer.closeInput()
      try window.click((x: 100, y: 22))
      #expect(try viewer.terminate(SIGTERM).status == 0)
    }

    /// A window that only shows progress ends once everything that came is shown.
    @Test func theWindowClosesWithItsInput() throws {
      let viewer = try ViewerProcess(["-", "--events", "--close-at-end"])
      try viewer.write(line("one") + #"{"append":[{"title":"two"}]}"# + "\n" + line("three"))
      try viewer.closeInput()
      #expect(try viewer.waitForExit().status == 0)
      #expect(viewer.events.filter { $0.name == "applied" }.count == 3)
      #expect(viewer.events.last?.name == "closed")
    }

    @Test func onlyAStreamCanCloseItsWindow() throws {
      let viewer = try ViewerProcess(["Screens/gallery.json", "--close-at-end"])
      #expect(try viewer.waitForExit().status == 2)
    }

    /// Thousands of lines at once are all made, and answered in their order.
    @Test func changesAreMadeAndAnswered() throws {
      let count = 3000
      let script = """
        { echo '{"components":[{"identifier":"log","items":[]}]}'
          for n in $(seq \(count)); do echo '{"append":[{"identifier":'$n'}],"to":"log"}'; done
          echo '{"remove":"nobody"}'; echo '{"set":"/components/0/items","value":[]}'
          echo '{"snapshot":true}'; } | "$0" - --events
        """
      let viewer = try ViewerProcess(
        ["-c", script, try ViewerProcess.executable], executable: "/bin/bash")
      let snapshot = try viewer.waitForEvent("snapshot", timeout: 60)
      #expect(snapshot.line.contains(#""document":{"components":[{"identifier":"log"}]}"#))
      let answers = viewer.events.filter { ["applied", "refused"].contains($0.name) }
      #expect(answers.prefix(count + 3).map { $0.integer("line") } == Array(1...count + 3))
      #expect(answers.filter { $0.name == "refused" }.map { $0.integer("line") } == [count + 2])
    }

    /// The window says when the connection is gone, and goes on when it is back.
    @Test func eventsOfAServerAreLines() throws {
      let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
      let first =
        head + "retry: 300\nid: 1\ndata: {\"title\":\"T\",\ndata: \"components\":[]}\n\n"
        + "data: {\"append\":[{\"identifier\":\"a\"}]}\n\ndata: {\"remove\":\"b\"}\n\n"
      let second = head + "data: {\"snapshot\":true}\n\n"
      let answers = Mutex([
        TestServer.Answer.raw(Array(first.utf8)), .document([], status: 503),
        .raw(Array(second.utf8), hangs: true),
      ])
      let server = try TestServer { _ in
        answers.withLock { $0.isEmpty ? .missing : $0.removeFirst() }
      }
      let viewer = try ViewerProcess(
        [server.url("/stream"), "--events"], environment: ["XDG_CACHE_HOME": "/dev/null"])
      try viewer.waitForEvent("applied") { $0.integer("line") == 4 }
      let events = viewer.events
      let lines = events.filter { ["applied", "refused", "snapshot"].contains($0.name) }
      #expect(
        lines.map(\.name) == ["applied", "applied", "refused", "snapshot", "applied"])
      #expect(
        lines[3].line.contains(#""document":{"title":"T","components":[{"identifier":"a"}]}"#))
      let gone = try #require(events.firstIndex { $0.name == "unavailable" })
      #expect(events[gone].string("message") == "the server answered 503")
      #expect(events[gone...].contains { $0.name == "reloaded" })
      #expect(server.requests.map { $0.headers["last-event-id"] } == [nil, "1", "1"])
      #expect(try viewer.terminate().status == 0)
    }

    @Test func aProgramIsRunWithTheActionAsItIs() throws {
      let directory = try TemporaryDirectory()
      try directory.write("#!/bin/sh\nprintf '%s' \"$1\" > \"$0.got\"\n", to: "program")
      try directory.shell("chmod +x program")
      let action = "; touch evil $(touch evil) `touch evil` 'quoted'"
      let rig = try WindowRig(
        #"{"components":[{"items":[{"title":"a","action":"\#(action)"}]}]}"#,
        options: ["--on-action", directory("program")])
      try rig.click((x: 100, y: 22))
      var got: String?
      let isRun = eventually {
        got = try? String(contentsOfFile: directory("program.got"), encoding: .utf8)
        return got == action
      }
      #expect(isRun, "\(got ?? "nothing")")
    }
  }
}
