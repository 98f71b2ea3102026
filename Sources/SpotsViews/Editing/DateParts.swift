/// The kinds of values that a date picker has: days, times of day, or both in one.
public enum DatePickerMode: String, Hashable, Sendable, CaseIterable {
  /// A day: year, month and day.
  case date
  /// A time of day: hour and minute.
  case time
  /// A time on a day.
  case dateTime

  /// The kind of items with such values.
  var kind: InputKind {
    switch self {
    case .date: .date
    case .time: .time
    case .dateTime: .dateTime
    }
  }
}

/// A day or a time as it is typed, part by part, in the order of a language: the year, the month
/// and the day, the hour and the minute, or all of these. Any of them may be missing.
///
/// It is an edited text of the numbers of the parts, one of which is always selected.
struct DateParts: Sendable {
  typealias Part = DateFormat.Part

  let mode: DatePickerMode
  let format: DateFormat
  let order: DateFormat.Order
  /// With all separators, also where parts are missing.
  private var edited = EditedText("")
  /// How many digits were typed into the current part since it became the current one.
  private var typed = 0
  /// Whether it became the current one because the part before was full.
  private var hasMovedOn = false

  private static let separator: Character = "-"

  /// The parts that ISO 8601 has, each with the sign before it.
  private static let stored: [(part: Part, sign: Character)] = [
    (.year, "-"), (.month, "-"), (.day, "-"), (.hour, "T"), (.minute, ":"),
  ]

  private static func stored(_ mode: DatePickerMode) -> ArraySlice<(part: Part, sign: Character)> {
    switch mode {
    case .date: stored.prefix(3)
    case .time: stored.suffix(2)
    case .dateTime: stored[...]
    }
  }

  /// Creates the parts of a value; all of them are missing unless it is a day or a time in the form
  /// of ISO 8601, complete or in part.
  init(_ text: String = "", mode: DatePickerMode, format: DateFormat = .standard) {
    (self.mode, self.format) = (mode, format)
    order =
      switch mode {
      case .date: format.day
      case .time: format.time
      case .dateTime: format.day + format.time
      }
    edited = EditedText(Self.joined(texts(of: numbers(in: text))[...]))
    move(to: 0)
  }

  private static func joined(_ texts: ArraySlice<String>) -> String {
    texts.joined(separator: String(separator))
  }

  private func texts(of numbers: [Int?]) -> [String] {
    zip(numbers, order.parts).map { number, part in number?.padded(to: part.digits) ?? "" }
  }

  /// The number of each part; nil for one that is missing.
  var numbers: [Int?] {
    edited.text.split(separator: Self.separator, omittingEmptySubsequences: false).map { Int($0) }
  }

  /// The index of the part that is typed into.
  var current: Int {
    edited.text.part(0..<edited.selection.range.lowerBound).count { $0 == Self.separator }
  }

  /// Whether more digits may follow those that were typed into the current part.
  var isBeingTyped: Bool { typed > 0 }

  // MARK: The value

  /// The numbers of the parts of a value in the form of ISO 8601.
  private func numbers(in text: String) -> [Int?] {
    let stored = Self.stored(mode)
    func isSign(_ character: Character) -> Bool { "-:T".contains(character) }
    let texts =
      text.utf8.count <= 16
      ? text.split(omittingEmptySubsequences: false, whereSeparator: isSign) : []
    guard texts.count == stored.count,
      text.filter(isSign) == String(stored.dropFirst().map(\.sign)),
      zip(texts, stored).allSatisfy({ text, stored in
        text.utf8.count <= stored.part.digits
          && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      })
    else { return order.parts.map { _ in nil } }
    var numbers = Dictionary(
      uniqueKeysWithValues: zip(stored, texts).compactMap { stored, text in
        Int(text).map { (stored.part, $0) }
      })
    if let date = CalendarDate(String(text.prefix(10))) {
      let day = format.calendar.day(date)
      (numbers[.year], numbers[.month], numbers[.day]) = (day.year, day.month, day.day)
    }
    if let hour = numbers[.hour], 0...23 ~= hour {
      (numbers[.hourOfPeriod], numbers[.period]) = ((hour + 11) % 12 + 1, hour / 12)
    }
    return order.parts.map { numbers[$0] }
  }

