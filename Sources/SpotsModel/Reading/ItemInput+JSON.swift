// The values of an item's answer, its options, checks and conditions.

extension FieldValue<JSONValue> {
  /// Any value, also `null`.
  package static var any: FieldValue {
    FieldValue(.any) { cursor throws(SyntaxError) in
      try FreeValue.read(from: &cursor)
    } write: {
      $0.value($1)
    }
  }

  /// Any value; `null` means none.
  static var model: FieldValue {
    FieldValue(.any) { cursor throws(SyntaxError) in
      let value = try FreeValue.read(from: &cursor)
      return value == .null ? nil : value
    } write: {
      $0.value($1)
    }
  }
}

extension JSONValue? {
  /// The value, unless it is `null`, which documents take for none.
  var given: JSONValue? {
    get { self == .null ? nil : self }
    set { self = newValue }
  }
}

extension FieldValue<InputBound> {
  /// A number, a day or a time.
  static var bound: FieldValue {
    FieldValue(.either([.number(NumberRange.value), .date, .time, .dateTime])) {
      cursor throws(SyntaxError) in
      try InputBound.read(from: &cursor)
    } write: {
      $0.value($1.value)
    }
  }
}

extension InputBound {
  /// Reads a number, a day or a time.
  fileprivate static func read(from cursor: inout JSONCursor) throws(SyntaxError) -> InputBound? {
    if cursor.scanner.current == UInt8(ascii: "\"") {
      var ahead = cursor.scanner
      let token = try ahead.string()
      let text = ahead.text(of: token)
      if let bound = InputBound(text) {
        cursor.scanner = ahead
        return bound
      }
      guard Double(text) != nil else {
        return try cursor.nullOrMismatch(
          "a number, a day like '2026-11-23' or a time like '14:05'")
      }
    }
    return try cursor.number(in: NumberRange.value).map(InputBound.number)
  }
}

/// The offsets of an answer's value and bounds, which are checked once the item's kind is known.
struct AnswerOffsets {
  // Only three numbers, which cost items without an answer next to nothing.
  private var value, minimum, maximum: Int?

  /// Notes that the value of a key begins at the cursor.
  mutating func note(_ key: String, _ cursor: JSONCursor) {
    switch key {
    case "value": value = cursor.scanner.at
    case "minimum": minimum = cursor.scanner.at
    case "maximum": maximum = cursor.scanner.at
    default: break
    }
  }

  /// Reviews the value and the bounds of `item`, which has been read: reports those that do not
  /// suit its kind, and takes text that holds a number for one where the kind asks for numbers.
  func review(_ item: inout Item, _ cursor: inout JSONCursor) {
    guard value ?? minimum ?? maximum != nil, let kind = InputKind(of: item) else { return }
    let input = item.input
    for case (let name, let start?, let bound?) in [
      ("minimum", minimum, input.minimum), ("maximum", maximum, input.maximum),
    ] where !kind.allows(bound) {
      cursor.report(.error, .typeMismatch, at: start, below: "/" + name) { _ in
        "'\(name)' of a \(kind.rawValue) must be \(kind.wanted)"
      }
    }
    guard let start = value, let initial = input.value else { return }
    if case .string(let text) = initial, kind.takesNumbers(item),
      let number = JSONValue.read(Array(text.utf8)).value?.number
    {
      item.input.value = .of(number)
      cursor.report(.warning, .typeMismatch, at: start, below: "/value") { _ in
        "'value' of a \(kind.rawValue) expects a number; the string "
          + "'\(text.printable(limit: 40))' is taken as one"
      }
    }
    guard let fault = kind.fault(ofValue: item) else { return }
    cursor.report(fault.severity, fault.code, at: start, below: "/value") { _ in
      "'value' of a \(kind.rawValue) \(fault.text)"
    }
    if fault.severity == .error { item.input.value = nil }
  }
}

extension InputKind {
  /// Whether the values of `item`, which is of this kind, are numbers.
  fileprivate func takesNumbers(_ item: Item) -> Bool {
    self == .slider || self == .stepper || self == .textField && item.input.inputType == .number
  }

  fileprivate typealias ValueFault = (
    severity: Diagnostic.Severity, code: Diagnostic.Code, text: String
  )

