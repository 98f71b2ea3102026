import SpotsTestSupport
import Testing

@testable import SpotsViews

@Suite struct WordBreaksTests {
  /// Bars mark the words and runs that double clicks select.
  @Test func doubleClicksSelectWords() {
    for marked in [
      "one| |two", "can't| |stop", "’|tis", "3,50| |€", "example.com|:| |x", "a_b|-|c",
      "e\u{301}té|!!",
      "漢字|ひらがな|カタカナ", "مرحبا| |بك", "👩‍👩‍👧🇸🇪|x", "a|.| |b", "tab|\t |b", "x2|...|y",
    ] {
      let parts = marked.split(separator: "|").map(String.init)
      let text = parts.joined()
      let found = text.indices.reduce(into: [String]()) { found, index in
        let word = text.word(around: text.utf8.distance(from: text.startIndex, to: index))
        if found.last != String(text.part(word)) { found.append(String(text.part(word))) }
      }
      #expect(found == parts)
    }
  }

  @Test func keysMoveToTheEdgesOfWords() {
    let text = "  one, (two)\n\n3.5 漢字かな "
    var (ends, starts) = ([0], [text.utf8.count])
    while let end = ends.last, end < text.utf8.count { ends.append(text.wordEnd(after: end)) }
    while let start = starts.last, start > 0 { starts.append(text.wordStart(before: start)) }
    #expect(ends == [0, 5, 11, 17, 24, 30, 31])
    #expect(starts == [31, 24, 18, 14, 8, 2, 0])
  }

  @Test func theEndOfALineHasTheWordBeforeIt() {
    let text = "one\n\ntwo"
    #expect(text.word(around: 3) == 0..<3)
    #expect(text.word(around: 4) == 4..<4)
    #expect(text.word(around: 8) == 5..<8)
    #expect("".word(around: 0) == 0..<0)
  }

  @Test func paragraphsEndAtLineFeeds() {
    let text = "ab\n\ncd"
    let ranges = (0...6).map { text.paragraph(around: $0) }
    #expect(ranges == [0..<2, 0..<2, 0..<2, 3..<3, 4..<6, 4..<6, 4..<6])
    #expect("".paragraph(around: 0) == 0..<0)
  }
}
