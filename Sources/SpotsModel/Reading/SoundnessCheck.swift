// The first pass over the items of a large document: finds where values end and whether they are
// valid JSON, without keeping any of them.
//
// It accepts exactly what the reader accepts. A document it refuses is read again by the reader,
// which has the messages. Functions take and return offsets, so that the compiler keeps them in
// registers; rare cases are left to the scanner.

/// Finds the ends of values in a document.
struct SoundnessCheck {
  let base: UnsafePointer<UInt8>
  let end: Int
  let allowsComments: Bool

  /// The end of a value that is not valid JSON; beyond any document.
  static let unsound = Int.max / 2

  init(_ scanner: JSONScanner) {
    base = scanner.base
    end = scanner.end
    allowsComments = scanner.allowsComments
  }

  /// The byte at `at`; 0 at the end, since no token starts with it.
  @inline(__always)
  func byte(_ at: Int) -> UInt8 { at < end ? base[at] : 0 }

  /// The offset after the value at `at`, or `unsound`.
  ///
  /// - Parameter depth: The number of brackets that are open.
  func valueEnd(_ at: Int, depth: Int) -> Int {
    switch byte(at) {
    case UInt8(ascii: "\""): stringEnd(at)
    case UInt8(ascii: "{"): objectEnd(at, depth: depth)
    case UInt8(ascii: "["): arrayEnd(at, depth: depth)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): numberEnd(at)
    default: wordEnd(at)
    }
  }

  /// The offset after the object whose bracket is at `start`, or `unsound`.
  private func objectEnd(_ start: Int, depth: Int) -> Int {
    guard depth < JSONValue.maximumDepth else { return Self.unsound }
    var at = blanksEnd(start + 1)
    if byte(at) == UInt8(ascii: "}") { return at + 1 }
    while byte(at) == UInt8(ascii: "\"") {
      at = blanksEnd(stringEnd(at))
      guard byte(at) == UInt8(ascii: ":") else { return Self.unsound }
      at = blanksEnd(at + 1)
      // Most values are strings, which need no call.
      at = byte(at) == UInt8(ascii: "\"") ? stringEnd(at) : valueEnd(at, depth: depth + 1)
      at = blanksEnd(at)
      if byte(at) == UInt8(ascii: "}") { return at + 1 }
      guard byte(at) == UInt8(ascii: ",") else { return Self.unsound }
      at = blanksEnd(at + 1)
      if allowsComments, byte(at) == UInt8(ascii: "}") { return at + 1 }
    }
    return Self.unsound
  }

  /// The offset after the array whose bracket is at `start`, or `unsound`.
  private func arrayEnd(_ start: Int, depth: Int) -> Int {
    // `unsound` lies beyond any document, and still does with one added.
    elementsEnd(start, depth: depth) { _ in } + 1
  }

  /// The offset of the bracket that closes the array opened at `start`, or `unsound`.
  ///
  /// - Parameter body: Called with the offset of each element.
  @inline(__always)
  func elementsEnd(_ start: Int, depth: Int, _ body: (Int) -> Void) -> Int {
    guard depth < JSONValue.maximumDepth else { return Self.unsound }
    var at = blanksEnd(start + 1)
    if byte(at) == UInt8(ascii: "]") { return at }
    while at < end {
      body(at)
      at = blanksEnd(valueEnd(at, depth: depth + 1))
      if byte(at) == UInt8(ascii: "]") { return at }
      guard byte(at) == UInt8(ascii: ",") else { return Self.unsound }
      at = blanksEnd(at + 1)
      if allowsComments, byte(at) == UInt8(ascii: "]") { return at }
    }
    return Self.unsound
  }

  // MARK: Blanks

  /// The offset of the first byte from `at` on that is neither whitespace nor in a comment.
  @inline(__always)
  func blanksEnd(_ at: Int) -> Int {
    let first = byte(at)
    if first > 0x20, first != UInt8(ascii: "/") { return at }
    // Most tokens are separated by at most one space.
    let second = byte(at + 1)
    if first == 0x20, second > 0x20, second != UInt8(ascii: "/") { return at + 1 }
    return moreBlanksEnd(at)
  }

  @inline(never)
  private func moreBlanksEnd(_ at: Int) -> Int {
    var at = at
    while at < end {
      switch base[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      case UInt8(ascii: "/"):
        at = scanned(at) { scanner throws(SyntaxError) in try scanner.skipBlanks() }
      default: return at
      }
    }
    return at
  }

  // MARK: Tokens

  /// The offset after the string whose opening quote is at `start`, or `unsound`.
  ///
  /// Eight bytes at a time: the top bit is set of each byte that is a quote, a backslash, a control
  /// character or not ASCII. Borrows may set it in bytes above the lowest such byte, but not below.
  @inline(__always)
  func stringEnd(_ start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var at = start + 1
    while at + 8 <= end {
      let word = UInt64(littleEndian: UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self))
      let hits =
        (((word ^ (0x22 &* ones)) &- ones) | ((word ^ (0x5C &* ones)) &- ones)
          | (word &- (0x20 &* ones)) | word) & 0x8080_8080_8080_8080
      if hits != 0 {
        at += hits.trailingZeroBitCount >> 3
        return base[at] == UInt8(ascii: "\"") ? at + 1 : longStringEnd(start)
      }
      at += 8
    }
    return longStringEnd(start)
  }

  /// The end of a string with escapes or non-ASCII text, or near the end of the document.
  @inline(never)
  private func longStringEnd(_ start: Int) -> Int {
    scanned(start) { scanner throws(SyntaxError) in _ = try scanner.string() }
  }

  @inline(never)
  private func numberEnd(_ start: Int) -> Int {
    var at = byte(start) == UInt8(ascii: "-") ? start + 1 : start
    let first = at
    while byte(at) &- UInt8(ascii: "0") < 10 { at += 1 }
    switch byte(at) {
    case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "x"),
      UInt8(ascii: "X"):
      return scanned(start) { scanner throws(SyntaxError) in _ = try scanner.number() }
    default:
      let isZero = byte(first) == UInt8(ascii: "0")
      return at > first && (!isZero || at == first + 1) ? at : Self.unsound
    }
  }

  @inline(never)
  private func wordEnd(_ start: Int) -> Int {
    var scanner = scanner(at: start)
    return scanner.take("true") || scanner.take("false") || scanner.take("null")
      ? scanner.at : Self.unsound
  }

  /// The offset to which `step` advances a scanner at `at`; `unsound` when it throws.
  private func scanned(_ at: Int, _ step: (inout JSONScanner) throws(SyntaxError) -> Void) -> Int {
    var scanner = scanner(at: at)
    do throws(SyntaxError) {
      try step(&scanner)
      return scanner.at
    } catch {
      return Self.unsound
    }
  }

  private func scanner(at offset: Int) -> JSONScanner {
    var scanner = JSONScanner(base: base, end: end, dialect: allowsComments ? .jsonc : .json)
    scanner.at = offset
    return scanner
  }
}
