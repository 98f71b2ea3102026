import Glibc
import Spots

/// A property of a JSON Schema, as the items that ask for it and the value that they give.
struct SchemaField {
  /// The type of the value.
  enum Kind: Hashable {
    case text, number, integer, boolean, date, dateTime
    /// One of some texts.
    case choice
    /// Several of some texts.
    case choices
  }

  /// The names that lead to the property.
  let path: [String]
  let kind: Kind
  let isRequired: Bool
  /// The items in a screen, in JSON.
  private(set) var items: [JSONValue] = []
  /// The name of the answer.
  private let name: String
  private let schema: [String: JSONValue]
  private let words: Words

  /// The keywords that say nothing about values.
  private static let annotations: Set = [
    "type", "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly",
    "$comment", "$id", "$schema", "$anchor",
  ]
  /// The other keywords of draft 2020-12: which of them a form can ask for depends on the type.
  private static let keywords: Set = [
    "$ref", "$dynamicRef", "$dynamicAnchor", "$vocabulary", "$defs", "definitions", "allOf",
    "anyOf",
    "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependentRequired", "dependencies",
    "prefixItems", "items", "contains", "minContains", "maxContains", "minItems", "maxItems",
    "uniqueItems", "properties", "patternProperties", "additionalProperties", "propertyNames",
    "unevaluatedItems", "unevaluatedProperties", "required", "minProperties", "maxProperties",
    "enum", "enumNames", "const", "multipleOf", "minimum", "maximum", "exclusiveMinimum",
    "exclusiveMaximum", "minLength", "maxLength", "pattern", "format", "contentEncoding",
    "contentMediaType", "contentSchema",
  ]

  /// Refuses what a form cannot ask for.
  ///
  /// - Parameter allowed: The keywords that it can.
  static func check(
    _ schema: [String: JSONValue], _ allowed: Set<String>, at path: [String]
  ) throws(SchemaFault) {
    let unknown = schema.keys.filter { keywords.contains($0) && !allowed.contains($0) }
    if let keyword = unknown.min() {
      throw SchemaFault("'\(keyword)' is not supported", at: path)
    }
  }

  // MARK: Reading

  init(
    _ value: JSONValue?, at path: [String], isRequired: Bool, words: Words
  ) throws(SchemaFault) {
    guard case .object(let schema)? = value else {
      throw SchemaFault("a property is described by an object", at: path)
    }
    (self.schema, self.path, self.isRequired) = (schema, path, isRequired)
    self.words = words
    // Names may have dots themselves.
    name = path.map { $0.replacing("~", with: "~0").replacing(".", with: "~1") }
      .joined(separator: ".")
    kind = try Self.kind(schema, at: path)
    try checkBounds()
    items = try makeItems()
  }

