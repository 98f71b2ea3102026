/// The words for the text of a document that comes next, be it a value, a token or neither.
struct TextAhead {
  /// Stands before the text.
  let scanner: JSONScanner

  private var base: UnsafePointer<UInt8> { scanner.base }
  private var at: Int { scanner.at }
  private var end: Int { scanner.end }

  /// The fault of text whose first character cannot start a value.
  func fault() -> SyntaxError {
    let word = word
    if !word.isEmpty { return unexpected(word) }
    // Four bytes contain one whole scalar; faults after it do not matter here.
    if let bad = UTF8Check.firstError(in: base, from: at, to: min(at + 4, end)), bad.offset == at {
      return bad
    }
    let character = character
    let message =
      switch character {
      case "'": "single quotes: JSON strings use double quotes"
      case "“", "”", "„", "‘", "’", "«", "»": "typographic quotes '\(character)': JSON uses '\"'"
      case "+": "a number must not start with '+'"
      case ".": "a digit is missing before '.'"
      default: "unexpected character '\(character)'"
      }
    return SyntaxError(offset: at, message: message)
  }

  /// Advice appended to the message of a fault that looks like JSON5, where comments are read.
  func adviceOnJSON5(at error: SyntaxError) -> String {
    var scanner = scanner
    scanner.at = min(error.offset, scanner.end)
    guard scanner.allowsComments, error.code == .syntax,
      !scanner.ahead.word.isEmpty || "'+.".contains(scanner.ahead.character)
    else { return "" }
    return "; of JSON5, only comments and trailing commas are read"
  }

  private func unexpected(_ word: String) -> SyntaxError {
    let lower = word.lowercased()
    if ["nan", "inf", "infinity"].contains(lower) {
      return SyntaxError(offset: at, message: "'\(word)' is not a number JSON can hold")
    }
    let meant =
      ["none", "nil", "undefined"].contains(lower)
      ? "null" : nearestName(to: word, among: ["true", "false", "null"])
    let advice = meant.map { "did you mean '\($0)'?" } ?? "text needs double quotes"
    return SyntaxError(offset: at, message: "unexpected '\(word)'; \(advice)")
  }

  /// The word ahead: at most 40 ASCII letters, digits, `_`, `$`, `-`; no digit or `-` comes first.
  var word: String {
    var stop = at
    while stop < end, stop - at < 40 {
      switch base[stop] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"), UInt8(ascii: "$"):
        stop += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        guard stop > at else { return "" }
        stop += 1
      default: return scanner.text(at, stop)
      }
    }
    return scanner.text(at, stop)
  }

  /// The scalar at `at` in printable form; whitespace other than the ASCII space as `\u{…}`.
  var character: String {
    let stop = min(at + 4, end)
    guard let scalar = scanner.text(at, stop).unicodeScalars.first else { return "" }
    if scalar.properties.isWhitespace, scalar != " " {
      return "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
    return String(scalar).printable()
  }

  /// A description of the value ahead, which is valid and ends at `end`.
  func value(upTo end: Int) -> String {
    switch scanner.current {
    case UInt8(ascii: "{"): return "an object"
    case UInt8(ascii: "["): return "an array"
    case UInt8(ascii: "\""):
      let token = StringToken(start: at + 1, end: end - 1, hasEscapes: true)
      return "the string '\(scanner.prefix(of: token, limit: 40).printable())'"
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      return scanner.text(at, end)
    default:
      return "the number "
        + scanner.text(at, min(end, at + 41)).printable(limit: 40)
    }
  }
}
