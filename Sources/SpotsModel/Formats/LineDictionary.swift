/// Line breaks in Thai, Lao, Khmer and Burmese, which are written without spaces between words: ICU
/// finds the words in its dictionaries.
package enum LineDictionary {
  /// The longest text that is looked up, in UTF-16 units: it takes ten milliseconds.
  private static let longest = 20_000
  /// ICU's number of the rules for lines.
  private static let lines: Int32 = 2

  /// Whether the letter that begins with these bytes of UTF-8 is of such a script.
  package static func has(_ bytes: some Collection<UInt8>) -> Bool {
    var bytes = bytes.makeIterator()
    guard let first = bytes.next(), first >= 0xE0, let second = bytes.next(),
      let third = bytes.next()
    else { return false }
    switch (first, second) {
    case (0xE0, 0xB8...0xBB), (0xE1, 0x80...0x81), (0xE1, 0x9E...0x9F): return true
    case (0xE1, 0x82): return third < 0xA0
    case (0xEA, 0xA7), (0xEA, 0xA9): return third >= 0xA0
    default: return false
    }
  }

  /// Ascending offsets into the UTF-8 of a text, by ICU; nil where it is not installed. What is
  /// beyond the longest text that is looked up has none.
  package static func breaks(in text: String) -> [Int]? {
    guard let icu = ICU.shared else { return nil }
    let units = Array(text.utf16.prefix(longest))
    var status: Int32 = 0
    guard let handle = icu.openBreaks(lines, "en", units, Int32(units.count), &status), status <= 0
    else { return nil }
    defer { icu.free(handle, .breaks) }
    var (offsets, unit, offset) = ([Int](), 0, 0)
    while case let next = Int(icu.nextBreak(handle)), next > 0, next < units.count {
      for value in units[unit..<next] {
        // Each half of a pair stands for two of four bytes.
        offset += value < 0x80 ? 1 : value < 0x800 || value & 0xF800 == 0xD800 ? 2 : 3
      }
      unit = next
      offsets.append(offset)
    }
    return offsets
  }
}
