/// A position in a document, with the open brackets and keys around it.
///
/// Models ask it for the next key or element, and then for a value of the type they expect. A value
/// of another type is logged, skipped and returned as nil, so that it costs only itself. Text that
/// is not JSON throws, which ends the reading.
package struct JSONCursor {
  package var scanner: JSONScanner
  var log = DiagnosticLog()
  /// The kinds that the document may name.
  var kinds: KindReview
  /// Checks the images that the document names.
  var images: ImageReview
  /// The meaning of braces in strings.
  package var holes = HoleReading.none
  /// The texts that the document names, and the language of the numbers in them.
  var strings = ScreenStrings()
  var language = Language.standard
  /// How the items of the screen's own components are read.
  var itemMode = ItemDecodingMode.atOnce
  /// The offsets of the screen's own components, for the source map.
  var map: [ComponentOffsets] = []
  /// The limit of components, and the number read, both including those inside items.
  var maximumComponents = Screen.maximumComponents
  var componentCount = 0
  /// Whether the document has components beyond the limit.
  var isOverfull = false
  /// The open brackets.
  var nesting: Nesting

  init(
    scanner: JSONScanner, nesting: Nesting, kinds: KindReview, images: ImageReview = ImageReview()
  ) {
    (self.scanner, self.nesting, self.kinds, self.images) = (scanner, nesting, kinds, images)
  }

  // MARK: - Objects

  /// Opens the object at the cursor, whose keys are those of `table`.
  @inline(__always)
  package mutating func beginObject(_ table: KeyTable) throws(SyntaxError) -> ObjectKeys {
    try open()
    return ObjectKeys(matcher: table.matcher)
  }

  /// Opens the object at the cursor, whose keys are free.
  mutating func beginFreeObject() throws(SyntaxError) {
    try open()
  }

  /// Advances to the next known key's value and returns its slot; nil at the end of the object.
  ///
  /// Unknown keys are reported and their values skipped.
  package mutating func nextKey(_ keys: inout ObjectKeys, of table: KeyTable) throws(SyntaxError)
    -> UInt8?
  {
    while let token = try nextFreeKey(&keys.isFirst) {
      guard let slot = keys.matcher.slot(of: token, in: scanner) else {
        reportUnknown(token, table)
        noteUnknown(token, &keys)
        try skipValue()
        continue
      }
      let bit: UInt64 = 1 << UInt64(slot)
      if keys.seen & bit != 0 { reportDuplicate(token, first: nesting.keyOffset(slot)) }
      keys.seen |= bit
      nesting.setKeyOffset(slot, token.start - 1)
      return slot
    }
    return nil
  }

  /// Advances to the value of the next key, known or not; nil at the end of the object.
  @inline(__always)
  mutating func nextFreeKey(_ isFirst: inout Bool) throws(SyntaxError) -> StringToken? {
    guard try advance(to: UInt8(ascii: "}"), &isFirst) else { return nil }
    guard scanner.current == UInt8(ascii: "\"") else { throw .key(at: self) }
    let token = try scanner.string()
    nesting.setKey(token)
    try scanner.skipBlanks()
    guard scanner.current == UInt8(ascii: ":") else { throw .colon(after: token, at: self) }
    scanner.at += 1
    try scanner.skipBlanks()
    return token
  }

  /// Records an unknown key, and reports it when it occurs again.
  private mutating func noteUnknown(_ token: StringToken, _ keys: inout ObjectKeys) {
    let key = scanner.text(of: token)
    if let first = keys.unknown.updateValue(token.start - 1, forKey: key) {
      reportDuplicate(token, first: first)
    }
  }

  // MARK: - Arrays

  /// Opens the array at the cursor.
  @inline(__always)
  package mutating func beginArray() throws(SyntaxError) -> ArrayElements {
    try open()
    return ArrayElements()
  }

  /// Advances to the next element; false at the end of the array.
  @inline(__always)
  package mutating func nextElement(_ elements: inout ArrayElements) throws(SyntaxError) -> Bool {
    guard try advance(to: UInt8(ascii: "]"), &elements.isFirst) else { return false }
    nesting.setIndex(elements.count)
    elements.count += 1
    return true
  }

  /// Reads the array at the cursor, without the elements for which `read` returns nil; nil for
  /// `null` and after a mismatch.
  package mutating func list<Element>(
    _ expected: String, _ read: (inout JSONCursor) throws(SyntaxError) -> Element?
  ) throws(SyntaxError) -> [Element]? {
    guard scanner.current == UInt8(ascii: "[") else { return try nullOrMismatch(expected) }
    var list: [Element] = []
    var elements = try beginArray()
    while try nextElement(&elements) {
      if let element = try read(&self) { list.append(element) }
    }
    return list
  }

  // MARK: - Brackets

  @inline(__always)
  private mutating func open() throws(SyntaxError) {
    guard nesting.depth < JSONValue.maximumDepth else {
      throw SyntaxError(
        offset: scanner.at, message: "nested too deeply; the limit is \(JSONValue.maximumDepth)",
        code: .limit)
    }
    nesting.open(at: scanner.at)
    scanner.at += 1
  }

  /// Advances past the separator before a key or element; false after `close`, which it consumes.
  @inline(__always)
  private mutating func advance(
    to close: UInt8, _ isFirst: inout Bool
  ) throws(SyntaxError) -> Bool {
    try scanner.skipBlanks()
    if !isFirst, scanner.current == UInt8(ascii: ",") {
      let comma = scanner.at
      scanner.at += 1
      try scanner.skipBlanks()
      if scanner.current == close, !scanner.allowsComments { throw .trailingComma(at: comma) }
    } else if !isFirst, scanner.current != close {
      throw .separator(before: close, at: self)
    }
    isFirst = false
    if scanner.current == close {
      scanner.at += 1
      nesting.close()
      return false
    }
    guard !scanner.isAtEnd else { throw .unclosed(at: self) }
    return true
  }
}

