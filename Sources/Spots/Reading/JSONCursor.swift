/// A position in a document, with the open brackets and keys around it.
///
/// Models ask it for the next key or element, and then for a value of the type they expect. A value
/// of another type is logged, skipped and returned as nil, so that it costs only itself. Text that
/// is not JSON throws, which ends the reading.
struct JSONCursor {
  /// The number of brackets that may be open.
  static let maximumDepth = 128

  var scanner: JSONScanner
  var log = FaultLog()
  /// The registered kinds; nil when kinds are not checked.
  let itemKinds: Set<String>?
  let componentKinds: Set<String>?
  /// Returns why a source has no picture, nil when it has one; nil when pictures are not checked.
  let imageFault: (@Sendable (String) -> String?)?
  /// The answers of `imageFault` by source.
  var imageFaults: [String: String?] = [:]
  /// Renames pictures; nil keeps the names in the document.
  var pictureNames: PictureNames?
  /// The kinds of items that have been reported.
  var reportedKinds: Set<String> = []
  /// How the items of the screen's own components are read.
  var itemReading = ItemReading.atOnce
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
    scanner: JSONScanner, nesting: Nesting, itemKinds: Set<String>?, componentKinds: Set<String>?,
    imageFault: (@Sendable (String) -> String?)?
  ) {
    self.scanner = scanner
    self.nesting = nesting
    self.itemKinds = itemKinds
    self.componentKinds = componentKinds
    self.imageFault = imageFault
  }

  // MARK: - Objects

  /// Opens the object at the cursor, whose keys are those of `table`.
  @inline(__always)
  mutating func beginObject(_ table: KeyTable) throws(SyntaxFault) -> ObjectKeys {
    try open()
    return ObjectKeys(matcher: table.matcher)
  }

  /// Opens the object at the cursor, whose keys are free.
  mutating func beginFreeObject() throws(SyntaxFault) {
    try open()
  }

  /// Advances to the next known key's value and returns its slot; nil at the end of the object.
  ///
  /// Unknown keys are reported and their values skipped.
  mutating func nextKey(_ keys: inout ObjectKeys, of table: KeyTable) throws(SyntaxFault) -> UInt8?
  {
    while let token = try nextFreeKey(&keys.isFirst) {
      guard let slot = keys.matcher.slot(of: token, in: scanner) else {
        reportUnknown(token, table)
        noteUnknown(token, &keys)
        try skipValue()
        continue
      }
      let bit: UInt32 = 1 << UInt32(slot)
      if keys.seen & bit != 0 { reportDuplicate(token, first: nesting.keyOffset(slot)) }
      keys.seen |= bit
      nesting.setKeyOffset(slot, token.start - 1)
      return slot
    }
    return nil
  }

  /// Advances to the value of the next key, known or not; nil at the end of the object.
  @inline(__always)
  mutating func nextFreeKey(_ isFirst: inout Bool) throws(SyntaxFault) -> StringToken? {
    guard try advance(to: UInt8(ascii: "}"), &isFirst) else { return nil }
    guard scanner.current == UInt8(ascii: "\"") else { throw keyFault() }
    let token = try scanner.string()
    nesting.setKey(token)
    try scanner.skipBlanks()
    guard scanner.current == UInt8(ascii: ":") else { throw colonFault(token) }
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
  mutating func beginArray() throws(SyntaxFault) -> ArrayElements {
    try open()
    return ArrayElements()
  }

  /// Advances to the next element; false at the end of the array.
  @inline(__always)
  mutating func nextElement(_ elements: inout ArrayElements) throws(SyntaxFault) -> Bool {
    guard try advance(to: UInt8(ascii: "]"), &elements.isFirst) else { return false }
    nesting.setIndex(elements.count)
    elements.count += 1
    return true
  }

  // MARK: - Brackets

  @inline(__always)
  private mutating func open() throws(SyntaxFault) {
    guard nesting.depth < Self.maximumDepth else {
      throw SyntaxFault(
        offset: scanner.at, message: "nested too deeply; the limit is \(Self.maximumDepth)",
        code: .limit)
    }
    nesting.open(at: scanner.at)
    scanner.at += 1
  }

  /// Advances past the separator before a key or element; false after `close`, which it consumes.
  @inline(__always)
  private mutating func advance(
    to close: UInt8, _ isFirst: inout Bool
  ) throws(SyntaxFault) -> Bool {
    try scanner.skipBlanks()
    if !isFirst, scanner.current == UInt8(ascii: ",") {
      let comma = scanner.at
      scanner.at += 1
      try scanner.skipBlanks()
      if scanner.current == close, !scanner.allowsComments { throw trailingComma(comma) }
    } else if !isFirst, scanner.current != close {
      throw separatorFault(close)
    }
    isFirst = false
    if scanner.current == close {
      scanner.at += 1
      nesting.close()
      return false
    }
    guard !scanner.isAtEnd else { throw unclosed() }
    return true
  }
}

/// When the items of a document are read, and whether they are kept.
enum ItemReading {
  case atOnce
  /// Each time they are accessed; the document is only checked to be valid JSON.
  case onDemand(ScreenBytes)
  /// Immediately, for the diagnostics; they are not kept.
  case forgotten
}

/// The progress of reading an object.
struct ObjectKeys {
  let matcher: KeyMatcher
  var isFirst = true
  /// One bit for each slot, set when its key has occurred.
  var seen: UInt32 = 0
  /// The last offset of each unknown key.
  var unknown: [String: Int] = [:]
}

/// The progress of reading an array.
struct ArrayElements {
  var isFirst = true
  var count = 0
}
