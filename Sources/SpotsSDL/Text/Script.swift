import Spots

/// The writing system of a character, as far as shaping depends on it.
enum Script {
  private typealias Block = (range: ClosedRange<UInt32>, tag: String)

  /// Sorted by first code point. Characters between the blocks are common to all scripts.
  private static let blocks: [Block] = [
    (0x41...0x5A, "Latn"), (0x61...0x7A, "Latn"), (0xC0...0x24F, "Latn"), (0x370...0x3FF, "Grek"),
    (0x400...0x52F, "Cyrl"), (0x531...0x58F, "Armn"), (0x591...0x5F4, "Hebr"),
    (0x600...0x6FF, "Arab"), (0x700...0x74F, "Syrc"), (0x750...0x77F, "Arab"),
    (0x780...0x7B1, "Thaa"), (0x7C0...0x7FA, "Nkoo"), (0x8A0...0x8FF, "Arab"),
    (0x900...0x97F, "Deva"), (0x980...0x9FE, "Beng"), (0xA01...0xA76, "Guru"),
    (0xA81...0xAFF, "Gujr"), (0xB01...0xB77, "Orya"), (0xB82...0xBFA, "Taml"),
    (0xC00...0xC7F, "Telu"), (0xC80...0xCF3, "Knda"), (0xD00...0xD7F, "Mlym"),
    (0xD81...0xDF4, "Sinh"), (0xE01...0xE5B, "Thai"), (0xE81...0xEDF, "Laoo"),
    (0xF00...0xFDA, "Tibt"), (0x1000...0x109F, "Mymr"), (0x10A0...0x10FF, "Geor"),
    (0x1100...0x11FF, "Hang"), (0x1200...0x139F, "Ethi"), (0x1780...0x17F9, "Khmr"),
    (0x1800...0x18AA, "Mong"), (0x1E00...0x1EFF, "Latn"), (0x1F00...0x1FFF, "Grek"),
    (0x2E80...0x2FD5, "Hani"), (0x3041...0x309F, "Hira"), (0x30A1...0x30FF, "Kana"),
    (0x3131...0x318E, "Hang"), (0x3400...0x9FFF, "Hani"), (0xA960...0xA97C, "Hang"),
    (0xAC00...0xD7FB, "Hang"), (0xF900...0xFAD9, "Hani"), (0xFB1D...0xFB4F, "Hebr"),
    (0xFB50...0xFDFF, "Arab"), (0xFE70...0xFEFC, "Arab"), (0x1E900...0x1E95F, "Adlm"),
    (0x20000...0x323AF, "Hani"),
  ]

  private static let rightToLeft: Set<String> = ["Hebr", "Arab", "Syrc", "Thaa", "Nkoo", "Adlm"]

  static let latin = "Latn"

  /// The code of ISO 15924 for the script of `scalar`; nil for characters common to all scripts:
  /// spaces, digits, punctuation, symbols.
  static func tag(of scalar: UnicodeScalar) -> String? {
    let value = scalar.value
    let index = blocks.partitioningIndex { $0.range.upperBound >= value }
    guard index < blocks.count, blocks[index].range.contains(value) else { return nil }
    return blocks[index].tag
  }

  static func isRightToLeft(_ tag: String) -> Bool { rightToLeft.contains(tag) }
}

/// The properties of a run of text that HarfBuzz needs.
struct Shaping: Hashable, Sendable {
  /// A code of ISO 15924.
  var script = "Zyyy"
  var isRightToLeft = false
}

extension Shaping {
  /// - Parameters:
  ///   - script: The script of the text, or of the text before it.
  ///   - level: The embedding level of the text.
  init(script: String, level: Int8) {
    isRightToLeft = level & 1 == 1
    // Digits among Arabic letters are shaped as Latin.
    self.script = !isRightToLeft && Script.isRightToLeft(script) ? Script.latin : script
  }
}
