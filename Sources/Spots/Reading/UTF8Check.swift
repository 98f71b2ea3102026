/// Checks that bytes are UTF-8 as RFC 3629 defines it: shortest forms, no surrogates, no scalars
/// above U+10FFFF.
enum UTF8Check {
  /// The fault of the first byte sequence that is not UTF-8, or nil.
  ///
  /// - Complexity: O(`end - start`); eight ASCII bytes count as one.
  static func firstFault(
    in base: UnsafePointer<UInt8>, from start: Int, to end: Int
  ) -> SyntaxFault? {
    var at = start
    while at < end {
      if at + 8 <= end,
        UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        at += 8
      } else if base[at] < 0x80 {
        at += 1
      } else {
        let length = scalarLength(base + at, available: end - at)
        guard length > 0 else { return fault(at, base[at]) }
        at += length
      }
    }
    return nil
  }

  private static func fault(_ offset: Int, _ byte: UInt8) -> SyntaxFault {
    let digits = String(byte, radix: 16, uppercase: true)
    return SyntaxFault(
      offset: offset, message: "invalid UTF-8: the byte 0x\(digits) cannot stand here")
  }

  /// The number of bytes of the scalar that starts with a byte of 0x80 or more; 0 when invalid.
  private static func scalarLength(_ bytes: UnsafePointer<UInt8>, available: Int) -> Int {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch bytes[0] {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return 0
    }
    guard available >= length, second.contains(bytes[1]) else { return 0 }
    for index in 2..<max(length, 2) where bytes[index] & 0xC0 != 0x80 { return 0 }
    return length
  }
}