  /// The number of a part that ISO 8601 has.
  private func number(_ part: Part) -> Int? {
    func own(_ part: Part) -> Int? { order.parts.firstIndex(of: part).flatMap { numbers[$0] } }
    guard part == .hour, let hour = own(.hourOfPeriod), let period = own(.period) else {
      return own(part)
    }
    return hour % 12 + 12 * period
  }

  /// The value in ISO 8601, without the digits of missing parts; empty if all are missing.
  var text: String {
    let stored = Self.stored(mode)
    var numbers = stored.map { number($0.part) }
    if numbers.allSatisfy({ $0 == nil }) { return "" }
    if format.calendar != .gregorian, mode != .time, let year = numbers[0], let month = numbers[1],
      let day = numbers[2]
    {
      // The day 0 is one that there is not.
      let date = format.calendar.date(CalendarSystem.Day(year: year, month: month, day: day))
      numbers[2] = 0
      if let date { numbers[..<3] = [date.year, date.month, date.day] }
    }
    return zip(stored, numbers).reduce("") { text, next in
      let (stored, number) = next
      let sign = stored.part == Self.stored(mode).first?.part ? "" : String(stored.sign)
      return text + sign + (number?.padded(to: stored.part.digits) ?? "")
    }
  }

  /// The day or time; nil while there is none.
  var bound: InputBound? { InputBound(text) }

  /// The day; nil while a part of it is missing.
  var day: CalendarDate? { mode == .time ? nil : CalendarDate(String(text.prefix(10))) }

  /// The time of day; nil while a part of it is missing.
  var time: TimeOfDay? { mode == .date ? nil : TimeOfDay(String(text.suffix(5))) }

  // MARK: On show

  /// The text of a part; nil for one that is missing.
  func shown(_ index: Int) -> String? {
    let part = order.parts[index]
    return numbers[index].map {
      part == .period ? format.periods[min($0, 1)] : format.text($0, digits: part.digits)
    }
  }

  /// All parts as they are shown; empty if all are missing.
  var shown: String {
    text.isEmpty
      ? "" : order.parts.indices.reduce("") { $0 + (shown($1) ?? "") + order.signs[$1] }
  }

  /// Texts in the places of missing parts.
  func placeholders(in words: Words) -> [String] {
    let all = words[.dateParts].split(separator: "-").map(String.init)
    return order.parts.map { part in
      let part = part == .hourOfPeriod ? .hour : part
      return Self.stored.firstIndex { $0.part == part }.map { all[$0] } ?? "––"
    }
  }

  /// The parts that are said by a whole text: in the form of ISO 8601, or as they are shown, with
  /// all digits of the year. nil for any other text.
  func typed(_ text: String) -> DateParts? {
    guard let end = text.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    let text = text[...end].drop(while: \.isWhitespace)
    var new = self
    new.set(numbers(in: String(text)))
    if new.bound != nil { return new }
    let runs = text.split { $0.wholeNumberValue == nil }.map { $0.compactMap(\.wholeNumberValue) }
    let places = order.parts.indices.filter { order.parts[$0] != .period }
    guard runs.count == places.count else { return nil }
    var numbers = self.numbers
    for (place, run) in zip(places, runs) {
      let part = order.parts[place]
      guard part == .year ? run.count == 4 : run.count <= 2 else { return nil }
      numbers[place] = run.reduce(0) { $0 * 10 + $1 }
      guard part.range.contains(numbers[place] ?? 0) else { return nil }
    }
    if let place = order.parts.firstIndex(of: .period) {
      let letters = text.filter { !$0.isNumber && !order.signs.joined().contains($0) }
      numbers[place] = letters.lazy.compactMap(period).first
      guard numbers[place] != nil else { return nil }
    }
    new.set(numbers)
    return new.bound == nil ? nil : new
  }

  // MARK: Changes

