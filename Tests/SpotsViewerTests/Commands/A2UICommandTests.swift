import Foundation
import SpotsTestSupport
import Testing

/// The command `a2ui`: messages in, a window, messages out.
@Suite struct A2UICommandTests {
  private static let folder = String(
    SampleScreens.folder.dropLast("Screens".count) + "Tests/SpotsModelTests/A2UI/Fixtures/")

  private static let hello = [
    #"{"version":"v0.9","createSurface":{"surfaceId":"main","catalogId":"c","sendDataModel":true}}"#,
    #"{"version":"v0.9","updateComponents":{"surfaceId":"main","components":[{"id":"root","component":"Card","child":"all"},{"id":"all","component":"Column","children":["name","go"]},{"id":"name","component":"TextField","label":"Name","value":{"path":"/name"}},{"id":"go","component":"Button","child":"word","action":{"event":{"name":"greet","context":{"name":{"path":"/name"},"n":1}}}},{"id":"word","component":"Text","text":"Greet"}]}}"#,
    #"{"version":"v0.9","updateDataModel":{"surfaceId":"main","value":{"name":"Ada"}}}"#,
  ]

  private func message(_ line: String) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
  }

  /// Waits for a message with a member.
  private func wait(_ key: String, _ viewer: ViewerProcess, from start: Int = 0) throws -> [String:
    Any]
  {
    let line = viewer.stdout.wait(from: start, timeout: 30) { message($0)?[key] != nil }
    let found = try #require(line, "\(viewer.stdout.entries) \(viewer.stderr.entries)")
    return try #require(message(found)?[key] as? [String: Any])
  }

  private func press(_ keys: [String], _ client: ControlConnection) throws {
    for key in keys { #expect(try client.ask(#"{"key":"\#(key)"}"#).error == nil) }
  }

  @Test func aStreamIsShownAndItsServerHears() throws {
    let folder = try TemporaryDirectory()
    let viewer = try ViewerProcess(
      ["a2ui", "-", "--close-at-end", "--control", folder("socket")])
    try viewer.write("no message\n")
    #expect(try wait("error", viewer)["code"] as? String == "PARSE_ERROR")
    for line in Self.hello { try viewer.write(line + "\n") }
    let client = try ControlConnection(folder("socket"))
    #expect(try client.ask(#"{"wait-for":{"name":"/data/main/name"}}"#).error == nil)
    try press(["tab", "tab", "tab", "return"], client)
    let data = try wait("surfaces", viewer)
    #expect((data["main"] as? [String: Any])?["name"] as? String == "Ada")
    let action = try wait("action", viewer)
    #expect(
      Set(action.keys) == ["name", "surfaceId", "sourceComponentId", "timestamp", "context"])
    #expect(action["name"] as? String == "greet" && action["sourceComponentId"] as? String == "go")
    let context = try #require(action["context"] as? [String: Any])
    #expect(context["name"] as? String == "Ada" && context["n"] as? Int == 1)

    let start = viewer.stdout.entries.count
    try viewer.write(
      #"{"version":"v0.9","deleteSurface":{"surfaceId":"other"}}"# + "\n"
        + #"{"version":"v0.9","updateComponents":{"surfaceId":"main","components":[{"id":"name","component":"Card","child":"later"}]}}"#
        + "\n")
    #expect(try wait("error", viewer, from: start)["code"] as? String == "SURFACE_NOT_FOUND")
    try viewer.closeInput()
    #expect(try viewer.waitForExit().status == 0)
    // What has not come by the end never comes.
    let last = viewer.stdout.entries.compactMap { message($0)?["error"] as? [String: Any] }.last
    #expect(last?["code"] as? String == "COMPONENT_NOT_FOUND")
  }

  private static let login = [
    #"{"version":"v0.9","createSurface":{"surfaceId":"main","catalogId":"c","sendDataModel":true}}"#,
    #"{"version":"v0.9","updateComponents":{"surfaceId":"main","components":[{"id":"root","component":"Column","children":["pin","go"]},{"id":"pin","component":"TextField","variant":"obscured","label":"PIN","value":{"path":"/pin"}},{"id":"go","component":"Button","child":"word","checks":[{"condition":{"call":"required","args":{"value":{"path":"/pin"}}},"message":"Your PIN"}],"action":{"event":{"name":"login","context":{"pin":{"path":"/pin"}}}}},{"id":"word","component":"Text","text":"Log in"}]}}"#,
    #"{"version":"v0.9","updateDataModel":{"surfaceId":"main","value":{"pin":""}}}"#,
  ]

  /// What is typed into an obscured field is for the server alone.
  @Test func secretsReachTheServer() throws {
    let folder = try TemporaryDirectory()
    let viewer = try ViewerProcess(["a2ui", "-", "--control", folder("socket")])
    try viewer.write("no message\n")
    #expect(try wait("error", viewer)["code"] as? String == "PARSE_ERROR")
    for line in Self.login { try viewer.write(line + "\n") }
    let client = try ControlConnection(folder("socket"))
    #expect(try client.ask(#"{"wait-for":{"name":"main/pin"}}"#).error == nil)
    try press(["tab"], client)
    #expect(try client.ask(#"{"type":"4711"}"#).error == nil)
    #expect(try !"\(client.ask(#"{"values":true}"#).members)".contains("4711"))
    try press(["tab", "tab", "return"], client)
    #expect(try wait("surfaces", viewer)["main"] as? [String: String] == ["pin": "4711"])
    #expect(try wait("action", viewer)["context"] as? [String: String] == ["pin": "4711"])
    #expect(try viewer.terminate().status == 0)
  }

  @Test func aFileIsShownWithItsFaults() throws {
    let viewer = try ViewerProcess(["a2ui", Self.folder + "faults.jsonl"])
    let codes = [
      "SURFACE_ALREADY_EXISTS", "UNKNOWN_COMPONENT", "COMPONENT_CYCLE", "UNKNOWN_FUNCTION",
      "DATA_MODEL_ERROR", "VALIDATION_FAILED",
    ]
    for code in codes {
      let line = viewer.stdout.wait(timeout: 30) { $0.contains("\"\(code)\"") }
      #expect(line != nil, "\(code) \(viewer.stderr.entries)")
    }
    #expect(try viewer.terminate().status == 0)
  }

  @Test func aServerStreamsIt() throws {
    let server = try TestServer { _ in
      .text(
        Self.hello.joined(separator: "\n") + "\n"
          + #"{"version":"v0.9","deleteSurface":{"surfaceId":"other"}}"# + "\n",
        headers: ["Content-Type: application/x-ndjson"])
    }
    let folder = try TemporaryDirectory()
    let viewer = try ViewerProcess(
      ["a2ui", server.url("/agent"), "--control", folder("socket")],
      environment: ["XDG_CACHE_HOME": folder.path])
    #expect(try wait("error", viewer)["code"] as? String == "SURFACE_NOT_FOUND")
    let client = try ControlConnection(folder("socket"))
    #expect(try client.ask(#"{"wait-for":{"name":"/data/main/name"}}"#).error == nil)
    try press(["tab", "tab", "tab", "return"], client)
    #expect(try wait("action", viewer)["name"] as? String == "greet")
    #expect(try viewer.terminate().status == 0)
  }

  @Test func capabilitiesArePrinted() throws {
    let run = try CommandRun(["a2ui", "--capabilities"])
    let versions = try #require(message(run.text) as? [String: [String: [String]]])
    #expect(run.status == 0 && versions.keys.sorted() == ["v0.9", "v1.0"])
    #expect(versions["v0.9"]?["supportedCatalogIds"]?.first?.hasSuffix("/catalog.json") == true)
    #expect(try CommandRun(["a2ui", "a.jsonl", "--close-at-end"]).status == 2)
    #expect(try CommandRun(["a2ui", "a.jsonl", "--data", "b.json"]).status == 2)
  }
}
