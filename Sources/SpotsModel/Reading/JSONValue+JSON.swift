/// The progress of reading an object with free keys.
struct FreeKeys {
  var isFirst = true
  /// The offsets of the keys until one occurs twice, which is rare.
  var starts: [UInt32] = []
  /// The last offset of each key, from then on.
  var offsets: [String: Int] = [:]

  /// Records the offset of a key, and reports the key when it is not new.
  mutating func note(
    _ token: StringToken, _ key: String, isNew: Bool, in cursor: inout JSONCursor
  ) throws(SyntaxError) {
    if !isNew {
      if offsets.isEmpty { try readOffsets(with: cursor.scanner) }
      cursor.reportDuplicate(token, first: offsets[key] ?? token.start - 1)
    }
    if offsets.isEmpty {
      starts.append(UInt32(truncatingIfNeeded: token.start - 1))
    } else {
      offsets[key] = token.start - 1
    }
  }

  private mutating func readOffsets(with scanner: JSONScanner) throws(SyntaxError) {
    var scanner = scanner
    for start in starts {
      scanner.at = Int(start)
      let token = try scanner.string()
      offsets[scanner.text(of: token)] = Int(start)
    }
  }
}

/// Values of any type, read into `JSONValue`.
enum FreeValue {
  /// Reads a value of any type.
  static func read(from cursor: inout JSONCursor) throws(SyntaxError) -> JSONValue {
    switch cursor.scanner.current {
    case UInt8(ascii: "\""):
      let token = try cursor.scanner.string()
      return .string(cursor.scanner.text(of: token))
    case UInt8(ascii: "{"): return .object(try object(from: &cursor))
    case UInt8(ascii: "["):
      var elements = try cursor.beginArray()
      var values: [JSONValue] = []
      while try cursor.nextElement(&elements) { values.append(try read(from: &cursor)) }
      return .array(values)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return try number(from: &cursor)
    default:
      if cursor.scanner.take("true") { return .bool(true) }
      if cursor.scanner.take("false") { return .bool(false) }
      if cursor.scanner.take("null") { return .null }
      throw .value(at: cursor)
    }
  }

  /// Reads the object at the cursor; the last value of a duplicate key counts.
  private static func object(
    from cursor: inout JSONCursor
  ) throws(SyntaxError) -> [String: JSONValue] {
    try cursor.beginFreeObject()
    var keys = FreeKeys()
    var values: [String: JSONValue] = [:]
    while let token = try cursor.nextFreeKey(&keys.isFirst) {
      let key = cursor.scanner.text(of: token)
      let value = try read(from: &cursor)
      let isNew = values.updateValue(value, forKey: key) == nil
      try keys.note(token, key, isNew: isNew, in: &cursor)
    }
    return values
  }

  /// Reads a `meta` object; nil for `null` and after a mismatch.
  static func meta(from cursor: inout JSONCursor) throws(SyntaxError) -> Meta? {
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      return try cursor.nullOrMismatch("an object")
    }
    return Meta(try object(from: &cursor))
  }

  private static func number(
    from cursor: inout JSONCursor
  ) throws(SyntaxError) -> JSONValue {
    let token = try cursor.scanner.number()
    if let integer = token.integer { return .integer(integer) }
    guard !token.value.isFinite else { return .number(token.value) }
    cursor.report(.warning, .outOfRange, at: token.start) { cursor in
      "\(cursor.quoted(token)) is cut to the largest number there is"
    }
    return .number(token.value < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude)
  }
}

extension JSONValue {
  /// Reads any JSON document, as strictly as a screen is read.
  ///
  /// - Returns: The value, nil when the document is not JSON or beyond a limit; the diagnostics.
  /// - Complexity: O(bytes).
  public static func read(_ bytes: [UInt8]) -> (value: JSONValue?, diagnostics: [Diagnostic]) {
    let document = ScreenReader().readDocument(bytes) { cursor throws(SyntaxError) in
      try FreeValue.read(from: &cursor)
    }
    return (document.value, document.diagnostics)
  }

  /// How much of an object or an array a text is.
  package enum Progress {
    /// No text that begins like this is JSON.
    case broken
    /// More has to follow.
    case open
    case complete
  }

  /// Whether a text can be an object or an array, or begin one.
  ///
  /// - Complexity: O(bytes).
  package static func progress(of bytes: [UInt8]) -> Progress {
    var progress = Progress.broken
    _ = ScreenReader().readDocument(bytes) { cursor throws(SyntaxError) in
      guard "{[".utf8.contains(cursor.scanner.current) else { return }
      do throws(SyntaxError) {
        try cursor.skipValue()
        try cursor.scanner.skipBlanks()
        if cursor.scanner.isAtEnd { progress = .complete }
      } catch {
        if error.offset >= cursor.scanner.end { progress = .open }
      }
    }
    return progress
  }
}
