import Synchronization

/// Folds texts for searching, so that case, accents and width make no difference.
///
/// The standard library cannot decompose a character, but knows its Unicode name, which never
/// changes: that of an accented letter is the name of the plain letter "WITH" something.
struct TextFolding {
  /// For each scalar, those it is folded to: at most three of 21 bits each, below the bit `known`;
  /// 0 until they are computed. Scalars from other blocks stay as they are.
  private var memo = [UInt64](repeating: 0, count: Int(Self.firstPlain))
  private static let known: UInt64 = 1 << 63
  /// The first of the ideographs, syllables and pictures, which, except for `forms`, stay as is.
  private static let firstPlain: UInt32 = 0x3100
  /// Ligatures, and characters of another width.
  private static let forms: ClosedRange<UInt32> = 0xFB00...0xFFEF

  /// The folding that all threads share.
  static let shared = Mutex(TextFolding())

  /// Appends the folded form of a text, in UTF-8.
  ///
  /// - Parameter didFold: Called after each scalar with its UTF-8 offset in `text`.
  mutating func append(
    _ text: String, to bytes: inout [UInt8], didFold: (_ offset: Int, _ bytes: [UInt8]) -> Void
  ) {
    var offset = 0
    for scalar in text.unicodeScalars {
      append(scalar, to: &bytes)
      didFold(offset, bytes)
      offset += UTF8.width(scalar)
    }
  }

  /// Appends the folded form of a text, in UTF-8.
  mutating func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    let isASCII = text.withUTF8 { utf8 in
      guard utf8.allSatisfy({ $0 < 0x80 }) else { return false }
      bytes.append(contentsOf: utf8.lazy.map(Self.lowercased))
      return true
    }
    if isASCII { return }
    for scalar in text.unicodeScalars { append(scalar, to: &bytes) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  private mutating func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    if scalar.isASCII { return bytes.append(Self.lowercased(UInt8(scalar.value))) }
    var folded: UInt64
    if scalar.value < Self.firstPlain {
      folded = memo[Int(scalar.value)]
      if folded == 0 {
        folded = Self.folded(scalar)
        memo[Int(scalar.value)] = folded
      }
    } else if Self.forms.contains(scalar.value) {
      folded = Self.folded(scalar)
    } else {
      return bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    folded &= ~Self.known
    while folded > 0 {
      if let part = Unicode.Scalar(UInt32(folded & 0x1F_FFFF)) {
        bytes.append(contentsOf: UTF8.encode(part) ?? UTF8.encodedReplacementCharacter)
      }
      folded >>= 21
    }
  }

  /// The scalars that one is folded to, packed as in `memo`, the first one lowest.
  private static func folded(_ scalar: Unicode.Scalar) -> UInt64 {
    var (packed, shift) = (UInt64(0), UInt64(0))
    // By way of uppercase, which both forms of sigma share, and which turns ß into two letters.
    for capital in scalar.properties.uppercaseMapping.unicodeScalars {
      for small in capital.properties.lowercaseMapping.unicodeScalars
      where !isDropped(small.value) && shift < 63 {
        packed |= UInt64(base(of: small).value) << shift
        shift += 21
      }
    }
    return packed | known
  }

  /// Whether a scalar is an accent, or cannot be seen.
  private static func isDropped(_ value: UInt32) -> Bool {
    switch value {
    case 0x0300...0x036F, 0x0591...0x05BD, 0x05BF...0x05C7, 0x0610...0x061A, 0x0640,
      0x064B...0x065F, 0x0670, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF,
      0xFE00...0xFE0F, 0xFE20...0xFE2F:
      true
    case 0x00AD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0xFEFF: true
    default: false
    }
  }

  /// The letter without accents, in its usual width.
  private static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    if let letter = otherwiseNamed[scalar] { return letter }
    guard var name = scalar.properties.name.map({ $0[...] }) else { return scalar }
    for width in ["FULLWIDTH ", "HALFWIDTH "] where name.hasPrefix(width) {
      name = name.dropFirst(width.count)
    }
    if let accent = name.firstRange(of: " WITH ") { name = name[..<accent.lowerBound] }
    return named[String(name)] ?? scalar
  }

  /// Letters with accents that their names do not mention.
  private static let otherwiseNamed: [Unicode.Scalar: Unicode.Scalar] = [
    "ё": "е", "й": "и", "ї": "і", "ў": "у", "ѓ": "г", "ќ": "к",
  ]

  /// Letters and signs by name, of which others are accented or wide forms.
  private static let named: [String: Unicode.Scalar] = {
    var named: [String: Unicode.Scalar] = [:]
    for block in [0x0020..<0x0700, 0x3000..<0x3100] as [Range<UInt32>] {
      for value in block {
        guard let scalar = Unicode.Scalar(value) else { continue }
        if let name = scalar.properties.name, name.firstRange(of: " WITH ") == nil {
          named[name] = scalar
        }
      }
    }
    return named
  }()
}

extension StringProtocol {
  /// The range of the first occurrence of an ASCII text.
  fileprivate func firstRange(of word: StaticString) -> Range<Index>? {
    let length = word.utf8CodeUnitCount
    var start = utf8.startIndex
    while let end = utf8.index(start, offsetBy: length, limitedBy: utf8.endIndex) {
      let isFound = word.withUTF8Buffer { utf8[start..<end].elementsEqual($0) }
      if isFound { return start..<end }
      start = utf8.index(after: start)
    }
    return nil
  }
}
