/// Steps over the tokens of a JSON document: blanks, comments, strings, numbers and words.
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

  /// The byte at `at`, or 0, which no token starts with, at the end.
  @inline(__always)
  var current: UInt8 { at < end ? base[at] : 0 }

  var isAtEnd: Bool { at >= end }

  /// Steps over blanks, and over comments where the dialect has them.
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

  // MARK: - Words

  /// Steps over `word` when it is what comes next.
  @inline(__always)
  mutating func take(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard at + count <= end else { return false }
    for index in 0..<count where base[at + index] != word.utf8Start[index] { return false }
    at += count
    return true
  }

  /// What is wrong with a value that starts with none of the characters a value may start with.
  func unexpectedCharacter() -> SyntaxFault {
    switch current {
    case UInt8(ascii: "'"):
      return SyntaxFault(
        offset: at, message: "single quotes: JSON strings use double quotes")
    case UInt8(ascii: "+"):
      return SyntaxFault(offset: at, message: "a number must not start with '+'")
    case UInt8(ascii: "."):
      return SyntaxFault(offset: at, message: "a digit is missing before '.'")
    default: break
    }
    let word = wordAhead()
    switch word.lowercased() {
    case "": break
    case "true", "false", "null":
      return SyntaxFault(
        offset: at, message: "unexpected '\(word)'; did you mean '\(word.lowercased())'?")
    case "none", "nil", "undefined":
      return SyntaxFault(offset: at, message: "unexpected '\(word)'; did you mean 'null'?")
    case "nan", "inf", "infinity":
      return SyntaxFault(offset: at, message: "'\(word)' is not a number JSON can hold")
    default:
      let advice = nearestName(to: word, among: ["true", "false", "null"])
        .map { "did you mean '\($0)'?" }
      return SyntaxFault(
        offset: at, message: "unexpected '\(word)'; \(advice ?? "text needs double quotes")")
    }
    if let bad = UTF8Check.firstFault(in: base, from: at, to: min(at + 4, end)), bad.offset == at {
      return bad
    }
    let character = characterAhead()
    if ["“", "”", "„", "‘", "’", "«", "»"].contains(character) {
      return SyntaxFault(
        offset: at, message: "typographic quotes '\(character)': JSON uses '\"'")
    }
    return SyntaxFault(offset: at, message: "unexpected character '\(character)'")
  }

  /// The ASCII letters and digits that come next, at most 40, when the first is a letter.
  func wordAhead() -> String {
    var stop = at
    while stop < end, stop - at < 40 {
      switch base[stop] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"), UInt8(ascii: "$"):
        stop += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        guard stop > at else { return "" }
        stop += 1
      default: return text(at, stop)
      }
    }
    return text(at, stop)
  }

  /// The scalar at `at`, printable; blanks other than the ASCII space by their number.
  func characterAhead() -> String {
    let stop = min(at + 4, end)
    guard let scalar = text(at, stop).unicodeScalars.first else { return "" }
    if scalar.properties.isWhitespace, scalar != " " {
      return "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
    return String(scalar).printable()
  }
}
