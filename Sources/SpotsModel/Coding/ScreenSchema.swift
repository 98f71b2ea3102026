// The JSON Schema of screens, generated from the key tables of the reader.

/// JSON Schema 2020-12 for screens, so that editors complete keys and other validators check them.
///
/// Apart from its limits and a few spellings of numbers, the reader reads what the schema accepts
/// without an error. Like the reader, it accepts numbers as strings, as older generations wrote
/// them, and `null` for a missing key. It refuses more than the reader, such as unknown keys and
/// layouts. Text with a hole is accepted in place of other values where data can be filled in,
/// whether the document has some or not. Kinds of items are suggested but not enforced, since a
/// program may register more.
package struct ScreenSchema: Sendable {
  /// The version of the format, which is that of the program.
  package static let version = "0.1.0"

  /// Tells servers what can be shown: the version and the keys of screens, as a structured field
  /// (RFC 9651).
  package static let capabilities: String = {
    let keys = ScreenKeys.root.table.keys.filter { !$0.isOlder && $0.name != "$schema" }
    return "version=\"\(version)\", keys=(\(keys.map { "\"\($0.name)\"" }.joined(separator: " ")))"
  }()

  /// Sorted and distinct; suggested by editors.
  package let itemKinds: [String]
  /// Sorted and distinct; other kinds are invalid.
  package let componentKinds: [String]
  /// Whether it is for programs that write screens: without descriptions and older keys, and with
  /// no kinds of items but the known ones.
  package let isStrict: Bool

  /// - Parameters:
  ///   - itemKinds: The kinds with a registered view.
  ///   - componentKinds: The kinds with a registered layout.
  ///   - isStrict: Whether it is for programs that write screens.
  package init(
    itemKinds: some Sequence<String>, componentKinds: some Sequence<String>, isStrict: Bool = false
  ) {
    self.isStrict = isStrict
    self.itemKinds = Set(itemKinds).sorted()
    self.componentKinds = Set(componentKinds).sorted()
  }

  /// The schema as a JSON document; the same input always gives the same bytes.
  package func bytes() -> [UInt8] {
    document(
      "Spots screen", "A native desktop screen: components of items, top to bottom.",
      .either([
        .object(ScreenKeys.root.table.name), .array(.object(ScreenKeys.component.table.name)),
      ]),
      ScreenKeys.all, withHoles: true)
  }

  /// The tables of the keys of screens, that of the root object first.
  package static var tables: [KeyTable] { ScreenKeys.all }

  /// The tables of what is on a screen once and cannot depend on its data.
  private static let fixedTables = [
    ScreenKeys.root.table, LayoutKeys.breakpoints.table, ScreenKeys.theme,
  ].map(\.name)

  /// - Parameters:
  ///   - tables: All tables that `type` refers to.
  ///   - withHoles: Whether text with a hole stands for values of other types.
  package func document(
    _ title: String, _ text: String, _ type: ValueType, _ tables: [KeyTable],
    withHoles: Bool = false
  ) -> [UInt8] {
    var json = JSONWriter(pretty: !isStrict)
    json.object { json in
      json.member("$schema", "https://json-schema.org/draft/2020-12/schema")
      json.member("title", title)
      json.member("description", text)
      writeConstraints(type, &json)
      json.object("$defs") { json in
        for table in tables {
          write(table, withHoles: withHoles && !Self.fixedTables.contains(table.name), &json)
        }
      }
    }
    return json.bytes
  }

  private func write(_ table: KeyTable, withHoles: Bool, _ json: inout JSONWriter) {
    json.object(table.name) { json in
      json.member("type", "object")
      if let required = table.required { json.member("required", [.string(required)]) }
      json.object("properties") { json in
        for var key in table.keys where !isStrict || !key.isOlder {
          if withHoles { key.type = key.type.orHole }
          let isNullable = key.name != table.required
          for name in [key.name] + (isStrict ? [] : key.aliases) {
            write(key, named: name, isNullable, &json)
          }
        }
      }
      json.member("additionalProperties", false)
    }
  }

  private func write(
    _ key: KeyTable.Key, named name: String, _ isNullable: Bool, _ json: inout JSONWriter
  ) {
    json.object(name) { json in
      if !isStrict { json.member("description", key.text) }
      writeConstraints(isNullable ? key.type.orNull : key.type, &json)
      if let fallback = key.fallback {
        json.key("default")
        json.verbatim(fallback)
      }
      if name != key.name { json.member("deprecated", true) }
    }
  }

  private func writeConstraints(_ type: ValueType, _ json: inout JSONWriter) {
    switch type {
    case .string where isStrict: json.member("type", "string")
    case .string: writeText(&json)
    case .bool: json.member("type", "boolean")
    case .any: break
    case .null: json.member("type", "null")
    case .number(let range): writeNumber("number", range, &json)
    case .integer(let range):
      writeNumber("integer", Double(range.lowerBound)...Double(range.upperBound), &json)
    case .identifier: writeAlternatives([.integer(Int.min...Int.max), .string], &json)
    case .either(let types): writeAlternatives(types, &json)
    case .byWidth(let value): writeByWidth(value, &json)
    case .words(let words): writeWords(words, &json)
    case .componentKind: writeWords(componentKinds, &json)
    case .itemKind: writeAlternatives([type], &json)
    case .pattern:
      json.member("type", "string")
      json.member("format", "regex")
    case .date: writeText(like: "^\(Self.date)$", &json)
    case .time: writeText(like: "^\(Self.time)$", &json)
    case .dateTime: writeText(like: "^\(Self.date)T\(Self.time)$", &json)
    case .hole: writeText(like: "\\{", &json)
    case .color:
      writeText(like: "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$", &json)
    case .object(let name): json.member("$ref", "#/$defs/\(name)")
    case .array(let element):
      json.member("type", "array")
      json.object("items") { writeConstraints(element, &$0) }
    case .map(let value):
      json.member("type", "object")
      json.object("additionalProperties") { writeConstraints(value.orNull, &$0) }
    }
  }

  /// Writes a text, or an object that names one.
  private func writeText(_ json: inout JSONWriter) {
    json.array("type", ["string", "object"]) { $0.string($1) }
    // Strings need no keys.
    json.member("required", [.string("string")])
  }

  private static let date = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
  private static let time = "([01][0-9]|2[0-3]):[0-5][0-9]"

  private func writeText(like pattern: String, _ json: inout JSONWriter) {
    json.member("type", "string")
    json.member("pattern", pattern)
  }

  private func writeByWidth(_ value: ValueType, _ json: inout JSONWriter) {
    let classes = { (json: inout JSONWriter) in
      json.member("type", "object")
      json.object("properties") { json in
        for widthClass in WidthClass.allCases {
          json.object(widthClass.rawValue) { writeConstraints(value.orNull, &$0) }
        }
      }
      json.member("additionalProperties", false)
    }
    writeAny(of: [{ writeConstraints(value, &$0) }, classes], &json)
  }

  /// Writes a number in `range`, or a string that holds one, as older generations wrote it.
  private func writeNumber(_ type: String, _ range: ClosedRange<Double>, _ json: inout JSONWriter) {
    let number = { (json: inout JSONWriter) in
      json.member("type", type)
      guard range.upperBound < 1e15 else { return }
      json.member("minimum", range.lowerBound)
      json.member("maximum", range.upperBound)
    }
    writeAny(of: [number, { writeText(like: "^[0-9]+(\\.[0-9]+)?$", &$0) }], &json)
  }

  /// Writes alternatives; for the kind of an item two, so that any string is valid and editors
  /// suggest the known kinds.
  private func writeAlternatives(_ types: [ValueType], _ json: inout JSONWriter) {
    let kinds: [ValueType] = isStrict ? [.words(itemKinds)] : [.words(itemKinds), .string]
    let types = types.flatMap { $0 == .itemKind ? kinds : [$0] }
    writeAny(of: types.map { type in { writeConstraints(type, &$0) } }, &json)
  }

  private func writeAny(
    of alternatives: [(inout JSONWriter) -> Void], _ json: inout JSONWriter
  ) {
    json.array("anyOf", alternatives) { $0.object($1) }
  }

  private func writeWords(_ words: [String], _ json: inout JSONWriter) {
    json.array("enum", words) { $0.string($1) }
  }
}
