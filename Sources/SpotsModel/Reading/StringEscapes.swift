/// The meaning of the escapes in the strings of a document, which the scanner has validated.
struct StringEscapes {
  let base: UnsafePointer<UInt8>
  /// The end of the document.
  let end: Int

  /// The text of a token with escapes, which `string()` has validated.
  func text(of token: StringToken) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(token.end - token.start)
    var index = token.start
    while index < token.end {
      let run = index
      while index < token.end, base[index] != UInt8(ascii: "\\") { index += 1 }
      result.append(contentsOf: UnsafeBufferPointer(start: base + run, count: index - run))
      guard index < token.end else { break }
      if base[index + 1] == UInt8(ascii: "u") {
        let (scalar, length) = scalar(at: index)
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
      let (scalar, length) = isUnicode ? scalar(at: index) : ("\\", 2)
      if scalar == nil {
        let bytes = UnsafeBufferPointer(start: base + index, count: 6)
        let escape = String(decoding: bytes, as: UTF8.self)
        return (index, "'\(escape)' is half of a surrogate pair")
      }
      index += length
    }
    return bad.map { ($0.offset, $0.message) }
  }

  /// The offset in the document of the byte at `offset` in the text of a token.
  func offset(_ offset: Int, in token: StringToken) -> Int {
    var (index, rest) = (token.start, offset)
    while rest > 0, index < token.end {
      var (length, count) = (1, 1)
      if base[index] == UInt8(ascii: "\\") {
        (length, count) = (2, 1)
        if base[index + 1] == UInt8(ascii: "u") {
          let escape = scalar(at: index)
          (length, count) = (escape.length, escape.scalar.map(UTF8.width) ?? 3)
        }
      }
      index += length
      rest -= count
    }
    return min(index, token.end)
  }

  /// The value of the `\uXXXX` at `offset`; nil when there is none.
  func unit(at offset: Int) -> UInt32? {
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

  /// The scalar that the escape at `offset` spells, nil for half of a surrogate pair, and the
  /// number of bytes that spell it.
  func scalar(at offset: Int) -> (scalar: Unicode.Scalar?, length: Int) {
    let high = unit(at: offset) ?? 0xFFFD
    guard (0xD800..<0xDC00).contains(high), let low = unit(at: offset + 6),
      (0xDC00..<0xE000).contains(low)
    else { return (Unicode.Scalar(high), 6) }
    return (Unicode.Scalar(0x10000 + (high & 0x3FF) << 10 + (low & 0x3FF)), 12)
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
