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

/// A day or a time as it is typed, part by part: the year, the month and the day, the hour and the
/// minute, or all of these. Any of them may be missing.
///
/// It is an edited text in the form of ISO 8601, one part of which is always selected.
struct DateParts: Sendable {
  /// A part: how many digits it has, and the numbers it can have.
  struct Part: Hashable, Sendable {
    let digits: Int
    let range: ClosedRange<Int>
  }

  let mode: DatePickerMode
  /// With all separators, also where parts are missing.
  private var edited: EditedText
  /// How many digits were typed into the current part since it became the current one.
  private var typed = 0
  /// Whether it became the current one because the part before was full.
  private var hasMovedOn = false

  /// The parts of a mode, from the greatest to the smallest.
  static func parts(of mode: DatePickerMode) -> [Part] {
    switch mode {
    case .date:
      [
        Part(digits: 4, range: 1...9999), Part(digits: 2, range: 1...12),
        Part(digits: 2, range: 1...31),
      ]
    case .time: [Part(digits: 2, range: 0...23), Part(digits: 2, range: 0...59)]
    case .dateTime: parts(of: .date) + parts(of: .time)
    }
  }

  /// What is shown in the places of missing parts.
  static func placeholders(of mode: DatePickerMode, in words: Words) -> [String] {
    let all = words[.dateParts].split(separator: "-").map(String.init)
    return switch mode {
    case .date: Array(all.prefix(3))
    case .time: Array(all.suffix(2))
    case .dateTime: all
    }
  }

  /// The characters between the parts.
  static func separators(of mode: DatePickerMode) -> [Character] {
    switch mode {
    case .date: ["-", "-"]
    case .time: [":"]
    case .dateTime: ["-", "-", "T", ":"]
    }
  }

