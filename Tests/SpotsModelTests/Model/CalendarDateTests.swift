import Foundation
import SpotsModel
import SpotsModelTestSupport
import Testing

@Suite struct CalendarDateTests {
  /// Ten thousand random days against Foundation's calendar. That changes to the Julian one before
  /// 1582, where 400 years are added instead, after which all repeats.
  @Test func daysAreThoseOfTheGregorianCalendar() throws {
    var random = SplitMix64(seed: 20_261_123)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    let start = try #require(
      calendar.date(from: DateComponents(year: 2001, month: 1, day: 1)))
    let base = try #require(CalendarDate(year: 2001, month: 1, day: 1)).ordinal
    var wrong: [Int] = []
    for _ in 0..<10_000 {
      let ordinal = Int.random(in: 0...CalendarDate.last.ordinal, using: &random)
      let cycles = ordinal < 600_000 ? 5 : 0
      let seconds = Double(ordinal + cycles * 146_097 - base) * 86_400
      let known = calendar.dateComponents(
        [.year, .month, .day, .weekday], from: start.addingTimeInterval(seconds))
      let date = CalendarDate(ordinal: ordinal)
      let same =
        date.year + cycles * 400 == known.year && date.month == known.month
        && date.day == known.day && (date.weekday + 1) % 7 + 1 == known.weekday
      let again = CalendarDate(year: date.year, month: date.month, day: date.day)
      if !same || date.ordinal != ordinal || again != date
        || CalendarDate(date.description) != date
        || (ordinal > 0 && CalendarDate(ordinal: ordinal - 1) >= date)
      {
        wrong.append(ordinal)
      }
    }
    #expect(wrong.isEmpty, "the first is \(wrong.first ?? 0), with seed 20261123")
  }

  @Test func monthsAreAddedUpToTheirEnds() throws {
    func later(_ text: String, _ months: Int) throws -> String {
      try #require(CalendarDate(text)).adding(months: months).description
    }
    #expect(try later("2024-01-31", 1) == "2024-02-29" && later("2023-01-31", 1) == "2023-02-28")
    #expect(try later("2026-11-23", 2) == "2027-01-23" && later("2026-01-23", -13) == "2024-12-23")
    #expect(try later("0001-01-05", -1) == "0001-01-01" && later("9999-12-05", 1) == "9999-12-31")
    #expect(try later("2026-05-31", Int.max) == "9999-12-31" && CalendarDate.first.weekday == 0)
    #expect(CalendarDate.last.adding(days: .max) == .last)
  }

  @Test func onlyWholeDaysAndTimesAreRead() {
    let days = [
      "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "0000-01-01", "2026-11-31",
      "2026-11-23 ", "+026-11-23", "２026-1-23", "2026/11/23", "2026-11", "", "20261123",
    ]
    #expect(days.allSatisfy { CalendarDate($0) == nil })
    #expect(["2024-02-29", "0001-01-01", "9999-12-31"].allSatisfy { CalendarDate($0) != nil })
    let times = ["24:00", "12:60", "9:30", "09:3", "09-30", "", "-1:00", "09:30:00", "09:30Z"]
    #expect(times.allSatisfy { TimeOfDay($0) == nil })
    #expect(["00:00", "23:59"].allSatisfy { TimeOfDay($0)?.description == $0 })
    #expect(TimeOfDay(minutes: 125).description == "02:05")
    #expect(TimeOfDay(minutes: 9999) == .last && TimeOfDay(minutes: -1) == .first)
  }
}