  /// Makes the part nearest to `index` the current one.
  mutating func move(to index: Int) {
    let index = min(max(index, 0), order.parts.count - 1)
    select(index...index)
    (typed, hasMovedOn) = (0, false)
  }

  /// Makes the next part to the right or to the left the current one.
  mutating func moveSideways(right: Bool) {
    let parts = format.places(of: order).compactMap {
      if case .part(let part) = $0 { part } else { nil }
    }
    let place = (parts.firstIndex(of: current) ?? 0) + (right ? 1 : -1)
    if parts.indices.contains(place) { move(to: parts[place]) }
  }

  private mutating func select(_ range: ClosedRange<Int>) {
    let ends = texts(of: numbers).reduce(into: [-1]) {
      $0.append($0[$0.count - 1] + 1 + $1.utf8.count)
    }
    edited.select(TextSelection(ends[range.lowerBound] + 1..<ends[range.upperBound + 1]))
  }

  /// Replaces the parts that differ, or the current one if none does, as one edit. An hour without
  /// a period is in the morning, twelve is noon, and those above are in the afternoon.
  private mutating func set(_ wanted: [Int?]) {
    var wanted = wanted
    if let hour = order.parts.firstIndex(of: .hourOfPeriod),
      let period = order.parts.firstIndex(of: .period), let number = wanted[hour]
    {
      if number > 12 {
        (wanted[hour], wanted[period]) = (number - 12, 1)
      } else {
        wanted[period] = wanted[period] ?? (number == 12 ? 1 : 0)
      }
    }
    let (old, current) = (numbers, current)
    let changed = wanted.indices.filter { wanted[$0] != old[$0] }
    let range = (changed.first ?? current)...(changed.last ?? current)
    select(range)
    edited.paste(Self.joined(texts(of: wanted)[range]))
    select(current...current)
  }

  /// Replaces all parts by those of a day or time, or removes them if it is nil.
  mutating func set(_ bound: InputBound?) {
    let numbers = numbers(in: bound?.value.typedText ?? "")
    if numbers != self.numbers { set(numbers) }
    move(to: current)
  }

  /// Replaces the parts of the day, or removes all parts if it is nil.
  mutating func set(day: CalendarDate?) {
    guard mode == .dateTime, let day else { return set(day.map { .date($0) }) }
    set(numbers(in: "\(day)T\(text.split(separator: "T").dropFirst().first ?? ":")"))
    move(to: current)
  }

  /// Replaces the parts of the time.
  mutating func set(time: TimeOfDay) {
    guard mode == .dateTime else { return set(.time(time)) }
    set(numbers(in: "\(text.split(separator: "T").first ?? "--")T\(time)"))
    move(to: current)
  }

  /// Undoes or redoes an edit; the first part that it changes is the current one.
  mutating func change(_ body: (inout EditedText) -> Bool) {
    _ = body(&edited)
    move(to: current)
  }

  /// Types a digit into the current part, and goes on to the next one when it is full, or at any
  /// other character unless it just did. All digits of a part are one edit.
  mutating func type(_ character: Character) {
    let (part, isLast) = (order.parts[current], current == order.parts.count - 1)
    let digit = character.wholeNumberValue.flatMap { 0...9 ~= $0 ? $0 : nil }
    if part == .period, let number = period(character) {
      hasMovedOn = false
      replaceCurrent(by: number)
    } else if part == .period, digit != nil, !isLast {
      move(to: current + 1)
      type(character)
    } else if let digit, part != .period {
      type(digit, into: part, isLast: isLast)
    } else if hasMovedOn {
      hasMovedOn = false
    } else if numbers[current] != nil, !isLast {
      move(to: current + 1)
      if order.parts[current] == .period { type(character) }
    }
  }

