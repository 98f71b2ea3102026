/// A place in a document that knows what it is inside of.
///
/// The models are read by asking it for the next key or element and then for a value of the type
/// wanted there. What has a wrong type is logged, stepped over and given back as nil, so that it
/// costs only itself. What is not JSON is thrown, and ends the reading.
struct JSONCursor {
  /// Brackets may be nested this deeply.
  static let maximumDepth = 128

  var scanner: JSONScanner
  var log = FaultLog()
  /// Kinds that need no warning; nil when kinds are not checked.
  let itemKinds: Set<String>?
  let componentKinds: Set<String>?
  /// Why there is no picture of a name; nil when pictures are not checked.
  let imageFault: (@Sendable (String) -> String?)?
  /// What it has answered.
  var imageFaults: [String: String?] = [:]
  /// What pictures are called; nil: as the document calls them.
  var pictureNames: PictureNames?
  /// Kinds of items that have been warned about.
  var reportedKinds: Set<String> = []
  /// What becomes of the items of the components at the top of the document.
  var itemReading = ItemReading.atOnce
  /// The components at the top of the document, for the source map.
  var map: [ComponentOffsets] = []
  /// How many components may be read, and how many were, those inside of items included.
  var maximumComponents = Screen.maximumComponents
  var componentCount = 0
  /// Whether there were more components than that.
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

  /// Steps to the value of the next known key and gives its slot; nil when the object has ended.
  ///
  /// Unknown keys are reported and their values stepped over.
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

  /// Steps to the value of the next key, whatever it is; nil when the object has ended.
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

  /// Notes a key that no table knows, to report when it comes again.
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

  /// Steps to the next element; false when the array has ended.
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

  /// Steps over what separates two elements; false when the bracket has been closed.
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

/// When items are read.
enum ItemReading {
  case atOnce
  /// When they are asked for; until then it is only known that they are sound.
  case onDemand(ScreenBytes)
  /// Now, for what is wrong with them; they are not kept.
  case forgotten
}

/// How far the reading of an object has come.
struct ObjectKeys {
  let matcher: KeyMatcher
  var isFirst = true
  /// A bit for each slot.
  var seen: UInt32 = 0
  /// Where unknown keys have been seen.
  var unknown: [String: Int] = [:]
}

/// How far the reading of an array has come.
struct ArrayElements {
  var isFirst = true
  var count = 0
}
