import Testing

@testable import SpotsModel

@Suite struct FindingsTests {
  private func places(_ findings: [Finding], _ text: String) -> [String] {
    ScreenReader().warnings(of: findings, in: Array(text.utf8)).map {
      "\($0.line):\($0.column) \($0.path) \($0.message)"
    }
  }

  @Test func warningsHaveThePlacesOfTheirValues() {
    let text = """
      {"theme":{"accent":"#fff"},"components":[
        {"header":{"title":"A"},
         "items":[{}, {"title":"B",
           "children":[{"items":["C", {"action":"d"}]}]}]}]}
      """
    let findings = [
      Finding("/components/0/items/1/children/0/items/1/action", .missingScreen, "deep"),
      Finding("/theme/accent", .lowContrast, "accent"),
      Finding("/components/0/items/1/title", .cutText, "title"),
      Finding("/components/0/items/1/title", .cutText, "twice"),
      Finding("/components/0/items/0/title", .cutText, "no title"),
      Finding("/components/7/header/title", .cutText, "no component"),
    ]
    #expect(
      places(findings, text) == [
        "1:20 /theme/accent accent", "1:41 /components no component",
        "3:13 /components/0/items/0 no title", "3:26 /components/0/items/1/title title",
        "3:26 /components/0/items/1/title twice",
        "4:43 /components/0/items/1/children/0/items/1/action deep",
      ])
  }

  @Test func anArrayStandsForItsComponents() {
    let findings = [Finding("/components/1/items/0", .unnamedItem, "item")]
    #expect(places(findings, "[{},{\"items\":[{}]}]") == ["1:15 /1/items/0 item"])
  }

  @Test func documentsThatAreNotJSONHaveNone() {
    #expect(places([Finding("/title", .cutText, "x")], #"{"title":"#) == [])
  }
}
