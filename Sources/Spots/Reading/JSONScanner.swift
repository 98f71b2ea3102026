/// Scans the tokens of a JSON document: whitespace, comments, strings, numbers and words.
///
/// Knows RFC 8259's grammar of tokens and nothing about how they nest. Offsets count bytes.
struct JSONScanner {
  let base: UnsafePointer<UInt8>
  let end: Int
  let allowsComments: Bool
  /// The next byte to look at; never beyond `end`.
  var at: Int

  init(base: UnsafePointer<UInt8>, end: Int, dialect: ScreenReader.Dialect) {
    self.base = base
    self.end = end
    allowsComments = dialect == .jsonc
    let hasMark = end >= 3 && base[0] == 0xEF && base[1] == 0xBB && base[2] == 0xBF
    at = hasMark ? 3 : 0
  }

  /// The byte at `at`; 0 at the end, since no token starts with it.
  @inline(__always)
  var current: UInt8 { at < end ? base[at] : 0 }

  var isAtEnd: Bool { at >= end }

  /// Skips whitespace, and comments where the dialect allows them.
  @inline(__always)
  mutating func skipBlanks() throws(SyntaxFault) {
    if current > 0x20 && current != UInt8(ascii: "/") { return }
    try skipSomeBlanks()
  }

  private mutating func skipSomeBlanks() throws(SyntaxFault) {
    while at < end {
      switch base[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(SyntaxFault) {
    let start = at
    let second = at + 1 < end ? base[at + 1] : 0
    guard second == UInt8(ascii: "/") || second == UInt8(ascii: "*") else {
      throw unexpectedCharacter()
    }
    guard allowsComments else {
      throw SyntaxFault(
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
        throw SyntaxFault(offset: start, message: "unterminated comment: '*/' is missing")
      }
      at += 2
    }
    if let bad = UTF8Check.firstFault(in: base, from: start, to: at) { throw bad }
  }

  /// The text from `start` to `end`, which must be UTF-8.
  @inline(__always)
  func text(_ start: Int, _ end: Int) -> String {
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
