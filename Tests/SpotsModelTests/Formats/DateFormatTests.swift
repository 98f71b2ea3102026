import SpotsModelTestSupport
import Testing

@testable import SpotsModel

/// Calendars are those of ICU, which Scripts/formats asks in its own words.
@Suite(.enabled(if: ICU.shared != nil)) struct DateFormatTests {
  private struct Oracle: Sendable {
    var locale = ""
    var format: DateFormat
    var row: [String: JSONValue]

    func texts(_ key: String) -> [String] { (row[key]?.elements ?? []).map(\.typedText) }

    func rows(_ key: String) -> [[String]] {
      (row[key]?.elements ?? []).map { ($0.elements ?? []).map(\.typedText) }
    }
  }

  private static func oracles() throws -> [Oracle] {
    let folder = #filePath.prefix(through: try #require(#filePath.lastIndex(of: "/")))
    return try #require(readFile(folder + "Formats.jsonl")).split(separator: "\n").compactMap {
      guard case .object(let row)? = JSONValue.read(Array($0.utf8)).value, row["days"] != nil
      else { return nil }
      let locale = row["locale"]?.typedText ?? ""
      let members = Dictionary(uniqueKeysWithValues: row.map { ($0.key, $0.value) })
      return Oracle(locale: locale, format: .of(Language(locale)), row: members)
    }
  }

  /// The parts of a day or a time as a field shows them.
  private func text(_ order: DateFormat.Order, _ format: DateFormat, _ stored: String) -> String {
    let date = CalendarDate(stored).map(format.calendar.day)
    let time = TimeOfDay(stored)
    return zip(order.parts, order.signs).reduce("") { text, next in
      let shown =
        switch next.0 {
        case .year: date.map { format.text($0.year, digits: 4) }
        case .month: date.map { format.text($0.month, digits: 2) }
        case .day: date.map { format.text($0.day, digits: 2) }
        case .hour: time.map { format.text($0.hour) }
        case .hourOfPeriod: time.map { format.text(($0.hour + 11) % 12 + 1) }
        case .minute: time.map { format.text($0.minute, digits: 2) }
        case .period: time.map { format.periods[$0.hour / 12] }
        }
      return text + (shown ?? "") + next.1
    }
  }

  private func plain(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isBidiControl }))
  }

  @Test func calendarsAreThoseOfICU() throws {
    let oracles = try Self.oracles()
    #expect(oracles.count > 30)
    for oracle in oracles {
      let format = oracle.format
      #expect(.integer(format.firstWeekday) == oracle.row["first"], "\(oracle.locale)")
      #expect(format.months == oracle.texts("months"), "\(oracle.locale)")
      #expect(format.weekdays == oracle.texts("weekdays"), "\(oracle.locale)")
      for row in oracle.rows("days") {
        let date = try #require(CalendarDate(row[0]))
        let day = format.calendar.day(date)
        #expect("\(day.year)-\(day.month)-\(day.day)" == row[1], "\(oracle.locale)")
        #expect(format.calendar.date(day) == date)
        // Eras and words around the numbers are left out.
        let shown = text(format.day, format, row[0])
        #expect(plain(row[2]).contains(shown), "\(oracle.locale) \(shown)")
        #expect(format.text(date) == row[3], "\(oracle.locale)")
        #expect(format.month(of: date) == row[4], "\(oracle.locale)")
      }
    }
  }

  @Test func timesAreThoseOfICU() throws {
    for oracle in try Self.oracles() {
      let format = oracle.format
      for row in oracle.rows("times") {
        #expect(format.text(try #require(TimeOfDay(row[0]))) == row[1], "\(oracle.locale)")
        // Fields have zeros before hours.
        var shown = text(format.time, format, row[0]).replacing("\u{202F}", with: " ")
        let known = plain(row[1]).replacing("\u{202F}", with: " ")
        if !known.contains(shown), known.contains(format.text(0) + shown) {
          shown = format.text(0) + shown
        }
        #expect(known.contains(shown), "\(oracle.locale) \(shown)")
      }
      let moment = try #require(InputBound("2026-11-23T14:05"))
      #expect(format.text(moment) == oracle.row["moment"]?.typedText, "\(oracle.locale)")
    }
  }

  /// Days and their numbers lead to each other, and months tile the years.
  @Test(arguments: ["fa_IR", "th_TH", "ar_SA", "he-u-ca-hebrew", "ja-u-ca-japanese", "sv_SE"])
  func numbersOfDaysLeadBack(locale: String) throws {
    let calendar = DateFormat.of(Language(locale)).calendar
    let seed: UInt64 = 47
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let date = CalendarDate(ordinal: .random(in: 690_000...760_000, using: &random))
      let day = calendar.day(date)
      #expect(calendar.date(day) == date, "seed \(seed)")
      #expect(1...calendar.days(in: day.month, of: day.year) ~= day.day, "seed \(seed)")
      let next = calendar.date(date, addingMonths: 1)
      #expect(next > date && next.ordinal - date.ordinal <= 31, "\(date), seed \(seed)")
      let last = calendar.days(in: day.month, of: day.year)
      let end = date.adding(days: last - day.day + 1)
      #expect(calendar.day(end).day == 1, "\(date), seed \(seed)")
    }
    for end in [CalendarDate.first, .last] {
      #expect(calendar.date(end, addingMonths: end == .first ? -1 : 1) == end)
      #expect(calendar.date(calendar.day(end)) == end)
    }
  }

  /// A language whose calendar is not known has the Gregorian one, also in names.
  @Test func othersAreGregorian() {
    let format = DateFormat.of(Language("he-u-ca-hebrew"))
    #expect(format.calendar == .gregorian && format.months[0] == "ינואר")
  }
}
