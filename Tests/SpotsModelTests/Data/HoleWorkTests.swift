import SpotsModelTestSupport
import Testing

@testable import SpotsModel

/// Holes of written-out items that take long keep no window waiting, however many there are.
@Suite struct HoleWorkTests {
  private static func document(_ count: Int, _ hole: String) -> [UInt8] {
    let items = (0..<count).map { #"{"title":"\#($0) \#(hole)"}"# }.joined(separator: ",")
    let numbers = (0..<200).map(String.init).joined(separator: ",")
    return Array(#"{"data":{"l":[\#(numbers)]},"components":[{"items":[\#(items)]}]}"#.utf8)
  }

  private static let long = "{l.map(x, l.filter(y, y > x)).size()}"

  private func binding(_ document: [UInt8]) throws -> ScreenBinding {
    let reader = ScreenReader()
    let screen = try #require(reader.read(document).screen)
    return try #require(ScreenBinding(screen, reader: reader))
  }

  private func titles(_ binding: ScreenBinding) -> [String] {
    binding.screen.components[0].items.map(\.title)
  }

  @Test func theRestIsLeftForLater() throws {
    let few = try binding(Self.document(3, "{l.size()}"))
    #expect(!few.isBehind && titles(few) == ["0 200", "1 200", "2 200"])
    let many = try binding(Self.document(8, Self.long))
    #expect(many.isBehind && titles(many).last == "7 ")
    let whole = many.ordered()
    #expect(!whole.isBehind && titles(whole) == (0..<8).map { "\($0) 200" })
    // What was shown stays until the rest is known.
    let source = whole.source
    let again = try #require(
      ScreenBinding(source, values: ["x": 1], reader: ScreenReader(), after: whole))
    #expect(again.isBehind && titles(again) == titles(whole))
    // It is not begun again where nothing has changed, which would never end.
    var edited = EditedScreen(source, many)
    edited.adopt(whole)
    let shown = try #require(edited.result(ScreenReader()).binding)
    #expect(!shown.isBehind && titles(shown) == titles(whole))
  }

  @Test func theWorkHasAnEnd() throws {
    let limit = Allowance.of(1)
    func seconds(_ count: Int) throws -> Double {
      let document = Self.document(count, Self.long)
      return try ProcessorTime.least(below: limit) {
        try ProcessorTime.of { _ = try binding(document) }
      }
    }
    let (few, many) = (try seconds(10), try seconds(200))
    #expect(many < limit && many < few * 3 + 0.1, "\(few) s for 10, \(many) s for 200")
  }
}
