/// A JSON Schema of data, read for the fields that it names and their types. All other constraints
/// are ignored.
///
/// Source: JSON Schema, draft 2020-12 (json-schema.org).
package struct DataSchema: Sendable {
  private let root: JSONValue

  /// The most levels, and values, of an example: schemas may contain themselves.
  private static let (mostLevels, mostValues) = (12, 10_000)

  /// Nil when the bytes are no JSON object.
  package init?(_ bytes: [UInt8]) {
    guard let root = JSONValue.read(bytes).value, case .object = root else { return nil }
    self.root = root
  }

  /// Data as the schema describes it: objects have all their fields, and lists one element.
  var example: DataValue {
    var rest = Self.mostValues
    return DataValue(example(of: root, level: 0, &rest))
  }

  /// Whether the column of a table holds numbers; nil where the schema does not say it.
  func isNumber(column: String) -> Bool? {
    var rest = Self.mostValues
    guard case .array(let rows) = example(of: root, level: 0, &rest),
      case .object(let members)? = rows.first, let value = members[column], value != .null
    else { return nil }
    return value.number != nil
  }

  private func example(of schema: JSONValue, level: Int, _ rest: inout Int) -> JSONValue {
    guard case .object(let keys) = schema, level < Self.mostLevels, rest > 0 else { return .null }
    rest -= 1
    if let value = keys["const"] { return value }
    if case .array(let values)? = keys["enum"] { return values.first { $0 != .null } ?? .null }
    // All that applies at once, or may apply: the fields of each are there.
    var parts: [JSONValue] = []
    for key in ["allOf", "anyOf", "oneOf"] {
      if case .array(let schemas)? = keys[key] { parts += schemas }
    }
    if case .string(let reference)? = keys["$ref"], let target = target(of: reference) {
      parts.append(target)
    }
    var members: [String: JSONValue] = [:]
    var other = own(keys, level: level, &rest)
    if case .object(let own) = other { members = own }
    for part in parts {
      let value = example(of: part, level: level + 1, &rest)
      if case .object(let more) = value {
        members.merge(more) { mine, new in mine == .null ? new : mine }
        other = .object(members)
      } else if other == .null {
        other = value
      }
    }
    return members.isEmpty ? other : .object(members)
  }

  /// An example of the schema alone, without the schemas that it refers to.
  private func own(
    _ keys: [String: JSONValue], level: Int, _ rest: inout Int
  ) -> JSONValue {
    var types: [String] = []
    switch keys["type"] {
    case .string(let type)?: types = [type]
    case .array(let all)?:
      types = all.compactMap { if case .string(let type) = $0 { type } else { nil } }
    default: types = keys["properties"] != nil ? ["object"] : keys["items"] != nil ? ["array"] : []
    }
    switch types.first(where: { $0 != "null" }) {
    case "object":
      guard case .object(let properties)? = keys["properties"] else { return .object([:]) }
      // In an order, so that a schema that is too large always gives the same.
      return .object(
        properties.sorted { $0.key < $1.key }.reduce(into: [:]) { members, property in
          members[property.key] = example(of: property.value, level: level + 1, &rest)
        })
    case "array": return .array([example(of: keys["items"] ?? .null, level: level + 1, &rest)])
    case "string": return .string(keys["format"] == "date" ? "2000-01-01" : "2000-01-01T00:00Z")
    case "integer": return 1
    case "number": return 1.5
    case "boolean": return true
    default: return .null
    }
  }

  private func target(of reference: String) -> JSONValue? {
    guard reference.hasPrefix("#"), let pointer = JSONPointer.read(String(reference.dropFirst())),
      case .found(let target) = root.lookUp(pointer.tokens.map { .key($0) })
    else { return nil }
    return target
  }
}
