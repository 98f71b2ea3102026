/// A text with places for values, as ICU's messages write it:
/// `{count, plural, one {# track} other {# tracks}} by {name}`.
///
/// A value stands as it is, chooses one of the cases of a plural, or is the name of a case. Quoted,
/// as in `'{'`, a sign is the sign itself.
package struct Message: Sendable {
  indirect enum Part: Sendable {
    case text(String)
    /// The value with a name.
    case value(String)
    /// The number of the plural around it, `#`.
    case number
    /// The case that the value with a name chooses: of a plural by its number, otherwise by its
    /// text.
    case choice(String, isPlural: Bool, [Case])
  }

  struct Case: Sendable {
    /// A plural category, `=` and a number, or the text that is selected.
    var selector: String
    var parts: [Part]

    /// The number of the selector `=2`; nil for others.
    var number: Double? { selector.hasPrefix("=") ? Double(selector.dropFirst()) : nil }
  }

  /// A number, its plural category, and how it is written.
  struct Count {
    var number: Double
    var category: String
    var spelled: String
  }

  var parts: [Part]
  /// The text that it was read from.
  package private(set) var source = ""
  /// The names of its values, and for each plural, the selectors of its cases. Known of messages
  /// that were read as a whole.
  package private(set) var shape = Shape()

  /// The values and plurals of a message.
  package struct Shape: Sendable {
    package var values: Set<String> = []
    package var plurals: [Set<String>] = []

    fileprivate init() {}

    fileprivate mutating func add(_ parts: [Part]) {
      for part in parts {
        switch part {
        case .text, .number: break
        case .value(let name): values.insert(name)
        case .choice(let name, let isPlural, let cases):
          values.insert(name)
          if isPlural { plurals.append(Set(cases.map(\.selector))) }
          for one in cases { add(one.parts) }
        }
      }
    }
  }

  init(parts: [Part]) { self.parts = parts }

  /// The message whose text is `text`, whatever signs are in it.
  static func escaped(_ text: String) -> String {
    // Braces next to each other are in one pair of quotes: two quotes are an apostrophe.
    var (escaped, isQuoted) = ("", false)
    for scalar in text.unicodeScalars {
      let isBrace = scalar == "{" || scalar == "}"
      if scalar != "'", isBrace != isQuoted {
        escaped += "'"
        isQuoted = isBrace
      }
      escaped.unicodeScalars.append(scalar)
      if scalar == "'" { escaped += "'" }
    }
    return escaped + (isQuoted ? "'" : "")
  }

  /// - Throws: The first fault, whose range is that in `text`.
  init(_ text: String) throws(ExpressionFault) {
    var reader = MessageReader(text, hasValues: true)
    parts = try reader.parts(inPlural: false)
    source = text
    shape.add(parts)
    if reader.isAtEnd { return }
    throw ExpressionFault("a '}' has no '{'", at: reader.at..<reader.at + 1)
  }

  /// A message that is one plural: `one {# track} other {# tracks}`. Its number has no name.
  ///
  /// - Throws: The first fault, whose range is that in `text`.
  init(plural text: String) throws(ExpressionFault) {
    var reader = MessageReader(text, hasValues: false)
    parts = [.choice("", isPlural: true, try reader.cases(isPlural: true))]
  }

  /// The text with the values that `value` and `counting` give for their names.
  func text(_ value: (String) -> String, counting: (String) -> Count) -> String {
    Self.text(parts, nil, value, counting)
  }

  private static func text(
    _ parts: [Part], _ outer: Count?, _ value: (String) -> String, _ counting: (String) -> Count
  ) -> String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .text(let own): text += own
      case .value(let name): text += value(name)
      case .number: text += outer?.spelled ?? ""
      case .choice(let name, true, let cases):
        let count = counting(name)
        let exact = cases.first { $0.number == count.number }
        text += Self.text(
          (exact ?? chosen(count.category, of: cases))?.parts ?? [], count, value, counting)
      case .choice(let name, false, let cases):
        text += Self.text(chosen(value(name), of: cases)?.parts ?? [], outer, value, counting)
      }
    }
  }

  private static func chosen(_ selector: String, of cases: [Case]) -> Case? {
    cases.first { $0.selector == selector } ?? cases.first { $0.selector == "other" }
  }
}