  /// The parts of a text, empty ones included.
  private static func split(_ text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false, whereSeparator: isSeparator)
  }

  private static func isSeparator(_ character: Character) -> Bool { "-:T".contains(character) }

  /// The parts in `range` with the separators between them.
  private static func joined(
    _ texts: ArraySlice<String>, in range: ClosedRange<Int>, _ mode: DatePickerMode
  ) -> String {
    zip(range, texts).reduce("") { text, part in
      text + (part.0 > range.lowerBound ? String(separators(of: mode)[part.0 - 1]) : "") + part.1
    }
  }

  /// Creates the parts of a value; all of them are missing unless it is a day or a time, complete
  /// or in part.
  init(_ text: String = "", mode: DatePickerMode) {
    self.mode = mode
    let texts = Self.texts(of: Self.numbers(in: text, mode), mode)
    edited = EditedText(Self.joined(texts[...], in: 0...texts.count - 1, mode))
    move(to: 0)
  }

  private static func numbers(in text: String, _ mode: DatePickerMode) -> [Int?] {
    let parts = parts(of: mode)
    let texts = text.utf8.count <= 16 ? split(text) : []
    let isKnown =
      texts.count == parts.count && text.filter(isSeparator) == String(separators(of: mode))
      && zip(texts, parts).allSatisfy { text, part in
        text.utf8.count <= part.digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      }
    return isKnown ? texts.map { Int($0) } : parts.map { _ in nil }
  }

  private static func texts(of numbers: [Int?], _ mode: DatePickerMode) -> [String] {
    zip(numbers, parts(of: mode)).map { number, part in number?.padded(to: part.digits) ?? "" }
  }

  private var parts: [Part] { Self.parts(of: mode) }

  /// The digits of each part, in the order of ISO 8601; empty for one that is missing.
  var texts: [Substring] { Self.split(edited.text) }

  /// The number of each part; nil for one that is missing.
  var numbers: [Int?] { texts.map { Int($0) } }

  /// The index of the part that is typed into.
  var current: Int {
    edited.text.part(0..<edited.selection.range.lowerBound).count(where: Self.isSeparator)
  }

  /// Whether more digits may follow those that were typed into the current part.
  var isBeingTyped: Bool { typed > 0 }

  /// The value in ISO 8601, without the digits of missing parts; empty if all are missing.
  var text: String { texts.allSatisfy(\.isEmpty) ? "" : edited.text }

  /// The day or time; nil while there is none.
  var bound: InputBound? { InputBound(text) }

  /// The day; nil while a part of it is missing.
  var day: CalendarDate? { mode == .time ? nil : CalendarDate(String(text.prefix(10))) }

  /// The time of day; nil while a part of it is missing.
  var time: TimeOfDay? { mode == .date ? nil : TimeOfDay(String(text.suffix(5))) }

  // MARK: Changes

  /// Makes the part nearest to `index` the current one.
  mutating func move(to index: Int) {
    let index = min(max(index, 0), parts.count - 1)
    select(index...index)
    (typed, hasMovedOn) = (0, false)
  }

  private mutating func select(_ range: ClosedRange<Int>) {
    let ends = texts.reduce(into: [-1]) { $0.append($0[$0.count - 1] + 1 + $1.utf8.count) }
    edited.select(TextSelection(ends[range.lowerBound] + 1..<ends[range.upperBound + 1]))
  }

  /// Replaces the parts that differ, or the current one if none does, as one edit.
  private mutating func set(_ numbers: [Int?]) {
    let (old, current) = (self.numbers, current)
    let changed = numbers.indices.filter { numbers[$0] != old[$0] }
    let range = (changed.first ?? current)...(changed.last ?? current)
    select(range)
    let texts = Self.texts(of: numbers, mode)[range]
    edited.paste(Self.joined(texts, in: range, mode))
    select(current...current)
  }

  /// Replaces all parts by those of a day or time, or removes them if it is nil.
  mutating func set(_ bound: InputBound?) {
    let numbers = Self.numbers(in: bound?.value.typedText ?? "", mode)
    if numbers != self.numbers { set(numbers) }
    move(to: current)
  }

  /// Replaces the parts of the day, or removes all parts if it is nil.
  mutating func set(day: CalendarDate?) {
    guard mode == .dateTime, let day else { return set(day.map { .date($0) }) }
    set([day.year, day.month, day.day] + numbers[3...])
    move(to: current)
  }

  /// Replaces the parts of the time.
  mutating func set(time: TimeOfDay) {
    guard mode == .dateTime else { return set(.time(time)) }
    set(numbers[..<3] + [time.hour, time.minute])
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
    var numbers = numbers
    guard let digit = character.wholeNumberValue, 0...9 ~= digit else {
      if hasMovedOn {
        hasMovedOn = false
      } else if numbers[current] != nil {
        move(to: current + 1)
      }
      return
    }
    let (part, isLast) = (parts[current], current == numbers.count - 1)
    let longer = (typed > 0 ? numbers[current] ?? 0 : 0) * 10 + digit
    let isStart = typed == 0 || longer > part.range.upperBound
    let number = isStart ? digit : longer
    numbers[current] = number
    if typed > 0 { edited.undo() }
    set(numbers)
    (typed, hasMovedOn) = (isStart ? 1 : typed + 1, false)
    guard typed == part.digits || number * 10 > part.range.upperBound else { return }
    move(to: current + 1)
    hasMovedOn = !isLast
  }

  /// Empties the current part.
  ///
  /// - Returns: Whether it had a number.
  mutating func clear() -> Bool {
    (typed, hasMovedOn) = (0, false)
    return !edited.selection.isEmpty && edited.delete(.character, forward: true)
  }

  /// Raises or lowers the current part by one, as far as `range` allows. All but the year wrap
  /// around. A missing part takes its number from `start`.
  mutating func step(up: Bool, in range: ClosedRange<InputBound>, from start: InputBound) {
    (typed, hasMovedOn) = (0, false)
    var numbers = numbers
    numbers[current] =
      numbers[current].map { stepped($0, up: up) }
      ?? Self.numbers(in: start.value.typedText, mode)[current]
    numbers = fitting(numbers, in: range)
    if numbers != self.numbers { set(numbers) }
  }

  private func stepped(_ number: Int, up: Bool) -> Int {
    let limits = limits
    let next = up ? number + 1 : number - 1
    let isYear = mode != .time && current == 0
    if isYear || limits.contains(next) || !limits.contains(number) {
      return min(max(next, limits.lowerBound), limits.upperBound)
    }
    return up ? limits.lowerBound : limits.upperBound
  }

  /// The numbers that the current part can have, given the others.
  private var limits: ClosedRange<Int> {
    guard mode != .time, current == 2, let month = numbers[1], 1...12 ~= month else {
      return parts[current].range
    }
    return 1...CalendarDate.days(in: month, of: numbers[0] ?? 4)
  }

  /// A day beyond the end of its month becomes the last one, and a value outside of `range` the
  /// nearest bound.
  private func fitting(_ numbers: [Int?], in range: ClosedRange<InputBound>) -> [Int?] {
    var numbers = numbers
    if mode != .time, let year = numbers[0], let month = numbers[1], let day = numbers[2],
      1...12 ~= month
    {
      numbers[2] = min(day, CalendarDate.days(in: month, of: year))
    }
    let texts = Self.texts(of: numbers, mode)
    let bound = InputBound(Self.joined(texts[...], in: 0...texts.count - 1, mode))
    guard let bound, !range.contains(bound) else { return numbers }
    let nearest = bound < range.lowerBound ? range.lowerBound : range.upperBound
    return Self.numbers(in: nearest.value.typedText, mode)
  }
}
