import Foundation
import SpotsTestSupport
import Testing

@testable import SpotsViewer

/// A connection to the control socket of a window.
private final class ControlConnection {
  private let descriptor: Int32
  private var splitter = LineSplitter(separator: UInt8(ascii: "\n"))
  private var lines: [[UInt8]] = []

  init(_ path: String) throws {
    descriptor = try ControlSocket.connection(to: path)
  }

  deinit { close(descriptor) }

  /// Sends a question, and gives the events before its answer, and the answer.
  @discardableResult
  func ask(_ question: String) throws -> (events: [String], answer: [String: Any]) {
    _ = UnixAddress.send(Array("\(question)\n".utf8), to: descriptor)
    return try answer()
  }

  func send(_ bytes: [UInt8]) { _ = UnixAddress.send(bytes, to: descriptor) }

  func stopSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  func answer() throws -> (events: [String], answer: [String: Any]) {
    var events: [String] = []
    while let line = line() {
      let object = try #require(
        JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      if object["answer"] != nil { return (events, object) }
      events.append(object["event"] as? String ?? "")
    }
    return (events, [:])
  }

  /// Whether the other end has ended the connection, and said nothing.
  var isTurnedAway: Bool { line() == nil }

  private func line() -> [UInt8]? {
    while lines.isEmpty {
      guard let bytes = StreamFeed.readSome(descriptor) else { return nil }
      lines = splitter.append(bytes)
    }
    return lines.removeFirst()
  }
}

extension WindowTests {
  /// Other programs that see and use a window.
  @Suite struct ControlTests {
    private static let screen = """
      {"title":"Order","components":[
        {"items":[
          {"title":"Pay","action":"pay","identifier":7},
          {"title":"Name","kind":"text-field","name":"name","value":"Ada"},
          {"title":"PIN","kind":"text-field","name":"pin","value":"1234","input-type":"secret"},
          {"title":"same"},{"title":"same"}]},
        {"kind":"list","items":[\((0..<200).map { #"{"title":"row \#($0)","action":"r\#($0)"}"# }
          .joined(separator: ","))]}]}
      """

    private func rig() throws -> (WindowRig, String) {
      let folder = try TemporaryDirectory()
      let rig = try WindowRig(Self.screen, options: ["--control", folder("socket")])
      return (rig, folder("socket"))
    }

