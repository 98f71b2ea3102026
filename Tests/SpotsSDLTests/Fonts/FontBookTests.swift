import Spots
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite(.serialized) @MainActor
struct FontBookTests {
  private func book(scale: Double = 1) throws -> FontBook {
    try FontBook(family: "DejaVu Sans", scale: scale)
  }

  @Test func widthGrowsWithText() throws {
    let book = try book()
    var last = 0.0
    for count in 1...40 {
      let width = book.width(of: String(repeating: "n", count: count), font: .body)
      #expect(width > last)
      last = width
    }
  }

  @Test func emptyAndInvisibleTextHasNoWidthAndNoInk() throws {
    let book = try book()
    #expect(book.width(of: "", font: .body) == 0)
    for text in ["", "\u{200B}", "\u{0}", "\n"] {
      #expect(book.width(of: text, font: .body) < 8)
      #expect(book.line(of: text, font: .body).pieces.count <= 1)
    }
  }

  @Test func controlCharactersAreAsWideAsSpaces() throws {
    let book = try book()
    #expect(
      book.width(of: "a\u{0}b\nc\u{1B}d\u{9F}e", font: .body)
        == book.width(of: "a b c d e", font: .body))
  }

  @Test(arguments: [1, 1.25, 1.5, 2, 3])
  func linesAreAsHighAsTheScaleSays(scale: Double) throws {
    let base = try book().extents(of: .title)
    let scaled = try book(scale: scale).extents(of: .title)
    #expect(abs(scaled.ascent - base.ascent) * scale <= scale + 1)
    #expect(abs(scaled.descent - base.descent) * scale <= scale + 1)
  }

  @Test func anotherScaleMeasuresAnew() throws {
    let book = try book()
    _ = book.width(of: "Contacts", font: .body)
    book.scale = 2
    let fresh = try self.book(scale: 2)
    #expect(book.width(of: "Contacts", font: .body) == fresh.width(of: "Contacts", font: .body))
  }

  @Test func familiesOfCodeHaveOneWidth() throws {
    let book = try book()
    #expect(book.width(of: "iiii", font: .code) == book.width(of: "WWWW", font: .code))
  }

  /// Only a beginning is measured and rendered, and the rest is taken to be like it.
  @Test func hugeTextIsCutAndEstimated() throws {
    let book = try book()
    let text = String(repeating: "word ", count: 2_000_000)
    #expect(VisibleText(text).text.utf8.count == VisibleText.limit)
    let width = book.width(of: text, font: .body)
    let line = book.line(of: text, font: .title)
    let word = book.width(of: "word word ", font: .body) - book.width(of: "word ", font: .body)
    #expect(abs(width / (word * 2_000_000) - 1) < 0.1)
    #expect(line.pieces.allSatisfy { $0.width <= 16_384 })
  }

  @Test func oneCharacterOfAMillionMarksIsHarmless() throws {
    let book = try book()
    let text = "a" + String(repeating: "\u{301}", count: 1_000_000)
    #expect(book.width(of: text, font: .body).isFinite)
    #expect(book.line(of: text, font: .body).byteCount < 16_384 * 4096)
  }

  @Test(arguments: [Double.nan, .infinity, -1, 0, 1e308])
  func anySizeOfFontIsSurvived(size: Double) throws {
    let book = try book()
    let font = Font(size: size, lineHeight: size)
    #expect(book.width(of: "abc", font: font).isFinite)
    #expect(book.extents(of: font).ascent.isFinite)
  }

  @Test func arabicIsJoined() throws {
    let book = try book()
    let joined = book.width(of: "العربية", font: .body)
    let apart = "العربية".reduce(0) { $0 + book.width(of: String($1), font: .body) }
    #expect(joined < apart)
  }

  @Test func bracketsAreTurnedInTextFromRightToLeft() throws {
    let book = try book()
    func mask(_ text: String, _ direction: TextDirection) -> [UInt8]? {
      guard
        case .mask(let mask) = book.line(
          of: text, font: .title, direction: direction
        ).pieces.first?.content
      else { return nil }
      return mask
    }
    #expect(mask("(", .leftToRight) != nil)
    #expect(mask("(", .rightToLeft) == mask(")", .leftToRight))
    #expect(mask("(", .rightToLeft) != mask("(", .leftToRight))
  }

  nonisolated static let mixed = [
    "Contacts", "naïve Æsir", "שלום עולם", "Order שלום 12 (abc)", "مرحبا 123 abc (العربية)",
    "e\u{301}\u{302} x", "Привет, κόσμε", "a\u{AD}b\u{200B}c",
  ]

  /// Text is painted as wide as measured: the ink of a line starts and ends where its width says.
  @Test(arguments: mixed, [1, 1.25, 2])
  func inkIsAsWideAsMeasured(text: String, scale: Double) throws {
    let book = try book(scale: scale)
    for direction in TextDirection.allCases {
      let width = book.width(of: text, font: .title, direction: direction) * scale
      let pieces = book.line(of: text, font: .title, direction: direction).pieces
      let em = Font.title.size * scale
      let left = try #require(pieces.map(\.x).min())
      let right = try #require(pieces.map { $0.x + $0.width }.max())
      #expect(abs(Double(left)) < em / 4)
      #expect(abs(Double(right) - width) < em / 4)
    }
  }

  /// Rendering a line tells its width on the way, the same as measuring it.
  @Test(arguments: mixed + ["", " ", "\u{200B}"])
  func aLineToDrawIsAsWideAsMeasured(text: String) throws {
    try expectSameWidths(of: text)
  }

  @Test func aLongLineToDrawIsAsWideAsMeasured() throws {
    try expectSameWidths(of: String(repeating: "wide ", count: 1000))
  }

  private func expectSameWidths(of text: String) throws {
    for scale in [1, 1.25, 2] {
      for direction in TextDirection.allCases {
        let measured = try book(scale: scale).width(of: text, font: .title, direction: direction)
        let book = try book(scale: scale)
        for _ in 0..<2 {
          #expect(book.widthToDraw(of: text, font: .title, direction: direction) == measured)
        }
        #expect(book.width(of: text, font: .title, direction: direction) == measured)
      }
    }
  }

  @Test func aLineToDrawIsShapedOnce() throws {
    let book = try book()
    let width = book.widthToDraw(of: "Contacts, naïve ones", font: .body, direction: .leftToRight)
    let line = book.cachedBytes
    #expect(line.lines > 0)
    #expect(book.width(of: "Contacts, naïve ones", font: .body) == width)
    _ = book.line(of: "Contacts, naïve ones", font: .body)
    #expect(book.cachedBytes == line)
  }

  @Test func invisibleCharactersHaveNoWidth() throws {
    let book = try book()
    let plain = book.width(of: "abc", font: .body)
    for mark in ["\u{AD}", "\u{200B}", "\u{200E}", "\u{2067}", "\u{FE0F}"] {
      #expect(
        abs(book.width(of: "a\(mark)bc", font: .body) - plain) <= 1, "\(mark.debugDescription)")
    }
  }

  @Test func charactersComeFromAnotherFontWhenTheirsLacksThem() throws {
    // The serif one has neither Hebrew nor Arabic letters.
    let book = try FontBook(family: "DejaVu Serif", scale: 1)
    var missing: [UnicodeScalar] = []
    book.onMissingCharacters = { missing.append($0) }
    let runs = book.runs(of: "abc שלום العربية é", font: .body, direction: .leftToRight)
    let main = try #require(runs.first?.font)
    #expect(runs.contains { $0.font != main && $0.text.contains("שלום") })
    #expect(runs.contains { $0.font != main && $0.text.contains("العربية") })
    #expect(runs.last?.font == main)
    #expect(missing == [])
  }

  /// DejaVu has two weights: what is meant to stand out a little is bold, not like the rest.
  @Test func mediumTextDiffersFromRegularText() throws {
    let book = try book()
    func width(_ weight: Font.Weight) -> Double {
      book.width(of: "Ada Lindqvist", font: Font(size: 15, lineHeight: 21, weight: weight))
    }
    #expect(width(.medium) == width(.bold) && width(.medium) > width(.regular))
  }

  /// The first family that is installed, in every weight: one without semibold letters shows bold
  /// ones.
  @Test func thePreferredFamilyIsTheFirstThatIsInstalled() throws {
    func file(_ book: FontBook, _ weight: Font.Weight) -> String? {
      let font = Font(size: 15, lineHeight: 21, weight: weight)
      return book.runs(of: "a", font: font, direction: .leftToRight).first?.font.path
    }
    let wanted = ["No Such Family", "DejaVu Serif", "DejaVu Sans"]
    let book = try FontBook(preferences: wanted, scale: 1)
    let serif = try FontBook(family: "DejaVu Serif", scale: 1)
    for weight in [Font.Weight.regular, .medium, .semibold, .bold] {
      #expect(file(book, weight) == file(serif, weight))
    }
    #expect(file(book, .semibold) == file(book, .bold))
    #expect(file(book, .semibold) != file(book, .regular))
    let none = try FontBook(preferences: ["No Such Family"], scale: 1)
    #expect(file(none, .regular) == file(try FontBook(scale: 1), .regular))
    let named = try FontBook(family: "DejaVu Sans", preferences: ["DejaVu Serif"], scale: 1)
    #expect(file(named, .regular) != file(serif, .regular))
  }

  @Test func whatNoFontHasIsToldOnceForItsScript() throws {
    let book = try book()
    var missing: [UInt32] = []
    book.onMissingCharacters = { missing.append($0.value) }
    for _ in 0..<3 {
      _ = book.width(of: "a\u{F1234}b\u{F1235}", font: .body)
      _ = book.line(of: "\u{F1236}\u{F5678}", font: .title)
      // Two unassigned Han code points, which no font has.
      _ = book.width(of: "\u{323AE}\u{32345}", font: .body)
    }
    #expect(missing.prefix(2) == [0xF1234, 0xF5678])
    #expect(missing.count <= 3)
  }

  /// With the fonts that `Scripts/setup` installs.
  @Test func aTitleOfAllScriptsHasNoMissingGlyph() throws {
    let book = try book()
    var missing: [UnicodeScalar] = []
    book.onMissingCharacters = { missing.append($0) }
    let title = "Latin 漢字 カナ 한글 العربية שלום नमस्ते 😀👩‍👩‍👧🇸🇪"
    let runs = book.runs(of: title, font: .title, direction: .leftToRight)
    #expect(missing == [])
    #expect(runs.contains { $0.font.isBitmap && $0.text.contains("😀") })
    #expect(book.line(of: title, font: .title).pieces.count >= runs.filter { $0.text != " " }.count)
  }

  @Test func cachesKeepTheirBudgets() throws {
    let book = try book()
    for number in 0..<20_000 {
      let word = "word \(number) " + String(repeating: "x", count: number % 50)
      _ = book.width(of: word, font: .body)
      _ = book.lineBreaks(in: word)
      if number < 2000 { _ = book.line(of: word + "long enough to fill it", font: .largeTitle) }
    }
    let bytes = book.cachedBytes
    #expect((1 << 20)...(2 << 20) ~= bytes.widths)
    #expect((1 << 19)...(1 << 20) ~= bytes.breaks)
    #expect((1 << 20)...(2 << 20) ~= bytes.lines)
    // A larger window shows more.
    book.keepLines(forPixels: 4 << 20)
    for number in 0..<2000 {
      _ = book.line(of: "line \(number) long enough to fill it", font: .largeTitle)
    }
    #expect((4 << 20)...(8 << 20) ~= book.cachedBytes.lines)
    book.keepLines(forPixels: 100)
    #expect(book.cachedBytes.lines <= 2 << 20)
  }
}

@Suite struct VisibleTextTests {
  @Test func onlyTheStartOfLongTextIsVisible() {
    let limit = VisibleText.limit
    let visible = VisibleText(String(repeating: "ä", count: limit * 5))
    #expect(visible.text.unicodeScalars.count == limit)
    #expect(visible.stretch == 5)
    #expect(VisibleText("ab").stretch == 1)
  }

  @Test func controlCharactersAreSpaces() {
    #expect(VisibleText("a\tb\u{85}c\u{2028}d").text == "a b c d")
    // Shaping many marks on one letter takes as long as the square of their number.
    let marks = String(repeating: "\u{301}", count: 30)
    #expect(VisibleText("e" + marks + marks + "x" + marks).text == "e" + marks + "x" + marks)
    #expect(VisibleText("กำ้" + marks).text == "กำ้" + String(repeating: "\u{301}", count: 29))
  }
}