extension Message.Count {
  /// A number as a language writes it; as JSON does where ICU is not installed.
  ///
  /// - Parameter words: The language of the plurals.
  init(
    _ value: JSONValue, words: String, numbers: String, _ work: inout ExpressionWork
  ) throws(ExpressionFault) {
    let shown = try ICU.shared?.number(value, ".###", numbers, words: words, &work)
    number = value.number ?? 0
    category = shown?.category ?? (number == 1 ? "one" : "other")
    spelled = shown?.text ?? value.typedText
  }
}

extension Message {
  /// The text with these values: numbers are written as a language does it, null and what is
  /// missing are empty, and everything else stands as it is.
  ///
  /// - Parameter words: The language of the message.
  func text(
    with values: [String: JSONValue], words: String, numbers: String, _ work: inout ExpressionWork
  ) throws(ExpressionFault) -> String {
    var fault: ExpressionFault?
    func count(_ value: JSONValue) -> Count {
      do throws(ExpressionFault) {
        return try Count(value, words: words, numbers: numbers, &work)
      } catch {
        fault = error
        return Count(number: 0, category: "other", spelled: "")
      }
    }
    let text = text { name in
      switch values[name] ?? .null {
      case .integer, .number: return count(values[name] ?? .null).spelled
      case .bool(let isTrue): return isTrue ? "true" : "false"
      case .array, .object:
        fault = ExpressionFault("the value '\(name)' is no text")
        return ""
      case let value: return value.typedText
      }
    } counting: {
      count(values[$0] ?? .null)
    }
    if let fault { throw fault }
    return text
  }

  /// The same message with values in U+2068 and U+2069, so that they neither take the direction of
  /// the text around them nor give it theirs. U+200F gives it to messages of nothing but values.
  var isolatingValues: Message { Message(parts: Self.isolated(parts)) }

  private static func isolated(_ parts: [Part]) -> [Part] {
    parts.flatMap { part -> [Part] in
      switch part {
      case .text, .number: [part]
      case .value: [.text("\u{200F}\u{2068}"), part, .text("\u{2069}")]
      case .choice(let name, let isPlural, let cases):
        [
          .choice(
            name, isPlural: isPlural,
            cases.map { Case(selector: $0.selector, parts: isolated($0.parts)) })
        ]
      }
    }
  }
}

/// Reads messages, from the outside in.
struct MessageReader {
  private let bytes: [UInt8]
  private(set) var at = 0
  /// The number of choices around the present place, and the most there may be.
  private var depth = 0
  private static let deepest = 8
  /// Whether there may be values besides the number of the plural.
  private let hasValues: Bool

  static let categories = ["zero", "one", "two", "few", "many", "other"]

  init(_ text: String, hasValues: Bool) { (bytes, self.hasValues) = (Array(text.utf8), hasValues) }

  var isAtEnd: Bool { at >= bytes.count }

  private var current: UInt8 { isAtEnd ? 0 : bytes[at] }

  private static func isBlank(_ byte: UInt8) -> Bool { " \t\n\r".utf8.contains(byte) }

  private mutating func skip(_ condition: (UInt8) -> Bool) {
    while !isAtEnd, condition(bytes[at]) { at += 1 }
  }

