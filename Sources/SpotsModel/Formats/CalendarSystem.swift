/// The calendar by which a language counts days: the Gregorian one, or one of twelve months that
/// ICU knows, such as the Buddhist, the Persian and the Islamic ones.
package struct CalendarSystem: Hashable, Sendable {
  /// A day by its numbers, whether or not there is such a day.
  package struct Day: Hashable, Comparable, Sendable {
    package var year, month, day: Int

    package init(year: Int, month: Int, day: Int) {
      (self.year, self.month, self.day) = (year, month, day)
    }

    package static func < (a: Day, b: Day) -> Bool {
      (a.year, a.month, a.day) < (b.year, b.month, b.day)
    }
  }

  package static let gregorian = CalendarSystem()

  /// A locale of ICU with this calendar and Latin digits; nil for the Gregorian one.
  private var locale: String?
  /// The distance of its years from those that ICU counts on through all eras.
  private var offset = 0

  private init() {}

  /// The calendar of a locale; nil if its years are counted by eras or have other months.
  init?(ofLocale locale: String) {
    let days = stride(from: 0, to: 1200, by: 29).map { CalendarDate(ordinal: 739_000 + $0) }
    self.locale = locale
    guard let year = numbers("y M", of: days[0])?.first,
      let own = numbers("u M", of: days[0])?.first
    else { return nil }
    offset = year - own
    let counted = days.map(day)
    if counted == days.map(Self.gregorian.day) {
      self = .gregorian
    } else if !zip(counted, counted.dropFirst()).allSatisfy(<)
      || !counted.allSatisfy({ 1000...9999 ~= $0.year && 1...12 ~= $0.month })
    {
      return nil
    }
  }

  private func numbers(_ pattern: String, of date: CalendarDate) -> [Int]? {
    guard let locale, let icu = ICU.shared, let moment = Moment("\(date)") else { return nil }
    var work = ExpressionWork()
    let text = Result { () throws(ExpressionFault) in
      try icu.date(moment, pattern, locale, zone: "UTC", &work)
    }
    guard case .success(let text) = text else { return nil }
    return text.split(separator: " ").compactMap { Int($0) }
  }

  /// A day by the numbers of this calendar; its year may be 0 or negative.
  package func day(_ date: CalendarDate) -> Day {
    guard let numbers = numbers("u M d", of: date), numbers.count == 3 else {
      return Day(year: date.year, month: date.month, day: date.day)
    }
    return Day(year: numbers[0] + offset, month: numbers[1], day: numbers[2])
  }

  /// The date of a day; nil if there is no such day.
  ///
  /// Takes 22 conversions in calendars other than the Gregorian one: 0.1 ms.
  package func date(_ day: Day) -> CalendarDate? {
    guard locale != nil else {
      return CalendarDate(year: day.year, month: day.month, day: day.day)
    }
    var (low, high) = (0, CalendarDate.last.ordinal)
    while low < high {
      let middle = (low + high) / 2
      if self.day(CalendarDate(ordinal: middle)) < day { low = middle + 1 } else { high = middle }
    }
    let date = CalendarDate(ordinal: low)
    return self.day(date) == day ? date : nil
  }

  /// The number of days of a month, from 1 to 12, in a year; that of the longest month at the ends
  /// of what `CalendarDate` covers.
  package func days(in month: Int, of year: Int) -> Int {
    guard locale != nil else { return CalendarDate.days(in: month, of: year) }
    let (nextYear, next) = month == 12 ? (year + 1, 1) : (year, month + 1)
    guard let first = date(Day(year: year, month: month, day: 1)),
      let end = date(Day(year: nextYear, month: next, day: 1))
    else { return 31 }
    return end.ordinal - first.ordinal
  }

  /// The same day of the month `months` months later, or earlier if negative; the last day of a
  /// month that is too short, and the first or last day of `CalendarDate` beyond its ends.
  package func date(_ date: CalendarDate, addingMonths months: Int) -> CalendarDate {
    guard locale != nil else { return date.adding(months: months) }
    var day = day(date)
    let index = day.year * 12 + day.month - 1 + min(max(months, -200_000), 200_000)
    (day.year, day.month) = (index / 12, index % 12 + 1)
    day.day = min(day.day, index < 12 ? 1 : days(in: day.month, of: day.year))
    return self.date(day) ?? (months < 0 ? .first : .last)
  }
}
