extension ICU {
  /// A number as a skeleton says, with its plural category in the language `words`.
  func number(
    _ value: JSONValue, _ skeleton: String, _ locale: String, words: String? = nil,
    _ work: inout ExpressionWork
  ) throws(ExpressionFault) -> (text: String, category: String) {
    let formatter = try formatter(.number, locale, style: skeleton, &work) { status in
      let units = Array(skeleton.utf16)
      return openNumber(units, Int32(units.count), locale, status)
    }
    var status: Int32 = 0
    guard let result = openResult(&status) else { throw ExpressionFault("there is no memory") }
    defer { free(result, .result) }
    if case .integer(let int) = value {
      formatInt(formatter.handle, Int64(int), result, &status)
    } else {
      formatDouble(formatter.handle, value.number ?? .nan, result, &status)
    }
    let text = try text { numberText(result, $0, $1, $2) }
    guard let words else { return (text, "") }
    let rules = try self.formatter(.rules, words, &work) { openRules(words, 0, $0) }
    return (text, try self.text { selectRule(rules.handle, result, $0, $1, $2) })
  }

  /// A day or a time as a skeleton or a pattern says.
  ///
  /// - Parameter zone: That in which a time is shown; nil for the system's.
  func date(
    _ moment: Moment, _ pattern: String, _ locale: String, zone: String?,
    _ work: inout ExpressionWork
  ) throws(ExpressionFault) -> String {
    let zone = moment.hasZone ? zone : "UTC"
    let formatter = try formatter(.date, locale, style: pattern, zone: zone, &work) {
      dateFormat(pattern, locale, zone, $0)
    }
    return try text { formatDate(formatter.handle, moment.seconds * 1000, $0, $1, nil, $2) }
  }

  private func dateFormat(
    _ pattern: String, _ locale: String, _ zone: String?, _ status: Status
  ) -> Handle? {
    var units = Array(pattern.utf16)
    if DatePattern.isSkeleton(pattern) {
      guard let best = self.pattern(units, locale, status) else { return nil }
      units = best
    }
    let zone = zone.map { Array($0.utf16) }
    let zoneLength = Int32(zone?.count ?? 0)
    // The styles are those of a pattern: UDAT_PATTERN.
    let date = openDate(-2, -2, locale, zone, zoneLength, units, Int32(units.count), status)
    guard let date, let calendar = openCalendar(zone, zoneLength, locale, 0, status) else {
      return date
    }
    // ISO 8601 counts Gregorian days before 1582, too. Other calendars have no such change.
    var ignored: Int32 = 0
    setGregorianChange(calendar, -8.64e15, &ignored)
    setCalendar(date, calendar)
    free(calendar, .calendar)
    return date
  }

  private func pattern(_ skeleton: [UInt16], _ locale: String, _ status: Status) -> [UInt16]? {
    guard let patterns = openPatterns(locale, status) else { return nil }
    defer { free(patterns, .patterns) }
    var room = [UInt16](repeating: 0, count: 512)
    let length = bestPattern(patterns, skeleton, Int32(skeleton.count), &room, 512, status)
    return status.pointee <= 0 ? Array(room.prefix(Int(length))) : nil
  }

  /// The pattern in which a language writes the parts that a skeleton names; nil for no skeleton.
  func pattern(_ skeleton: String, _ locale: String) -> String? {
    var status: Int32 = 0
    return pattern(Array(skeleton.utf16), locale, &status).map {
      String(decoding: $0, as: UTF16.self)
    }
  }

  /// ICU's units of distances in time.
  private enum RelativeUnit: Int32 {
    case year = 0
    case month = 2
    case week, day, hour, minute, second
  }

  /// How far a moment is from another one, in whole minutes, hours, days and so on. Days are those
  /// of the calendar.
  func relative(
    _ moment: Moment, _ now: Moment, _ language: Language, _ work: inout ExpressionWork
  ) throws(ExpressionFault) -> String {
    let (clock, zone) = ("uuuu-MM-dd'T'HH:mm:ss", language.timeZone)
    let then = Moment(try date(moment, clock, "en_US_POSIX", zone: zone, &work)) ?? moment
    let today = Moment(try date(now, clock, "en_US_POSIX", zone: zone, &work)) ?? now
    let seconds = moment.hasZone ? moment.seconds - now.seconds : then.seconds - today.seconds
    let (days, months) = (then.day - today.day, then.months(since: today))
    let (count, unit): (Int, RelativeUnit) =
      switch (moment.isDay, seconds.magnitude) {
      case (false, ..<60): (0, .second)
      case (false, ..<3600): (Int(seconds / 60), .minute)
      case (false, ..<86_400): (Int(seconds / 3600), .hour)
      case _ where days.magnitude < 7: (days, .day)
      case _ where months == 0: (days / 7, .week)
      case _ where months.magnitude < 12: (months, .month)
      default: (months / 12, .year)
      }
    let formatter = try formatter(.relative, language.times, &work) {
      openRelative(language.times, nil, 0, 256, $0)
    }
    // "Yesterday" says which day it was; "last week" would not say how long ago.
    let format = unit == .second || unit == .day ? formatRelative : formatRelativeNumber
    return try text { format(formatter.handle, Double(count), unit.rawValue, $0, $1, $2) }
  }

  /// Texts as an enumeration.
  func list(
    _ texts: [String], _ locale: String, _ work: inout ExpressionWork
  ) throws(ExpressionFault) -> String {
    let formatter = try formatter(.list, locale, &work) { openList(locale, 0, 0, $0) }
    let lengths = texts.map { Int32($0.utf16.count) }
    // The zero is there so that even empty texts have an address.
    let units: [UInt16] = texts.flatMap(\.utf16) + [0]
    return try units.withUnsafeBufferPointer { buffer throws(ExpressionFault) in
      var (starts, start) = ([Units?](), 0)
      for length in lengths {
        starts.append(buffer.baseAddress.map { $0 + start })
        start += Int(length)
      }
      return try text {
        formatList(formatter.handle, starts, lengths, Int32(texts.count), $0, $1, $2)
      }
    }
  }
}
