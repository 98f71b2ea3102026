import Foundation
import Testing

/// A client of `spots-viewer mcp`, which speaks the protocol line by line.
final class AgentConnection {
  let process: ViewerProcess
  private var count = 0

  /// A result, or an error.
  struct Response {
    var members: [String: Any]

    var result: [String: Any] { members["result"] as? [String: Any] ?? [:] }
    var code: Int? { (members["error"] as? [String: Any])?["code"] as? Int }
    var message: String { (members["error"] as? [String: Any])?["message"] as? String ?? "" }
    var isError: Bool { result["isError"] as? Bool ?? false }
    private var content: [[String: Any]] { result["content"] as? [[String: Any]] ?? [] }
    var text: String { content.first?["text"] as? String ?? "" }
    var picture: Data? { (content.last?["data"] as? String).flatMap { Data(base64Encoded: $0) } }
    var data: [String: Any] { result["structuredContent"] as? [String: Any] ?? [:] }
    var status: String? { data["status"] as? String }
    var values: [String: String]? { data["values"] as? [String: String] }
  }

  /// - Parameter display: Nil for a server that has none.
  init(on display: VirtualDisplay? = nil, name: String = "Robot") throws {
    let none = ["SDL_VIDEODRIVER": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""]
    process = try ViewerProcess(["mcp"], display: display, environment: display == nil ? none : [:])
    let client = #"{"name":"\#(name)","version":"1"}"#
    let answer = try ask(
      "initialize", #"{"protocolVersion":"2025-06-18","clientInfo":\#(client)}"#)
    #expect(answer.result["protocolVersion"] as? String == "2025-06-18")
    try process.write(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"# + "\n")
  }

  /// Sends a request, and returns its number.
  func send(_ method: String, _ parameters: String = "{}") throws -> Int {
    count += 1
    try process.write(
      #"{"jsonrpc":"2.0","id":\#(count),"method":"\#(method)","params":\#(parameters)}"# + "\n")
    return count
  }

  /// Calls a tool, and returns the number of the request.
  func begin(_ tool: String, _ arguments: String) throws -> Int {
    try send("tools/call", #"{"name":"\#(tool)","arguments":\#(arguments)}"#)
  }

  /// The response to a request, as soon as it comes.
  func response(
    to number: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Response {
    let line = process.stdout.wait(timeout: 30) { Self.members($0)?["id"] as? Int == number }
    let members = try #require(
      line.flatMap(Self.members), "no answer came: \(process.stderr.entries)",
      sourceLocation: sourceLocation)
    return Response(members: members)
  }

  func ask(_ method: String, _ parameters: String = "{}") throws -> Response {
    try response(to: send(method, parameters))
  }

  func call(_ tool: String, _ arguments: String = "{}") throws -> Response {
    try response(to: begin(tool, arguments))
  }

  static func members(_ line: String) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
  }
}