/// The progress of reading an object.
package struct ObjectKeys {
  let matcher: KeyMatcher
  var isFirst = true
  /// One bit for each slot, set when its key has occurred.
  var seen: UInt64 = 0
  /// The last offset of each unknown key.
  var unknown: [String: Int] = [:]
}

/// The progress of reading an array.
package struct ArrayElements {
  var isFirst = true
  /// The number of elements so far, the present one included.
  package var count = 0
}

// Values of the type that a key expects. Each function returns nil, which means the default, for
// `null` and after it has reported a mismatch.
extension JSONCursor {
  /// Reads a string, or a number as its text with a warning.
  package mutating func string() throws(SyntaxError) -> String? {
    if scanner.current == UInt8(ascii: "\"") {
      let token = try scanner.string()
      return scanner.text(of: token)
    }
    if isAtNumber { return numberAsText(try scanner.number()) }
    if holes == .filled, let word = scanner.takeTruth() { return word ? "true" : "false" }
    if let text = try StringReference.read(from: &self) { return text }
    return try nullOrMismatch("a string")
  }

  /// Reads a number, or with a warning a string that holds one; cuts it to `range` with a warning.
  package mutating func number(in range: ClosedRange<Double>) throws(SyntaxError) -> Double? {
    guard let token = try numberToken("a number") else { return nil }
    return clamped(token, range)
  }

  /// Like `number(in:)`; a fraction is a mismatch.
  package mutating func integer(in range: ClosedRange<Int>) throws(SyntaxError) -> Int? {
    let start = scanner.at
    guard let token = try numberToken("a whole number") else { return nil }
    let value = clamped(token, Double(range.lowerBound)...Double(range.upperBound))
    if let integer = Int(exactly: value) { return integer }
    report(.error, .typeMismatch, at: start) { cursor in
      "\(cursor.subject) expects a whole number, not \(cursor.quoted(token))"
    }
    return nil
  }

  package mutating func bool() throws(SyntaxError) -> Bool? {
    if let truth = scanner.takeTruth() { return truth }
    return try nullOrMismatch("true or false")
  }

  /// Reads one of the raw values of `type`.
  package mutating func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ type: Value.Type
  ) throws(SyntaxError) -> Value? {
    guard scanner.current == UInt8(ascii: "\"") else {
      return try nullOrMismatch(Self.choices(type))
    }
    let start = scanner.at
    let token = try scanner.string()
    let word = scanner.text(of: token)
    if let value = Value(rawValue: word) { return value }
    report(.error, .typeMismatch, at: start) { cursor in
      let advice = advice(nearestTo: word, among: type.allCases.map(\.rawValue))
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
  package mutating func nullOrMismatch<Value>(_ expected: String) throws(SyntaxError) -> Value? {
    if scanner.take("null") { return nil }
    try mismatch(expected)
    return nil
  }

  package var isAtNumber: Bool {
    switch scanner.current {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
    default: false
    }
  }

  /// The text of a number in place of a string, with a warning.
  mutating func numberAsText(_ token: NumberToken) -> String {
    guard holes != .filled else { return scanner.text(token.start, token.end) }
    report(.warning, .typeMismatch, at: token.start) { cursor in
      "\(cursor.subject) expects a string; the number \(cursor.quoted(token)) is taken as its text"
    }
    return scanner.text(token.start, token.end)
  }

  private mutating func numberToken(_ expected: String) throws(SyntaxError) -> NumberToken? {
    if isAtNumber { return try scanner.number() }
    guard scanner.current == UInt8(ascii: "\"") else { return try nullOrMismatch(expected) }
    var ahead = scanner
    let text = try ahead.string()
    guard !text.hasEscapes, let token = scanner.number(in: text) else {
      return try nullOrMismatch(expected)
    }
    let start = scanner.at
    scanner = ahead
    if holes == .filled { return token }
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
  fileprivate mutating func takeTruth() -> Bool? {
    take("true") ? true : take("false") ? false : nil
  }

  /// The number that a whole string spells; nil when it spells something else.
  fileprivate func number(in text: StringToken) -> NumberToken? {
    var inner = JSONScanner(base: base, end: text.end, dialect: .json)
    inner.at = text.start
    guard inner.current == UInt8(ascii: "-") || (0x30...0x39).contains(inner.current) else {
      return nil
    }
    guard
      case .success(let token) = Result(catching: { () throws(SyntaxError) in try inner.number() }),
      inner.at == text.end
    else { return nil }
    return token
  }
}

// Values that nobody wants.
extension JSONCursor {
  /// Skips the value at the cursor; throws when it is not valid JSON.
  package mutating func skipValue() throws(SyntaxError) {
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
