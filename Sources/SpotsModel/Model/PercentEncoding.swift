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
