/// A word or sign of an expression.
enum ExpressionToken: Hashable {
  case end
  case name(String)
  /// An operator or a bracket.
  case sign(String)
  case string(String)
  /// The magnitude of a whole number.
  case int(UInt64)
  case double(Double)

  /// The names that CEL keeps for itself.
  static let reserved: Set<String> = [
    "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop",
    "package", "namespace", "return", "var", "void", "while",
  ]

  /// The token in a message about where it does not belong.
  var words: String {
    switch self {
    case .end: "the end"
    case .name(let name), .sign(let name): "'\(name.printable(limit: 40))'"
    case .string: "a string"
    case .int, .double: "a number"
    }
  }
}

/// Divides the text of an expression into tokens.
struct ExpressionLexer {
  let bytes: [UInt8]
  /// The UTF-8 offset of what comes next.
  var at: Int
  /// The offset at which the longest expression ends.
  private let end: Int

  init(_ bytes: [UInt8], at start: Int = 0) {
    (self.bytes, at) = (bytes, start)
    end = min(bytes.count, start + Expression.longest)
  }

  func text(_ start: Int, _ end: Int) -> String {
    String(decoding: bytes[start..<max(start, end)], as: UTF8.self)
  }

  /// The byte that is `distance` ahead; 0 beyond the end.
  private func byte(_ distance: Int = 0) -> UInt8 {
    at + distance < end ? bytes[at + distance] : 0
  }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while at < end, condition(bytes[at]) { at += 1 }
  }

  private static let signs = Set("()[]{}.,:?!-+*/%<>".utf8)

  /// The next token and its range.
  mutating func next() throws(ExpressionFault) -> (token: ExpressionToken, range: Range<Int>) {
    skip { " \t\n\r\u{C}".utf8.contains($0) }
    let start = at
    guard at < end else {
      guard end == bytes.count else {
        throw ExpressionFault(
          "an expression has at most \(Expression.longest) bytes", at: end - 1..<end)
      }
      return (.end, start..<start)
    }
    let token = try token()
    return (token, start..<at)
  }

  private mutating func token() throws(ExpressionFault) -> ExpressionToken {
    let (first, second) = (byte(), byte(1))
    if first.isDigit || first == UInt8(ascii: ".") && second.isDigit { return try number() }
    if first.isLetter { return try name() }
    if first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") {
      return .string(try string(from: at, isRaw: false))
    }
    let pair = String(decoding: [first, second], as: UTF8.self)
    if ["==", "!=", "<=", ">=", "&&", "||"].contains(pair) {
      at += 2
      return .sign(pair)
    }
    let start = at
    at += 1
    if Self.signs.contains(first) { return .sign(String(UnicodeScalar(first))) }
    skip { $0 & 0xC0 == 0x80 }
    let advice =
      switch first {
      case UInt8(ascii: "="): "; equality is written '=='"
      case UInt8(ascii: "&"), UInt8(ascii: "|"): "; it is written twice"
      case 0x80...: "; other names than of ASCII letters are written row['…']"
      default: ""
      }
    throw ExpressionFault(
      "'\(text(start, at).printable())' has no meaning here" + advice, at: start..<at)
  }

  private mutating func name() throws(ExpressionFault) -> ExpressionToken {
    let start = at
    skip { $0.isLetter || $0.isDigit }
    let name = text(start, at)
    guard at - start <= 2, byte() == UInt8(ascii: "'") || byte() == UInt8(ascii: "\"") else {
      return .name(name)
    }
    switch name.lowercased() {
    case "r": return .string(try string(from: start, isRaw: true))
    case "b", "br", "rb": throw ExpressionFault("bytes are not supported", at: start..<at)
    default: return .name(name)
    }
  }

  private mutating func number() throws(ExpressionFault) -> ExpressionToken {
    let start = at
    let isHexadecimal = byte() == UInt8(ascii: "0") && byte(1) == UInt8(ascii: "x")
    var isWhole = true
    if isHexadecimal {
      at += 2
      skip { $0.hexDigitValue != nil }
    } else {
      skip(while: \.isDigit)
      if byte() == UInt8(ascii: "."), byte(1).isDigit {
        isWhole = false
        at += 1
        skip(while: \.isDigit)
      }
      let sign = byte(1) == UInt8(ascii: "-") || byte(1) == UInt8(ascii: "+") ? 1 : 0
      if byte() | 0x20 == UInt8(ascii: "e"), byte(1 + sign).isDigit {
        isWhole = false
        at += 1 + sign
        skip(while: \.isDigit)
      }
    }
    let text = text(start, at)
    if byte() | 0x20 == UInt8(ascii: "u") {
      throw ExpressionFault("unsigned numbers are not supported", at: start..<at + 1)
    }
    if byte().isLetter {
      throw ExpressionFault("a number does not end with a letter", at: start..<at + 1)
    }
    if !isWhole, let value = Double(text) { return .double(value) }
    guard let value = isHexadecimal ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text) else {
      throw ExpressionFault("'\(text.printable(limit: 40))' is no int of 64 bits", at: start..<at)
    }
    return .int(value)
  }
}