  /// Reads the cases of a choice up to the brace that ends it, or to the end of the text.
  mutating func cases(isPlural: Bool) throws(ExpressionFault) -> [Message.Case] {
    var cases: [Message.Case] = []
    let begin = at
    skip(Self.isBlank)
    while !isAtEnd, !hasValues || current != UInt8(ascii: "}") {
      let start = at
      skip { !Self.isBlank($0) && $0 != UInt8(ascii: "{") }
      let selector = String(decoding: bytes[start..<at], as: UTF8.self)
      var new = Message.Case(selector: selector, parts: [])
      guard !isPlural || Self.categories.contains(selector) || new.number != nil else {
        let advice = advice(nearestTo: selector, among: Self.categories)
        throw ExpressionFault(
          "'\(selector.printable(limit: 40))' is no case of a plural" + advice, at: start..<at)
      }
      skip(Self.isBlank)
      guard current == UInt8(ascii: "{") else {
        throw ExpressionFault("'\(selector)' has no text in braces", at: start..<at)
      }
      let brace = at
      at += 1
      new.parts = try parts(inPlural: isPlural)
      if isAtEnd { throw ExpressionFault("a '{' has no '}'", at: brace..<brace + 1) }
      at += 1
      cases.append(new)
      skip(Self.isBlank)
    }
    if cases.contains(where: { $0.selector == "other" }) { return cases }
    throw ExpressionFault("a plural needs a case 'other {…}'", at: begin..<at)
  }

  /// Reads text and values up to the brace that ends them, or to the end of the text.
  mutating func parts(inPlural: Bool) throws(ExpressionFault) -> [Message.Part] {
    var (parts, text, isQuoted) = ([Message.Part](), [UInt8](), false)
    func whole(_ more: Message.Part? = nil) -> [Message.Part] {
      let own = text.isEmpty ? [] : [Message.Part.text(String(decoding: text, as: UTF8.self))]
      return parts + own + (more.map { [$0] } ?? [])
    }
    while !isAtEnd {
      let next = at + 1 < bytes.count ? bytes[at + 1] : 0
      switch bytes[at] {
      case UInt8(ascii: "'") where next == UInt8(ascii: "'"):
        text.append(next)
        at += 1
      case UInt8(ascii: "'") where isQuoted || "{}#".utf8.contains(next): isQuoted.toggle()
      case UInt8(ascii: "}") where !isQuoted: return whole()
      case UInt8(ascii: "#") where !isQuoted && inPlural: (parts, text) = (whole(.number), [])
      case UInt8(ascii: "{") where !isQuoted:
        let value = try value()
        (parts, text) = (whole(value), [])
      case let byte: text.append(byte)
      }
      at += 1
    }
    return whole()
  }

  /// Reads a value in braces, up to the one that ends it.
  private mutating func value() throws(ExpressionFault) -> Message.Part {
    let start = at
    guard hasValues else {
      throw ExpressionFault("a plural has no value but '#' in it", at: at..<at + 1)
    }
    let name = word()
    if current == UInt8(ascii: "}"), !name.isEmpty { return .value(name) }
    let kind = current == UInt8(ascii: ",") ? word() : ""
    guard !name.isEmpty, ["plural", "select"].contains(kind), current == UInt8(ascii: ",") else {
      throw ExpressionFault("a value is '{name}', a plural or a select", at: start..<at)
    }
    at += 1
    depth += 1
    guard depth <= Self.deepest else {
      throw ExpressionFault("choices are nested too deeply", at: start..<at)
    }
    let cases = try cases(isPlural: kind == "plural")
    depth -= 1
    if isAtEnd { throw ExpressionFault("a '{' has no '}'", at: start..<start + 1) }
    return .choice(name, isPlural: kind == "plural", cases)
  }

  /// Reads a name, and the blanks around it, after the sign at the current place.
  private mutating func word() -> String {
    at += 1
    skip(Self.isBlank)
    let start = at
    skip { !Self.isBlank($0) && !"{},".utf8.contains($0) }
    let word = String(decoding: bytes[start..<at], as: UTF8.self)
    skip(Self.isBlank)
    return word
  }
}
