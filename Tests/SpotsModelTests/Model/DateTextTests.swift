import Testing

@testable import SpotsModel

/// Days and times as data has them, in controls for days and times.
@Suite struct DateTextTests {
  private static let shown: [(String, InputKind, String?)] = [
    ("2026-11-28T17:00:00Z", .dateTime, "2026-11-28T17:00"),
    ("2026-11-28 17:00:00.250+01:00", .dateTime, "2026-11-28T17:00"),
    ("2026-11-28T17:00:30-08:00", .date, "2026-11-28"), ("2026-11-28", .date, "2026-11-28"),
    ("2026-11-28T17:00:30.5Z", .time, "17:00"), ("17:00:30.5Z", .time, "17:00"),
    ("17:00", .time, "17:00"), ("2026-11-28", .time, nil), ("2026-11-28", .dateTime, nil),
    ("17:00:00", .dateTime, nil), ("2026-13-28T17:00:00Z", .dateTime, nil),
    ("2026-11-28T17:00:99Z", .dateTime, nil), ("soon", .date, nil), ("", .time, nil),
  ]

  @Test(arguments: shown)
  func controlsShowTheirPart(text: String, kind: InputKind, shown: String?) {
    #expect(DateText(text)?.shown(as: kind) == shown)
    var item = Item(title: "When")
    (item.kind, item.input.value) = (kind.rawValue, .string(text))
    #expect(item.documentValue == shown.map(JSONValue.string) ?? .null)
  }

  @Test(arguments: [
    (
      "2026-11-28T17:00:30.250+01:00", InputKind.dateTime, "2027-01-02T08:05",
      "2027-01-02T08:05:30.250+01:00"
    ),
    ("2026-11-28 17:00:30Z", .dateTime, "2027-01-02T08:05", "2027-01-02 08:05:30Z"),
    ("2026-11-28T17:00:30Z", .date, "2027-01-02", "2027-01-02T17:00:30Z"),
    ("2026-11-28T17:00:30Z", .time, "08:05", "2026-11-28T08:05:30Z"),
    ("17:00:30", .time, "08:05", "08:05:30"), ("2026-11-28", .date, "2027-01-02", "2027-01-02"),
    ("2026-11-28", .time, "08:05", "08:05"), ("soon", .date, "2027-01-02", "2027-01-02"),
  ])
  func answersKeepTheFormThatCame(old: String, kind: InputKind, answer: String, new: String) {
    #expect(kind.written(.string(answer), over: .string(old)) == .string(new))
    // What is not changed is written as it came.
    if let shown = DateText(old)?.shown(as: kind) {
      #expect(kind.written(.string(shown), over: .string(old)) == .string(old))
    }
    #expect(kind.written(.null, over: .string(old)) == .null)
    #expect(InputKind.textField.written(.string(answer), over: .string(old)) == .string(answer))
  }
}