  /// The reason that `item`, which is of this kind, cannot begin with its `value`; nil when it can.
  fileprivate func fault(ofValue item: Item) -> ValueFault? {
    let input = item.input
    let value = input.value ?? .null
    let isTyped = self == .textField || isDateOrTime
    // Servers write an empty text for no answer.
    if value == .null || isTyped && value == "" { return nil }
    switch (self, value) {
    case (.toggle, .bool), (.checkbox, .bool): return nil
    case (.toggle, _), (.checkbox, _): return mismatch("must be true or false", value)
    case (.button, _): return (.warning, .unknownKey, "is ignored, since buttons have no value")
    case (.choice, .array)
    where !input.isMultiple && !Choice(of: item).chosen(in: value).contains(true):
      return mismatch("must be one option, since 'multiple' is not true", value)
    case (.choice, _): return nil
    case (.date, _), (.time, _), (.dateTime, _):
      let text = DateText(value.typedText)?.shown(as: self) ?? value.typedText
      guard let bound = InputBound(text), allows(bound) else {
        return mismatch("must be \(wanted)", value)
      }
      return misplaced(bound, in: input)
    case (_, _) where takesNumbers(item):
      guard let number = value.number else { return mismatch("must be a number", value) }
      guard self != .textField else { return misplaced(.number(number), in: input) }
      let nearest = NumberChoice(of: item).nearest(to: number)
      guard abs(nearest - number) > 1e-9 * max(1, abs(number)) else { return nil }
      let text = JSONValue.of(nearest).typedText
      return (
        .warning, .outOfRange,
        "can be \(text), but not \(value.typedText); \(text) is taken"
      )
    case (_, .string): return nil
    case (_, .integer), (_, .number):
      return (
        .warning, .typeMismatch,
        "expects a string; the number \(value.typedText) is taken as its text"
      )
    default: return mismatch("must be a string", value)
    }
  }

  private func mismatch(_ wanted: String, _ value: JSONValue) -> ValueFault {
    let found = value.typedText.printable(limit: 40)
    return (.error, .typeMismatch, wanted + (found.isEmpty ? "" : ", not '\(found)'"))
  }

  private func misplaced(_ bound: InputBound, in input: ItemInput) -> ValueFault? {
    guard let range = input.range(as: self), !range.contains(bound) else { return nil }
    let isLow = bound < range.lowerBound
    let limit = (isLow ? range.lowerBound : range.upperBound).value.typedText
    return (
      .warning, .outOfRange,
      "must be at \(isLow ? "least" : "most") \(limit), not \(bound.value.typedText)"
    )
  }
}

extension InputKind {
  /// Whether a bound suits answers of this kind.
  fileprivate func allows(_ bound: InputBound) -> Bool {
    switch self {
    case .date: bound.date != nil && bound.time == nil
    case .time: bound.time != nil && bound.date == nil
    // A day bounds the times on it.
    case .dateTime: bound.date != nil
    default: bound.number != nil
    }
  }

  /// The bounds it allows, for a message.
  fileprivate var wanted: String {
    switch self {
    case .date: "a day like '2026-11-23'"
    case .time: "a time like '14:05'"
    case .dateTime: "a day and a time like '2026-11-23T14:05'"
    default: "a number"
    }
  }
}

/// An option while its keys are read.
struct OptionReading: Sendable {
  var value: JSONValue?
  var title: String?
}

extension FieldValue<[ChoiceOption]> {
  static var options: FieldValue {
    FieldValue(.array(.either([.string, .object(InputKeys.option.table.name)]))) {
      cursor throws(SyntaxError) in
      try ChoiceOption.readList(from: &cursor)
    } write: { json, options in
      json.array(options) { json, option in
        if option.value == .string(option.title) { return json.string(option.title) }
        let title = option.title == option.value.typedText ? nil : option.title
        InputKeys.option.write(OptionReading(value: option.value, title: title), to: &json)
      }
    }
  }
}

extension ChoiceOption {
  /// Reads the array of options at the cursor. Leaves out elements that are not options, and
  /// options whose value occurred before.
  fileprivate static func readList(
    from cursor: inout JSONCursor
  ) throws(SyntaxError) -> [ChoiceOption]? {
    var known: Set<JSONValue> = []
    return try cursor.list("an array of options") { cursor throws(SyntaxError) in
      let start = cursor.scanner.at
      guard let option = try read(from: &cursor) else { return nil }
      if known.insert(option.value).inserted { return option }
      cursor.report(.warning, .duplicateKey, at: start) { _ in
        "there is an option with the value of '\(option.title.printable(limit: 80))' already"
      }
      return nil
    }
  }

  private static func read(from cursor: inout JSONCursor) throws(SyntaxError) -> ChoiceOption? {
    let start = cursor.scanner.at
    guard cursor.scanner.current == UInt8(ascii: "{") else {
      if cursor.scanner.current == UInt8(ascii: "\"") || cursor.isAtNumber {
        return try cursor.string().map { ChoiceOption(.string($0)) }
      }
      try cursor.mismatch("a string or an object with a value")
      return nil
    }
    let option = try InputKeys.option.read(from: &cursor)
    guard let option else { return nil }
    guard let value = option.value else {
      cursor.report(.error, .typeMismatch, at: start) { _ in "an option needs a 'value'" }
      return nil
    }
    return ChoiceOption(value, title: option.title)
  }
}

extension FieldValue<TextPattern> {
  /// A regular expression; one that is malformed is an error.
  static var pattern: FieldValue {
    let pattern = FieldValue<String>.string.converted { text, subject in
      do throws(TextPattern.Fault) {
        return try TextPattern(text)
      } catch {
        let part = text.utf8.prefix(error.offset).suffix(12)
        let place = part.isEmpty ? "" : " after '\(String(decoding: part, as: UTF8.self))'"
        throw FieldFault("\(subject) expects a regular expression: \(error.reason)\(place)")
      }
    }
    return FieldValue(.pattern, read: pattern.read) { $0.string($1.source) }
  }
}
