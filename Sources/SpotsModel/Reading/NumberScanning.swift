/// A number in the document, valid according to RFC 8259.
package struct NumberToken {
  package var start: Int
  package var end: Int
  /// The nearest `Double`; infinite when the number is too large.
  var value: Double
  /// The exact value of a number written without fraction and exponent; nil when it does not fit.
  var integer: Int?
}

extension JSONScanner {
  /// Scans the number at `at`, which starts with a digit or a minus sign.
  package mutating func number() throws(SyntaxError) -> NumberToken {
    let start = at
    if base[at] == UInt8(ascii: "-") { at += 1 }
    let isNegative = at > start
    var decimal = Decimal()
    try integerPart(start, &decimal)
    let isWhole = current != UInt8(ascii: ".") && current | 0x20 != UInt8(ascii: "e")
    if current == UInt8(ascii: ".") { try fractionPart(&decimal) }
    if current | 0x20 == UInt8(ascii: "e") { try exponentPart(&decimal) }
    var token = NumberToken(start: start, end: at, value: 0, integer: nil)
    if isWhole { token.integer = decimal.integer(isNegative: isNegative) }
    if let value = decimal.exactValue {
      token.value = isNegative ? -value : value
    } else {
      token.value = Double(text(start, at)) ?? 0
    }
    return token
  }

  private mutating func integerPart(_ start: Int, _ decimal: inout Decimal) throws(SyntaxError) {
    let first = at
    while at < end, let digit = digit(at) {
      decimal.append(digit)
      at += 1
    }
    guard at > first else {
      throw SyntaxError(offset: start, message: "a digit is missing after '-'")
    }
    if base[first] == UInt8(ascii: "0") {
      guard at == first + 1 else {
        throw SyntaxError(offset: start, message: "a number must not start with '0'")
      }
      guard current | 0x20 != UInt8(ascii: "x") else {
        throw SyntaxError(
          offset: start, message: "hexadecimal numbers are not JSON; write it in decimal")
      }
    }
  }

  private mutating func fractionPart(_ decimal: inout Decimal) throws(SyntaxError) {
    let point = at
    at += 1
    while at < end, let digit = digit(at) {
      decimal.append(digit)
      decimal.exponent -= 1
      at += 1
    }
    guard at > point + 1 else {
      throw SyntaxError(offset: point, message: "a digit is missing after '.'")
    }
  }

  private mutating func exponentPart(_ decimal: inout Decimal) throws(SyntaxError) {
    let letter = at
    at += 1
    let isNegative = current == UInt8(ascii: "-")
    if isNegative || current == UInt8(ascii: "+") { at += 1 }
    let first = at
    var exponent = 0
    while at < end, let digit = digit(at) {
      exponent = min(exponent * 10 + Int(digit), 1_000_000)
      at += 1
    }
    guard at > first else {
      throw SyntaxError(offset: letter, message: "a digit is missing after the exponent's 'e'")
    }
    decimal.exponent += isNegative ? -exponent : exponent
  }

  @inline(__always)
  private func digit(_ offset: Int) -> UInt8? {
    let digit = base[offset] &- UInt8(ascii: "0")
    return digit < 10 ? digit : nil
  }
}

/// A number while it is scanned: `digits` times ten to the power of `exponent`.
private struct Decimal {
  var digits: UInt64 = 0
  var exponent = 0
  /// Whether `digits` holds all that were read.
  private var isExact = true

  @inline(__always)
  mutating func append(_ digit: UInt8) {
    // Ten times a number below 10^18, plus a digit, fits in 64 bits.
    if digits < 1_000_000_000_000_000_000 {
      digits = digits &* 10 &+ UInt64(digit)
    } else {
      isExact = false
    }
  }

  func integer(isNegative: Bool) -> Int? {
    guard isExact else { return nil }
    if isNegative, digits == Int.min.magnitude { return Int.min }
    return Int(exactly: digits).map { isNegative ? -$0 : $0 }
  }

  /// The value when both factors are exact in a `Double`, so that one rounding suffices (Clinger).
  var exactValue: Double? {
    guard isExact, digits <= 1 << 53 else { return nil }
    if digits == 0 { return 0 }
    guard (-22...22).contains(exponent) else { return nil }
    let power = Self.powers[abs(exponent)]
    return exponent < 0 ? Double(digits) / power : Double(digits) * power
  }

  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
