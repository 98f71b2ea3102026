import Spots
import Testing

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

  @Test func hugeTextIsCheapAndEstimated() throws {
    let book = try book()
    let text = String(repeating: "word ", count: 2_000_000)
    let start = Clock.now
    let width = book.width(of: text, font: .body)
    let line = book.line(of: text, font: .title)
    #expect(Clock.now - start < 1)
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
}
