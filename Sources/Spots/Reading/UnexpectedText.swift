// Messages about text that is not a token.
extension JSONScanner {
  /// The fault of text whose first character cannot start a value.
  func unexpectedCharacter() -> SyntaxFault {
    let word = wordAhead()
    if !word.isEmpty { return unexpected(word) }
    // Four bytes contain one whole scalar; faults after it do not matter here.
    if let bad = UTF8Check.firstFault(in: base, from: at, to: min(at + 4, end)), bad.offset == at {
      return bad
    }
    let character = characterAhead()
    let message =
      switch character {
      case "'": "single quotes: JSON strings use double quotes"
      case "“", "”", "„", "‘", "’", "«", "»": "typographic quotes '\(character)': JSON uses '\"'"
      case "+": "a number must not start with '+'"
      case ".": "a digit is missing before '.'"
      default: "unexpected character '\(character)'"
      }
    return SyntaxFault(offset: at, message: message)
  }

  private func unexpected(_ word: String) -> SyntaxFault {
    let lower = word.lowercased()
    if ["nan", "inf", "infinity"].contains(lower) {
      return SyntaxFault(offset: at, message: "'\(word)' is not a number JSON can hold")
    }
    let meant =
      ["none", "nil", "undefined"].contains(lower)
      ? "null" : nearestName(to: word, among: ["true", "false", "null"])
    let advice = meant.map { "did you mean '\($0)'?" } ?? "text needs double quotes"
    return SyntaxFault(offset: at, message: "unexpected '\(word)'; \(advice)")
  }

  /// The word ahead: at most 40 ASCII letters, digits, `_`, `$`, `-`; no digit or `-` comes first.
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

  /// The scalar at `at` in printable form; whitespace other than the ASCII space as `\u{…}`.
  func characterAhead() -> String {
    let stop = min(at + 4, end)
    guard let scalar = text(at, stop).unicodeScalars.first else { return "" }
    if scalar.properties.isWhitespace, scalar != " " {
      return "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
    return String(scalar).printable()
  }
}
