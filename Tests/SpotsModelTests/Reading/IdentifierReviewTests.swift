import SpotsModel
import Testing

@Suite struct IdentifierReviewTests {
  private func messages(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    let reading = ScreenReader().read(bytes)
    #expect(ScreenReader().diagnostics(of: bytes).diagnostics == reading.diagnostics)
    return reading.diagnostics.map { "\($0.line):\($0.column) \($0.code.rawValue) \($0.message)" }
  }

  @Test func equalOnesOfItemsAndComponentsAreReportedWithBothPlaces() {
    let items = """
      [{"items":[{"identifier":"a"},
       {"identifier":"a"},{"identifier":17},{"identifier":"17"},{"identifier":17}]}]
      """
    #expect(
      messages(items) == [
        #"2:16 duplicate-identifier the identifier 'a' belongs to another item,"#
          + " at line 1, column 26",
        "2:73 duplicate-identifier the identifier 17 belongs to another item,"
          + " at line 2, column 35",
      ])
    let components = #"[{"identifier":"a"},{"identifier":"b"},{"identifier":"a"}]"#
    #expect(
      messages(components) == [
        #"1:54 duplicate-identifier the identifier 'a' belongs to another component,"#
          + " at line 1, column 16"
      ])
  }

  @Test func differentListsMayShareIdentifiers() {
    #expect(
      messages(
        #"[{"items":[{"identifier":"a"}]},{"items":[{"identifier":"a"}]},{"identifier":"a"}]"#)
        == [])
    #expect(messages(#"[{"items":[{"identifier":""},{"identifier":""},{},{}]}]"#) == [])
  }

  @Test func childrenAreReviewedAsWell() {
    let text =
      #"[{"items":[{"children":[{"items":[{"identifier":1},{"identifier":1}]}]}]}]"#
    let paths = ScreenReader().read(Array(text.utf8)).diagnostics.map(\.path)
    #expect(paths == ["/0/items/0/children/0/items/1/identifier"])
  }

  @Test func manyAreAllFound() {
    let items = (0..<20_000).map { #"{"identifier":"item \#($0 % 19_500)"}"# }
    let text = #"[{"items":[\#(items.joined(separator: ","))]}]"#
    #expect(messages(text).count == 500)
  }
}
