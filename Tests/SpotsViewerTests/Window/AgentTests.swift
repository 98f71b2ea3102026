import Foundation
import SpotsTestSupport
import Testing

extension WindowTests {
  /// Windows that tools of agents open.
  @Suite struct AgentTests {
    private let display: VirtualDisplay
    private let agent: AgentConnection

    private static let schema = """
      {"schema":{"type":"object","title":"Guests",
        "properties":{"count":{"type":"integer","default":2}}}}
      """.filter { $0 != "\n" }
    private static let screen = """
      {"screen":{"title":"Order","components":[{"items":[
        {"kind":"text-field","title":"Name","name":"name","value":"Ada"},
        {"kind":"text-field","title":"PIN","name":"pin","input-type":"secret"},
        {"title":"More","action":"more"},
        {"title":"Manual","action":"https://example.com/manual"},
        {"kind":"button","title":"Send","action":"submit"}]},
        {"items":[\((0..<100).map { #"{"title":"Row \#($0)"}"# }.joined(separator: ","))]}]}}
      """.filter { $0 != "\n" }

    init() throws {
      display = try WindowRig.display.get()
      agent = try AgentConnection(on: display)
    }

    private func isShown(_ title: String) -> Bool {
      (try? display.xdotool(["search", "--onlyvisible", "--name", title])).map { !$0.isEmpty }
        ?? false
    }

    /// Waits for a window and gives it the keyboard.
    private func focus(_ title: String) throws {
      try #require(eventually { isShown(title) }, "no window is called \(title)")
      let window = try display.xdotool(["search", "--onlyvisible", "--name", title])
      try display.xdotool(["windowfocus", "--sync", window])
    }

    @Test func usersAnswerQuestionsAndToolsDoNot() throws {
      let late = try agent.call(
        "ask", Self.schema.replacing("{\"schema", with: "{\"timeout\":0.1,\"schema"))
      #expect(late.status == "pending")
      let id = try #require(late.data["id"] as? String)
      try focus("Guests .* asked by Robot")
      for tool in ["click", "tree", "values", "screenshot"] {
        let title = tool == "click" ? #","title":"Submit""# : ""
        let answer = try agent.call(tool, #"{"window":"\#(id)"\#(title)}"#)
        #expect(answer.isError && answer.text.contains("is a question"))
      }
      let waiting = try agent.begin("wait", #"{"id":"\#(id)"}"#)
      _ = eventually(timeout: 20) {
        _ = try? display.xdotool(["key", "Return"])
        usleep(100_000)
        return !isShown("Guests")
      }
      let answer = try agent.response(to: waiting)
      #expect(
        answer.status == "answered" && (answer.data["values"] as? [String: Int]) == ["count": 2])
      #expect(try agent.call("wait", #"{"id":"\#(id)"}"#).text.contains("given already"))
    }

    @Test func cancelledQuestionsAndTheirWindowsEnd() throws {
      let asked = try agent.begin("ask", Self.schema)
      try focus("Guests .* asked by Robot")
      let notice = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"#
      try agent.process.write(notice + "\(asked)}}\n")
      #expect(eventually { !isShown("Guests") })
      // Whoever waits at the end has an answer.
      let open = try agent.begin("ask", Self.schema)
      try focus("Guests .* asked by Robot")
      try agent.process.closeInput()
      #expect(try agent.response(to: open).status == "closed")
      #expect(try agent.process.waitForExit().status == 0)
      #expect(
        !agent.process.stdout.entries.contains {
          AgentConnection.members($0)?["id"] as? Int == asked
        })
    }

