import Foundation
import SpotsSDL
import SpotsTestSupport
import Synchronization
import Testing

@testable import SpotsViewer
@testable import spots_viewer

extension WindowTests {
  /// Other programs that see and use a window.
  @Suite struct ControlTests {
    private let folder: TemporaryDirectory
    private let rig: WindowRig
    private let client: ControlConnection

    init() throws {
      let rows = (0..<200).map { #"{"title":"row \#($0)","action":"r\#($0)"}"# }
      folder = try TemporaryDirectory()
      rig = try WindowRig(
        """
        {"title":"Order","components":[
          {"items":[
            {"title":"Pay","action":"pay","identifier":7},
            {"title":"Name","kind":"text-field","name":"name","value":"Ada"},
            {"title":"PIN","kind":"text-field","name":"pin","value":"1234","input-type":"secret"},
            {"title":"same"},{"title":"same"}]},
          {"kind":"list","items":[\(rows.joined(separator: ","))]}]}
        """, options: ["--control", folder("socket")])
      client = try ControlConnection(folder("socket"))
    }

    // MARK: Questions

    @Test func windowsAreSeenAndUsed() throws {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder("socket"))
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      let tree = try client.ask(#"{"tree":true}"#).members["tree"] as? [String: Any]
      #expect((tree?["components"] as? [Any])?.count == 2)

      let unknown = try client.ask(#"{"tre":true}"#).error
      #expect(unknown?.hasPrefix("unknown question 'tre'; known are tree, find") == true)
      // A row far below is scrolled to and clicked.
      let clicked = try client.ask(#"{"click":{"title":"row 150"}}"#)
      #expect(clicked.events == ["itemSelected"] && clicked.error == nil)
      try rig.process.waitForEvent("itemSelected") { $0.string("action") == "r150" }
      var found = try client.ask(#"{"find":{"identifier":7}}"#).items
      #expect(found.first?["path"] as? String == "/components/0/items/0")
      #expect(found.first?["visible"] as? Bool == false)
      try client.ask(#"{"wheel":{"x":200,"y":300,"dy":200,"precise":true}}"#)
      found = try client.ask(#"{"find":{"identifier":7}}"#).items
      #expect(found.first?["visible"] as? Bool == true)

      // Typed text can be read back; secrets cannot.
      try client.ask(#"{"click":{"name":"name"}}"#)
      try client.ask(#"{"key":"End"}"#)
      try client.ask(#"{"type":"!"}"#)
      let values = try client.ask(#"{"values":true}"#).members["values"] as? [String: String]
      #expect(values == ["name": "Ada!"])

      // Other sizes are those of the window.
      #expect(try client.ask(#"{"resize":{"width":300,"height":400}}"#).error == nil)
      let small = try client.ask(#"{"tree":{"visible":true}}"#).members["tree"] as? [String: Any]
      #expect((small?["size"] as? [String: Double])?["width"] == 300)
      #expect(try client.ask(#"{"key":"Ctrl+Q"}"#).events == [])
      #expect(try rig.process.waitForExit().status == 0)
      #expect(!FileManager.default.fileExists(atPath: folder("socket")))
    }

    @Test func wrongQuestionsAreAnsweredWithTheReason() throws {
      try folder.shell("mkfifo pipe")
      for (question, words) in [
        (#"{"click":{"title":"same"}}"#, "/components/0/items/3 and /components/0/items/4"),
        (#"{"click":{"title":"nobody"}}"#, "no such item"), (#"{"wait":1}"#, "wait-for"),
        (#"{"find":{}}"#, "say which"), (#"{"wait-for":{"timeout":1}}"#, "say what for"),
        (#"{"find":{"colour":"red"}}"#, "'colour'"),
        (#"{"screenshot":"here.png"}"#, "whole path"), (#"{"click":1}"#, "'x'"),
        (#"{"screenshot":"/no/such/folder/a.png"}"#, "/no/such/folder"), ("[]", "object"),
        (#"{"tree":tru}"#, "column 9"), (#"{"tree":{"visible":1}}"#, "expressions"),
        ("", "column 1"), (#"{"jump":1}"#, "'jump'"),
        (#"{"key":"Hyper+X"}"#, "'Hyper+X'"), (#"{"inspect":true}"#, "tree"),
        (#"{"wait-for":{"event":"a","title":"b"}}"#, "'title'"),
        (#"{"wait-for":{"title":"a","timeout":-1}}"#, "'timeout'"),
        (#"{"expect":{"event":"shown"}}"#, "replay"), (#"{"script":1}"#, "true or false"),
        (#"{"values":false}"#, "true"), (#"{"window":{"width":9,"height":9}}"#, "resize"),
        (#"{"wait-for":{"event":"shwon"}}"#, "known are shown, "),
        // Writing to a pipe would wait for a reader.
        (#"{"screenshot":"\#(folder("pipe"))"}"#, "not a regular file"),
      ] {
        let error = try client.ask(question).error
        #expect(error?.contains(words) == true, "\(question): \(error ?? "none")")
      }
    }

    @Test func picturesAreThoseOfRenderAndChangesAreWaitedFor() throws {
      // The theme of a script ends with it.
      for question in [#"{"script":true}"#, #"{"key":"F6"}"#, #"{"script":false}"#] {
        #expect(try client.ask(question).error == nil)
      }
      #expect(try client.ask(#"{"wait-for":{"rest":true}}"#).error == nil)
      #expect(try client.ask(#"{"screenshot":"\#(folder("a.png"))"}"#).error == nil)
      let run = try CommandRun([
        "render", rig.directory("screen.json"), "--size", "400x600", "--compare", folder("a.png"),
      ])
      #expect(run.status == 0, "\(run.errors)")

      let other = try ControlConnection(folder("socket"))
      try other.ask(#"{"values":true}"#)
      other.send(Array(#"{"wait-for":{"event":"itemSelected"}}"#.utf8) + [10])
      // A client that waits blocks no other.
      try client.ask(#"{"click":{"title":"Pay"}}"#)
      #expect(try other.answer().events == ["itemSelected"])

      // A click where something was found hits it, even in an enlarged window.
      try client.ask(#"{"key":"Ctrl+plus"}"#)
      let row = try client.ask(#"{"find":{"title":"row 5"}}"#).items.first
      let frame = try #require(row?["frame"] as? [String: Double])
      let place = #"{"x":99,"y":\#(frame["y", default: 0] + frame["height", default: 0] / 2)}"#
      #expect(try client.ask(#"{"click":\#(place)}"#).lines.first?.contains("r5") == true)

      try rig.save(#"{"components":[{"items":[{"title":"new"}]}]}"#)
      #expect(try client.ask(#"{"wait-for":{"title":"new"}}"#).items.count == 1)
      #expect(try client.ask(#"{"wait-for":{"title":"Pay","gone":true}}"#).error == nil)
      let late = try client.ask(#"{"wait-for":{"title":"Pay","timeout":0.05}}"#)
      #expect(late.error?.contains("0.05") == true)
    }

    // MARK: Scripts

    /// `ReplayRun` plays the scripts of other tests in windows.
    @Test func scriptsHaveTheWindowUntilTheUserWantsIt() throws {
      try client.ask(#"{"click":{"title":"row 150"}}"#)
      let begun = try client.ask(#"{"script":true}"#)
      #expect(begun.lines == [#"{"event":"shown","time":0}"#])
      // As at the beginning, at a time of its own.
      #expect(try client.ask(#"{"find":{"title":"Pay"}}"#).items.first?["visible"] as? Bool == true)
      #expect(try client.ask(#"{"wait":3600}"#).error == nil)
      let other = try ControlConnection(folder("socket"))
      let resize = #"{"resize":{"width":9,"height":9}}"#
      for question in [#"{"script":true}"#, #"{"key":"F6"}"#, resize] {
        #expect(try other.ask(question).error?.contains("another client") == true)
      }
      #expect(try other.ask(#"{"values":true}"#).error == nil)
      // A replay has no window whose size could be another.
      #expect(try client.ask(#"{"key":"F7"}"#).error == nil)
      #expect(
        try client.ask(#"{"click":{"title":"row 3"}}"#).lines.first?.hasSuffix(#","time":3600}"#)
          == true)

      try rig.click((x: 100, y: 22))
      #expect(try client.ask(#"{"wait":1}"#).error?.contains("the user") == true)
      #expect(try client.ask(#"{"wait":1}"#).error?.contains("for scripts") == true)
      // A client that disconnects in the middle gives the window back.
      var gone: ControlConnection? = try ControlConnection(folder("socket"))
      #expect(try gone?.ask(#"{"script":true}"#).error == nil)
      gone = nil
      let isBack = try eventually { try other.ask(#"{"script":true}"#).error == nil }
      #expect(isBack)
      // Motion continues, however far a script's time was ahead of the clock.
      for _ in 0...Int(Clock.now / 3600) { try other.ask(#"{"wait":3600}"#) }
      try other.ask(#"{"wheel":{"x":100,"y":100,"dy":3}}"#)
      try other.ask(#"{"script":false}"#)
      #expect(try other.ask(#"{"wait-for":{"rest":true}}"#).error == nil)
      // With the user's clipboard, which a script does not have.
      try other.ask(#"{"click":{"name":"name"}}"#)
      try other.ask(#"{"paste":"TWO"}"#)
      let values = try other.ask(#"{"values":true}"#).members["values"] as? [String: Any]
      #expect((values?["name"] as? String)?.contains("TWO") == true)
    }

    @Test func replaysPrintTheSameInAWindow() throws {
      try rig.directory.write(
        #"{"expect":{"event":"shown"}}"# + "\n" + #"{"click":{"x":9,"y":9}}"# + "\n"
          + #"{"expect":{"event":"refresh"}}"# + "\n", to: "script")
      let screen = rig.directory("screen.json")
      let script = rig.directory("script")
      let alone = try CommandRun(["replay", screen, script, "--size", "400x500"])
      let live = try CommandRun(["replay", "--live", folder("socket"), script, "--size", "400x500"])
      #expect(live.text == alone.text && alone.text.contains("pay"))
      #expect(live.errors == alone.errors && live.errors.contains(":3: error: expected 'event'"))
      #expect(live.status == 1)
      try rig.directory.write(#"{"key":"Ctrl+Q"}"# + "\n" + #"{"wait":1}"#, to: "script")
      let last = try CommandRun(["replay", "--live", folder("socket"), script])
      #expect(last.status == 0 && last.text.hasSuffix(#"{"event":"closed","time":0}"# + "\n"))
      #expect(try rig.process.waitForExit().status == 0)
      let none = try CommandRun(["replay", "--live", folder("nobody"), script])
      #expect(none.status == 3)
      // A window that no longer responds, and was never reported as closed.
      let killed = Mutex<ControlSocket?>(nil)
      let socket = try ControlSocket(path: folder("killed")) { _, _, answer in
        killed.withLock { $0 }?.end()
        answer([])
      }
      killed.withLock { $0 = socket }
      let half = try CommandRun(["replay", "--live", folder("killed"), script])
      #expect(half.status == 3 && half.errors.contains("the window is gone"), "\(half.errors)")
    }

    @Test func recordsOfAWindowReplayToTheSame() throws {
      let script = folder("record.jsonl")
      #expect(try client.ask(#"{"record":"\#(script)"}"#).events == ["shown"])
      #expect(try client.ask(#"{"script":true}"#).error?.contains("recorded") == true)
      try rig.click((x: 100, y: 22))
      try client.ask(#"{"click":{"title":"row 150"}}"#)
      #expect(try client.ask(#"{"click":{"title":"nobody"}}"#).error != nil)
      try rig.window.click((x: 100, y: 300))
      try client.ask(#"{"resize":{"width":380,"height":500}}"#)
      try client.ask(#"{"key":"F6"}"#)
      try client.ask(#"{"key":"Home"}"#)
      // The scroll has come to its end, and its bar has gone.
      #expect(try rig.process.comesToRest())
      try client.ask(#"{"screenshot":"\#(folder("a.png"))"}"#)
      #expect(try client.ask(#"{"record":false}"#).error == nil)
      try folder.shell(
        #"grep -v closed record.jsonl > other.jsonl; echo '{"render":"b.png"}' >> other.jsonl"#)
      for name in ["record.jsonl", "other.jsonl"] {
        let run = try CommandRun(
          ["replay", rig.directory("screen.json"), name], in: folder.path)
        #expect(run.errors.isEmpty == (name == "record.jsonl"), "\(run.errors)")
        #expect(run.text.contains("r150"))
      }
      let pictures = try ["a.png", "b.png"].map {
        try Data(contentsOf: URL(fileURLWithPath: folder($0)))
      }
      #expect(pictures[0] == pictures[1])
    }

    // MARK: Hostile clients

    @Test func hostileClientsChangeNothing() throws {
      let garbage = try ControlConnection(folder("socket"))
      garbage.send(Array("\u{0}\u{1}{{{\n\n{\"key\":\n".utf8))
      for _ in 0..<3 { #expect(try garbage.answer().error != nil) }
      // Half-closed, with a question that is not ended by a line break.
      garbage.send(Array(#"{"key":"Ctrl+Q"}"#.utf8))
      garbage.stopSending()
      #expect(garbage.isTurnedAway)
      // A line without end.
      let endless = try ControlConnection(folder("socket"))
      let piece = [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)
      while endless.send(piece) {}
      #expect(try endless.answer().error != nil)
      #expect(endless.isTurnedAway)
      // One that never reads.
      let deaf = try ControlConnection(folder("socket"))
      for _ in 0..<100 { deaf.send(Array("{\"tree\":true}\n".utf8)) }
      // Many at once: those who are too many are turned away, and the others are answered.
      var crowd: [ControlConnection] = []
      for _ in 0..<1000 { crowd.append(try ControlConnection(folder("socket"))) }
      #expect(crowd[999].isTurnedAway)
      crowd = []
      #expect(try client.ask(#"{"values":true}"#).members["values"] != nil)
      #expect(try eventually { try rig.process.threadCount < 40 && hasNoWork() })
      try rig.click((x: 100, y: 22))
    }

    /// Whether the window does nothing within a third of a second. Threads that follow files may
    /// wake: other tests write beside the folder of the screen.
    private func hasNoWork() throws -> Bool {
      let before = (sleeps: try rig.process.mainThreadSleeps, time: try rig.process.cpuTime)
      usleep(330_000)
      return try rig.process.mainThreadSleeps == before.sleeps
        && rig.process.cpuTime - before.time < Allowance.of(.milliseconds(20))
    }

    @Test func socketsAreThoseOfOneWindowAndOneUser() throws {
      #expect(try eventually(hasNoWork))
      let arguments = ["view", rig.directory("screen.json"), "--control", folder("socket")]
      let second = try ViewerProcess(arguments, display: rig.display)
      #expect(try second.waitForExit().status == 3)
      #expect(second.stderr.wait { $0.contains("--control: \(folder("socket"))") } != nil)
      // Only root can be another user.
      if geteuid() == 0 {
        try folder.shell(
          """
          chmod 755 .; chmod 666 socket
          setpriv --reuid=65534 --clear-groups perl -MSocket -e '
            socket(S, AF_UNIX, SOCK_STREAM, 0);
            connect(S, sockaddr_un("socket")) or die;
            exit(sysread(S, $answer, 1) == 0 ? 0 : 1)'
          """)
      }
      #expect(try client.ask(#"{"values":true}"#).members["values"] != nil)
      // The remains of a killed window get in no one's way.
      _ = try rig.process.terminate(SIGKILL)
      #expect(FileManager.default.fileExists(atPath: folder("socket")))
      try rig.directory.write(TestScreen.list(3), to: "screen.json")
      let third = try ViewerProcess(
        arguments + ["--events", "--record", folder("record")], display: rig.display)
      try third.waitForEvent("shown")
      #expect(try ControlConnection(folder("socket")).ask(#"{"values":true}"#).error == nil)
      #expect(try third.terminate().status == 0)
      let record = try String(contentsOfFile: folder("record"), encoding: .utf8)
      #expect(record.hasSuffix(#"{"expect":{"event":"closed"}}"# + "\n"), "\(record)")
      let names = third.events.map(\.name)
      #expect(names == ["shown", "reachedEnd", "closed"])
      #expect(record.matches(of: #/"event":"(\w+)"/#).map { String($0.1) } == names)
      #expect(!FileManager.default.fileExists(atPath: folder("socket")))
    }
  }
}
