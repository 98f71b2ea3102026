import Foundation
import Spots
import SpotsTestSupport
import Testing

@testable import spots_viewer

/// The server of tools for agents, where there is no display.
@Suite struct AgentServerTests {
  @Test func toolsAreListedWithoutADisplayAndSayThatTheyNeedOne() throws {
    let agent = try AgentConnection()
    let tools = try agent.ask("tools/list").result["tools"] as? [[String: Any]] ?? []
    #expect(tools.compactMap { $0["name"] as? String } == AgentTool.allCases.map(\.rawValue))
    for tool in tools {
      let schema = tool["inputSchema"] as? [String: Any] ?? [:]
      let properties = schema["properties"] as? [String: Any] ?? [:]
      #expect(schema["type"] as? String == "object" && !properties.isEmpty)
      #expect((schema["required"] as? [String] ?? []).allSatisfy { properties[$0] != nil })
    }
    for (tool, arguments) in [
      ("ask", #"{"schema":{"type":"object","properties":{"a":{"type":"string"}}}}"#),
      ("show", #"{"screen":{"components":[]}}"#), ("pick", #"{"options":["a"]}"#),
    ] {
      let answer = try agent.call(tool, arguments)
      #expect(answer.isError && answer.text.hasPrefix("there is no display"), "\(answer.text)")
    }
    try agent.process.closeInput()
    #expect(try agent.process.waitForExit().status == 0)
  }

  @Test func theSchemaAndTheReferenceAreRead() throws {
    let agent = try AgentConnection()
    let list = try agent.ask("resources/list").result["resources"] as? [[String: Any]] ?? []
    #expect(list.count == 2)
    for resource in list {
      let uri = try #require(resource["uri"] as? String)
      let contents = try agent.ask("resources/read", #"{"uri":"\#(uri)"}"#).result["contents"]
      let text = (contents as? [[String: Any]])?.first?["text"] as? String ?? ""
      #expect(text.contains("text-field") && text.utf8.count == resource["size"] as? Int)
    }
    let missing = try agent.ask("resources/read", #"{"uri":"spots://schem"}"#)
    #expect(missing.code == -32002 && missing.message.contains("did you mean 'spots://schema'"))
  }

  @Test func versionsAreAgreedOn() throws {
    let agent = try AgentConnection()
    let other = try agent.ask("initialize", #"{"protocolVersion":"1999-01-01"}"#)
    #expect(other.result["protocolVersion"] as? String == "2025-11-25")
    func meta(_ version: String) -> String {
      #"{"_meta":{"io.modelcontextprotocol/protocolVersion":"\#(version)"}}"#
    }
    let found = try agent.ask("server/discover", meta("2026-07-28")).result
    #expect((found["supportedVersions"] as? [String])?.first == "2026-07-28")
    #expect(found["resultType"] as? String == "complete")
    #expect(try agent.ask("server/discover", meta("2031-01-01")).code == -32022)
    // Clients of earlier versions refuse results of 'ping' with anything in them.
    #expect(try agent.ask("ping").result.isEmpty)
  }

  @Test(arguments: [
    ("garbage", -32700, "column 1"), ("[]", -32600, "no batches"), ("7", -32600, "an object"),
    (#"{"jsonrpc":"2.0","id":1"#, -32700, "no JSON"), (#"{"id":1,"method":"ping"}"#, -32600, "2.0"),
    (#"{"jsonrpc":"2.0","id":null,"method":7}"#, -32600, "'method'"),
    (#"{"jsonrpc":"2.0","id":[],"method":"ping"}"#, -32600, "'id'"),
    (#"{"jsonrpc":"2.0","id":9,"method":"tool/list"}"#, -32601, "did you mean 'tools/list'"),
    (
      #"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"aks"}}"#, -32602,
      "did you mean 'ask'"
    ),
    (String(repeating: "{\"a\":", count: 100_000), -32700, "no JSON"),
  ])
  func faultsAreAnsweredInWords(line: String, code: Int, words: String) throws {
    let agent = try AgentConnection()
    try agent.process.write(line + "\n")
    let found = try #require(agent.process.stdout.wait(from: 1, timeout: 30))
    let answer = AgentConnection.Response(members: AgentConnection.members(found) ?? [:])
    #expect(answer.code == code && answer.message.contains(words), "\(found)")
    #expect(try agent.ask("ping").code == nil)
  }

  /// A message that is too long is refused as one, with its identifier, however it is cut.
  @Test func longMessagesAreRefusedAsOne() throws {
    let agent = try AgentConnection()
    let text = String(repeating: "a", count: 9 << 20)
    let lines = [
      #"{"jsonrpc":"2.0","id":"long","method":"ping","params":{"a":"\#(text)"}}"#,
      #"{"jsonrpc":"2.0","method":"ping","params":{"a":"\#(text)"},"id":1}"#,
    ]
    for (index, line) in lines.enumerated() {
      try agent.process.write(line + "\n")
      let found = try #require(agent.process.stdout.wait(from: 1 + 2 * index, timeout: 30))
      let answer = AgentConnection.Response(members: AgentConnection.members(found) ?? [:])
      #expect(answer.code == -32600 && answer.message == "a message has at most 4 MiB", "\(found)")
      #expect(found.contains(#""id":"long""#) == line.contains("long"))
      #expect(try agent.ask("ping").code == nil)
    }
  }

  @Test(arguments: [
    ("show", "{}", "'screen' or a 'file'"), ("show", "7", "an object"),
    ("show", #"{"scren":{}}"#, "/scren: unknown key 'scren'; did you mean 'screen'?"),
    (
      "show", #"{"screen":{"components":[{"items":[{"titel":1}]}]}}"#,
      "/components/0/items/0/titel: unknown key 'titel'; did you mean 'title'?"
    ),
    ("show", #"{"screen":"{\"components\":7}"}"#, "/components"),
    ("show", #"{"file":"https://example.com/a.json"}"#, "below the folder"),
    ("show", #"{"file":"/etc/passwd"}"#, "below the folder"),
    ("show", #"{"file":"../a.json"}"#, "below the folder"),
    ("ask", #"{"schema":{"type":"object","properties":{"a":{"type":"tex"}}}}"#, "schema: a"),
    ("ask", #"{"screen":{"components":[{"items":[{"title":"T"}]}]}}"#, "the action 'submit'"),
    ("ask", #"{"schema":{},"screen":{}}"#, "a 'schema'"), ("pick", "{}", "'options' is missing"),
    ("pick", #"{"options":[]}"#, "nothing to pick"), ("wait", #"{"id":"x"}"#, "no question 'x'"),
    ("click", #"{"window":"w","title":"a"}"#, "no window 'w'"), ("values", "{}", "'window'"),
  ])
  func argumentsAreRefusedWithAWayOut(tool: String, arguments: String, words: String) throws {
    let answer = try AgentConnection().call(tool, arguments)
    #expect(answer.isError && answer.text.contains(words), "\(answer.text)")
  }

  /// Whatever comes, the next request is answered.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func garbageNeverEndsIt(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let agent = try AgentConnection()
    let lines = [
      #"{"jsonrpc":"2.0","id":900,"method":"tools/call","params":{"name":"show","arguments":{}}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":900}}"#,
      #"{"jsonrpc":"2.0","id":901,"result":{"a":[1,2,{"b":null}]}}"#,
    ]
    for _ in 0..<200 {
      var bytes = Array(lines.randomElement(using: &random)!.utf8)
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      try agent.process.write(bytes: bytes + [0x0A])
    }
    #expect(try agent.ask("ping").code == nil, "seed \(seed)")
    try agent.process.closeInput()
    #expect(try agent.process.waitForExit().status == 0)
  }

  @Test func aClientThatDoesNotReadEndsIt() throws {
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    let run = try ShellRun(
      "yes '\(ping)' | { spots mcp; echo $? >&2; } | head -n 3", in: TemporaryDirectory())
    #expect(run.errors.contains("0\n"), "\(run.errors)")
  }

  @Test func longTextsAreCutWithAWayToTheRest() {
    let result = AgentResult.data(.string(String(repeating: "a", count: 100_000)))
    guard case .object(let members) = result.json(isModern: false) else { return }
    let text = JSONWriter { $0.value(.object(members)) }.text
    #expect(text.utf8.count < AgentResult.longest + 500 && text.contains("'find'"))
    #expect(members["structuredContent"] == nil)
  }

  @Test(arguments: [
    ("submit", true), ("submit:order", true), ("post:orders", true), ("mailto:a@b.example", true),
    ("https://example.com", true), ("screen:https://example.com/a.json", true),
    ("screen:next.json", false), ("more", false), ("submitted", false),
  ])
  func toolsMayNotReachBeyondTheWindow(action: String, isRefused: Bool) async {
    #expect(await (ToolLimits.reason(against: action) != nil) == isRefused)
  }
}
