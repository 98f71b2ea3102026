extension String {
  /// The text as one segment of a path: everything but letters and digits of ASCII and `-._~` is
  /// written as a percent sign and two digits for each byte of UTF-8 (RFC 3986).
  package var percentEncoded: String {
    var result: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.append(byte)
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += Array((digits.utf8.count == 1 ? "%0" : "%").utf8) + Array(digits.utf8)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension Sequence<UInt8> {
  /// The bytes with every `%` and two hexadecimal digits replaced by the byte that they encode.
  ///
  /// - Parameter isStrict: Whether the result is nil for a percent sign without two digits after
  ///   it, which otherwise stands for itself.
  package func percentDecoded(isStrict: Bool = false) -> [UInt8]? {
    var result: [UInt8] = []
    var rest = Array(self)[...]
    while let byte = rest.popFirst() {
      let digits = byte == UInt8(ascii: "%") ? rest.prefix(2).compactMap(\.hexDigitValue) : []
      if digits.count == 2 {
        result.append(digits[0] << 4 | digits[1])
        rest = rest.dropFirst(2)
      } else if isStrict, byte == UInt8(ascii: "%") {
        return nil
      } else {
        result.append(byte)
      }
    }
    return result
  }
}
