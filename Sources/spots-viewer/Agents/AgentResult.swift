import Spots

/// An answer of a tool: a text, perhaps with the same as data, and a picture.
struct AgentResult: Sendable {
  var text: String
  var data: JSONValue?
  /// A PNG file.
  var picture: [UInt8]?
  var isError = false

  /// The most bytes of text, and of data as JSON.
  static let longest = 16 << 10

  /// A sentence about what could not be done.
  static func fault(_ text: String) -> AgentResult { AgentResult(text: text, isError: true) }

  /// Data, which is the text as well.
  static func data(_ data: JSONValue) -> AgentResult {
    AgentResult(text: JSONWriter { $0.value(data) }.text, data: data)
  }

  /// As a result of `tools/call`.
  ///
  /// - Parameter isModern: Whether the client speaks the version of 2026.
  func json(isModern: Bool) -> JSONValue {
    var content: [JSONValue] = [["type": "text", "text": .string(Self.cut(text))]]
    if let picture {
      content.append([
        "type": "image", "data": .string(HTMLReport.base64(picture)), "mimeType": "image/png",
      ])
    }
    var members: [String: JSONValue] = ["content": .array(content), "isError": .bool(isError)]
    if let data, JSONWriter({ $0.value(data) }).bytes.count <= Self.longest {
      members["structuredContent"] = data
    }
    if isModern { members["resultType"] = "complete" }
    return .object(members)
  }

  /// The beginning of a long text, with a sentence about the rest.
  private static func cut(_ text: String) -> String {
    guard text.utf8.count > longest else { return text }
    let start = String(decoding: text.utf8.prefix(longest), as: UTF8.self)
    return start + "…\n\(text.utf8.count - longest) more bytes are left out; ask for less, "
      + "for example with 'find'"
  }
}
