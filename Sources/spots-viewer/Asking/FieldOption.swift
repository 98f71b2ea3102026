import ArgumentParser
import Spots

/// A question on the command line: `name:type`, and after an equals sign what can be chosen, or the
/// value at first.
struct FieldOption: Sendable {
  private let name: String
  private let schema: JSONValue

  private static let types = "text, number, integer, toggle, date, choice, choices"

  init(_ argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let colon = parts[0].lastIndex(of: ":"), colon > parts[0].startIndex else {
      throw ValidationError("--field is a name, ':' and one of \(Self.types)")
    }
    name = String(parts[0][..<colon])
    let (type, rest) = (parts[0][parts[0].index(after: colon)...], parts.dropFirst().first)
    let options = (rest ?? "").split(separator: ",").map { JSONValue.string(String($0)) }
    var schema: [String: JSONValue]
    switch type {
    case "text": schema = ["type": "string"]
    case "number", "integer": schema = ["type": .string(String(type))]
    case "toggle": schema = ["type": "boolean"]
    case "date": schema = ["type": "string", "format": "date"]
    case "choice": schema = ["type": "string", "enum": .array(options)]
    case "choices":
      schema = ["type": "array", "items": ["type": "string", "enum": .array(options)]]
    default:
      throw ValidationError("--field \(name): '\(type)' is none of \(Self.types)")
    }
    if type.hasPrefix("choice"), options.isEmpty {
      throw ValidationError("--field \(name): choices are listed after '=', with commas")
    }
    if !type.hasPrefix("choice"), let rest {
      guard let value = Self.value(String(rest), of: type) else {
        throw ValidationError("--field \(name): '\(rest)' is no \(type)")
      }
      schema["default"] = value
    }
    self.schema = .object(schema)
  }

  /// The value that a question begins with; nil where `text` is none of the type.
  private static func value(_ text: String, of type: Substring) -> JSONValue? {
    switch type {
    case "number": return Double(text).flatMap { $0.isFinite ? .of($0) : nil }
    case "integer":
      return Int(text).flatMap { $0.magnitude <= 1 << 53 ? .integer($0) : nil }
    case "toggle": return ["true": true, "false": false][text].map(JSONValue.bool)
    case "date": return CalendarDate(text).map { _ in .string(text) }
    default: return .string(text)
    }
  }

  /// - Throws: When two questions have one name.
  static func check(_ fields: [FieldOption]) throws {
    var names: Set<String> = []
    for field in fields where !names.insert(field.name).inserted {
      throw ValidationError("two questions of --field have the name '\(field.name)'")
    }
  }

  /// The schema of an object with these properties.
  static func schema(of fields: [FieldOption]) -> [UInt8] {
    JSONWriter { json in
      json.object { json in
        json.member("type", "object")
        json.key("properties")
        json.object { json in
          for field in fields {
            json.key(field.name)
            json.value(field.schema)
          }
        }
      }
    }.bytes
  }
}
