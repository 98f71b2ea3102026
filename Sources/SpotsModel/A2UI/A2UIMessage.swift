/// A message of a server that speaks A2UI.
///
/// Source: A2UI 0.9.1, `server_to_client.json`.
enum A2UIMessage {
  case create(theme: [String: JSONValue], sendsData: Bool)
  case update([JSONValue])
  /// Puts a value in a place of the data, or takes it out if it is nil.
  case edit(path: String, JSONValue?)
  case delete

  /// The version that messages to the server have.
  static let version = "v0.9"
  private static let versions = [version, "v0.9.1"]
  private static let kinds = [
    "createSurface", "updateComponents", "updateDataModel", "deleteSurface",
  ]

  /// Reads a message.
  ///
  /// - Returns: The identifier of the surface that it is about, and the message.
  static func read(_ value: JSONValue) throws(A2UIFault) -> (surface: String, A2UIMessage) {
    guard let (kind, members) = body(of: value) else {
      throw A2UIFault(.validation, "", "this is none of " + kinds.joined(separator: ", "))
    }
    guard let surface = members["surfaceId"]?.text else {
      throw A2UIFault(
        .validation, "", "a message names its surface", at: "/\(kind)/surfaceId")
    }
    guard let version = value["version"]?.text, versions.contains(version) else {
      let known = versions.joined(separator: ", ")
      throw A2UIFault(
        .validation, surface, "the versions known here are \(known)", at: "/version")
    }
    switch kind {
    case "createSurface":
      let theme = members["theme"]?.object ?? [:]
      return (surface, .create(theme: theme, sendsData: members["sendDataModel"] == true))
    case "updateComponents":
      guard case .array(let components)? = members["components"] else {
        throw A2UIFault(
          .validation, surface, "'components' is an array", at: "/components")
      }
      return (surface, .update(components))
    case "updateDataModel":
      return (surface, .edit(path: members["path"]?.text ?? "", members["value"]))
    default: return (surface, .delete)
    }
  }

  /// The kind of a message and what it holds; nil for any other value.
  private static func body(of value: JSONValue) -> (String, [String: JSONValue])? {
    for kind in kinds { if let members = value[kind]?.object { return (kind, members) } }
    return nil
  }

  /// The messages of a document; nil unless it is one of A2UI: an array of messages, an object that
  /// has them as `messages`, or a message on each line. A line that is no JSON is nil among them.
  ///
  /// - Complexity: O(bytes) for documents of A2UI, O(1) for almost all others.
  static func all(in bytes: [UInt8]) -> (title: String?, messages: [JSONValue?])? {
    guard isLikely(bytes) else { return nil }
    switch JSONValue.read(bytes).value {
    case .object(let members)?:
      if case .array(let messages)? = members["messages"], messages.contains(where: isMessage) {
        return (members["name"]?.text, messages)
      }
      return isMessage(.object(members)) ? (nil, [.object(members)]) : nil
    case .array(let messages)?: return messages.first.map(isMessage) == true ? (nil, messages) : nil
    default: break
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).filter { line in
      line.contains { $0 > 0x20 }
    }
    let messages = lines.map { JSONValue.read(Array($0)).value }
    return messages.contains { $0.map(isMessage) == true } ? (nil, messages) : nil
  }

  private static func isMessage(_ value: JSONValue) -> Bool {
    value["version"] != nil && body(of: value) != nil
  }

  /// The bytes at the beginning of a document among which its first message is.
  private static let beginning = 4096

  /// Whether the beginning of a document has the key of a message.
  static func isLikely(_ bytes: [UInt8]) -> Bool {
    let start = String(decoding: bytes.prefix(beginning), as: UTF8.self)
    return start.contains("\"version\"") && kinds.contains { start.contains("\"\($0)\"") }
  }
}

/// The members of an object in messages and documents.
typealias A2UIMembers = [String: JSONValue]

extension JSONValue {
  subscript(key: String) -> JSONValue? { object?[key] }
  var object: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
  var text: String? { if case .string(let text) = self { text } else { nil } }
  var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  func merging(_ new: A2UIMembers) -> JSONValue { .object((object ?? [:]).merging(new) { $1 }) }
}
