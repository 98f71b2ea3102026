// Values of the type that a key expects. Each function returns nil, which means the default, for
// `null` and after it has reported a mismatch.
extension JSONCursor {
  /// Reads a string, or a number as its text with a warning.
  mutating func string() throws(SyntaxFault) -> String? {
    if scanner.current == UInt8(ascii: "\"") {
      let token = try scanner.string()
      return scanner.text(of: token)
    }
    if isAtNumber {
      let token = try scanner.number()
      return numberAsText(token)
    }
    return try nothing("a string")
  }

  /// Reads a number, or with a warning a string that holds one; cuts it to `range` with a warning.
  mutating func number(in range: ClosedRange<Double>) throws(SyntaxFault) -> Double? {
    guard let token = try numberToken("a number") else { return nil }
    return clamped(token, range)
  }

  /// Like `number(in:)`; a fraction is a mismatch.
  mutating func integer(in range: ClosedRange<Int>) throws(SyntaxFault) -> Int? {
    let start = scanner.at
    guard let token = try numberToken("a whole number") else { return nil }
    let value = clamped(token, Double(range.lowerBound)...Double(range.upperBound))
    if let integer = Int(exactly: value) { return integer }
    report(.error, .typeMismatch, at: start) { cursor in
      "\(cursor.subject) expects a whole number, not \(cursor.quoted(token))"
    }
    return nil
  }

  mutating func bool() throws(SyntaxFault) -> Bool? {
    if scanner.take("true") { return true }
    if scanner.take("false") { return false }
    return try nothing("true or false")
  }

  /// Reads one of the raw values of `type`.
  mutating func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ type: Value.Type
  ) throws(SyntaxFault) -> Value? {
    guard scanner.current == UInt8(ascii: "\"") else { return try nothing(Self.choices(type)) }
    let start = scanner.at
    let token = try scanner.string()
    let word = scanner.text(of: token)
    if let value = Value(rawValue: word) { return value }
    report(.error, .typeMismatch, at: start) { cursor in
      let nearest = nearestName(to: word, among: type.allCases.map(\.rawValue))
      let advice = nearest.map { "; did you mean '\($0)'?" } ?? ""
      return "\(cursor.subject) expects \(Self.choices(type)), not \(cursor.quoted(token))\(advice)"
    }
    return nil
  }

  /// The raw values to choose from, for a message.
  private static func choices<Value: RawRepresentable<String> & CaseIterable>(
    _ type: Value.Type
  ) -> String {
    let words = type.allCases.map { "'\($0.rawValue)'" }
    return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }

  /// Returns nil: consumes `null`, and reports and skips any other value.
  mutating func nothing<Value>(_ expected: String) throws(SyntaxFault) -> Value? {
    if scanner.take("null") { return nil }
    try mismatch(expected)
    return nil
  }

  var isAtNumber: Bool {
    switch scanner.current {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
    default: false
    }
  }

  /// The text of a number in place of a string, with a warning.
  mutating func numberAsText(_ token: NumberToken) -> String {
    report(.warning, .typeMismatch, at: token.start) { cursor in
      "\(cursor.subject) expects a string; the number \(cursor.quoted(token)) is taken as its text"
    }
    return scanner.text(token.start, token.end)
  }

  private mutating func numberToken(_ expected: String) throws(SyntaxFault) -> NumberToken? {
    if isAtNumber { return try scanner.number() }
    guard scanner.current == UInt8(ascii: "\"") else { return try nothing(expected) }
    var ahead = scanner
    let text = try ahead.string()
    guard !text.hasEscapes, let token = scanner.number(in: text) else {
      return try nothing(expected)
    }
    let start = scanner.at
    scanner = ahead
    report(.warning, .typeMismatch, at: start) { cursor in
      let found = cursor.quoted(text)
      return "\(cursor.subject) expects \(expected); the string \(found) is taken as a number"
    }
    return token
  }

  private mutating func clamped(_ token: NumberToken, _ range: ClosedRange<Double>) -> Double {
    let value = min(max(token.value, range.lowerBound), range.upperBound)
    guard value != token.value else { return value }
    report(.warning, .outOfRange, at: token.start) { cursor in
      let bound = token.value < value ? "at least" : "at most"
      return "\(cursor.subject) must be \(bound) \(Self.text(value)), not \(cursor.quoted(token))"
    }
    return value
  }

  private static func text(_ bound: Double) -> String {
    Int(exactly: bound)?.description ?? bound.description
  }
}

extension JSONScanner {
  /// The number that a whole string spells; nil when it spells something else.
  fileprivate func number(in text: StringToken) -> NumberToken? {
    var inner = JSONScanner(base: base, end: text.end, dialect: .json)
    inner.at = text.start
    guard inner.current == UInt8(ascii: "-") || (0x30...0x39).contains(inner.current) else {
      return nil
    }
    guard
      case .success(let token) = Result(catching: { () throws(SyntaxFault) in try inner.number() }),
      inner.at == text.end
    else { return nil }
    return token
  }
}
