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
    token.hasEscapes ? escapes.text(of: token) : text(token.start, token.end)
  }

  /// The meaning of the escapes in strings.
  @inline(__always)
  var escapes: StringEscapes { StringEscapes(base: base, end: end) }

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
      guard escapes.unit(at: offset) != nil else {
        throw SyntaxError(offset: offset, message: "'\\u' needs four hexadecimal digits")
      }
      let (scalar, length) = escapes.scalar(at: offset)
      if scalar == nil { isFlawed = true }
      return offset + length
    default:
      var next = self
      next.at = offset + 1
      throw SyntaxError(
        offset: offset,
        message: "'\\\(next.ahead.character)' is no JSON escape; a backslash is written '\\\\'")
    }
  }
}
