import SpotsModel
import Testing

@Suite struct ChoiceReadingTests {
  private func read(_ item: String) -> (item: Item?, faults: [String]) {
    let reading = ScreenReader().read(Array(#"{"components":[{"items":[\#(item)]}]}"#.utf8))
    return (
      reading.screen?.components.first?.items.first,
      reading.diagnostics.map { "\($0.severity) \($0.message)" }
    )
  }

  @Test func optionsAreStringsOrHaveValues() throws {
    let (item, faults) = read(
      """
      {"kind":"choice","title":"Bed","multiple":true,"choice-style":"menu","value":"a",
       "options":["a",{"value":2,"title":"Two"},{"value":3}]}
      """)
    let choice = try #require(item)
    #expect(faults == [])
    #expect(
      Choice(of: choice).options
        == [ChoiceOption("a"), ChoiceOption(2, title: "Two"), ChoiceOption(3, title: "3")])
    #expect(ChoiceStyle(of: choice) == .menu && choice.documentValue == ["a"])
    let written = ScreenWriter().write(
      Screen(components: [ComponentModel(kind: .grid, items: [choice])]))
    #expect(ScreenReader().read(written).screen?.components[0].items[0] == choice)
  }

  @Test func whatIsNoOptionIsReportedAndLeftOut() {
    let (item, faults) = read(
      """
      {"kind":"choice","options":["a",true,null,{"title":"b"},"a",{"value":"c","tilte":"C"},7],
       "choice-style":"dial","multiple":"yes"}
      """)
    #expect(item.map(Choice.init(of:))?.options.map(\.title) == ["a", "c", "7"])
    #expect(
      faults == [
        "error expected a string or an object with a value, not true",
        "error expected a string or an object with a value, not null",
        "error an option needs a 'value'",
        "warning there is an option with the value of 'a' already",
        "warning unknown key 'tilte'; did you mean 'title'?",
        "warning this expects a string; the number 7 is taken as its text",
        "error 'choice-style' expects 'menu', 'segments', 'chips' or 'radio', not 'dial'",
        "error 'multiple' expects true or false, not the string 'yes'",
      ])
    #expect(read(#"{"kind":"choice","options":"a"}"#).faults.count == 1)
  }
}
