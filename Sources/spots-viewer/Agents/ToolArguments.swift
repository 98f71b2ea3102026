import Spots

/// The arguments of a tool; each tool has some of them.
struct ToolArguments: Sendable {
  /// As JSON.
  var schema, screen: String?
  var file, title: String?
  var options: [String]?
  var isMultiple = false
  var id, window: String?
  var lines: [JSONValue]?
  var text: String?
  var search = ItemSearch()
  /// Where a text goes.
  var target: ItemSearch?
  var size: Size?
  /// In seconds.
  var timeout = 50.0

  /// Reads arguments.
  ///
  /// - Throws: All faults, each with its place.
  static func read(
    _ text: String, _ fields: Fields<ToolArguments>, required: [String]
  ) throws(FieldFault) -> ToolArguments {
    let bytes = Array(text.utf8)
    let document = ScreenReader().readDocument(bytes) { cursor throws(SyntaxError) in
      try fields.read(from: &cursor)
    }
    let faults = document.diagnostics.filter { $0.severity == .error || $0.code == .unknownKey }
    guard faults.isEmpty, let arguments = document.value ?? nil else {
      throw FieldFault(list(faults, orElse: "the arguments are an object"))
    }
    let given = StringVisitor.memberNames(in: bytes, at: [])
    if let missing = required.first(where: { !given.contains($0) }) {
      throw FieldFault("'\(missing)' is missing")
    }
    return arguments
  }

  /// Faults on lines, each with its JSON pointer.
  static func list(_ faults: [Diagnostic], orElse text: String = "") -> String {
    var lines = faults.prefix(mostFaults).map { fault in
      "\(fault.path.isEmpty ? "/" : fault.path): \(fault.message)"
    }
    if faults.count > mostFaults { lines.append("and \(faults.count - mostFaults) more") }
    return lines.isEmpty ? text : lines.joined(separator: "\n")
  }

  private static let mostFaults = 20

  /// A value as JSON, which may also stand in a text.
  static let json = FieldValue<String>(.map(.any)) { cursor throws(SyntaxError) in
    if cursor.scanner.current == UInt8(ascii: "\"") { return try cursor.string() }
    let start = cursor.scanner.at
    try cursor.skipValue()
    let text = cursor.scanner.text(start, cursor.scanner.at)
    return text == "null" ? nil : text
  }

  // MARK: Keys

  static let asked = fields(
    "ask",
    [
      Field(
        optional: \.schema, "schema", json,
        "The JSON Schema of the answer: an object of texts, numbers, booleans and choices."),
      screenKey, titleKey, timeoutKey,
    ])
  static let shown = fields(
    "show",
    [
      screenKey,
      Field(
        optional: \.file, "file", .string,
        "The path of a screen's file, below the server's folder, in place of a 'screen'; the window "
          + "shows what is saved there."),
      Field(
        optional: \.size, "size", .size, "The window's size in points: a 'width' and a 'height'."),
    ])
  static let updating = fields(
    "update",
    [
      windowKey,
      Field(
        optional: \.lines, "lines", .list(of: .any, "an array of changes"),
        "Changes, in order, such as {\"set\":\"/components/0/items/0/title\",\"value\":\"New\"}, or "
          + "a whole screen, or messages of A2UI about the surfaces of the window."),
    ])
  static let picking = fields(
    "pick",
    [
      Field(
        optional: \.options, "options", .list(of: .string, "an array of texts"),
        "What can be picked."),
      Field(\.isMultiple, "multiple", .bool, "Whether several can be picked."),
      titleKey, timeoutKey,
    ])
  static let looking = fields("look", [windowKey])
  static let searching = fields(
    "search", [windowKey] + ItemSearch.keys.map { Field($0, of: \.search) })
  static let typing = fields(
    "type",
    [
      windowKey,
      Field(
        optional: \.text, "text", .string, "The text; a line feed in it is Return, a tab is Tab."),
      Field(
        optional: \.target, "into", .object(ItemSearch.fields),
        "The field that is clicked first, by 'name' or another property; without it the text goes "
          + "where the keyboard is."),
    ])
  static let waiting = fields(
    "wait",
    [
      Field(optional: \.id, "id", .string, "The question, as 'pending' has named it."), timeoutKey,
    ])

  private static func fields(
    _ name: String, _ fields: [Field<ToolArguments>]
  ) -> Fields<ToolArguments> {
    Fields(name, of: ToolArguments(), noun: "the arguments, an object", fields)
  }

  private static let screenKey = Field<ToolArguments>(
    optional: \.screen, "screen", json,
    "A screen: {\"title\":…,\"components\":[{\"items\":[…]}]}; see the resource spots://reference. Or "
      + "surfaces of A2UI 0.9 and its basic catalog: {\"messages\":[{\"version\":\"v0.9\",…},…]}.")
  private static let titleKey = Field<ToolArguments>(
    optional: \.title, "title", .string, "The question, above the rest.")
  private static let timeoutKey = Field<ToolArguments>(
    \.timeout, "timeout", .number(0...3600),
    "For how many seconds the call waits at most; 50 unless given.")
  private static let windowKey = Field<ToolArguments>(
    optional: \.window, "window", .string, "The window, as 'show' has named it.")
}

extension KeyTable {
  /// The JSON Schema of objects with these keys.
  func schema(required: [String]) -> JSONValue {
    var properties: [String: JSONValue] = [:]
    for key in keys {
      var members = Self.constraints(key.type)
      members["description"] = .string(key.text)
      properties[key.name] = .object(members)
    }
    return [
      "type": "object", "properties": .object(properties),
      "required": .array(required.map { .string($0) }), "additionalProperties": false,
    ]
  }

  private static func constraints(_ type: ValueType) -> [String: JSONValue] {
    switch type {
    case .string: ["type": "string"]
    case .bool: ["type": "boolean"]
    case .identifier: ["type": ["string", "integer"]]
    case .number(let range):
      ["type": "number", "minimum": .of(range.lowerBound), "maximum": .of(range.upperBound)]
    case .array(let element): ["type": "array", "items": .object(constraints(element))]
    case .any: [:]
    default: ["type": "object"]
    }
  }
}
