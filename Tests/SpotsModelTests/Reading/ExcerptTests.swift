import SpotsModel
import Testing

@Suite struct ExcerptTests {
  private func diagnostic(_ text: String) throws -> Diagnostic {
    try #require(ScreenReader().read(Array(text.utf8)).diagnostics.last)
  }

  /// The character of the excerpt the caret stands below.
  private func marked(_ diagnostic: Diagnostic) -> Unicode.Scalar {
    Array(diagnostic.excerpt.unicodeScalars)[diagnostic.excerptColumn - 1]
  }

  @Test func aShortLineIsShownWhole() throws {
    let diagnostic = try diagnostic("[\r\n\t{\"title\":\t\"é🙂\" !},\r\n{}]")
    #expect(diagnostic.excerpt == " {\"title\": \"é🙂\" !},")
    #expect(diagnostic.excerptColumn == diagnostic.column)
    #expect(marked(diagnostic) == "!")
  }

  @Test(arguments: [0, 150, 199, 200, 5000])
  func ofALongLineWhatIsAroundIsShown(tail: Int) throws {
    for character in ["x", "é", "🙂"] {
      for length in [0, 90, 150, 1000] {
        let text =
          "[{\"title\":\"" + String(repeating: character, count: length) + "\" ?"
          + String(repeating: " ", count: tail)
        let diagnostic = try diagnostic(text)
        #expect(diagnostic.excerpt.unicodeScalars.count <= 200)
        #expect(marked(diagnostic) == "?")
      }
    }
  }

  @Test func whatMustNotReachATerminalDoesNot() throws {
    let diagnostic = try diagnostic("[{\"title\":\"\u{7F}\u{9B}\u{202E}\u{2066}\u{FEFF}\" ?")
    #expect(diagnostic.excerpt == "[{\"title\":\"\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\" ?")
    #expect(marked(diagnostic) == "?")
  }

  @Test func theEndOfADocumentHasAnExcerptToo() throws {
    let diagnostic = try diagnostic("[\n{")
    #expect(diagnostic.excerpt == "{")
    #expect(diagnostic.excerptColumn == 2)
    #expect(try self.diagnostic("[\n").excerpt == "")
    #expect(try self.diagnostic("\u{FEFF}").excerpt == "")
  }
}
