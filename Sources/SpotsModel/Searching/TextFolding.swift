import Synchronization

/// Folds texts for searching, so that what users cannot type makes no difference: case, accents,
/// width, and the several forms that letters, digits and signs have.
///
/// The standard library cannot decompose a character, but knows its Unicode name, which never
/// changes: that of an accented letter is the name of the plain letter "WITH" something.
struct TextFolding {
  /// For each scalar, the UTF-8 bytes that it is folded to, the first one lowest: at most seven,
  /// below `known`; 0 until they are computed.
  private var memo = [UInt64](repeating: 0, count: Int(Self.firstPlain))
  private static let known: UInt64 = 1 << 56
  /// The first of the ideographs, syllables and pictures, which stay as they are.
  private static let firstPlain: UInt32 = 0x3100

  /// The form of all dashes, which words are found with and without.
  static let hyphen: UInt8 = 0x2D

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

  /// Appends the folded form of a text, in UTF-8, without what is meant for terminals.
  mutating func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    let isPlain = text.withUTF8 { utf8 in
      guard utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) else { return false }
      bytes.append(contentsOf: utf8.lazy.map(Self.lowercased))
      return true
    }
    if isPlain { return }
    for scalar in text.withoutTerminalSequences.unicodeScalars { append(scalar, to: &bytes) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  private mutating func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    if scalar.isASCII { return bytes.append(Self.lowercased(UInt8(scalar.value))) }
    var folded: UInt64
    switch scalar.value {
    case ..<Self.firstPlain:
      if Self.joins(scalar.value, to: &bytes) { return }
      folded = memo[Int(scalar.value)]
      if folded == 0 {
        folded = Self.folded(scalar)
        memo[Int(scalar.value)] = folded
      }
    case 0xAC00...0xD7A3: return Hangul.append(syllable: scalar.value, to: &bytes)
    // Enclosed and joined forms, those of another width, and letters of formulas.
    case 0x3130...0x318F, 0x3200...0x33FF, 0xFB00...0xFFEF, 0x1D400...0x1D7FF,
      0x1F100...0x1F1AC, 0xE0000...0xE0FFF:
      if Self.joins(scalar.value, to: &bytes) { return }
      folded = Self.folded(scalar)
    default:
      return bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    folded &= ~Self.known
    while folded > 0 {
      bytes.append(UInt8(truncatingIfNeeded: folded))
      folded >>= 8
    }
  }

  /// Changes the last letter where a mark makes it another one, as a voiced syllable of kana.
  private static func joins(_ mark: UInt32, to bytes: inout [UInt8]) -> Bool {
    let isIndic = 0x0900..<0x0D80 ~= mark && mark & 0x7F == 0x4D
    let voice: UInt32? =
      switch mark {
      case 0x3099, 0xFF9E: 1
      case 0x309A, 0xFF9F: 2
      default: nil
      }
    guard isIndic || voice != nil, bytes.count >= 3 else { return false }
    let last = bytes.suffix(3).reduce(UInt32(0)) { $0 << 6 | UInt32($1) & 0x3F } & 0xFFFF
    var joined: UInt32?
    if let voice {
      switch last {
      case 0x304B...0x3062 where last & 1 == 1 && voice == 1: joined = last + 1
      case 0x3064, 0x3066, 0x3068: joined = voice == 1 ? last + 1 : nil
      case 0x306F...0x307D where last % 3 == 0x306F % 3: joined = last + voice
      case 0x3046: joined = voice == 1 ? 0x3094 : nil
      default: break
      }
    } else if last & ~0x7F == mark & ~0x7F, [0x19, 0x1E, 0x23, 0x28, 0x2E].contains(last & 0x7F) {
      // A nasal before another consonant is also written as a dot above the syllable.
      joined = mark & ~0x7F | 0x02
    }
    guard let joined = joined.flatMap(Unicode.Scalar.init) else { return false }
    bytes.removeLast(3)
    bytes.append(contentsOf: UTF8.encode(joined) ?? UTF8.encodedReplacementCharacter)
    return true
  }

  /// The bytes that a scalar is folded to, packed as in `memo`.
  private static func folded(_ scalar: Unicode.Scalar) -> UInt64 {
    var text = ""
    // By way of uppercase, which both forms of sigma share, and which turns ß into two letters.
    for capital in scalar.properties.uppercaseMapping.unicodeScalars {
      for small in capital.properties.lowercaseMapping.unicodeScalars {
        text += FoldedForms.form(of: small)
      }
    }
    return text.utf8.prefix(7).reversed().reduce(0) { $0 << 8 | UInt64($1) } | known
  }
}

/// Syllables of Hangul by the letters they are typed with, so that a syllable that is not complete
/// finds those that begin like it.
enum Hangul {
  private static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
  private static let vowels = [
    "ㅏ", "ㅐ", "ㅑ", "ㅒ", "ㅓ", "ㅔ", "ㅕ", "ㅖ", "ㅗ", "ㅗㅏ", "ㅗㅐ", "ㅗㅣ", "ㅛ", "ㅜ", "ㅜㅓ", "ㅜㅔ", "ㅜㅣ",
    "ㅠ", "ㅡ", "ㅡㅣ", "ㅣ",
  ]
  private static let finals = [
    "", "ㄱ", "ㄲ", "ㄱㅅ", "ㄴ", "ㄴㅈ", "ㄴㅎ", "ㄷ", "ㄹ", "ㄹㄱ", "ㄹㅁ", "ㄹㅂ", "ㄹㅅ", "ㄹㅌ", "ㄹㅍ", "ㄹㅎ",
    "ㅁ", "ㅂ", "ㅂㅅ", "ㅅ", "ㅆ", "ㅇ", "ㅈ", "ㅊ", "ㅋ", "ㅌ", "ㅍ", "ㅎ",
  ]
  /// The finals and initials among the letters from U+3131 to U+314E, in their order.
  private static let consonants = [
    "ㄱ", "ㄲ", "ㄱㅅ", "ㄴ", "ㄴㅈ", "ㄴㅎ", "ㄷ", "ㄸ", "ㄹ", "ㄹㄱ", "ㄹㅁ", "ㄹㅂ", "ㄹㅅ", "ㄹㅌ", "ㄹㅍ", "ㄹㅎ",
    "ㅁ", "ㅂ", "ㅃ", "ㅂㅅ", "ㅅ", "ㅆ", "ㅇ", "ㅈ", "ㅉ", "ㅊ", "ㅋ", "ㅌ", "ㅍ", "ㅎ",
  ]

  /// Appends the letters of a syllable from U+AC00 to U+D7A3.
  static func append(syllable: UInt32, to bytes: inout [UInt8]) {
    let index = Int(syllable - 0xAC00)
    bytes.append(contentsOf: String(initials[index / 588]).utf8)
    bytes.append(contentsOf: vowels[index % 588 / 28].utf8)
    bytes.append(contentsOf: finals[index % 28].utf8)
  }

  /// The letters that a single letter is typed with; nil for what is none.
  static func letters(of value: UInt32) -> String? {
    switch value {
    case 0x1100...0x1112: String(initials[Int(value - 0x1100)])
    case 0x1161...0x1175: vowels[Int(value - 0x1161)]
    case 0x11A8...0x11C2: finals[Int(value - 0x11A7)]
    case 0x3131...0x314E: consonants[Int(value - 0x3131)]
    case 0x314F...0x3163: vowels[Int(value - 0x314F)]
    default: nil
    }
  }
}
