import Spots

/// Why there is no form for a JSON Schema.
struct SchemaFault: Error, CustomStringConvertible {
  let description: String

  /// - Parameter path: The names of the properties that lead to the fault.
  init(_ message: String, at path: [String] = []) {
    let place = path.map { $0.printable(limit: 80) }.joined(separator: ".")
    description = place.isEmpty ? message : "\(place): \(message)"
  }
}

/// A form that asks for the value of a JSON Schema: an object whose properties are texts, numbers,
/// booleans and choices, or objects of these, each of which is a section.
///
/// Sources: JSON Schema, draft 2020-12; the elicitation of the Model Context Protocol, 2025-11-25,
/// whose schemas are those without sections.
struct SchemaForm {
  /// The action of the button that gives no answer.
  static let decline = "decline"

  private let title: String
  /// Whether it can be declined: whoever asks may have to know the difference from closing.
  private let isDeclinable: Bool
  private let words: Words
  /// Its fields, each with the section that it is in; nil for none.
  private var fields: [SchemaField] = []
  /// The names of the sections that are there even without a value.
  private var sections: [String] = []
  private var components: [JSONValue] = []

  /// The largest schema, in bytes, and the most properties of one.
  private static let (largest, mostFields) = (1 << 20, 1000)

  /// - Parameters:
  ///   - title: Takes the place of the schema's own; nil for that.
  ///   - isDeclinable: Whether there is a button that gives no answer.
  ///   - words: The language of what the schema does not say.
  init(
    _ bytes: [UInt8], title: String? = nil, isDeclinable: Bool = true, words: Words = .english
  ) throws(SchemaFault) {
    (self.isDeclinable, self.words) = (isDeclinable, words)
    guard bytes.count <= Self.largest else { throw SchemaFault("the schema is larger than 1 MiB") }
    let (value, diagnostics) = JSONValue.read(bytes)
    guard let value else {
      let fault = diagnostics.first.map { "\($0.line):\($0.column): \($0.message)" }
      throw SchemaFault(fault ?? "this is no JSON")
    }
    guard case .object(let schema) = value, schema["type"] == "object" else {
      throw SchemaFault("a form asks for a value of the type 'object'")
    }
    self.title = title ?? Self.text("title", of: schema) ?? ""
    if !self.title.isEmpty || schema["description"] != nil {
      components.append([
        "header": [
          "kind": "header", "title": .string(self.title),
          "subtitle": .string(Self.text("description", of: schema) ?? ""),
        ], "layout": ["show-empty-component": true],
      ])
    }
    try add(schema, [], in: bytes)
    guard fields.count <= Self.mostFields else {
      throw SchemaFault("a form has at most \(Self.mostFields) properties")
    }
  }

  private static func text(_ key: String, of schema: [String: JSONValue]) -> String? {
    if case .string(let text)? = schema[key] { text } else { nil }
  }

  /// Adds the properties of an object.
  private mutating func add(
    _ schema: [String: JSONValue], _ path: [String], in bytes: [UInt8]
  ) throws(SchemaFault) {
    try SchemaField.check(
      schema, ["properties", "required", "additionalProperties", "$defs", "definitions"], at: path)
    var (properties, required) = ([String: JSONValue](), [JSONValue]())
    if case .object(let members)? = schema["properties"] { properties = members }
    if case .array(let names)? = schema["required"] { required = names }
    if let name = required.map(\.typedText).first(where: { properties[$0] == nil }) {
      throw SchemaFault("'\(name.printable(limit: 80))' is required, but no property", at: path)
    }
    let place = path.flatMap { ["properties", $0] } + ["properties"]
    var (seen, items) = (Set<String>(), [JSONValue]())
    for name in StringVisitor.memberNames(in: bytes, at: place) where seen.insert(name).inserted {
      let isRequired = required.contains(.string(name))
      if path.isEmpty, case .object(let section)? = properties[name], section["type"] == "object" {
        close(&items)
        if isRequired { sections.append(name) }
        try add(section, [name], in: bytes)
        continue
      }
      let field = try SchemaField(
        properties[name], at: path + [name], isRequired: isRequired, words: words)
      fields.append(field)
      items += field.items
    }
    close(&items, header: path.isEmpty ? nil : schema, name: path.last ?? "")
  }

  /// Makes a component of items.
  private mutating func close(
    _ items: inout [JSONValue], header: [String: JSONValue]? = nil, name: String = ""
  ) {
    guard !items.isEmpty else { return }
    var component: [String: JSONValue] = ["items": .array(items)]
    if let header {
      component["header"] = [
        "title": .string(Self.text("title", of: header) ?? name),
        "subtitle": .string(Self.text("description", of: header) ?? ""),
      ]
    }
    components.append(.object(component))
    items = []
  }

  /// The screen that asks.
  func screen() -> Screen {
    let decline: [JSONValue] = [
      ["title": .string(words[.decline]), "action": .string(Self.decline)]
    ]
    let submit: JSONValue = [
      "title": .string(words[.submit]), "action": "submit", "emphasis": "primary",
    ]
    let buttons: JSONValue = [
      "items": [
        ["kind": "actions", "actions": .array((isDeclinable ? decline : []) + [submit])]
      ]
    ]
    let document: JSONValue = [
      "title": .string(title.isEmpty ? words[.question] : title),
      "components": .array(components + [buttons]),
    ]
    return ScreenReader().read(JSONWriter { $0.value(document) }.bytes).screen ?? Screen()
  }

  /// The value of the schema that the answers make.
  func content(of values: [String: JSONValue]) -> [String: JSONValue] {
    var content: [String: JSONValue] = [:]
    for name in sections { content[name] = [:] }
    for field in fields {
      guard let value = field.value(in: values) else { continue }
      guard field.path.count > 1 else {
        content[field.path[0]] = value
        continue
      }
      var members: [String: JSONValue] = [:]
      if case .object(let known)? = content[field.path[0]] { members = known }
      members[field.path[1]] = value
      content[field.path[0]] = .object(members)
    }
    return content
  }
}
