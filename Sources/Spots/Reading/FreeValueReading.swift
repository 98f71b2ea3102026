// Values of any type, read into `JSONValue` or skipped.
extension JSONCursor {
  /// Reads a value of any type.
  mutating func value() throws(SyntaxFault) -> JSONValue {
    switch scanner.current {
    case UInt8(ascii: "\""):
      let token = try scanner.string()
      return .string(scanner.text(of: token))
    case UInt8(ascii: "{"): return .object(try freeObject())
    case UInt8(ascii: "["):
      var elements = try beginArray()
      var values: [JSONValue] = []
      while try nextElement(&elements) { values.append(try value()) }
      return .array(values)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return try freeNumber()
    default:
      if scanner.take("true") { return .bool(true) }
      if scanner.take("false") { return .bool(false) }
      if scanner.take("null") { return .null }
      throw .value(at: self)
    }
  }

  /// Reads the object at the cursor; the last value of a duplicate key counts.
  mutating func freeObject() throws(SyntaxFault) -> [String: JSONValue] {
    try beginFreeObject()
    var keys = FreeKeys()
    var values: [String: JSONValue] = [:]
    while let token = try nextFreeKey(&keys.isFirst) {
      let key = scanner.text(of: token)
      let value = try value()
      let isNew = values.updateValue(value, forKey: key) == nil
      try keys.note(token, key, isNew: isNew, in: &self)
    }
    return values
  }

  /// Reads a `meta` object; nil for `null` and after a mismatch.
  mutating func meta() throws(SyntaxFault) -> Meta? {
    guard scanner.current == UInt8(ascii: "{") else { return try nullOrMismatch("an object") }
    return Meta(try freeObject())
  }

  private mutating func freeNumber() throws(SyntaxFault) -> JSONValue {
    let token = try scanner.number()
    if let integer = token.integer { return .integer(integer) }
    guard !token.value.isFinite else { return .number(token.value) }
    report(.warning, .outOfRange, at: token.start) { cursor in
      "\(cursor.quoted(token)) is cut to the largest number there is"
    }
    return .number(token.value < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude)
  }

  /// Skips the value at the cursor; throws when it is not valid JSON.
  mutating func skipValue() throws(SyntaxFault) {
    switch scanner.current {
    case UInt8(ascii: "\""): _ = try scanner.string()
    case UInt8(ascii: "{"):
      try beginFreeObject()
      var isFirst = true
      while try nextFreeKey(&isFirst) != nil { try skipValue() }
    case UInt8(ascii: "["):
      var elements = try beginArray()
      while try nextElement(&elements) { try skipValue() }
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): _ = try scanner.number()
    default:
      if scanner.take("true") || scanner.take("false") || scanner.take("null") { return }
      throw .value(at: self)
    }
  }
}

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
  ) throws(SyntaxFault) {
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

  private mutating func readOffsets(with scanner: JSONScanner) throws(SyntaxFault) {
    var scanner = scanner
    for start in starts {
      scanner.at = Int(start)
      let token = try scanner.string()
      offsets[scanner.text(of: token)] = Int(start)
    }
  }
}

extension JSONValue {
  /// Reads any JSON document, as strictly as a screen is read.
  ///
  /// - Returns: The value, nil when the document is not JSON or beyond a limit; the diagnostics.
  /// - Complexity: O(bytes).
  public static func read(_ bytes: [UInt8]) -> (value: JSONValue?, diagnostics: [Diagnostic]) {
    let document = ScreenReader().readDocument(bytes) { cursor throws(SyntaxFault) in
      try cursor.value()
    }
    return (document.value, document.diagnostics)
  }
}
