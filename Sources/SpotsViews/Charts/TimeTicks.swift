/// Times along an axis at which a clock or a calendar shows something round: full minutes, hours,
/// days, months or years.
struct TimeTicks {
  /// A part of a clock or a calendar.
  enum Unit: Double, CaseIterable {
    // The raw value is the usual length in seconds.
    case second = 1
    case minute = 60
    case hour = 3600
    case day = 86_400
    case month = 2_629_746
    case year = 31_556_952

    /// The numbers of units between two ticks; of years also ten times as many, and so on.
    fileprivate var counts: [Int] {
      switch self {
      case .second, .minute: [1, 2, 5, 10, 15, 30]
      case .hour: [1, 2, 3, 6, 12]
      case .day: [1, 2, 7, 14]
      case .month: [1, 2, 3, 6]
      case .year: (0...5).flatMap { power in [1, 2, 5].map { $0 * Self.pow10(power) } }
      }
    }

    private static func pow10(_ power: Int) -> Int { (0..<power).reduce(1) { all, _ in all * 10 } }
  }

  /// The unit that differs from tick to tick.
  let unit: Unit
  /// Seconds since 1970, ascending, all within the range.
  private(set) var seconds: [Double] = []
  /// The first day of 1970 as an ordinal, and its first Monday.
  private static let (start, monday) = (719_162.0, 4.0)

  /// - Parameters:
  ///   - range: Seconds since 1970.
  ///   - most: The most ticks that have room.
  ///   - wall: The seconds that a clock on the wall shows, as if in universal time.
  init(_ range: ClosedRange<Double>, most: Int, wall: (Double) -> Double) {
    let steps = Unit.allCases.flatMap { unit in unit.counts.map { (unit, $0) } }
    let length = range.upperBound - range.lowerBound
    let from = steps.firstIndex { length / ($0.rawValue * Double($1)) <= Double(max(most, 1)) }
    var found = (unit: Unit.year, seconds: [Double]())
    // Rounding may make one tick too many.
    for (unit, count) in steps[(from ?? steps.count - 1)...] {
      found = (unit, Self.ticks(of: unit, count, in: range, wall))
      if found.seconds.count <= max(most, 1) { break }
    }
    (unit, seconds) = found
  }

  private static func ticks(
    of unit: Unit, _ count: Int, in range: ClosedRange<Double>, _ wall: (Double) -> Double
  ) -> [Double] {
    var ticks: [Double] = []
    for local in walls(unit, count, wall(range.lowerBound), wall(range.upperBound)) {
      // The zone may be another one at the first guess.
      var moment = local - (wall(local) - local)
      moment = local - (wall(moment) - moment)
      if range.contains(moment), ticks.last ?? -.infinity < moment { ticks.append(moment) }
    }
    return ticks
  }

  /// The times on the wall.
  private static func walls(
    _ unit: Unit, _ count: Int, _ first: Double, _ last: Double
  ) -> [Double] {
    guard unit == .month || unit == .year else {
      let step = unit.rawValue * Double(count)
      // Weeks begin on Mondays.
      let origin = unit == .day && count % 7 == 0 ? monday * Unit.day.rawValue : 0
      let start = ((first - origin) / step).rounded(.up) * step + origin
      return Array(stride(from: start, through: last, by: step).prefix(1000))
    }
    let months = unit == .year ? count * 12 : count
    func month(_ seconds: Double) -> Int {
      let day = (seconds / Unit.day.rawValue).rounded(.down) + start
      let date = CalendarDate(ordinal: Int(min(max(day, 0), 1e7)))
      return date.year * 12 + date.month - 1
    }
    let from = (month(first) + months - 1) / months * months
    return stride(from: from, through: month(last), by: months).prefix(1000).compactMap { index in
      let day = CalendarDate(year: index / 12, month: index % 12 + 1, day: 1)?.ordinal
      return day.map { (Double($0) - start) * Unit.day.rawValue }
    }
  }

  /// The texts of the ticks in a language: of one at the start of a longer unit, that unit.
  func texts(_ language: Language, hasZone: Bool) -> [String] {
    seconds.map { seconds in
      guard let moment = Moment(seconds: seconds, hasZone: hasZone) else { return "" }
      let wall = language.wallSeconds(of: moment)
      let isMidnight = wall.truncatingRemainder(dividingBy: Unit.day.rawValue) == 0
      switch unit {
      case .second, .minute, .hour:
        if isMidnight { return language.text(moment, "MMMd") }
        return language.text(moment, unit == .second ? "jms" : "jm")
      case .day: return language.text(moment, "MMMd")
      case .month:
        let day = Int(wall / Unit.day.rawValue) + Int(Self.start)
        return language.text(moment, CalendarDate(ordinal: day).month == 1 ? "y" : "MMM")
      case .year: return language.text(moment, "y")
      }
    }
  }
}
