/// A string in the document, without its quotes; known to be valid.
package struct StringToken: Sendable {
  /// The offset of the first byte after the opening quote.
  var start: Int
  /// The offset of the closing quote.
  var end: Int
  var hasEscapes: Bool
}

extension JSONScanner {
  /// Scans the string whose opening quote is at `at`.
  @inline(__always)
  package mutating func string() throws(SyntaxError) -> StringToken {
    let start = at + 1
    let (stop, isASCII) = plainEnd(from: start)
    if isASCII, stop < end, base[stop] == UInt8(ascii: "\"") {
      at = stop + 1
      return StringToken(start: start, end: stop, hasEscapes: false)
    }
    return try stringWithMore(start: start, from: stop)
  }

  /// The text of a token.
  @inline(__always)
  package func text(of token: StringToken) -> String {
    token.hasEscapes ? unescaped(token) : text(token.start, token.end)
  }

  /// The offset at which the plain run from `start` on ends, at a quote, a backslash, a control
  /// character or the end of the document; and whether the run is ASCII.
  ///
  /// Eight bytes at a time: subtracting borrows into the top bit of exactly those bytes that are
  /// zero after the XOR, or below 0x20; a borrow into a higher byte cannot hide a lower hit.
  @inline(__always)
  private func plainEnd(from start: Int) -> (stop: Int, isASCII: Bool) {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    var high: UInt64 = 0
    var index = start
    while index + 8 <= end {
      let word = UInt64(littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
      let quote = word ^ (0x22 &* ones)
      let slash = word ^ (0x5C &* ones)
      let hits =
        (((quote &- ones) & ~quote) | ((slash &- ones) & ~slash)
          | ((word &- (0x20 &* ones)) & ~word)) & tops
      if hits != 0 {
        let bits = hits.trailingZeroBitCount & ~7
        high |= word & ((1 << UInt64(bits)) &- 1)
        return (index + bits >> 3, high & tops == 0)
      }
      high |= word
      index += 8
    }
    while index < end, base[index] >= 0x20, base[index] != 0x22, base[index] != 0x5C {
      high |= UInt64(base[index])
      index += 1
    }
    return (index, high & tops == 0)
  }

  /// Scans the rest of a string that has escapes or non-ASCII text, or no closing quote.
  private mutating func stringWithMore(
    start: Int, from stop: Int
  ) throws(SyntaxError) -> StringToken {
    var hasEscapes = false
    var stop = stop
    while true {
      guard stop < end, base[stop] != 0x0A, base[stop] != 0x0D else {
        throw SyntaxError(
          offset: start - 1, message: "unterminated string: the closing '\"' is missing")
      }
      if base[stop] == UInt8(ascii: "\"") { break }
      if base[stop] < 0x20 { throw controlCharacter(at: stop) }
      hasEscapes = true
      stop = plainEnd(from: try escapeEnd(stop, opening: start - 1)).stop
    }
    if UTF8Check.firstError(in: base, from: start, to: stop) != nil { isFlawed = true }
    at = stop + 1
    return StringToken(start: start, end: stop, hasEscapes: hasEscapes)
  }

  private func controlCharacter(at offset: Int) -> SyntaxError {
    guard base[offset] != 0x09 else {
      return SyntaxError(offset: offset, message: "a tab inside a string must be written '\\t'")
    }
    let digits = String(base[offset], radix: 16, uppercase: true)
    let escape = "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    return SyntaxError(
      offset: offset, message: "a control character inside a string must be written '\(escape)'")
  }
}

extension JSONScanner {
  /// The offset after the escape whose backslash is at `offset`. A surrogate pair is one escape.
  private mutating func escapeEnd(_ offset: Int, opening: Int) throws(SyntaxError) -> Int {
    guard offset + 1 < end else {
      throw SyntaxError(
        offset: opening, message: "unterminated string: the closing '\"' is missing")
    }
    switch base[offset + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return offset + 2
    case UInt8(ascii: "u"):
      guard hexUnit(offset) != nil else {
        throw SyntaxError(offset: offset, message: "'\\u' needs four hexadecimal digits")
      }
      let (scalar, length) = unicodeEscape(offset)
      if scalar == nil { isFlawed = true }
      return offset + length
    default:
      var next = self
      next.at = offset + 1
      throw SyntaxError(
        offset: offset,
        message: "'\\\(next.characterAhead())' is no JSON escape; a backslash is written '\\\\'")
    }
  }

  /// The offset and the description of the first character in a token that U+FFFD replaces.
  func flaw(in token: StringToken) -> (offset: Int, text: String)? {
    let bad = UTF8Check.firstError(in: base, from: token.start, to: token.end)
    var index = token.hasEscapes ? token.start : token.end
    while index < bad?.offset ?? token.end {
      guard base[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      let isUnicode = base[index + 1] == UInt8(ascii: "u")
      let (scalar, length) = isUnicode ? unicodeEscape(index) : ("\\", 2)
      if scalar == nil {
        return (index, "'\(text(index, index + 6))' is half of a surrogate pair")
      }
      index += length
    }
    return bad.map { ($0.offset, $0.message) }
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
        result.append(
          contentsOf: scalar.flatMap { UTF8.encode($0) } ?? UTF8.encodedReplacementCharacter)
        index += length
      } else {
        result.append(Self.escapedByte(base[index + 1]))
        index += 2
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The offset in the document of the byte at `offset` in the text of a token.
  func offset(_ offset: Int, in token: StringToken) -> Int {
    var (index, rest) = (token.start, offset)
    while rest > 0, index < token.end {
      var (length, count) = (1, 1)
      if base[index] == UInt8(ascii: "\\") {
        (length, count) = (2, 1)
        if base[index + 1] == UInt8(ascii: "u") {
          let escape = unicodeEscape(index)
          (length, count) = (escape.length, escape.scalar.map(UTF8.width) ?? 3)
        }
      }
      index += length
      rest -= count
    }
    return min(index, token.end)
  }

  /// The scalar that the escape at `offset` spells, nil for half of a surrogate pair, and the
  /// number of bytes that spell it.
  private func unicodeEscape(_ offset: Int) -> (scalar: Unicode.Scalar?, length: Int) {
    let unit = hexUnit(offset) ?? 0xFFFD
    guard (0xD800..<0xDC00).contains(unit), let low = hexUnit(offset + 6),
      (0xDC00..<0xE000).contains(low)
    else { return (Unicode.Scalar(unit), 6) }
    return (Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)), 12)
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
