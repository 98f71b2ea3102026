/// Scans the tokens of a JSON document: whitespace, comments, strings, numbers and words.
///
/// Knows RFC 8259's grammar of tokens and nothing about how they nest. Offsets count bytes.
package struct JSONScanner {
  let base: UnsafePointer<UInt8>
  let end: Int
  let allowsComments: Bool
  /// The next byte to look at; never beyond `end`.
  package var at: Int
  /// Whether a string so far had a character that U+FFFD replaces.
  var isFlawed = false

  init(base: UnsafePointer<UInt8>, end: Int, dialect: ScreenReader.Dialect) {
    self.base = base
    self.end = end
    allowsComments = dialect == .jsonc
    let hasMark = end >= 3 && base[0] == 0xEF && base[1] == 0xBB && base[2] == 0xBF
    at = hasMark ? 3 : 0
  }

  /// The byte at `at`; 0 at the end, since no token starts with it.
  @inline(__always)
  package var current: UInt8 { at < end ? base[at] : 0 }

  var isAtEnd: Bool { at >= end }

  /// The text from `at` on, for messages.
  var ahead: TextAhead { TextAhead(scanner: self) }

  /// Skips whitespace, and comments where the dialect allows them.
  @inline(__always)
  mutating func skipBlanks() throws(SyntaxError) {
    if current > 0x20 && current != UInt8(ascii: "/") { return }
    try skipSomeBlanks()
  }

  private mutating func skipSomeBlanks() throws(SyntaxError) {
    while at < end {
      switch base[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(SyntaxError) {
    let start = at
    let second = at + 1 < end ? base[at + 1] : 0
    guard second == UInt8(ascii: "/") || second == UInt8(ascii: "*") else {
      throw ahead.fault()
    }
    guard allowsComments else {
      throw SyntaxError(
        offset: start,
        message: "comments are not JSON: remove this one, or name the file .jsonc")
    }
    at += 2
    if second == UInt8(ascii: "/") {
      while at < end, base[at] != 0x0A, base[at] != 0x0D { at += 1 }
    } else {
      while at + 1 < end, base[at] != UInt8(ascii: "*") || base[at + 1] != UInt8(ascii: "/") {
        at += 1
      }
      guard at + 1 < end else {
        throw SyntaxError(offset: start, message: "unterminated comment: '*/' is missing")
      }
      at += 2
    }
  }

  /// The text from `start` to `end`, which must be UTF-8.
  @inline(__always)
  package func text(_ start: Int, _ end: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: base + start, count: end - start), as: UTF8.self)
  }

  /// Consumes `word` when it comes next, and returns whether it did.
  @inline(__always)
  mutating func take(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard at + count <= end else { return false }
    for index in 0..<count where base[at + index] != word.utf8Start[index] { return false }
    at += count
    return true
  }
}

/// The open brackets and the current key or index in each, which make up the JSON pointer. They
/// change with every key, so their memory is allocated once.
struct Nesting {
  /// The number of open brackets.
  private(set) var depth = 0
  private let frames: UnsafeMutablePointer<Frame>
  private let keyOffsets: UnsafeMutablePointer<UInt32>
  private static let slots = 64

  private struct Frame {
    var start: UInt32 = 0
    /// The offset of a key's first byte, or an index.
    var low: UInt32 = 0
    /// A key's end `<< 1`, plus 1 for escapes; 0 before the first key, `isIndex` in an array.
    var high: UInt32 = 0
    static let isIndex = UInt32.max
  }

  /// Allocates memory, which `deallocate()` frees.
  init(maximumDepth: Int) {
    // Nothing is initialized: a frame is written by `open(at:)`, an offset before it is read.
    frames = .allocate(capacity: maximumDepth)
    keyOffsets = .allocate(capacity: maximumDepth * Self.slots)
  }

  func deallocate() {
    frames.deallocate()
    keyOffsets.deallocate()
  }

  /// Opens a bracket; there must be room for one more.
  @inline(__always)
  mutating func open(at offset: Int) {
    frames[depth] = Frame(start: UInt32(truncatingIfNeeded: offset))
    depth += 1
  }

  @inline(__always)
  mutating func close() {
    depth -= 1
  }

  /// The offset of the innermost open bracket; 0 when none is open.
  var start: Int { depth > 0 ? Int(frames[depth - 1].start) : 0 }

  @inline(__always)
  func setKey(_ token: StringToken) {
    frames[depth - 1].low = UInt32(truncatingIfNeeded: token.start)
    frames[depth - 1].high =
      UInt32(truncatingIfNeeded: token.end) << 1 | (token.hasEscapes ? 1 : 0)
  }

  @inline(__always)
  func setIndex(_ index: Int) {
    frames[depth - 1].low = UInt32(truncatingIfNeeded: index)
    frames[depth - 1].high = Frame.isIndex
  }

  /// The offset of the last key with `slot` in the innermost object; undefined before one.
  @inline(__always)
  func keyOffset(_ slot: UInt8) -> Int { Int(keyOffsets[(depth - 1) * Self.slots + Int(slot)]) }

  @inline(__always)
  func setKeyOffset(_ slot: UInt8, _ offset: Int) {
    keyOffsets[(depth - 1) * Self.slots + Int(slot)] = UInt32(truncatingIfNeeded: offset)
  }

  /// The key whose value the cursor is at; nil outside objects.
  var key: StringToken? { depth > 0 ? key(depth - 1) : nil }

  private func key(_ level: Int) -> StringToken? {
    let frame = frames[level]
    guard frame.high != 0, frame.high != Frame.isIndex else { return nil }
    return StringToken(
      start: Int(frame.low), end: Int(frame.high >> 1), hasEscapes: frame.high & 1 == 1)
  }

  /// The JSON pointer of the value at the cursor. Very long keys are cut.
  func pointer(_ scanner: JSONScanner) -> String {
    var result = ""
    for level in 0..<depth {
      if let token = key(level) {
        result += JSONPointer.text([scanner.prefix(of: token, limit: 256).printable()])
      } else if frames[level].high == Frame.isIndex {
        result += "/\(frames[level].low)"
      }
    }
    return result
  }
}

extension JSONScanner {
  /// The text of a token, cut to `limit` scalars with an ellipsis.
  ///
  /// - Complexity: O(`limit`), so that a huge key that many faults name costs little.
  func prefix(of token: StringToken, limit: Int) -> String {
    // A scalar takes at most four bytes, an escape twelve; a broken one is beyond the limit.
    var start = token
    start.end = min(token.end, token.start + (token.hasEscapes ? 12 : 4) * (limit + 2))
    let scalars = text(of: start).unicodeScalars
    let kept = scalars.prefix(limit)
    return String(kept) + (kept.endIndex < scalars.endIndex ? "…" : "")
  }
}

/// Checks that bytes are UTF-8 as RFC 3629 defines it: shortest forms, no surrogates, no scalars
/// above U+10FFFF.
enum UTF8Check {
  /// The fault of the first byte sequence that is not UTF-8, or nil.
  ///
  /// - Complexity: O(`end - start`); eight ASCII bytes count as one.
  static func firstError(
    in base: UnsafePointer<UInt8>, from start: Int, to end: Int
  ) -> SyntaxError? {
    var at = start
    while at < end {
      if at + 8 <= end,
        UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        at += 8
      } else if base[at] < 0x80 {
        at += 1
      } else {
        let length = scalarLength(base + at, available: end - at)
        guard length > 0 else { return fault(at, base[at]) }
        at += length
      }
    }
    return nil
  }

  private static func fault(_ offset: Int, _ byte: UInt8) -> SyntaxError {
    let digits = String(byte, radix: 16, uppercase: true)
    return SyntaxError(
      offset: offset, message: "invalid UTF-8: the byte 0x\(digits) cannot stand here")
  }

  /// The number of bytes of the scalar that starts with a byte of 0x80 or more; 0 when invalid.
  private static func scalarLength(_ bytes: UnsafePointer<UInt8>, available: Int) -> Int {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch bytes[0] {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return 0
    }
    guard available >= length, second.contains(bytes[1]) else { return 0 }
    for index in 2..<max(length, 2) where bytes[index] & 0xC0 != 0x80 { return 0 }
    return length
  }
}
