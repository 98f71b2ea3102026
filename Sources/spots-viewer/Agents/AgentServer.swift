import Glibc
import Spots
import SpotsSDL
import SpotsViewer
import Synchronization

/// A server of the Model Context Protocol on the standard streams, whose tools open windows.
///
/// Sources: the specifications of 2025-06-18, 2025-11-25 and 2026-07-28, of which the last has a
/// version and a client in each request in place of a handshake.
final class AgentServer: Sendable {
  private struct State {
    var client = "a program"
    /// The calls that are not answered.
    var calls: [JSONValue: AgentCall] = [:]
  }

  private let state = Mutex(State())
  private let windows: AgentWindows
  private let resources: AgentResources
  private let version: String
  private let output: OutputQueue

  /// The versions of the protocol, the latest first: the one without a handshake.
  private static let versions = ["2026-07-28", "2025-11-25", "2025-06-18"]
  private static let supported = JSONValue.array(versions.map { .string($0) })
  /// The most calls that are not answered.
  private static let mostCalls = 64
  /// The longest line, in bytes.
  private static let longestLine = 4 << 20

  /// - Parameters:
  ///   - program: The path of this program, which opens windows.
  ///   - version: That of the program.
  ///   - schema: That of screens.
  init(program: String, version: String, schema: ScreenSchema) {
    let windows = AgentWindows(program: program, schema: schema)
    (self.windows, self.version) = (windows, version)
    resources = AgentResources(schema)
    // Without a reader of answers there is nothing left to do.
    let leave: @Sendable (FileError) -> Void = { _ in
      windows.close()
      StandardOutput.exit(ExitStatus.success.rawValue)
    }
    output = OutputQueue(to: STDOUT_FILENO, notice: { _ in [] }, onFault: leave)
  }

  /// Answers the lines of standard input, until it ends.
  func run() {
    EndingSignals.listen(isFirst: true) { [self] in end() }
    var splitter = LineSplitter(separator: UInt8(ascii: "\n"), longestLine: Self.longestLine)
    var isInsideLongLine = false
    while let bytes = StreamReader.readSome(STDIN_FILENO) {
      var lines = splitter.append(bytes)[...]
      // What follows the beginning of a line that is too long goes up to its end.
      if isInsideLongLine, !lines.isEmpty {
        lines.removeFirst()
        isInsideLongLine = splitter.isCut && lines.isEmpty
      }
      if splitter.isCut, let beginning = lines.popLast() {
        refuse(beginning)
        isInsideLongLine = true
      }
      for line in lines { receive(line) }
      // A client that does not read has to wait.
      output.waitForRoom()
    }
    if !isInsideLongLine, let line = splitter.finish() { receive(line) }
    windows.finish()
    end()
  }

  /// Closes all windows, answers the calls that wait for them, and ends the program.
  private func end() -> Never {
    windows.close()
    for call in state.withLock({ Array($0.calls.values) }) {
      call.answer(.fault("the server has ended"))
    }
    var patience = StandardOutput.patience
    _ = output.finish(&patience)
    StandardOutput.exit(ExitStatus.success.rawValue)
  }

  private func send(_ line: [UInt8]) { output.add(line, isKept: true) }

  // MARK: Messages

  /// Answers a message that is too long, of which this is the beginning.
  private func refuse(_ beginning: [UInt8]) {
    let fault = AgentMessage.Fault(
      code: .invalid, message: "a message has at most \(Self.longestLine >> 20) MiB",
      id: AgentMessage.identifier(in: beginning))
    send(AgentMessage.response(fault))
  }

  private func receive(_ line: [UInt8]) {
    guard line.contains(where: { !" \t\r".utf8.contains($0) }) else { return }
    do throws(AgentMessage.Fault) {
      guard let message = try AgentMessage.read(line) else { return }
      guard let id = message.id else { return hear(message) }
      do throws(AgentMessage.Fault) {
        try answer(message, id)
      } catch {
        var fault = error
        fault.id = id
        throw fault
      }
    } catch {
      send(AgentMessage.response(error))
    }
  }

  private func hear(_ message: AgentMessage) {
    guard message.method == "notifications/cancelled", let id = message.parameters.request,
      let call = state.withLock({ $0.calls.removeValue(forKey: id) }), call.cancel()
    else { return }
    windows.cancelled(call)
  }

