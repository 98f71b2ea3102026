import CUnibreak

/// Where lines of a paragraph may end, by Unicode's rules (UAX #14).
enum LineBreaks {
  private static let isPrepared: Bool = {
    init_linebreak()
    return true
  }()

  /// What the library lets start a line, but readers of Japanese do not: small kana, the mark that
  /// lengthens a vowel, and the wide space.
  private static let neverFirst = Set(
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶー\u{3000}".unicodeScalars.map { Array(String($0).utf8) })

  /// Ascending offsets into the UTF-8 of `paragraph`, above 0 and below its length.
  static func offsets(in paragraph: String) -> [Int] {
    let count = paragraph.utf8.count
    guard count > 1, isPrepared else { return [] }
    var paragraph = paragraph
    let marks = [CChar](unsafeUninitializedCapacity: count) { marks, written in
      paragraph.withUTF8 {
        set_linebreaks_utf8($0.baseAddress, count, nil, marks.baseAddress)
      }
      written = count
    }
    // Each mark is about the place behind its byte.
    return paragraph.withUTF8 { bytes in
      marks.indices.dropLast().compactMap { index in
        let isBreak = marks[index] == LINEBREAK_ALLOWBREAK || marks[index] == LINEBREAK_MUSTBREAK
        return isBreak && !startsAgainstRules(bytes[(index + 1)...]) ? index + 1 : nil
      }
    }
  }

  private static func startsAgainstRules(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    // All of them are three bytes that start with this one.
    bytes.first == 0xE3 && neverFirst.contains(Array(bytes.prefix(3)))
  }
}
