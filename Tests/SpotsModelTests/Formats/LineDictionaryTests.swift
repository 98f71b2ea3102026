import SpotsModelTestSupport
import Testing

@testable import SpotsModel

/// Lines end where ICU, asked by Scripts/formats in its own words, says so.
@Suite(.enabled(if: ICU.shared != nil)) struct LineDictionaryTests {
  @Test func linesEndWhereICUSays() throws {
    let folder = #filePath.prefix(through: try #require(#filePath.lastIndex(of: "/")))
    let lines = try #require(readFile(folder + "Formats.jsonl")).split(separator: "\n")
    let rows = lines.compactMap { JSONValue.read(Array($0.utf8)).value?["words"]?.elements }
    #expect(rows.count > 10)
    for row in rows {
      let parts = row.map(\.typedText)
      let ends = parts.dropLast().reduce(into: [Int]()) { ends, part in
        ends.append((ends.last ?? 0) + part.utf8.count)
      }
      #expect(LineDictionary.breaks(in: parts.joined()) == ends, "\(parts)")
    }
  }

  @Test func lettersAreOfTheirScripts() {
    for letter in ["ก", "๛", "ກ", "က", "႟", "ក", "៹", "ꧠ", "ꩠ"] {
      #expect(LineDictionary.has(letter.utf8), "\(letter)")
    }
    for letter in ["", "a", "é", "ཀ", "ඊ", "Ⴀ", "ᜀ", "ᠠ", "꧟", "ꩀ", "漢", "😀", "\u{E0}"] {
      #expect(!LineDictionary.has(letter.utf8), "\(letter)")
    }
    #expect(!LineDictionary.has([0xE0]) && !LineDictionary.has([0xE0, 0xB8]))
  }

  /// Beyond what is looked up, and with halves of emoji at the end of it.
  @Test func longTextsEnd() throws {
    for start in ["", "a"] {
      let text = start + String(repeating: "😀ภาษา", count: 30_000)
      let breaks = try #require(LineDictionary.breaks(in: text))
      let bytes = Array(text.utf8)
      #expect(breaks.count > 1000 && breaks == breaks.sorted())
      #expect(breaks.allSatisfy { $0 > 0 && $0 < bytes.count && bytes[$0] & 0xC0 != 0x80 })
    }
  }
}
