import Spots

/// A message of a client: a JSON-RPC 2.0 request or notification on one line.
struct AgentMessage: Sendable {
  /// Nil for a notification.
  private(set) var id: JSONValue?
  private(set) var method = ""
  private(set) var parameters = Parameters()
  private var version = ""
  /// The members of a response, of which none is expected.
  private var result, error: JSONValue?

  private static let fields = Fields<AgentMessage>(
    "message", of: AgentMessage(),
    [
      Field(\.version, "jsonrpc", .string, "The version of JSON-RPC."),
      Field(optional: \.id, "id", .any, "Identifies the request."),
      Field(\.method, "method", .string, "What is asked for."),
      Field(\.parameters, "params", .object(Parameters.fields), "The parameters."),
      Field(optional: \.result, "result", .any, "What a client gives back."),
      Field(optional: \.error, "error", .any, "Why it gives nothing."),
    ])

  /// An error in a message.
  struct Fault: Error {
    /// The codes of JSON-RPC and of the Model Context Protocol.
    enum Code: Int {
      case syntax = -32700
      case invalid = -32600
      case unknownMethod = -32601
      case invalidParameters = -32602
      case unknownResource = -32002
      case unknownVersion = -32022
    }

    var code: Code
    var message: String
    var data: JSONValue?
    /// That of the request; nil where it is not known.
    var id: JSONValue?
  }

  /// The identifier of a request of which only the beginning is known; nil where it is not there.
  static func identifier(in beginning: [UInt8]) -> JSONValue? {
    let text = String(decoding: beginning.prefix(200), as: UTF8.self)
    guard let key = text.firstRange(of: "\"id\":") else { return nil }
    return JSONValue.read(Array(text[key.upperBound...].prefix { !",}".contains($0) }.utf8)).value
  }

  /// Reads a line.
  ///
  /// - Returns: Nil for a response.
  static func read(_ line: [UInt8]) throws(Fault) -> AgentMessage? {
    let document = ScreenReader().readDocument(line) { cursor throws(SyntaxError) in
      try fields.read(from: &cursor)
    }
    let faults = document.diagnostics
    if let fault = faults.first(where: { $0.code == .syntax || $0.code == .limit }) {
      let place = "no JSON at column \(fault.column)"
      throw Fault(code: .syntax, message: "\(place): \(fault.message)")
    }
    guard var message = document.value ?? nil else {
      throw Fault(code: .invalid, message: "a message is an object on a line; send no batches")
    }
    let hasID = message.id != nil
    switch message.id {
    case .string, .integer: break
    case .number(let number): message.id = Int(exactly: number).map { .integer($0) }
    default: message.id = nil
    }
    if message.method.isEmpty, message.result != nil || message.error != nil { return nil }
    guard message.version == "2.0", !message.method.isEmpty, !hasID || message.id != nil else {
      let words = "a text or a whole number as its 'id', and a 'method'"
      throw Fault(
        code: .invalid, message: "a request has \"jsonrpc\":\"2.0\", \(words)", id: message.id)
    }
    return message
  }

  /// The parameters that the methods of the server take.
  struct Parameters: Hashable, Sendable {
    fileprivate(set) var name: String?
    /// As JSON.
    fileprivate(set) var arguments: String?
    fileprivate(set) var uri: String?
    fileprivate(set) var version: String?
    fileprivate var client: JSONValue?
    fileprivate(set) var request: JSONValue?
    fileprivate var meta: JSONValue?

    fileprivate static let fields = Fields<Parameters>(
      "params", of: Parameters(),
      [
        Field(optional: \.name, "name", .string, "The name of a tool."),
        Field(optional: \.arguments, "arguments", ToolArguments.json, "The arguments of a tool."),
        Field(optional: \.uri, "uri", .string, "The address of a resource."),
        Field(optional: \.version, "protocolVersion", .string, "The version of the protocol."),
        Field(optional: \.client, "clientInfo", .any, "Who the client is."),
        Field(optional: \.request, "requestId", .any, "The request that is cancelled."),
        Field(optional: \.meta, "_meta", .any, "The version and the client, since 2026."),
      ])

    private subscript(key: String) -> JSONValue? {
      if case .object(let members)? = meta {
        members["io.modelcontextprotocol/" + key]
      } else {
        nil
      }
    }

    /// The version of the protocol that the request itself names; nil before 2026.
    var ownVersion: String? { self["protocolVersion"]?.typedText }

    /// The client's name for users.
    var clientName: String? {
      guard case .object(let members)? = client ?? self["clientInfo"] else { return nil }
      let names = [members["title"], members["name"]].map { $0?.typedText ?? "" }
      return names.first { !$0.isEmpty }?.printable(limit: 60)
    }
  }

  /// The line of a response.
  static func response(_ id: JSONValue, _ result: JSONValue) -> [UInt8] {
    line(["jsonrpc": "2.0", "id": id, "result": result])
  }

  /// The line of a response that says what is wrong.
  static func response(_ fault: Fault) -> [UInt8] {
    var error: [String: JSONValue] = [
      "code": .integer(fault.code.rawValue), "message": .string(fault.message),
    ]
    error["data"] = fault.data
    return line(["jsonrpc": "2.0", "id": fault.id ?? .null, "error": .object(error)])
  }

  private static func line(_ message: JSONValue) -> [UInt8] {
    JSONWriter { $0.value(message) }.bytes + [UInt8(ascii: "\n")]
  }
}
