// The free parts of a document: any JSON, read into `JSONValue`, or stepped over.
extension JSONCursor {
  /// Any value.
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
      throw valueFault()
    }
  }

  /// The object at the cursor; of keys that occur twice the last.
  mutating func freeObject() throws(SyntaxFault) -> [String: JSONValue] {
    try beginFreeObject()
    var keys = FreeKeys()
    var values: [String: JSONValue] = [:]
    while let token = try nextFreeKey(&keys.isFirst) {
      let key = scanner.text(of: token)
      let value = try value()
      let isNew = values.updateValue(value, forKey: key) == nil
      try note(token, key, isNew: isNew, &keys)
    }
    return values
  }

  /// Notes where a key stands and reports one that is not new.
  mutating func note(
    _ token: StringToken, _ key: String, isNew: Bool, _ keys: inout FreeKeys
  ) throws(SyntaxFault) {
    if !isNew {
      if keys.offsets.isEmpty { keys.offsets = try offsets(of: keys.starts) }
      reportDuplicate(token, first: keys.offsets[key] ?? token.start - 1)
    }
    if keys.offsets.isEmpty {
      keys.starts.append(UInt32(truncatingIfNeeded: token.start - 1))
    } else {
      keys.offsets[key] = token.start - 1
    }
  }

  private func offsets(of starts: [UInt32]) throws(SyntaxFault) -> [String: Int] {
    var scanner = scanner
    var offsets: [String: Int] = [:]
    for start in starts {
      scanner.at = Int(start)
      let token = try scanner.string()
      offsets[scanner.text(of: token)] = Int(start)
    }
    return offsets
  }

  /// A `meta` object.
  mutating func meta() throws(SyntaxFault) -> Meta? {
    guard scanner.current == UInt8(ascii: "{") else { return try nothing("an object") }
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

  /// Steps over the value at the cursor, which must be sound JSON all the same.
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
      throw valueFault()
    }
  }
}

/// How far the reading of an object with free keys has come.
struct FreeKeys {
  var isFirst = true
  /// Where the keys start, until one occurs twice; few objects have one that does.
  var starts: [UInt32] = []
  /// Where each key stood last, from then on.
  var offsets: [String: Int] = [:]
}