    @Test func windowsAreSeenAndUsedInTheWordsOfScripts() throws {
      let folder = try TemporaryDirectory()
      let rig = try WindowRig(Self.screen, options: ["--control", folder("socket")])
      let client = try ControlConnection(folder("socket"))
      let attributes = try FileManager.default.attributesOfItem(atPath: folder("socket"))
      #expect(attributes[.posixPermissions] as? Int == 0o600)

      // A row far below is scrolled to and clicked.
      let clicked = try client.ask(#"{"click":{"title":"row 150"}}"#)
      #expect(clicked.events == ["itemSelected"] && clicked.answer["error"] == nil)
      try rig.process.waitForEvent("itemSelected") { $0.string("action") == "r150" }
      let found = try client.ask(#"{"find":{"identifier":7}}"#).answer["items"] as? [[String: Any]]
      #expect(found?.first?["path"] as? String == "/components/0/items/0")
      #expect(found?.first?["visible"] as? Bool == false)
      for (question, words) in [
        (#"{"click":{"title":"same"}}"#, "/components/0/items/3 and /components/0/items/4"),
        (#"{"click":{"title":"nobody"}}"#, "no such item"), (#"{"wait":1}"#, "wait-for"),
        (#"{"find":{}}"#, "say which"), (#"{"find":{"colour":"red"}}"#, "colour"),
        (#"{"screenshot":"here.png"}"#, "whole path"), (#"{"click":1}"#, "object"),
        ("[]", "object"),
      ] {
        let error = try client.ask(question).answer["error"] as? String
        #expect(error?.contains(words) == true, "\(question): \(error ?? "none")")
      }

      // What is typed is there; secrets are not told.
      try client.ask(#"{"click":{"name":"name"}}"#)
      #expect(try client.ask(#"{"type":"!"}"#).answer["error"] == nil)
      let waited = try client.ask(#"{"wait-for":{"event":"valueChanged"}}"#)
      #expect(waited.answer["error"] == nil)
      let values = try client.ask(#"{"values":true}"#).answer["values"] as? [String: String]
      #expect(values?.keys.sorted() == ["name"] && values?["name"]?.contains("!") == true)

      // A change of the file is waited for, by its event and by what it shows.
      try rig.save(#"{"components":[{"items":[{"title":"new"}]}]}"#)
      #expect(try client.ask(#"{"wait-for":{"title":"new"}}"#).answer["error"] == nil)
      #expect(try client.ask(#"{"wait-for":{"title":"Pay","gone":true}}"#).answer["error"] == nil)
      let late = try client.ask(#"{"wait-for":{"title":"Pay","timeout":0.05}}"#)
      #expect((late.answer["error"] as? String)?.contains("0.05") == true)

      // The picture is that of `render`.
      try client.ask(#"{"screenshot":"\#(folder("a.png"))"}"#)
      let render = try CommandRun([
        "render", rig.directory("screen.json"), "--size", "400x600", "-o", folder("b.png"),
      ])
      #expect(render.status == 0)
      #expect(
        try CommandRun([
          "render", rig.directory("screen.json"), "--size", "400x600", "-o", folder("c.png"),
          "--compare", folder("a.png"),
        ]).status == 0)
      #expect(try client.ask(#"{"key":"Ctrl+Q"}"#).answer["error"] == nil)
      #expect(try rig.process.waitForExit().status == 0)
      #expect(!FileManager.default.fileExists(atPath: folder("socket")))
    }

    @Test func hostileClientsChangeNothing() throws {
      let folder = try TemporaryDirectory()
      let rig = try WindowRig(Self.screen, options: ["--control", folder("socket")])
      let client = try ControlConnection(folder("socket"))
      try client.ask(#"{"tree":{"visible":true}}"#)

      let garbage = try ControlConnection(folder("socket"))
      garbage.send(Array("\u{0}\u{1}{{{\n\n{\"key\":\n".utf8))
      for _ in 0..<3 { #expect(try garbage.answer().answer["error"] != nil) }
      // Half-closed, with a question that is not ended by a line break.
      garbage.send(Array(#"{"values":true}"#.utf8))
      garbage.stopSending()
      #expect(garbage.isTurnedAway)
      // A line without end.
      let endless = try ControlConnection(folder("socket"))
      let piece = [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)
      for _ in 0..<17 { endless.send(piece) }
      #expect(try endless.answer().answer["error"] != nil && endless.isTurnedAway)
      // Many at once: those who are too many are turned away, and the others are answered.
      var crowd: [ControlConnection] = []
      for _ in 0..<1000 { crowd.append(try ControlConnection(folder("socket"))) }
      #expect(crowd[999].isTurnedAway)
      crowd = []
      #expect(try client.ask(#"{"values":true}"#).answer["values"] != nil)
      // Who goes away in the middle of a script gives the time back.
      var script: ControlConnection? = nil
      let isFree = try eventually {
        script = try ControlConnection(folder("socket"))
        return try script?.ask(#"{"script":true}"#).answer["answer"] != nil
      }
      #expect(isFree)
      script = nil
      try rig.click((x: 100, y: 22))
      #expect(try rig.process.comesToRest())

      // Nobody takes the place of a window that is open.
      let second = try CommandRun(
        ["view", rig.directory("screen.json"), "--control", folder("socket")])
      #expect(second.status == 3)
      #expect(try client.ask(#"{"values":true}"#).answer["values"] != nil)
    }
  }
}