  private mutating func type(_ digit: Int, into part: Part, isLast: Bool) {
    let longer = (typed > 0 ? numbers[current] ?? 0 : 0) * 10 + digit
    let afternoon = part == .hourOfPeriod && 13...19 ~= longer
    let range = afternoon ? 0...23 : part.range
    let isStart = typed == 0 || longer > range.upperBound
    let number = isStart ? digit : longer
    let place = current
    if typed > 0 { edited.undo() }
    // The edit may have begun at an earlier part.
    select(place...place)
    replaceCurrent(by: number)
    (typed, hasMovedOn) = (isStart ? 1 : typed + 1, false)
    guard typed == part.digits || number * 10 > range.upperBound else { return }
    move(to: current + 1)
    hasMovedOn = !isLast
  }

  private mutating func replaceCurrent(by number: Int?) {
    var numbers = numbers
    numbers[current] = number
    set(numbers)
  }

  /// The period that a letter names: by the first one that tells the names apart, or in English.
  private func period(_ letter: Character) -> Int? {
    let names = format.periods.map { $0.lowercased() }
    let letter = letter.lowercased()
    let own = names.map { name in
      name.first { character in !names.allSatisfy { $0.contains(character) } }.map(String.init)
    }
    return own.firstIndex(of: letter) ?? ["a", "p"].firstIndex(of: letter)
  }

  /// Empties the current part; hours keep their period.
  ///
  /// - Returns: Whether it had a number.
  mutating func clear() -> Bool {
    (typed, hasMovedOn) = (0, false)
    if order.parts[current] == .period, number(.hour) != nil { return false }
    return !edited.selection.isEmpty && edited.delete(.character, forward: true)
  }

  /// Raises or lowers the current part by one, as far as `range` allows. All but the year wrap
  /// around. A missing part takes its number from `start`.
  mutating func step(up: Bool, in range: ClosedRange<InputBound>, from start: InputBound) {
    (typed, hasMovedOn) = (0, false)
    var numbers = numbers
    numbers[current] =
      numbers[current].map { stepped($0, up: up) }
      ?? self.numbers(in: start.value.typedText)[current]
    numbers = fitting(numbers, in: range)
    if numbers != self.numbers { set(numbers) }
  }

  private func stepped(_ number: Int, up: Bool) -> Int {
    let limits = limits
    let next = up ? number + 1 : number - 1
    if order.parts[current] == .year || limits.contains(next) || !limits.contains(number) {
      return min(max(next, limits.lowerBound), limits.upperBound)
    }
    return up ? limits.lowerBound : limits.upperBound
  }

  /// The numbers that the current part can have, given the others.
  private var limits: ClosedRange<Int> {
    guard order.parts[current] == .day, let month = number(.month), 1...12 ~= month else {
      return order.parts[current].range
    }
    // The year 4 has a leap day.
    return 1...format.calendar.days(in: month, of: number(.year) ?? 4)
  }

  /// A day beyond the end of its month becomes the last one, and a value outside of `range` the
  /// nearest bound.
  private func fitting(_ numbers: [Int?], in range: ClosedRange<InputBound>) -> [Int?] {
    var fitted = self
    fitted.set(numbers)
    if let day = order.parts.firstIndex(of: .day), let number = numbers[day],
      let year = fitted.number(.year), let month = fitted.number(.month), 1...12 ~= month
    {
      var numbers = fitted.numbers
      numbers[day] = min(number, format.calendar.days(in: month, of: year))
      fitted.set(numbers)
    }
    guard let bound = fitted.bound, !range.contains(bound) else { return fitted.numbers }
    let nearest = bound < range.lowerBound ? range.lowerBound : range.upperBound
    return self.numbers(in: nearest.value.typedText)
  }
}

extension DateFormat.Part {
  /// How many digits it is shown with.
  fileprivate var digits: Int {
    switch self {
    case .year: 4
    case .period: 1
    default: 2
    }
  }

  /// The numbers it can have.
  fileprivate var range: ClosedRange<Int> {
    switch self {
    case .year: 1...9999
    case .month, .hourOfPeriod: 1...12
    case .day: 1...31
    case .hour: 0...23
    case .minute: 0...59
    case .period: 0...1
    }
  }

  /// Texts as wide as any that it has.
  func widest(in format: DateFormat) -> [String] {
    self == .period ? format.periods : [format.text(0, digits: digits)]
  }
}
