import Testing

@testable import SpotsModel

@Suite struct KeyMatcherTests {
  /// Names no hash over their first eight bytes and their length can tell apart; a table with two
  /// of them would have no matcher.
  @Test func clashesAreFound() throws {
    for (a, b) in [
      ("same", "same"), ("item-spacing", "item-spacinh"), ("header-mode", "header-made"),
    ] {
      let clash = try #require(KeyMatcher.clash(among: ["kind", a, "other", b]))
      #expect(clash == (a, b))
    }
    #expect(KeyMatcher.clash(among: ["item-spacing", "item-space", "items", "item"]) == nil)
    #expect(KeyMatcher.clash(among: []) == nil)
  }

  @Test func noTableOfAScreenHasOne() {
    for table in ScreenKeys.all {
      let names = table.keys.flatMap { [$0.name] + $0.aliases }
      #expect(KeyMatcher.clash(among: names) == nil, "\(table.name)")
    }
  }

  @Test func aTableWithOneStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = KeyMatcher([("item-spacing", 0), ("item-spacinh", 1)])
    }
    // More names than cells.
    await #expect(processExitsWith: .failure) {
      _ = KeyMatcher((0..<300).map { ("name\($0)", UInt8(truncatingIfNeeded: $0)) })
    }
  }
}