  private func answer(_ message: AgentMessage, _ id: JSONValue) throws(AgentMessage.Fault) {
    let parameters = message.parameters
    let own = parameters.ownVersion
    if let own, !Self.versions.contains(own) {
      throw AgentMessage.Fault(
        code: .unknownVersion, message: "unknown version of the protocol",
        data: ["supported": Self.supported, "requested": .string(own)])
    }
    if let client = parameters.clientName { state.withLock { $0.client = client } }
    if message.method == "tools/call" { return try call(parameters, id) }
    var result = try result(of: message.method, parameters)
    if own != nil {
      result["resultType"] = "complete"
      if message.method != "ping" { result.merge(["ttlMs": 0, "cacheScope": "private"]) { $1 } }
    }
    send(AgentMessage.response(id, .object(result)))
  }

  private func result(
    of method: String, _ parameters: AgentMessage.Parameters
  ) throws(AgentMessage.Fault) -> [String: JSONValue] {
    switch method {
    case "initialize":
      let wanted = parameters.version ?? ""
      let isKnown = Self.versions.dropFirst().contains(wanted)
      return identity.merging([
        "protocolVersion": .string(isKnown ? wanted : Self.versions[1]), "serverInfo": information,
      ]) { $1 }
    case "server/discover":
      return identity.merging([
        "supportedVersions": Self.supported,
        "_meta": ["io.modelcontextprotocol/serverInfo": information],
      ]) { $1 }
    case "ping": return [:]
    case "tools/list": return ["tools": .array(AgentTool.allCases.map(\.json))]
    case "resources/list": return ["resources": resources.list]
    case "resources/templates/list": return ["resourceTemplates": []]
    case "resources/read":
      let uri = parameters.uri ?? ""
      if let contents = resources.contents(of: uri) { return ["contents": contents] }
      throw AgentMessage.Fault(
        code: parameters.ownVersion == nil ? .unknownResource : .invalidParameters,
        message: Self.unknown("resource", uri, among: resources.addresses))
    default:
      throw AgentMessage.Fault(
        code: .unknownMethod, message: Self.unknown("method", method, among: Self.methods))
    }
  }

  private static func unknown(_ noun: String, _ name: String, among all: [String]) -> String {
    let rest = "; there are \(all.joined(separator: ", "))"
    return
      "there is no \(noun) '\(name.printable(limit: 80))'\(advice(nearestTo: name, among: all))"
      + rest
  }

  private static let methods = [
    "initialize", "server/discover", "ping", "tools/list", "tools/call", "resources/list",
    "resources/templates/list", "resources/read",
  ]

  private var information: JSONValue {
    ["name": "spots-viewer", "title": "Spots", "version": .string(version)]
  }

  private var identity: [String: JSONValue] {
    [
      "capabilities": ["tools": [:], "resources": [:]],
      "instructions": """
      Windows on the user's desktop. 'ask' and 'pick' get answers from the user; 'show' shows a \
      screen, which 'update' changes. Windows belong to the user, who may close them, and who \
      alone submits and opens addresses. They make no connections to the network.
      """,
    ]
  }

  // MARK: Calls

  private func call(
    _ parameters: AgentMessage.Parameters, _ id: JSONValue
  ) throws(AgentMessage.Fault) {
    guard let tool = AgentTool(rawValue: parameters.name ?? "") else {
      let names = AgentTool.allCases.map(\.rawValue)
      throw AgentMessage.Fault(
        code: .invalidParameters,
        message: Self.unknown("tool", parameters.name ?? "", among: names))
    }
    let isModern = parameters.ownVersion != nil
    let call = AgentCall(of: tool) { [self] result in
      state.withLock { _ = $0.calls.removeValue(forKey: id) }
      send(AgentMessage.response(id, result.json(isModern: isModern)))
    }
    let (client, fault) = state.withLock { state -> (String, String?) in
      if state.calls[id] != nil { return ("", "a call with this id is not answered yet") }
      if state.calls.count >= Self.mostCalls { return ("", "too many calls are not answered yet") }
      state.calls[id] = call
      return (state.client, nil)
    }
    if let fault { throw AgentMessage.Fault(code: .invalid, message: fault) }
    do throws(FieldFault) {
      let arguments = try ToolArguments.read(
        parameters.arguments ?? "{}", tool.fields, required: tool.required)
      try windows.perform(call, arguments, of: client)
    } catch {
      call.answer(.fault(error.message))
    }
  }
}
