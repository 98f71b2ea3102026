/// The kinds of values that a date picker has: days, or times of day.
public enum DatePickerMode: String, Hashable, Sendable, CaseIterable {
  /// A day: year, month and day.
  case date
  /// A time of day: hour and minute.
  case time
}

/// A day or a time as it is typed, part by part: the year, the month and the day, or the hour and
/// the minute. Any of them may be missing.
struct DateParts: Hashable, Sendable {
  /// A part: the placeholder shown while it is missing, and the numbers it can have.
  struct Part: Hashable, Sendable {
    let placeholder: String
    let range: ClosedRange<Int>

    /// How many digits it has.
    var digits: Int { placeholder.utf8.count }
  }

  let mode: DatePickerMode
  /// In the order of ISO 8601; nil for a part that is missing.
  private(set) var numbers: [Int?]
  /// The index of the part that is typed into.
  private(set) var current = 0
  /// How many digits were typed into it since it became the current one.
  private var typed = 0
  /// Whether it became the current one because the part before was full.
  private var hasMovedOn = false

  /// The parts of a mode, from the greatest to the smallest.
  static func parts(of mode: DatePickerMode) -> [Part] {
    switch mode {
    case .date:
      [
        Part(placeholder: "yyyy", range: 1...9999), Part(placeholder: "mm", range: 1...12),
        Part(placeholder: "dd", range: 1...31),
      ]
    case .time: [Part(placeholder: "hh", range: 0...23), Part(placeholder: "mm", range: 0...59)]
    }
  }

  /// The character between two parts.
  static func separator(of mode: DatePickerMode) -> Character { mode == .date ? "-" : ":" }

  /// Creates the parts of a value; all of them are missing unless it is a day or a time, complete
  /// or in part.
  init(_ text: String = "", mode: DatePickerMode) {
    self.mode = mode
    let parts = Self.parts(of: mode)
    let texts =
      text.utf8.count <= 10
      ? text.split(separator: Self.separator(of: mode), omittingEmptySubsequences: false) : []
    let isKnown =
      texts.count == parts.count
      && zip(texts, parts).allSatisfy { text, part in
        text.utf8.count <= part.digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      }
    numbers = isKnown ? texts.map { Int($0) } : parts.map { _ in nil }
  }

  private var parts: [Part] { Self.parts(of: mode) }

  /// Whether more digits may follow those that were typed into the current part.
  var isBeingTyped: Bool { typed > 0 }

  /// The number of a part in digits; nil for one that is missing.
  func text(of part: Int) -> String? {
    numbers[part].map { $0.padded(to: parts[part].digits) }
  }

  /// The value in ISO 8601, without the digits of missing parts; empty if all are missing.
  var text: String {
    guard numbers.contains(where: { $0 != nil }) else { return "" }
    return numbers.indices.map { text(of: $0) ?? "" }
      .joined(separator: String(Self.separator(of: mode)))
  }

  /// The day or time; nil while there is none.
  var bound: InputBound? { InputBound(text) }

  // MARK: Changes

  /// Ends typing into the current part, which stays current.
  mutating func finishPart() { (typed, hasMovedOn) = (0, false) }

  /// Makes the part nearest to `index` the current one.
  mutating func move(to index: Int) {
    (current, typed, hasMovedOn) = (min(max(index, 0), numbers.count - 1), 0, false)
  }

  /// Types a digit into the current part, and goes on to the next one when it is full, or at any
  /// other character unless it just did.
  mutating func type(_ character: Character) {
    guard let digit = character.wholeNumberValue, 0...9 ~= digit else {
      if hasMovedOn {
        hasMovedOn = false
      } else if numbers[current] != nil {
        move(to: current + 1)
      }
      return
    }
    let part = parts[current]
    let longer = (typed > 0 ? numbers[current] ?? 0 : 0) * 10 + digit
    let isStart = typed == 0 || longer > part.range.upperBound
    let number = isStart ? digit : longer
    (numbers[current], typed, hasMovedOn) = (number, isStart ? 1 : typed + 1, false)
    guard typed == part.digits || number * 10 > part.range.upperBound else { return }
    let isLast = current == numbers.count - 1
    move(to: current + 1)
    hasMovedOn = !isLast
  }

  /// Empties the current part.
  ///
  /// - Returns: Whether it had a number.
  mutating func clear() -> Bool {
    defer { (numbers[current], typed, hasMovedOn) = (nil, 0, false) }
    return numbers[current] != nil
  }

  /// Raises or lowers the current part by one, as far as `range` allows. All but the year wrap
  /// around. A missing part takes its number from `start`.
  mutating func step(up: Bool, in range: ClosedRange<InputBound>, from start: InputBound) {
    (typed, hasMovedOn) = (0, false)
    numbers[current] =
      numbers[current].map { stepped($0, up: up) }
      ?? DateParts(start.value.typedText, mode: mode).numbers[current]
    fit(in: range)
  }

  private func stepped(_ number: Int, up: Bool) -> Int {
    let limits = limits
    let next = up ? number + 1 : number - 1
    let isYear = mode == .date && current == 0
    if isYear || limits.contains(next) || !limits.contains(number) {
      return min(max(next, limits.lowerBound), limits.upperBound)
    }
    return up ? limits.lowerBound : limits.upperBound
  }

  /// The numbers that the current part can have, given the others.
  private var limits: ClosedRange<Int> {
    guard mode == .date, current == 2, let month = numbers[1], 1...12 ~= month else {
      return parts[current].range
    }
    return 1...CalendarDate.days(in: month, of: numbers[0] ?? 4)
  }

  /// Moves a day beyond the end of its month to the last one, and a value outside of `range` to the
  /// nearest bound.
  private mutating func fit(in range: ClosedRange<InputBound>) {
    if mode == .date, let year = numbers[0], let month = numbers[1], let day = numbers[2],
      1...12 ~= month
    {
      numbers[2] = min(day, CalendarDate.days(in: month, of: year))
    }
    guard let bound, !range.contains(bound) else { return }
    let nearest = bound < range.lowerBound ? range.lowerBound : range.upperBound
    numbers = DateParts(nearest.value.typedText, mode: mode).numbers
  }
}
