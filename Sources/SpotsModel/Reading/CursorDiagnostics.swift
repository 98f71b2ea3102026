// The messages of the diagnostics that the cursor reports.
extension JSONCursor {
  /// Logs a fault in the value at the cursor; calls `message` only when the log keeps it.
  ///
  /// - Parameter path: A JSON pointer to the fault, relative to the value.
  package mutating func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, at offset: Int, related: Int? = nil,
    below path: String = "", _ message: (JSONCursor) -> String
  ) {
    guard log.accepts(severity), !holes.areKept || !scanner.hasBraces(inStringAt: offset) else {
      return
    }
    log.append(
      severity, code, at: offset, related: related, path: pointer + path,
      message: message(self))
  }

  /// The JSON pointer of the value at the cursor.
  package var pointer: String { nesting.pointer(scanner) }

  /// The text of a token for a message.
  package func quoted(_ token: StringToken) -> String {
    "'\(scanner.prefix(of: token, limit: 40).printable())'"
  }

  // MARK: - Keys

  mutating func reportUnknown(_ token: StringToken, _ table: KeyTable) {
    report(.warning, .unknownKey, at: token.start - 1) { cursor in
      let advice = table.advice(onUnknown: cursor.scanner.prefix(of: token, limit: 41))
      return "unknown \(table.noun) \(cursor.quoted(token))" + (advice.map { "; \($0)" } ?? "")
    }
  }

  mutating func reportDuplicate(_ token: StringToken, first: Int) {
    report(.warning, .duplicateKey, at: token.start - 1, related: first) { cursor in
      "duplicate key \(cursor.quoted(token)) replaces the one"
    }
  }

  // MARK: - Values

  /// The subject of a message: the quoted key of the value at the cursor, or "this" without a key.
  package var subject: String { nesting.key.map(quoted) ?? "this" }

  /// A number as the document spells it, cut to 40 characters.
  func quoted(_ token: NumberToken) -> String {
    scanner.text(token.start, min(token.end, token.start + 41)).printable(limit: 40)
  }

  /// Reports a type mismatch at the cursor and skips the value.
  package mutating func mismatch(_ expected: String) throws(SyntaxError) {
    let before = scanner
    try skipValue()
    report(.error, .typeMismatch, at: before.at) { cursor in
      let found = before.ahead.value(upTo: cursor.scanner.at)
      guard let key = cursor.nesting.key else { return "expected \(expected), not \(found)" }
      return "\(cursor.quoted(key)) expects \(expected), not \(found)"
    }
  }
}

// The faults that keep text at a cursor from being JSON.
extension SyntaxError {
  /// Text at which a value should start.
  static func value(at cursor: JSONCursor) -> SyntaxError {
    guard !cursor.scanner.isAtEnd else { return .unclosed(at: cursor) }
    let found = cursor.scanner.ahead.character
    switch cursor.scanner.current {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"):
      let missing = cursor.nesting.key.map { "the value of \(cursor.quoted($0))" } ?? "a value"
      return SyntaxError(
        offset: cursor.scanner.at, message: "\(missing) is missing before '\(found)'")
    default: return cursor.scanner.ahead.fault()
    }
  }

  /// Text at which a key should start.
  static func key(at cursor: JSONCursor) -> SyntaxError {
    let word = cursor.scanner.ahead.word
    if !word.isEmpty {
      return SyntaxError(
        offset: cursor.scanner.at, message: "the key '\(word)' needs double quotes")
    }
    if cursor.scanner.current == UInt8(ascii: "'") { return cursor.scanner.ahead.fault() }
    if cursor.scanner.current >= 0x80 { return cursor.scanner.ahead.fault() }
    return SyntaxError(
      offset: cursor.scanner.at,
      message: "expected a key in double quotes, not '\(cursor.scanner.ahead.character)'")
  }

  /// Text at which the colon after a key should be.
  static func colon(after token: StringToken, at cursor: JSONCursor) -> SyntaxError {
    guard !cursor.scanner.isAtEnd else { return .unclosed(at: cursor) }
    return SyntaxError(
      offset: cursor.scanner.at, message: "expected ':' after the key \(cursor.quoted(token))")
  }

  /// A comma before a closing bracket.
  static func trailingComma(at offset: Int) -> SyntaxError {
    SyntaxError(offset: offset, message: "trailing comma; JSON allows none: remove it")
  }

  /// Text at which a comma or the bracket `close` should be.
  static func separator(before close: UInt8, at cursor: JSONCursor) -> SyntaxError {
    guard !cursor.scanner.isAtEnd else { return .unclosed(at: cursor) }
    let bracket = Character(Unicode.Scalar(close))
    let owner = cursor.nesting.key.map { "the value of \(cursor.quoted($0))" } ?? "an element"
    return SyntaxError(
      offset: cursor.scanner.at, message: "expected ',' or '\(bracket)' after \(owner)")
  }

  /// The end of the document inside a container, or of one without content.
  static func unclosed(at cursor: JSONCursor) -> SyntaxError {
    guard cursor.nesting.depth > 0 else {
      return SyntaxError(offset: 0, message: "the document is empty")
    }
    let start = cursor.nesting.start
    let container = cursor.scanner.base[start] == UInt8(ascii: "{") ? "object" : "array"
    return SyntaxError(
      offset: cursor.scanner.end, message: "the document ends inside the \(container) that starts",
      related: start)
  }
}