  private static func kind(
    _ schema: [String: JSONValue], at path: [String]
  ) throws(SchemaFault) -> Kind {
    guard case .string(let type)? = schema["type"] else {
      throw SchemaFault("'type' must be the name of one type", at: path)
    }
    switch type {
    case "string" where schema["enum"] != nil || schema["oneOf"] != nil:
      try check(schema, ["enum", "enumNames", "oneOf"], at: path)
      return .choice
    case "string":
      try check(schema, ["minLength", "maxLength", "pattern", "format"], at: path)
      switch schema["format"] {
      case nil, "email"?, "uri"?: return .text
      case "date"?: return .date
      case "date-time"?: return .dateTime
      case let format?:
        let name = format.typedText.printable(limit: 40)
        throw SchemaFault("the format '\(name)' is not supported", at: path)
      }
    case "number", "integer":
      try check(
        schema, ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"], at: path)
      return type == "number" ? .number : .integer
    case "boolean":
      try check(schema, [], at: path)
      return .boolean
    case "array":
      try check(schema, ["items", "minItems", "maxItems", "uniqueItems"], at: path)
      return .choices
    default:
      throw SchemaFault("the type '\(type.printable(limit: 40))' is not supported here", at: path)
    }
  }

  /// Refuses bounds between which there is nothing.
  private func checkBounds() throws(SchemaFault) {
    let (least, most) = (["minimum", "exclusiveMinimum"], ["maximum", "exclusiveMaximum"])
    let numbers = least.flatMap { least in most.map { (least, $0) } }
    for (least, most) in numbers + [("minLength", "maxLength"), ("minItems", "maxItems")] {
      guard let low = number(least), let high = number(most) else { continue }
      let isOpen = least.hasPrefix("exclusive") || most.hasPrefix("exclusive")
      if low > high || isOpen && low == high {
        throw SchemaFault("there is nothing between '\(least)' and '\(most)'", at: path)
      }
    }
  }

  /// The options of a choice, each of them once.
  private func options() throws(SchemaFault) -> [JSONValue] {
    var (source, path, titled) = (schema, self.path, "oneOf")
    if kind == .choices {
      path.append("items")
      guard case .object(let items)? = schema["items"] else {
        throw SchemaFault("'items' must say what can be chosen", at: path)
      }
      try Self.check(items, ["enum", "enumNames", "anyOf", "oneOf"], at: path)
      source = items
      if items["anyOf"] != nil { titled = "anyOf" }
    }
    var titles: [JSONValue] = []
    if case .array(let names)? = source["enumNames"] { titles = names }
    var options: [JSONValue] = []
    if case .array(let values)? = source["enum"] {
      for (index, value) in values.enumerated() {
        options.append(Self.option(value, titles.indices.contains(index) ? titles[index] : nil))
      }
    } else if case .array(let values)? = source[titled] {
      for value in values {
        guard case .object(let members) = value, let constant = members["const"] else {
          throw SchemaFault("an option has a 'const' and perhaps a 'title'", at: path + [titled])
        }
        try Self.check(members, ["const"], at: path + [titled])
        options.append(Self.option(constant, members["title"]))
      }
    }
    guard !options.isEmpty, options.allSatisfy({ $0["value"]?.text != nil }) else {
      throw SchemaFault("what can be chosen are one or more strings", at: path)
    }
    if kind == .choices, let least = number("minItems"), Int(least) > Set(options).count {
      throw SchemaFault("'minItems' is more than can be chosen", at: self.path)
    }
    var seen: Set<JSONValue> = []
    return options.filter { seen.insert($0["value"] ?? .null).inserted }
  }

  /// The default if it is a value of the property; nil for any other, which a form could not
  /// answer with.
  private func usual(among options: [JSONValue] = []) -> JSONValue? {
    let (value, known) = (schema["default"], options.map { $0["value"] })
    switch (kind, value) {
    case (.text, .string?), (.date, .string?), (.boolean, .bool?): return value
    case (.number, _) where value?.number != nil: return value
    case (.integer, _) where value?.number?.rounded() == value?.number: return value
    case (.choice, .string?) where known.contains(value): return value
    case (.choices, .array(let chosen)?) where chosen.allSatisfy(known.contains): return value
    default: return nil
    }
  }

  private static func option(_ value: JSONValue, _ title: JSONValue?) -> JSONValue {
    ["value": value, "title": .string((title ?? value).typedText)]
  }

  // MARK: Items

  private func makeItems() throws(SchemaFault) -> [JSONValue] {
    var item: [String: JSONValue] = [
      "name": .string(name), "title": .string(text("title") ?? path.last ?? ""),
      "subtitle": .string(text("description") ?? ""),
    ]
    item["value"] = usual()
    var checks: [String: JSONValue] = ["required": .bool(isRequired)]
    switch kind {
    case .text:
      item["kind"] = "text-field"
      if let longest = number("maxLength"), longest > Self.longestLine { item["lines"] = 6 }
      if schema["format"] == "email" { checks["format"] = "email" }
      if let pattern = text("pattern") { checks["pattern"] = .string(try part(pattern)) }
      checks.merge(condition(lengthConditions)) { $1 }
    case .number, .integer:
      item.merge(["kind": "text-field", "input-type": "number"]) { $1 }
      item["minimum"] = schema["minimum"]
      item["maximum"] = schema["maximum"]
      checks.merge(condition(numberConditions)) { $1 }
    case .boolean:
      item["kind"] = "toggle"
      checks = [:]
    case .choice:
      let options = try options()
      item["kind"] = "choice"
      (item["options"], item["value"]) = (.array(options), usual(among: options))
    case .choices:
      let options = try options()
      item.merge(["kind": "choice", "multiple": true]) { $1 }
      (item["options"], item["value"]) = (.array(options), usual(among: options))
      checks["required"] = .bool(isRequired && (number("minItems") ?? 0) > 0)
      checks.merge(condition(countConditions)) { $1 }
    case .date: item["kind"] = "date"
    case .dateTime: return moment(item)
    }
    item["checks"] = .object(checks)
    return [.object(item)]
  }

  /// Texts that may be longer than this, in characters, get several lines.
  private static let longestLine = 200.0

  private func text(_ key: String) -> String? {
    if case .string(let text)? = schema[key] { text } else { nil }
  }

  private func number(_ key: String) -> Double? { schema[key]?.number }

  /// The checks for conditions and the sentences that say them.
  private func condition(_ all: [(that: String, words: String)]) -> [String: JSONValue] {
    guard !all.isEmpty else { return [:] }
    return [
      "that": .string(all.map(\.that).joined(separator: " && ")),
      "message": .string(all.map(\.words).joined(separator: " ")),
    ]
  }

  /// Lengths count code points, as they do in JSON Schema.
  private var lengthConditions: [(that: String, words: String)] {
    var conditions = bounds("Length", .charactersAtLeast, .charactersAtMost)
    if schema["format"] == "uri" {
      conditions.append(
        (#"value.matches('^[A-Za-z][A-Za-z0-9+.-]*:[^ ]+$')"#, words[.addressWithScheme]))
    }
    return conditions
  }

  private var countConditions: [(that: String, words: String)] {
    bounds("Items", .chosenAtLeast, .chosenAtMost)
  }

  private func bounds(
    _ key: String, _ atLeast: Word, _ atMost: Word
  ) -> [(that: String, words: String)] {
    var conditions: [(that: String, words: String)] = []
    if let least = number("min" + key), least > 0 {
      conditions.append(("size(value) >= \(Int(least))", words(atLeast, ["count": Int(least)])))
    }
    if let most = number("max" + key) {
      conditions.append(("size(value) <= \(Int(most))", words(atMost, ["count": Int(most)])))
    }
    return conditions
  }

  private var numberConditions: [(that: String, words: String)] {
    var conditions: [(that: String, words: String)] = []
    if kind == .integer {
      conditions.append(("math.floor(value) == value", words[.wholeNumber]))
    }
    if let bound = schema["exclusiveMinimum"], let number = bound.number {
      conditions.append(("value > \(bound.typedText)", words(.above, ["bound": number])))
    }
    if let bound = schema["exclusiveMaximum"], let number = bound.number {
      conditions.append(("value < \(bound.typedText)", words(.below, ["bound": number])))
    }
    return conditions
  }

  /// A pattern that all of a text matches if a part of it matches `pattern`.
  private func part(_ pattern: String) throws(SchemaFault) -> String {
    let whole = #"[\s\S]*(?:\#(pattern))[\s\S]*"#
    do throws(TextPattern.Fault) {
      _ = try TextPattern(whole)
      return whole
    } catch {
      throw SchemaFault("'pattern' is not valid: \(error.reason)", at: path)
    }
  }

  /// A day and a time, each of which needs the other.
  private func moment(_ item: [String: JSONValue]) -> [JSONValue] {
    ["date", "time"].map { part in
      var (item, other) = (item, part == "date" ? timeName : name)
      other = other.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
      item["kind"] = .string(part)
      item["value"] = text("default").flatMap(DateAndTime.init).map {
        .string(part == "date" ? $0.date : $0.time)
      }
      if part == "time" {
        item.merge(["name": .string(timeName), "title": .string(words[.time]), "subtitle": ""]) {
          $1
        }
      }
      item["checks"] = [
        "required": .bool(isRequired), "that": .string("values['\(other)'] != null"),
        "message": .string(words[.dayAndTime]),
      ]
      return .object(item)
    }
  }

  private var timeName: String { name + "~time" }

  // MARK: Answers

  /// The value of the property; nil where there is none.
  func value(in values: [String: JSONValue]) -> JSONValue? {
    let value = values[name] ?? .null
    switch kind {
    case .boolean: return value == .null ? false : value
    case .choices:
      if case .array(let chosen) = value, chosen.isEmpty, !isRequired { return nil }
      return value == .null ? isRequired ? [] : nil : value
    case .text: return value == "" || value == .null ? nil : value
    case .number, .integer, .choice, .date: return value == .null || value == "" ? nil : value
    case .dateTime:
      guard case .string(let date) = value, case .string(let time)? = values[timeName] else {
        return nil
      }
      return .string(DateAndTime(date: date, time: time).text)
    }
  }
}

/// A day and a time of day, in the time zone of the machine.
private struct DateAndTime {
  let date: String
  let time: String

  init(date: String, time: String) { (self.date, self.time) = (date, time) }

  /// Reads a day and a time as RFC 3339 writes them, to the minute.
  init?(_ text: String) {
    guard let moment = Moment(text), moment.hasZone else { return nil }
    var (seconds, time) = (time_t(moment.seconds), tm())
    localtime_r(&seconds, &time)
    self.init(
      date: "\(time.tm_year + 1900)-\(Self.two(time.tm_mon + 1))-\(Self.two(time.tm_mday))",
      time: "\(Self.two(time.tm_hour)):\(Self.two(time.tm_min))")
  }

  private static func two(_ number: some BinaryInteger) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  /// As RFC 3339 writes it, with the distance from UTC at that time.
  var text: String {
    let numbers = (date.split(separator: "-") + time.split(separator: ":")).compactMap { Int32($0) }
    guard numbers.count == 5 else { return "\(date)T\(time):00Z" }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    (parts.tm_hour, parts.tm_min, parts.tm_isdst) = (numbers[3], numbers[4], -1)
    _ = mktime(&parts)
    let minutes = Int(parts.tm_gmtoff.magnitude / 60)
    let sign = parts.tm_gmtoff < 0 ? "-" : "+"
    return "\(date)T\(time):00\(sign)\(Self.two(minutes / 60)):\(Self.two(minutes % 60))"
  }
}
