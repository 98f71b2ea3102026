import Synchronization

/// How days and times of day are written and typed in a language, as ICU has it: the order of their
/// parts and the signs between them, the calendar, the names, the digits, and the first day of the
/// week.
package struct DateFormat: Sendable {
  /// A part of a day or a time.
  package enum Part: Sendable {
    case year, month, day
    /// From 0 to 23.
    case hour
    /// From 1 to 12, in one of two periods.
    case hourOfPeriod
    case minute
    /// Before noon, 0, or after, 1.
    case period

    /// - Parameter letter: A letter of Unicode's date patterns (UTS 35).
    fileprivate init?(_ letter: Character) {
      switch letter {
      case "y", "Y", "u": self = .year
      case "M", "L": self = .month
      case "d": self = .day
      case "H", "k": self = .hour
      case "h", "K": self = .hourOfPeriod
      case "m": self = .minute
      case "a", "b", "B": self = .period
      default: return nil
      }
    }
  }

  /// A part, or the sign after it, by its index.
  package enum Place: Hashable, Sendable {
    case part(Int)
    case sign(Int)
  }

  /// The parts of a day or a time, in the order in which they are written.
  package struct Order: Sendable {
    package var parts: [Part] = []
    /// The signs between them, and after the last one.
    package var signs: [String] = []
    /// Whether each part goes where the direction of the language takes it, instead of to the
    /// right of the part before, as digits after a sign do in every language.
    private var isFree: [Bool] = []

    /// Reads a pattern of Unicode's dates. Eras and words are left out.
    init(_ pattern: String) {
      var (sign, isQuoted, isFreeing) = ("", false, false)
      for character in pattern {
        if character == "'" { isQuoted.toggle() }
        guard !isQuoted, character != "'" else { continue }
        if let part = Part(character) {
          if part == parts.last, sign.isEmpty { continue }
          if !parts.isEmpty { signs.append(sign) }
          isFree.append(parts.isEmpty || isFreeing || part == .period || parts.last == .period)
          parts.append(part)
          (sign, isFreeing) = ("", false)
        } else if character.unicodeScalars.contains("\u{200F}") {
          isFreeing = true
          sign += String(character.unicodeScalars.filter { $0 != "\u{200F}" }.map(Character.init))
        } else if !character.isASCII || !character.isLetter, !parts.isEmpty {
          sign.append(character)
        }
      }
      signs.append(sign == "." ? sign : "")
    }

    /// A day with a time after it.
    package static func + (day: Order, time: Order) -> Order {
      var order = day
      order.signs[order.signs.count - 1] += "  "
      order.parts += time.parts
      order.signs += time.signs
      order.isFree += time.isFree
      return order
    }

    /// The places of the parts, and of the signs after them, from left to right.
    ///
    /// - Parameter isRightToLeft: Whether that is the direction of the language.
    func places(isRightToLeft: Bool) -> [Place] {
      var runs: [[Place]] = []
      for index in parts.indices {
        if isFree[index] {
          runs.append([])
        } else {
          runs[runs.count - 1].append(.sign(index - 1))
        }
        runs[runs.count - 1].append(.part(index))
        let isLast = index + 1 == parts.count || isFree[index + 1]
        if isLast { runs.append([.sign(index)]) }
      }
      return Array((isRightToLeft ? runs.reversed() : runs).joined())
    }
  }

  package let calendar: CalendarSystem
  package let (day, time): (Order, Order)
  /// From 0 for Monday to 6 for Sunday.
  package let firstWeekday: Int
  private let language: Language
  private let zero: Unicode.Scalar

  /// The format of the United States, which needs no library.
  package static let standard = DateFormat(
    calendar: .gregorian, day: Order("MM/dd/y"), time: Order("h:mm a"), firstWeekday: 6,
    language: .standard, zero: "0")

  private static let known = Mutex<[String: DateFormat]>([:])
  private static let mostKnown = 16

  /// The format of a language, which is made once: in 3 ms.
  package static func of(_ language: Language) -> DateFormat {
    guard language.times != Language.standard.times, let icu = ICU.shared else { return .standard }
    return known.withLock { known in
      if let format = known[language.times] { return format }
      if known.count >= mostKnown { known.removeAll() }
      let format = DateFormat(language, icu)
      known[language.times] = format
      return format
    }
  }

  private init(
    calendar: CalendarSystem, day: Order, time: Order, firstWeekday: Int, language: Language,
    zero: Unicode.Scalar
  ) {
    (self.calendar, self.day, self.time) = (calendar, day, time)
    (self.firstWeekday, self.language, self.zero) = (firstWeekday, language, zero)
  }

  private init(_ language: Language, _ icu: ICU) {
    var language = language
    language.timeZone = "UTC"
    func latin(_ name: String) -> String {
      name.contains("-u-") ? name + "-nu-latn" : name + "@numbers=latn"
    }
    let own = CalendarSystem(ofLocale: latin(language.times))
    if own == nil { language.times = String(language.times.prefix { $0 != "-" }) }
    func order(_ skeleton: String, or usual: String) -> Order {
      Order(icu.pattern(skeleton, language.times) ?? usual)
    }
    let monday = Moment(seconds: 4 * 86_400, hasZone: false)
    func text(_ pattern: String, _ language: Language) -> String {
      monday.map { language.text($0, pattern) } ?? ""
    }
    var plain = language
    plain.times = latin(language.times)
    self.init(
      calendar: own ?? .gregorian, day: order("yMMdd", or: "y-MM-dd"),
      time: order("jm", or: "HH:mm"), firstWeekday: (8 - (Int(text("e", plain)) ?? 1)) % 7,
      language: language, zero: text("s", language).unicodeScalars.first ?? "0")
  }

  private var isStandard: Bool { language.times == Language.standard.times }

  /// The parts and signs of an order of this format, from left to right.
  package func places(of order: Order) -> [Place] {
    order.places(isRightToLeft: Language.isRightToLeft(language.times))
  }

  // MARK: Names

  /// The names of the twelve months, as they stand by themselves.
  package var months: [String] {
    if isStandard { return Self.months }
    let year = calendar.day(CalendarDate(ordinal: 739_000)).year
    return (1...12).map { month in
      let date = calendar.date(CalendarSystem.Day(year: year, month: month, day: 1))
      return date.map { text($0, "LLLL") } ?? "\(month)"
    }
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The shortest names that tell the days of the week apart, beginning with the first one.
  package var weekdays: [String] {
    (firstWeekday..<firstWeekday + 7).map { day in
      isStandard
        ? String(Self.weekdays[day % 7].prefix(2)) : text(CalendarDate(ordinal: day), "cccccc")
    }
  }

  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  /// The names of the times before and after noon.
  package var periods: [String] {
    if isStandard { return ["AM", "PM"] }
    return [1, 13].map { hour in
      Moment(TimeOfDay(minutes: hour * 60).description).map { language.text($0, "a") } ?? ""
    }
  }

  // MARK: Texts

  /// A number that is not negative, in the language's digits, with leading zeros.
  package func text(_ number: Int, digits: Int = 1) -> String {
    let text = number.padded(to: digits)
    guard zero != "0" else { return text }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { Unicode.Scalar($0.value - 0x30 + zero.value) ?? $0 }))
  }

  /// A day, a time, or both, in words; a number is as in documents.
  package func text(_ bound: InputBound) -> String {
    switch bound {
    case .number: bound.value.typedText
    case .date(let date): text(date)
    case .time(let time): text(time)
    case .dateTime(let date, let time):
      isStandard
        ? "\(text(date)) at \(text(time))" : text(bound.value.typedText, "yMMMMEEEEdjm")
    }
  }

  /// A day with the names of its weekday and its month: `Monday, November 23, 2026`.
  package func text(_ date: CalendarDate) -> String {
    guard isStandard else { return text(date, "yMMMMEEEEd") }
    let (weekday, month) = (Self.weekdays[date.weekday], Self.months[date.month - 1])
    return "\(weekday), \(month) \(date.day), \(date.year)"
  }

  /// A time of day: `2:05 PM`.
  package func text(_ time: TimeOfDay) -> String {
    guard isStandard else { return text(time.description, "jm") }
    let hour = (time.hour + 11) % 12 + 1
    return "\(hour):\(time.minute.padded(to: 2))\u{202F}\(time.hour < 12 ? "AM" : "PM")"
  }

  /// The month of a day, and its year: `November 2026`.
  package func month(of date: CalendarDate) -> String {
    isStandard ? "\(Self.months[date.month - 1]) \(date.year)" : text(date, "yMMMM")
  }

  private func text(_ date: CalendarDate, _ pattern: String) -> String {
    text(date.description, pattern)
  }

  private func text(_ stored: String, _ pattern: String) -> String {
    Moment(stored).map { language.text($0, pattern) } ?? stored
  }
}

extension DateFormat: Equatable {
  /// Whether two are of one language.
  package static func == (a: DateFormat, b: DateFormat) -> Bool {
    a.language.times == b.language.times
  }
}
