import SpotsModel
import Testing

/// Every kind of item with values of every JSON type: each is taken as it is, taken with a warning,
/// or reported as an error that costs only itself.
@Suite struct ValueReviewTests {
  private func read(_ item: String) -> (item: Item?, diagnostics: [Diagnostic]) {
    let reading = ScreenReader().read(Array(#"[{"items":[\#(item)]}]"#.utf8))
    return (reading.screen?.components.first?.items.first, reading.diagnostics)
  }

  private static let values = [
    "null", "true", "1", "0.5", #""2""#, #""x""#, #""""#, #""2026-11-23""#, #""14:05""#, "[]",
    #"["a"]"#, "{}", "7", "-1", "1e300",
  ]

  /// A letter for each of `values`: `.` as it is, `w` a warning, `E` an error.
  private static let kinds: [(item: String, verdicts: String)] = [
    (#""kind":"toggle""#, "..EEEEEEEEEEEEE"),
    (#""kind":"checkbox""#, "..EEEEEEEEEEEEE"),
    (#""kind":"slider","maximum":5"#, ".E..wEEEEEEEwww"),
    (#""kind":"stepper","maximum":5"#, ".E.wwEEEEEEEwww"),
    (#""kind":"text-field""#, ".Eww.....EEEwww"),
    (#""kind":"text-field","input-type":"number","minimum":0,"maximum":5"#, ".E..wE.EEEEEwww"),
    (#""kind":"choice","options":["a"]"#, ".........EE...."),
    (#""kind":"date""#, ".EEEEE..EEEEEEE"),
    (#""kind":"time""#, ".EEEEE.E.EEEEEE"),
    (#""kind":"button""#, ".wwwwwwwwwwwwww"),
    (#""kind":"default","name":"a""#, "..............."),
    (#""kind":"own","control":"toggle""#, "..EEEEEEEEEEEEE"),
  ]

  @Test(arguments: kinds.indices) func everyTypeIsJudged(index: Int) {
    let (item, verdicts) = Self.kinds[index]
    for (value, verdict) in zip(Self.values, verdicts) {
      let (_, diagnostics) = read(#"{"title":"A",\#(item),"value":\#(value)}"#)
      let found = diagnostics.map { $0.severity == .error ? "E" : "w" }
      let expected = verdict == "." ? [] : [String(verdict)]
      #expect(found == expected, "\(item) \(value)")
      #expect(diagnostics.allSatisfy { $0.path == "/0/items/0/value" })
    }
  }

  @Test func whatIsNotTakenIsTheDefault() {
    let cases: [(item: String, value: JSONValue)] = [
      (#""kind":"toggle","value":"true""#, false), (#""kind":"slider","value":"x""#, 0),
      (#""kind":"slider","value":"0.25""#, 0.25), (#""kind":"slider","value":7"#, 1),
      (#""kind":"stepper","value":"2""#, 2), (#""kind":"text-field","value":true"#, ""),
      (#""kind":"text-field","value":12"#, "12"),
      (#""kind":"text-field","input-type":"number","value":"12""#, 12),
      (#""kind":"text-field","input-type":"number","value":"x""#, .null),
      (#""kind":"choice","options":["1"],"value":["1"]"#, .null),
    ]
    for (item, value) in cases {
      let found = read(#"{"title":"A",\#(item)}"#).item?.documentValue
      #expect(found == value, "\(item)")
    }
  }

  @Test func messagesSayWhatIsTaken() {
    let cases = [
      (#""kind":"toggle","value":"true""#, "'value' of a toggle must be true or false, not 'true'"),
      (
        #""kind":"stepper","value":"2""#,
        "'value' of a stepper expects a number; the string '2' is taken as one"
      ),
      (
        #""kind":"slider","maximum":10,"value":11"#,
        "'value' of a slider can be 10, but not 11; 10 is taken"
      ),
      (
        #""kind":"slider","maximum":1,"step":0.25,"value":0.3"#,
        "'value' of a slider can be 0.25, but not 0.3; 0.25 is taken"
      ),
      (
        #""kind":"date","maximum":"2026-12-31","value":"2027-01-01""#,
        "'value' of a date must be at most 2026-12-31, not 2027-01-01"
      ),
      (
        #""kind":"time","minimum":"08:00","value":"07:59""#,
        "'value' of a time must be at least 08:00, not 07:59"
      ),
      (
        #""kind":"choice","options":["1"],"value":["1"]"#,
        "'value' of a choice must be one option, since 'multiple' is not true"
      ),
    ]
    for (item, message) in cases {
      #expect(read(#"{"title":"A",\#(item)}"#).diagnostics.map(\.message) == [message])
    }
  }

  @Test func whatFitsASteppedChoiceExactlyIsNotReported() {
    for index in 0...30 {
      let text = "\(Double(index) / 10)"
      let item = #"{"title":"A","kind":"slider","maximum":3,"step":0.1,"value":\#(text)}"#
      #expect(read(item).diagnostics == [], "\(text)")
    }
  }
}
