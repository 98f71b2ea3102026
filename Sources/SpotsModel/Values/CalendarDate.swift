// Days and times of day as calendars and clocks show them, whatever the time zone.

/// A day of the proleptic Gregorian calendar, which also covers the centuries before its adoption.
public struct CalendarDate: Hashable, Sendable {
  /// From 1 to 9999.
  public let year: Int
  /// From 1 to 12.
  public let month: Int
  /// From 1 to the length of the month.
  public let day: Int

  /// The first and the last day: 0001-01-01 and 9999-12-31.
  public static let (first, last) = (CalendarDate(ordinal: 0), CalendarDate(ordinal: 3_652_058))

  /// Creates a day; nil when there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month, day >= 1, day <= Self.days(in: month, of: year) else {
      return nil
    }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Creates the day that ISO 8601 writes as `text`, such as `2026-11-23`; nil for anything else.
  public init?(_ text: String) {
    guard let numbers = text.numbers([4, 2, 2], separator: "-") else { return nil }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  /// Creates the day that is `ordinal` days after the first one, limited to the first and last day.
  public init(ordinal: Int) {
    // Years begin in March, so that the leap day comes last, and count from 0.
    let days = min(max(ordinal, 0), 3_652_058) + 306
    let (cycle, rest) = (days / 146_097, days % 146_097)
    let years = (rest - rest / 1460 + rest / 36_524 - rest / 146_096) / 365
    let dayOfYear = rest - (365 * years + years / 4 - years / 100)
    let march = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * march + 2) / 5 + 1
    month = march < 10 ? march + 3 : march - 9
    year = years + cycle * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days from the first day of the year 1 to this one.
  public var ordinal: Int {
    let year = month <= 2 ? self.year - 1 : self.year
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 306
  }

  /// The day of the week, from 0 for Monday to 6 for Sunday.
  public var weekday: Int { ordinal % 7 }

  /// The number of days of a month, from 1 to 12, in a year.
  public static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// The day that is `days` days later, or earlier if negative; limited to the first and last day.
  public func adding(days: Int) -> CalendarDate {
    CalendarDate(ordinal: ordinal + min(max(days, -4_000_000), 4_000_000))
  }

  /// The same day of the month `months` months later, or earlier if negative; the last day of a
  /// month that is too short, and the first or last day of the calendar beyond its ends.
  public func adding(months: Int) -> CalendarDate {
    let index = year * 12 + month - 1 + min(max(months, -200_000), 200_000)
    let (year, month) = (index / 12, index % 12 + 1)
    guard index >= 12, year <= 9999 else { return index < 12 ? .first : .last }
    let day = min(day, Self.days(in: month, of: year))
    return CalendarDate(year: year, month: month, day: day) ?? self
  }
}

extension CalendarDate: Comparable, CustomStringConvertible {
  /// The day in the form of ISO 8601.
  public var description: String {
    "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
  }

  /// Whether one day is before the other.
  public static func < (a: CalendarDate, b: CalendarDate) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }
}

/// A time of day, to the minute.
public struct TimeOfDay: Hashable, Sendable {
  /// From 0 to 23.
  public let hour: Int
  /// From 0 to 59.
  public let minute: Int

  /// The first and the last time of a day.
  public static let (first, last) = (TimeOfDay(minutes: 0), TimeOfDay(minutes: 24 * 60 - 1))

  /// Creates a time; nil when the hour or the minute is out of range.
  public init?(hour: Int, minute: Int) {
    guard 0...23 ~= hour, 0...59 ~= minute else { return nil }
    (self.hour, self.minute) = (hour, minute)
  }

  /// Creates the time that ISO 8601 writes as `text`, such as `14:05`; nil for anything else.
  public init?(_ text: String) {
    guard let numbers = text.numbers([2, 2], separator: ":") else { return nil }
    self.init(hour: numbers[0], minute: numbers[1])
  }

  /// Creates the time that is `minutes` minutes after midnight, limited to those of one day.
  public init(minutes: Int) {
    let minutes = min(max(minutes, 0), 24 * 60 - 1)
    (hour, minute) = (minutes / 60, minutes % 60)
  }

  /// The minutes since midnight.
  public var minutes: Int { hour * 60 + minute }
}

extension TimeOfDay: Comparable, CustomStringConvertible {
  /// The time in the form of ISO 8601.
  public var description: String { "\(hour.padded(to: 2)):\(minute.padded(to: 2))" }

  /// Whether one time is before the other.
  public static func < (a: TimeOfDay, b: TimeOfDay) -> Bool { a.minutes < b.minutes }
}

extension Int {
  /// The digits of a number, which must not be negative, with leading zeros up to `digits`.
  package func padded(to digits: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(digits - text.utf8.count, 0)) + text
  }
}

extension String {
  /// The numbers in a text, separated and of exactly `digits` digits each; nil for other text.
  fileprivate func numbers(_ digits: [Int], separator: Character) -> [Int]? {
    guard utf8.count == digits.reduce(digits.count - 1, +) else { return nil }
    let parts = split(separator: separator, omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == digits,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    return parts.compactMap { Int($0) }
  }
}

/// The least or the greatest answer allowed: a number, a day, a time of day, or both in one.
public enum InputBound: Hashable, Comparable, Sendable {
  /// A bound for numbers.
  case number(Double)
  /// A bound for days.
  case date(CalendarDate)
  /// A bound for times of day.
  case time(TimeOfDay)
  /// A bound for times on days.
  case dateTime(CalendarDate, TimeOfDay)

  /// Creates the bound that documents write as `text`: a day, a time, or both as in
  /// `2026-11-23T14:05`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.utf8.count == 16 ? text.split(separator: "T") : []
    if parts.count == 2, let date = CalendarDate(String(parts[0])),
      let time = TimeOfDay(String(parts[1]))
    {
      self = .dateTime(date, time)
    } else if let date = CalendarDate(text) {
      self = .date(date)
    } else if let time = TimeOfDay(text) {
      self = .time(time)
    } else {
      return nil
    }
  }

  /// The number; nil for days and times.
  public var number: Double? { if case .number(let number) = self { number } else { nil } }
  /// The day; nil for numbers and times.
  public var date: CalendarDate? {
    switch self {
    case .date(let date), .dateTime(let date, _): date
    case .number, .time: nil
    }
  }
  /// The time of day; nil for numbers and days.
  public var time: TimeOfDay? {
    switch self {
    case .time(let time), .dateTime(_, let time): time
    case .number, .date: nil
    }
  }

  /// The bound as the value of an item that has it as its answer.
  public var value: JSONValue {
    switch self {
    case .number(let number): .of(number)
    case .date(let date): .string(date.description)
    case .time(let time): .string(time.description)
    case .dateTime(let date, let time): .string("\(date)T\(time)")
    }
  }
}

extension InputBound: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates a number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// Creates a number.
  public init(floatLiteral value: Double) { self = .number(value) }
}
