extension JSONScanner {
  /// The offset after the escape whose backslash is at `offset`. A surrogate pair is one escape;
  /// half of a pair is a fault.
  func escapeEnd(_ offset: Int, opening: Int) throws(SyntaxFault) -> Int {
    guard offset + 1 < end else {
      throw SyntaxFault(
        offset: opening, message: "unterminated string: the closing '\"' is missing")
    }
    switch base[offset + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return offset + 2
    case UInt8(ascii: "u"): return try unicodeEscapeEnd(offset)
    default:
      var next = self
      next.at = offset + 1
      throw SyntaxFault(
        offset: offset,
        message: "'\\\(next.characterAhead())' is no JSON escape; a backslash is written '\\\\'")
    }
  }

  private func unicodeEscapeEnd(_ offset: Int) throws(SyntaxFault) -> Int {
    guard let unit = hexUnit(offset) else {
      throw SyntaxFault(offset: offset, message: "'\\u' needs four hexadecimal digits")
    }
    switch unit {
    case 0xD800..<0xDC00:
      guard let low = hexUnit(offset + 6), (0xDC00..<0xE000).contains(low) else {
        throw loneSurrogate(offset)
      }
      return offset + 12
    case 0xDC00..<0xE000: throw loneSurrogate(offset)
    default: return offset + 6
    }
  }

  private func loneSurrogate(_ offset: Int) -> SyntaxFault {
    SyntaxFault(
      offset: offset,
      message:
        "'\(text(offset, offset + 6))' is half of a surrogate pair; the other half is missing"
    )
  }

  /// The value of the `\uXXXX` at `offset`; nil when there is none.
  private func hexUnit(_ offset: Int) -> UInt32? {
    guard offset + 6 <= end, base[offset] == UInt8(ascii: "\\"),
      base[offset + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt32 = 0
    for index in offset + 2..<offset + 6 {
      guard let digit = base[index].hexDigitValue else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }

  /// The text of a token with escapes, which `string()` has validated.
  func unescaped(_ token: StringToken) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(token.end - token.start)
    var index = token.start
    while index < token.end {
      let run = index
      while index < token.end, base[index] != UInt8(ascii: "\\") { index += 1 }
      result.append(contentsOf: UnsafeBufferPointer(start: base + run, count: index - run))
      guard index < token.end else { break }
      if base[index + 1] == UInt8(ascii: "u") {
        let (scalar, length) = unicodeEscape(index)
        result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        index += length
      } else {
        result.append(Self.escapedByte(base[index + 1]))
        index += 2
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private func unicodeEscape(_ offset: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let unit = hexUnit(offset) ?? 0xFFFD
    if (0xD800..<0xDC00).contains(unit), let low = hexUnit(offset + 6) {
      let value = 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
      return (Unicode.Scalar(value) ?? "\u{FFFD}", 12)
    }
    return (Unicode.Scalar(unit) ?? "\u{FFFD}", 6)
  }

  private static func escapedByte(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }
}
