/// A text that a document names instead of writing it, in the language of the user:
/// `{"string": "track-count", "count": "{size(tracks)}"}`.
struct StringReference {
  let identifier: String
  /// The values of the message by name, which may have holes.
  private let values: [String: JSONValue]

  /// Nil for any other value.
  init?(_ value: JSONValue) {
    guard case .object(var members) = value,
      case .string(let identifier)? = members.removeValue(forKey: "string")
    else { return nil }
    (self.identifier, values) = (identifier, members)
  }

  /// The names of its values.
  var names: Set<String> { Set(values.keys) }

  /// The text, which is the identifier where there is no message.
  ///
  /// - Parameter hasHoles: Whether it is read as a template, so that values may be holes in it.
  func text(in strings: inout ScreenStrings, hasHoles: Bool, numbers: String) -> String {
    guard let (message, language) = strings.message(identifier), strings.take(message) else {
      return hasHoles ? ExpressionTemplate.escaped(identifier) : identifier
    }
    var constants: [String: JSONValue] = [:]
    var sources: [String: String] = [:]
    for (name, value) in values {
      switch Self.value(value, in: &strings, hasHoles: hasHoles, numbers: numbers) {
      case .constant(let value):
        constants[name] = value
        sources[name] = Self.source(of: value)
      case .source(let source): sources[name] = source
      }
    }
    guard constants.count < values.count else {
      var work = ExpressionWork()
      let shown = Language.isRightToLeft(language) ? message.isolatingValues : message
      let text = Result { () throws(ExpressionFault) in
        try shown.text(with: constants, words: language, numbers: numbers, &work)
      }
      guard case .success(let text) = text else { return "" }
      return hasHoles ? ExpressionTemplate.escaped(text) : text
    }
    return "{" + Self.call(sources, message.source, language) + "}"
  }

  /// What is wrong with it; nil for nothing.
  func fault(in strings: ScreenStrings) -> String? {
    let name = identifier.printable(limit: 40)
    var asked = strings
    guard let (message, language) = asked.message(identifier) else {
      let known = strings.tables.flatMap(\.messages.keys)
      if strings.tables.isEmpty { return "there are no 'strings' with a text '\(name)'" }
      return "no text is named '\(name)'"
        + advice(nearestTo: identifier, among: Set(known).sorted())
    }
    guard asked.take(message) else { return "the long texts of the screen are more than 16 MiB" }
    let expected = message.shape.values
    if let missing = expected.subtracting(names).min() {
      return "the text '\(name)' has a value '\(missing.printable(limit: 40))' in \(language), "
        + "which is not given"
    }
    if let more = names.subtracting(expected).min() {
      return "the text '\(name)' has no value '\(more.printable(limit: 40))' in \(language)"
        + advice(nearestTo: more, among: expected.sorted())
    }
    return nil
  }

  // MARK: Values

  private enum Value {
    case constant(JSONValue)
    /// The source of an expression.
    case source(String)
  }

  private static func value(
    _ value: JSONValue, in strings: inout ScreenStrings, hasHoles: Bool, numbers: String
  ) -> Value {
    switch value {
    case .string(let text):
      return hasHoles ? self.value(ofTemplate: text) : .constant(value)
    case .object:
      // A text inside of another one.
      guard let inner = StringReference(value) else { return .constant(.null) }
      let text = inner.text(in: &strings, hasHoles: hasHoles, numbers: numbers)
      return hasHoles ? self.value(ofTemplate: text) : .constant(.string(text))
    case .array: return .constant(.null)
    default: return .constant(value)
    }
  }

  /// It only matters where holes end.
  private static let anyNames = ExpressionEnvironment(
    roots: ["row"], open: [0], functions: .formatting)

  /// Several holes, and text between them, are a message of their own.
  private static func value(ofTemplate text: String) -> Value {
    let bytes = Array(text.utf8)
    let template = ExpressionTemplate.parse(text, in: anyNames).template
    var (message, sources) = ("", [String: String]())
    for part in template.parts {
      switch part {
      case .text(let text): message += Message.escaped(text)
      case .hole(_, let range):
        let end = range.upperBound - (bytes[range.upperBound - 1] == UInt8(ascii: "}") ? 1 : 0)
        let source = String(decoding: bytes[range.lowerBound + 1..<end], as: UTF8.self)
        if template.parts.count == 1 { return .source(source) }
        message += "{\(sources.count)}"
        sources["\(sources.count)"] = source
      }
    }
    guard !sources.isEmpty else {
      var work = ExpressionWork()
      return .constant(.string(template.text(in: [JSONValue](), &work)))
    }
    return .source(call(sources, message, nil))
  }

  private static func source(of value: JSONValue) -> String {
    if case .string(let text) = value { return Expression.quoted(text) }
    return JSONWriter { $0.value(value) }.text
  }

  /// The call of the function that fills a message.
  private static func call(
    _ values: [String: String], _ message: String, _ language: String?
  ) -> String {
    let map = values.sorted { $0.key < $1.key }.map { "\(Expression.quoted($0.key)): \($0.value)" }
    let language = language.map { ", " + Expression.quoted($0) } ?? ""
    return "message({\(map.joined(separator: ", "))}, \(Expression.quoted(message))\(language))"
  }
}

extension StringReference {
  /// Reads the text that the object at the cursor names; nil, without reading it, for any other
  /// object.
  static func read(from cursor: inout JSONCursor) throws(SyntaxError) -> String? {
    let start = cursor.scanner.at
    guard let reference = try find(&cursor) else { return nil }
    if let fault = reference.fault(in: cursor.strings) {
      cursor.report(.warning, .missingString, at: start) { _ in fault }
    }
    return reference.text(
      in: &cursor.strings, hasHoles: cursor.holes.areOpen, numbers: cursor.language.numbers)
  }

  /// Like `read(from:)`, with holes for values and without a word about what is wrong.
  static func readTemplate(from cursor: inout JSONCursor) throws(SyntaxError) -> String? {
    try find(&cursor)?.text(
      in: &cursor.strings, hasHoles: true, numbers: cursor.language.numbers)
  }

  private static func find(_ cursor: inout JSONCursor) throws(SyntaxError) -> StringReference? {
    guard cursor.scanner.current == UInt8(ascii: "{"), cursor.holes != .filled else { return nil }
    var ahead = cursor
    ahead.log.isMuted = true
    guard let reference = StringReference(try FreeValue.read(from: &ahead)) else { return nil }
    cursor.scanner = ahead.scanner
    return reference
  }
}