/// The tokens of an expression, one after the other.
struct ExpressionTokens {
  private(set) var lexer: ExpressionLexer
  /// The token that comes next, and its range.
  private(set) var current = ExpressionToken.end
  private(set) var place: Range<Int>
  /// The end of the token before it.
  private(set) var lastEnd: Int

  init(_ lexer: ExpressionLexer) {
    self.lexer = lexer
    place = lexer.at..<lexer.at
    lastEnd = lexer.at
  }

  mutating func advance() throws(ExpressionFault) {
    lastEnd = place.upperBound
    (current, place) = try lexer.next()
  }

  /// Skips a sign, and returns whether it was there.
  mutating func take(_ sign: String) throws(ExpressionFault) -> Bool {
    guard current == .sign(sign) else { return false }
    try advance()
    return true
  }

  mutating func expect(_ sign: String, _ context: String) throws(ExpressionFault) {
    guard try take(sign) else {
      throw fault("expected '\(sign)' \(context), not \(current.words)")
    }
  }

  mutating func name(_ what: String) throws(ExpressionFault) -> String {
    guard case .name(let name) = current, !["true", "false", "null", "in"].contains(name) else {
      throw fault("expected \(what), not \(current.words)")
    }
    try advance()
    return name
  }

  func refuseOptional() throws(ExpressionFault) {
    if current == .sign("?") { throw fault("optional values are not supported") }
  }

  /// Whether a point, a name and an opening parenthesis come next.
  var isMemberCall: Bool {
    guard current == .sign(".") else { return false }
    var ahead = lexer
    do throws(ExpressionFault) {
      guard case .name = try ahead.next().token else { return false }
      return try ahead.next().token == .sign("(")
    } catch { return false }
  }

  /// The range from `start` to the end of the last token.
  func range(from start: Int) -> Range<Int> { start..<max(start, lastEnd) }

  /// A fault of the token that comes next.
  func fault(_ message: String) -> ExpressionFault { ExpressionFault(message, at: place) }
}

// MARK: Strings

extension ExpressionLexer {
  /// Reads a string whose quote is next. The token began at `start`.
  private mutating func string(from start: Int, isRaw: Bool) throws(ExpressionFault) -> String {
    let quote = byte()
    let isLong = byte(1) == quote && byte(2) == quote
    at += isLong ? 3 : 1
    var result: [UInt8] = []
    while true {
      let next = byte()
      if at >= end || !isLong && (next == 0x0A || next == 0x0D) {
        throw ExpressionFault("the string has no closing quote", at: start..<at)
      }
      if next == quote, !isLong || byte(1) == quote && byte(2) == quote {
        at += isLong ? 3 : 1
        return String(decoding: result, as: UTF8.self)
      }
      if next == UInt8(ascii: "\\"), !isRaw {
        result += UTF8.encode(try escape()) ?? UTF8.encodedReplacementCharacter
      } else {
        result.append(next)
        at += 1
      }
    }
  }

  /// Reads an escape whose backslash is next.
  private mutating func escape() throws(ExpressionFault) -> Unicode.Scalar {
    let start = at
    let letter = byte(1)
    at = min(at + 2, end)
    switch letter {
    case UInt8(ascii: "a"): return "\u{7}"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "v"): return "\u{B}"
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return try code(start, digits: 2, radix: 16)
    case UInt8(ascii: "u"): return try code(start, digits: 4, radix: 16)
    case UInt8(ascii: "U"): return try code(start, digits: 8, radix: 16)
    case UInt8(ascii: "0")...UInt8(ascii: "3"):
      at -= 1
      return try code(start, digits: 3, radix: 8)
    case _ where #"\'"`?"#.utf8.contains(letter): return Unicode.Scalar(letter)
    default:
      skip { $0 & 0xC0 == 0x80 }
      throw ExpressionFault(
        "'\(text(start, at).printable())' is no escape; a backslash is written '\\\\', or in r'…'",
        at: start..<at)
    }
  }

  /// Reads so many digits of a code point. Its escape began at `start`.
  private mutating func code(
    _ start: Int, digits: Int, radix: Int
  ) throws(ExpressionFault) -> Unicode.Scalar {
    let first = at
    at = min(at + digits, end)
    let spelled = text(first, at)
    guard spelled.utf8.count == digits, spelled.utf8.allSatisfy({ $0.hexDigitValue != nil }),
      let value = UInt32(spelled, radix: radix), let scalar = Unicode.Scalar(value)
    else {
      throw ExpressionFault(
        "an escape needs \(digits) digits of base \(radix) that are a code point", at: start..<at)
    }
    return scalar
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  /// Whether a name may begin with it.
  fileprivate var isLetter: Bool {
    (self | 0x20) &- UInt8(ascii: "a") < 26 || self == UInt8(ascii: "_")
  }
}
