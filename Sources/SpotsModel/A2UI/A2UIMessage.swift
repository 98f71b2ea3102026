/// A message of a server that speaks A2UI.
///
/// Source: A2UI 0.9.1, `server_to_client.json`.
enum A2UIMessage {
  case create(Creation)
  case update([JSONValue])
  /// Puts a value in a place of the data, or takes it out if it is nil.
  case edit(path: String, JSONValue?)
  case delete
  /// The answer to a call that nobody made.
  case nothing

  /// A new surface, in version 1.0 perhaps with what is in it.
  struct Creation {
    var version: String
    var theme: A2UIMembers
    var sendsData: Bool
    var components: [JSONValue]
    var data: JSONValue?
  }

  /// The version that messages to the server have where nothing says otherwise.
  static let version = "v0.9"
  /// The candidate whose messages have components and data with their surface, and expressions with
  /// `@` before their keys.
  private static let candidate = "v1.0"
  private static let versions = [version, "v0.9.1", candidate]
  private static let kinds = [
    "createSurface", "updateComponents", "updateDataModel", "deleteSurface", calls, responses,
  ]
  /// The call of a function, and the answer to a call.
  private static let (calls, responses) = ("callRendererFunction", "agentFunctionResponse")

  /// The catalogs that are known, as a client tells servers of them.
  ///
  /// Source: A2UI 0.9.1, `client_capabilities.json`.
  static let capabilities: JSONValue = [
    version: capabilities(of: "v0_9"), candidate: capabilities(of: "v1_0"),
  ]

  private static func capabilities(of version: String) -> JSONValue {
    let catalog = "https://a2ui.org/specification/\(version)/catalogs/basic/catalog.json"
    return ["supportedCatalogIds": [.string(catalog)]]
  }

  /// Reads a message.
  ///
  /// - Returns: The identifier of the surface that it is about, and the message.
  static func read(_ value: JSONValue) throws(A2UIFault) -> (surface: String, A2UIMessage) {
    guard let (kind, members) = body(of: value) else {
      throw A2UIFault(.validation, "", "this is none of " + kinds.joined(separator: ", "))
    }
    if kind == calls { throw answer(to: members) }
    if kind == responses { return ("", .nothing) }
    guard let surface = members["surfaceId"]?.text else {
      throw A2UIFault(.validation, "", "a message names its surface", at: "/\(kind)/surfaceId")
    }
    guard let version = value["version"]?.text, versions.contains(version) else {
      let known = versions.joined(separator: ", ")
      throw A2UIFault(.validation, surface, "the versions known here are \(known)", at: "/version")
    }
    let isCandidate = version == candidate
    let components = members["components"].map { isCandidate ? plain($0) : $0 }
    switch kind {
    case "createSurface":
      return (
        surface,
        .create(
          Creation(
            version: isCandidate ? candidate : Self.version, theme: members["theme"]?.object ?? [:],
            sendsData: members["sendDataModel"] == true,
            components: isCandidate ? components?.elements ?? [] : [],
            data: isCandidate ? members["dataModel"] : nil))
      )
    case "updateComponents":
      guard case .array(let components)? = components else {
        throw A2UIFault(
          .validation, surface, "'components' is an array", at: "/components")
      }
      return (surface, .update(components))
    case "updateDataModel":
      let value = members["value"]
      // The candidate takes out what is null.
      let isRemoved = isCandidate && value == .null
      return (surface, .edit(path: members["path"]?.text ?? "", isRemoved ? nil : value))
    default: return (surface, .delete)
    }
  }

  /// The answer to a call of a function: the basic catalog has none that agents may call.
  private static func answer(to call: A2UIMembers) -> A2UIFault {
    let function = call["callFunction"]?["@call"] ?? call["callFunction"]?["call"]
    let name = (function?.text ?? "").printable(limit: 80)
    let id = call["functionCallId"]?.text ?? "unknown"
    var fault = A2UIFault(.call, id, "an agent cannot call '\(name)'")
    fault.version = candidate
    return fault
  }

  /// A value of the candidate as the version before has it: `@path` and `@call` without the sign.
  private static func plain(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map(plain))
    case .object(let members):
      .object(
        Dictionary(
          members.map { key, value in
            (key.hasPrefix("@") ? String(key.dropFirst()) : key, plain(value))
          }, uniquingKeysWith: { first, _ in first }))
    default: value
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
  func merging(_ new: A2UIMembers) -> JSONValue { .object((object ?? [:]).merging(new) { $1 }) }
}
