import SpotsModel
import Testing

@Suite struct DateReadingTests {
  private func read(_ item: String) -> (item: Item?, faults: [String]) {
    let reading = ScreenReader().read(Array(#"{"components":[{"items":[\#(item)]}]}"#.utf8))
    return (
      reading.screen?.components.first?.items.first,
      reading.diagnostics.map { "\($0.path) \($0.message)" }
    )
  }

  @Test func daysAndTimesAreReadAndWrittenAgain() throws {
    let items = [
      #"{"title":"A","minimum":"2026-11-01","kind":"date","value":"2026-11-23","maximum":"2027-02-28"}"#,
      #"{"title":"A","kind":"time","value":"08:30","minimum":"06:00","maximum":"11:00","step":15}"#,
      #"{"title":"A","kind":"slider","value":1,"minimum":0.5,"maximum":2}"#,
    ]
    for text in items {
      let (item, faults) = read(text)
      let read = try #require(item)
      #expect(faults == [] && read.documentValue == read.input.value)
      let written = ScreenWriter().write(
        Screen(components: [ComponentModel(kind: .grid, items: [read])]))
      #expect(ScreenReader().read(written).screen?.components[0].items[0] == read)
    }
    #expect(read(items[0]).item?.input.minimum == .date(try #require(CalendarDate("2026-11-01"))))
  }

  @Test func whatIsNoDayOrTimeIsReported() {
    let (item, faults) = read(
      #"{"title":"A","value":"2026-02-29","minimum":"14:05","maximum":"soon","kind":"date"}"#)
    #expect(item?.documentValue == .null && item?.input.maximum == nil)
    let path = "/components/0/items/0/"
    #expect(
      faults.sorted() == [
        path + "maximum 'maximum' expects a number, a day like '2026-11-23' or a time like '14:05',"
          + " not the string 'soon'",
        path + "minimum 'minimum' of a date must be a day like '2026-11-23'",
        path + "value 'value' of a date must be a day like '2026-11-23', not '2026-02-29'",
      ])
    let others = [
      #"{"kind":"time","value":830}"#, #"{"kind":"time","value":"24:00"}"#,
      #"{"kind":"time","maximum":"2026-11-23"}"#, #"{"kind":"stepper","minimum":"08:30"}"#,
      #"{"kind":"date","value":["2026-11-23"]}"#, #"{"kind":"date","minimum":5}"#,
    ]
    for text in others { #expect(read(text).faults.count == 1, "\(text)") }
    #expect(read(#"{"kind":"date","value":null,"minimum":null}"#).faults == [])
  }
}
