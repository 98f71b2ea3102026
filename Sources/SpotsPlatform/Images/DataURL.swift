/// The bytes of a picture that is written out in its source: a `data:` URL (RFC 2397).
enum DataURL {
  /// The most bytes of a picture.
  static let limit = 1 << 16
  /// The most bytes of a source, each of whose bytes may be written as three.
  private static let longest = limit * 3 + 256

  static func begins(_ source: String) -> Bool {
    source.utf8.count > 5 && source.prefix(5).lowercased() == "data:"
  }

  /// The bytes of the picture.
  ///
  /// - Throws: When there are too many, or when they are not written as they should be.
  static func bytes(of source: String) throws(ImageError) -> [UInt8] {
    guard source.utf8.count <= longest else { throw .tooLongData }
    guard let comma = source.utf8.firstIndex(of: UInt8(ascii: ",")) else { throw .brokenData }
    let head = source[..<comma].lowercased()
    guard let decoded = source.utf8[source.utf8.index(after: comma)...].percentDecoded() else {
      throw .brokenData
    }
    let bytes = head.hasSuffix(";base64") ? base64Decoded(decoded) : decoded
    guard let bytes else { throw .brokenData }
    guard bytes.count <= limit else { throw .tooLongData }
    return bytes
  }

  /// The bytes that a text in Base64 stands for, with or without blanks and padding; nil for
  /// another text.
  private static func base64Decoded(_ text: [UInt8]) -> [UInt8]? {
    var (bytes, bits, count) = ([UInt8](), 0, 0)
    bytes.reserveCapacity(text.count / 4 * 3)
    let letters = text.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let end = letters.lastIndex { $0 != UInt8(ascii: "=") }.map { $0 + 1 } ?? 0
    guard letters.count - end <= 2, end % 4 != 1 else { return nil }
    for letter in letters[..<end] {
      guard let value = value(of: letter) else { return nil }
      (bits, count) = ((bits << 6 | value) & 0xFFFF, count + 6)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> count & 0xFF))
      }
    }
    return bytes
  }

  /// The six bits of a letter, also of the alphabet for addresses.
  private static func value(of letter: UInt8) -> Int? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(letter) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(letter) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(letter) + 4
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
