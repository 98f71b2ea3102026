import CUnibreak
import SpotsViews

/// Finds where lines of a paragraph may end, by Unicode's rules (UAX #14), and in scripts without
/// spaces between words by dictionaries.
enum LineBreaks {
  private static let isPrepared: Bool = {
    init_linebreak()
    return true
  }()

  /// Characters that the library allows at the start of a line but Japanese does not: small kana,
  /// the mark that lengthens a vowel, and the wide space.
  private static let neverFirst = Set(
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶー\u{3000}".unicodeScalars.map { Array(String($0).utf8) })

  /// Ascending offsets into the UTF-8 of `paragraph`, each above 0 and below its length.
  static func offsets(in paragraph: String) -> [Int] {
    let count = paragraph.utf8.count
    guard count > 1, isPrepared else { return [] }
    let bytes = harmless(Array(paragraph.utf8))
    let marks = [CChar](unsafeUninitializedCapacity: count) { marks, written in
      set_linebreaks_utf8(bytes, count, nil, marks.baseAddress)
      written = count
    }
    // Each mark describes the place after its byte.
    let offsets = marks.indices.dropLast().compactMap { index in
      let isBreak = marks[index] == LINEBREAK_ALLOWBREAK || marks[index] == LINEBREAK_MUSTBREAK
      return isBreak && !startsAgainstRules(bytes[(index + 1)...]) ? index + 1 : nil
    }
    // All letters of these scripts begin with one of three bytes.
    guard bytes.contains(where: { $0 == 0xE0 || $0 == 0xE1 || $0 == 0xEA }),
      bytes.indices.contains(where: { LineDictionary.has(bytes[$0...]) }),
      let words = LineDictionary.breaks(in: paragraph)
    else { return offsets }
    let isOfWords = { (offset: Int) in
      let before = bytes[..<offset].lastIndex { $0 & 0xC0 != 0x80 } ?? 0
      return LineDictionary.has(bytes[offset...]) || LineDictionary.has(bytes[before...])
    }
    return (offsets.filter { !isOfWords($0) } + words.filter(isOfWords)).sorted()
  }

  /// `bytes` without the characters that make older versions of the library abort: the regional
  /// indicators of flags, which become another emoji, and U+FFFF.
  private static func harmless(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for index in bytes.indices {
      switch bytes[index] {
      case 0xF0 where bytes[index...].starts(with: [0xF0, 0x9F, 0x87]) && bytes[index + 3] >= 0xA6:
        bytes.replaceSubrange(index..<index + 4, with: "\u{1F600}".utf8)
      case 0xEF where bytes[index...].starts(with: [0xEF, 0xBF, 0xBF]):
        bytes.replaceSubrange(index..<index + 3, with: "\u{FFFD}".utf8)
      default: break
      }
    }
    return bytes
  }

  private static func startsAgainstRules(_ bytes: ArraySlice<UInt8>) -> Bool {
    // All of them have three bytes, the first of which is this one.
    bytes.first == 0xE3 && neverFirst.contains(Array(bytes.prefix(3)))
  }
}
