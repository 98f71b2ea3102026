import Testing

@testable import SpotsModel

@Suite struct PrintableTextTests {
  @Test func whatIsUnprintableIsEscapedAndTheRestKept() {
    #expect(
      "a\u{0}\n\u{1B}[31m\u{7F}\u{9B}é🙂".printable() == "a\\u{0}\\u{A}\\u{1B}[31m\\u{7F}\\u{9B}é🙂")
    #expect(
      "\u{202E}\u{2066}\u{200F}\u{61C}\u{2028}\u{FEFF}".printable()
        == "\\u{202E}\\u{2066}\\u{200F}\\u{61C}\\u{2028}\\u{FEFF}")
    #expect("".printable() == "")
  }

  @Test func nothingPrintableLeavesAnEscape() {
    for value in UInt32(0)...0x2FFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar)
      #expect((text.printable() == text) == !scalar.isUnprintable)
      #expect(text.printable().unicodeScalars.allSatisfy { !$0.isUnprintable })
    }
  }

  @Test func theLimitCountsScalarsOfTheText() {
    #expect("abc".printable(limit: 3) == "abc")
    #expect("abcd".printable(limit: 3) == "abc…")
    #expect("\n\n\n".printable(limit: 2) == "\\u{A}\\u{A}…")
    #expect("abc".printable(limit: 0) == "…")
  }
}
