extension ItemInput {
  /// Reads the value of one of its keys.
  mutating func readKey(of key: ItemKey, from cursor: inout JSONCursor) throws(SyntaxError) {
    switch key {
    case .control: control = try cursor.choice(InputKind.self)
    case .name: name = try cursor.string() ?? ""
    case .value: value = try cursor.model()
    case .minimum: minimum = try InputBound.read(from: &cursor)
    case .maximum: maximum = try InputBound.read(from: &cursor)
    case .step: step = try cursor.number(in: NumberRange.valueStep)
    case .placeholder: placeholder = try cursor.string() ?? ""
    case .inputType: inputType = try cursor.choice(TextInputType.self) ?? .text
    case .lines: lines = try cursor.integer(in: NumberRange.lines) ?? 1
    case .unit: unit = try cursor.string() ?? ""
    case .options: options = try ChoiceOption.readList(from: &cursor)
    case .multiple: isMultiple = try cursor.bool() ?? false
    case .choiceStyle: choiceStyle = try cursor.choice(ChoiceStyle.self)
    case .checks: checks = try InputChecks.read(from: &cursor) ?? InputChecks()
    case .enabledWhen: enabledWhen = try InputCondition.read(from: &cursor)
    case .visibleWhen: visibleWhen = try InputCondition.read(from: &cursor)
    case .progress: showsProgress = try cursor.bool() ?? false
    default: emphasis = try cursor.choice(ButtonEmphasis.self) ?? .plain
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
  mutating func note(_ key: ItemKey, _ cursor: JSONCursor) {
    switch key {
    case .value: value = cursor.scanner.at
    case .minimum: minimum = cursor.scanner.at
    case .maximum: maximum = cursor.scanner.at
    default: break
    }
  }

  /// Reports the value and bounds of `item`, which has been read, that do not suit its kind.
  func reportMisfits(in item: Item, to cursor: inout JSONCursor) {
    guard value ?? minimum ?? maximum != nil, let kind = InputKind(of: item) else { return }
    let input = item.input
    let bound = input.value.map { InputBound($0.typedText) }
    let answers = [
      ("value", value, isWrong: kind.isDateOrTime && bound.map(kind.allows) == false),
      ("minimum", minimum, isWrong: input.minimum.map(kind.allows) == false),
      ("maximum", maximum, isWrong: input.maximum.map(kind.allows) == false),
    ]
    for case (let name, let start?, isWrong: true) in answers {
      cursor.report(.error, .typeMismatch, at: start, below: "/" + name) { _ in
        "'\(name)' of a \(kind.rawValue) must be \(kind.wanted)"
      }
    }
  }
}

extension InputKind {
  /// Whether a bound suits answers of this kind; false for nil.
  fileprivate func allows(_ bound: InputBound?) -> Bool {
    switch self {
    case .date: bound?.date != nil
    case .time: bound?.time != nil
    default: bound?.number != nil
    }
  }

  /// The bounds it allows, for a message.
  fileprivate var wanted: String {
    switch self {
    case .date: "a day like '2026-11-23'"
    case .time: "a time like '14:05'"
    default: "a number"
    }
  }
}

extension ChoiceOption {
  /// Reads the array of options at the cursor. Leaves out elements that are not options, and
  /// options whose value occurred before.
  fileprivate static func readList(
    from cursor: inout JSONCursor
  ) throws(SyntaxError) -> [ChoiceOption] {
    guard cursor.scanner.current == UInt8(ascii: "[") else {
      return try cursor.nullOrMismatch("an array of options") ?? []
    }
    var options: [ChoiceOption] = []
    var known: Set<JSONValue> = []
    var elements = try cursor.beginArray()
    while try cursor.nextElement(&elements) {
      let start = cursor.scanner.at
      guard let option = try read(from: &cursor) else { continue }
      if known.insert(option.value).inserted {
        options.append(option)
      } else {
        cursor.report(.warning, .duplicateKey, at: start) { _ in
          "there is an option with the value of '\(option.title.printable(limit: 80))' already"
        }
      }
    }
    return options
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
    let option = try InputKeys.option.readObject(
      from: &cursor, into: (value: JSONValue?.none, title: String?.none)
    ) { option, slot, cursor throws(SyntaxError) in
      switch OptionKey(rawValue: slot) {
      case .value: option.value = try cursor.model()
      case .title: option.title = try cursor.string()
      case nil: return
      }
    }
    guard let option else { return nil }
    guard let value = option.value else {
      cursor.report(.error, .typeMismatch, at: start) { _ in "an option needs a 'value'" }
      return nil
    }
    return ChoiceOption(value, title: option.title)
  }
}

extension InputChecks {
  fileprivate static func read(from cursor: inout JSONCursor) throws(SyntaxError) -> InputChecks? {
    try InputKeys.checks.readObject(from: &cursor, into: InputChecks()) {
      checks, slot, cursor throws(SyntaxError) in
      switch ChecksKey(rawValue: slot) {
      case .required: checks.isRequired = try cursor.bool() ?? false
      case .minLength: checks.minimumLength = try cursor.integer(in: NumberRange.textLength)
      case .maxLength: checks.maximumLength = try cursor.integer(in: NumberRange.textLength)
      case .format: checks.format = try cursor.choice(Format.self)
      case .pattern: checks.pattern = try TextPattern.read(from: &cursor)
      case .sameAs: checks.sameAs = try cursor.string() ?? ""
      case .message: checks.message = try cursor.string() ?? ""
      case nil: return
      }
    }
  }
}

extension InputCondition {
  fileprivate static func read(
    from cursor: inout JSONCursor
  ) throws(SyntaxError) -> InputCondition? {
    try InputKeys.condition.readObject(from: &cursor, into: InputCondition()) {
      condition, slot, cursor throws(SyntaxError) in
      switch ConditionKey(rawValue: slot) {
      case .name: condition.name = try cursor.string() ?? ""
      case .equals: condition.equals = try cursor.value()
      case .differs: condition.differs = try cursor.value()
      case .isEmpty: condition.isEmpty = try cursor.bool()
      case .oneOf:
        guard cursor.scanner.current == UInt8(ascii: "[") else {
          condition.oneOf = try cursor.nullOrMismatch("an array of values")
          return
        }
        guard case .array(let values) = try cursor.value() else { return }
        condition.oneOf = values
      case nil: return
      }
    }
  }
}

extension TextPattern {
  /// Reads a regular expression; nil, with an error, for one that is malformed.
  fileprivate static func read(
    from cursor: inout JSONCursor
  ) throws(SyntaxError) -> TextPattern? {
    let start = cursor.scanner.at
    guard let text = try cursor.string() else { return nil }
    do {
      return try TextPattern(text)
    } catch {
      cursor.report(.error, .typeMismatch, at: start) { cursor in
        let part = text.utf8.prefix(error.offset).suffix(12)
        let place = part.isEmpty ? "" : " after '\(String(decoding: part, as: UTF8.self))'"
        return "\(cursor.subject) expects a regular expression: \(error.reason)\(place)"
      }
      return nil
    }
  }
}