    @Test func windowsAreSeenAndUsedWithinLimits() throws {
      let window = try #require(try agent.call("show", Self.screen).data["window"] as? String)
      func call(_ tool: String, _ rest: String = "") throws -> AgentConnection.Response {
        try agent.call(tool, #"{"window":"\#(window)"\#(rest)}"#)
      }
      let tree = try call("tree").text
      #expect(tree.contains("/components/0/items/0 text-field 'Name' name=\"Ada\""), "\(tree)")
      let found = try call("find", #","title":"Row 90""#).data["items"] as? [[String: Any]]
      #expect(found?.first?["path"] as? String == "/components/1/items/90")
      let events = try call("click", #","title":"More""#).data["events"] as? [[String: Any]]
      #expect(events?.first?["action"] as? String == "more")
      for question in [#""title":"Manual""#, #""title":"Send""#] {
        let answer = try call("click", "," + question)
        #expect(answer.isError && answer.text.contains("only the user"), "\(answer.text)")
      }
      // Return and Tab stay in the field rather than submit or leave it.
      #expect(try !call("type", #","text":"!\n\t","into":{"name":"name"}"#).isError)
      #expect(try !call("type", #","text":"4711","into":{"name":"pin"}"#).text.contains("4711"))
      let long = String(repeating: "a", count: 20_000)
      #expect(try call("type", #","text":"\#(long)""#).text.contains("16 KiB"))
      let values = try call("values")
      #expect(values.values == ["name": "Ada! \t"] && values.data["events"] == nil)
      for answer in try [call("tree"), call("find", #","name":"pin""#), values] {
        #expect(!answer.text.contains("4711"))
      }
      #expect(try call("screenshot").picture?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
      #expect(
        try call("update", #","lines":[{"remove":"x"}]"#).text.contains("there is no part 'x'"))
      let set = #","lines":[{"set":"/components/0/items/2/title","value":"Less"}]"#
      #expect(try !call("update", set).isError && call("tree").text.contains("'Less'"))

      try focus("Order .* shown by Robot")
      try display.xdotool(["key", "ctrl+q"])
      #expect(eventually { !isShown("Order") })
      #expect(try call("values").text == "the user has closed the window")
    }

    @Test func windowsEndWithTheirServerAndServersGoOnWithoutTheirWindows() throws {
      let other = try AgentConnection(on: display, name: "--other")
      #expect(
        try !agent.call("show", Self.screen).isError && !other.call("show", Self.screen).isError)
      _ = try other.begin("ask", Self.schema)
      try focus("Guests .* asked by --other")
      kill(other.process.processIdentifier, SIGKILL)
      #expect(eventually { !isShown("by --other") })
      let children = "/proc/\(agent.process.processIdentifier)/task/*/children"
      try TemporaryDirectory().shell("kill -9 $(cat \(children))")
      let answer = try agent.call("values", #"{"window":"window-1"}"#)
      #expect(answer.isError && answer.text == "the window has crashed", "\(answer.text)")
      #expect(try !agent.call("show", Self.screen).isError)
    }

    @Test func surfacesOfA2UIAreShownAndChanged() throws {
      let create = #"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#
      func update(_ components: String) -> String {
        #"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[\#(components)]}}"#
      }
      func show(_ messages: String...) throws -> AgentConnection.Response {
        try agent.call("show", #"{"screen":{"messages":[\#(messages.joined(separator: ","))]}}"#)
      }
      let wrong = try show(create, update(#"{"id":"root","component":"Card","child":"none"}"#))
      #expect(wrong.isError && wrong.text.contains("there is no component 'none'"))

      let root = #"{"id":"root","component":"Column","children":["f","t"]}"#
      let field = #"{"id":"f","component":"TextField","label":"City","value":{"path":"/city"}}"#
      let text = #"{"id":"t","component":"Text","text":{"path":"/city"}}"#
      let shown = try show(create, update([root, field, text].joined(separator: ",")))
      #expect(!shown.isError, "\(shown.text)")
      let window = try #require(shown.data["window"] as? String)
      let data =
        #"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/city","value":"Ulm"}}"#
      let changed = try agent.call("update", #"{"window":"\#(window)","lines":[\#(data)]}"#)
      #expect(!changed.isError && changed.data["warnings"] == nil, "\(changed.members)")
      let tree = try agent.call("tree", #"{"window":"\#(window)"}"#).text
      #expect(tree.contains("City") && tree.contains("Ulm"), "\(tree)")
      let other = data.replacing(#""s""#, with: #""other""#)
      let refused = try agent.call("update", #"{"window":"\#(window)","lines":[\#(other)]}"#)
      #expect("\(refused.members)".contains("there is no surface"))
    }

    @Test func whatSurfacesAreMadeOfIsSeenAndClicked() throws {
      let create = #"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#
      let parts =
        #"{"id":"root","component":"Column","children":["t","b"]},"#
        + #"{"id":"t","component":"Text","text":"Good morning"},"#
        + #"{"id":"b","component":"Button","child":"g","action":{"event":{"name":"greet"}}},"#
        + #"{"id":"g","component":"Text","text":"Greet"}"#
      let components =
        #"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[\#(parts)]}}"#
      let shown = try agent.call("show", #"{"screen":{"messages":[\#(create),\#(components)]}}"#)
      let window = try #require(shown.data["window"] as? String, "\(shown.text)")
      func call(_ tool: String, _ rest: String = "") throws -> AgentConnection.Response {
        try agent.call(tool, #"{"window":"\#(window)"\#(rest)}"#)
      }
      let tree = try call("tree").text
      #expect(tree.contains("Good morning") && tree.contains("button 'Greet'"), "\(tree)")
      let found = try call("find", #","text":"morning""#).data["items"] as? [[String: Any]]
      #expect(found?.count == 1, "\(found ?? [])")
      let clicked = try call("click", #","title":"Greet""#)
      #expect(!clicked.isError && "\(clicked.data)".contains("greet"), "\(clicked.text)")
      let closed = try call("update", #","lines":[{"close":true}]"#)
      #expect(!closed.isError && closed.data["closed"] as? Bool == true, "\(closed.text)")
      #expect(try call("values").text == "an 'update' has closed the window")
    }
  }
}
