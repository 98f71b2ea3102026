/// A day or a time in data: a number of seconds since 1970, or a text as ISO 8601 has it.
package struct Moment {
  /// Seconds since 1970; of what has no zone, as if it were in universal time.
  package let seconds: Double
  /// Whether it is the same moment everywhere. Others are shown as they are.
  package private(set) var hasZone = false
  /// Whether it is a whole day.
  package private(set) var isDay = false

  /// The first moment of 1970, as the ordinal of its day.
  private static let start = 719_162
  /// The greatest distance from 1970, in seconds: 270,000 years.
  private static let farthest = 8.64e12

  /// - Throws: When it is neither.
  init(_ value: JSONValue) throws(ExpressionFault) {
    if case .string(let text) = value, let moment = Self(text) {
      self = moment
      return
    }
    (seconds, hasZone) = (value.number ?? .nan, true)
    if seconds.magnitude <= Self.farthest { return }
    let shown = "'\(value.typedText.printable(limit: 40))'"
    throw ExpressionFault(
      "\(shown) is no day or time such as '2026-11-26' or '2026-11-26T14:05Z'",
      isOfValue: true)
  }

  /// Nil for NaN, and for more than 270,000 years from 1970.
  package init?(seconds: Double, hasZone: Bool = true) {
    guard seconds.magnitude <= Self.farthest else { return nil }
    (self.seconds, self.hasZone) = (seconds, hasZone)
  }

  /// A day (`2026-11-26`), a time of day (`14:05`), or both, with a `T` or a blank between them,
  /// and perhaps seconds and a zone: `2026-11-26T14:05:00.5+01:00`.
  package init?(_ text: String) {
    if let time = TimeOfDay(text) {
      seconds = Double(time.minutes * 60)
      return
    }
    guard let date = CalendarDate(String(text.prefix(10))) else { return nil }
    let midnight = Double((date.ordinal - Self.start) * 86_400)
    let rest = text.dropFirst(10)
    let end = rest.firstIndex { "Zz+-".contains($0) } ?? rest.endIndex
    let (clock, zone) = (rest[..<end].dropFirst(), rest[end...])
    guard !rest.isEmpty else {
      (seconds, isDay) = (midnight, true)
      return
    }
    let fraction = clock.dropFirst(5)
    let isPlain = fraction.allSatisfy { ":.0123456789".contains($0) }
    guard "Tt ".contains(text[rest.startIndex]), let time = TimeOfDay(String(clock.prefix(5))),
      isPlain, fraction.isEmpty || fraction.first == ":",
      let past = fraction.isEmpty ? 0 : Double(fraction.dropFirst()), past < 61,
      let offset = zone.count < 2 ? 0 : TimeOfDay(String(zone.dropFirst()))?.minutes
    else { return nil }
    let minutes = time.minutes - (zone.first == "-" ? -offset : offset)
    (seconds, hasZone) = (midnight + Double(minutes * 60) + past, !zone.isEmpty)
  }

  /// The day, from 1970-01-01, that its own clock shows.
  package var day: Int { Int((seconds / 86_400).rounded(.down)) }

  private var date: CalendarDate { CalendarDate(ordinal: day + Self.start) }

  /// The whole months from the day of another moment to the one of this; negative if it is before.
  func months(since other: Moment) -> Int {
    let (start, end) = (other.date, date)
    let months = (end.year - start.year) * 12 + end.month - start.month
    if months > 0 { return end.day < start.day ? months - 1 : months }
    return months < 0 && end.day > start.day ? months + 1 : months
  }

  /// It as ISO 8601 has it.
  var text: String {
    if isDay { return "\(date)" }
    let minutes = Int((seconds - Double(day) * 86_400) / 60)
    return "\(date)T\(TimeOfDay(minutes: minutes))" + (hasZone ? "Z" : "")
  }
}
