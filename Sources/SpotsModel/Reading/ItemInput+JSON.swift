extension ItemInput {
  /// Reads the value of one of its keys.
  mutating func readKey(of key: ItemKey, from cursor: inout JSONCursor) throws(SyntaxError) {
    switch key {
    case .name: name = try cursor.string() ?? ""
    case .value: value = try cursor.model()
    case .minimum: minimum = try cursor.number(in: NumberRange.value)
    case .maximum: maximum = try cursor.number(in: NumberRange.value)
    case .step: step = try cursor.number(in: NumberRange.valueStep)
    case .placeholder: placeholder = try cursor.string() ?? ""
    case .inputType: inputType = try cursor.choice(TextInputType.self) ?? .text
    case .lines: lines = try cursor.integer(in: NumberRange.lines) ?? 1
    case .unit: unit = try cursor.string() ?? ""
    case .checks: checks = try InputChecks.read(from: &cursor) ?? InputChecks()
    case .enabledWhen: enabledWhen = try InputCondition.read(from: &cursor)
    case .visibleWhen: visibleWhen = try InputCondition.read(from: &cursor)
    default: emphasis = try cursor.choice(ButtonEmphasis.self) ?? .plain
    }
  }
}

private enum ChecksKey: UInt8 {
  case required, minLength, maxLength, format, pattern, sameAs, message
}

extension InputChecks {
  /// The keys of the checks of an item's value.
  package static let keys = KeyTable(
    "checks",
    [
      KeyTable.Key(
        ChecksKey.required, "required", .bool, "false",
        "Whether there must be a text, something chosen, or a check mark."),
      KeyTable.Key(
        ChecksKey.minLength, "min-length", .integer(NumberRange.textLength),
        "The least length of a text, in characters."),
      KeyTable.Key(
        ChecksKey.maxLength, "max-length", .integer(NumberRange.textLength),
        "The greatest length of a text, in characters."),
      KeyTable.Key(
        ChecksKey.format, "format", .words(InputChecks.Format.allCases.map(\.rawValue)),
        "The form of a text that is not empty."),
      KeyTable.Key(
        ChecksKey.pattern, "pattern", .pattern,
        "A regular expression that a text that is not empty must match as a whole."),
      KeyTable.Key(
        ChecksKey.sameAs, "same-as", .string, "The name of a value that this one must be equal to."),
      KeyTable.Key(
        ChecksKey.message, "message", .string,
        "The sentence that is shown instead of the usual ones."),
    ])

  fileprivate static func read(from cursor: inout JSONCursor) throws(SyntaxError) -> InputChecks? {
    try keys.readObject(from: &cursor, into: InputChecks()) {
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

private enum ConditionKey: UInt8 {
  case name, equals, differs, isEmpty, oneOf
}

extension InputCondition {
  /// The keys of conditions on another value; all that are given must hold.
  package static let keys = KeyTable(
    "condition", required: "name",
    [
      KeyTable.Key(ConditionKey.name, "name", .string, "The name of the other value."),
      KeyTable.Key(ConditionKey.equals, "is", .any, "The value it must have."),
      KeyTable.Key(ConditionKey.differs, "is-not", .any, "A value it must not have."),
      KeyTable.Key(
        ConditionKey.isEmpty, "is-empty", .bool,
        "Whether it must be empty, or must not be; a missing check mark is empty."),
      KeyTable.Key(
        ConditionKey.oneOf, "one-of", .array(.any), "The values of which it must have one."),
    ])

  fileprivate static func read(
    from cursor: inout JSONCursor
  ) throws(SyntaxError) -> InputCondition? {
    try keys.readObject(from: &cursor, into: InputCondition()) {
      condition, slot, cursor throws(SyntaxError) in
      switch ConditionKey(rawValue: slot) {
      case .name: condition.name = try cursor.string() ?? ""
      case .equals: condition.equals = try cursor.value()
      case .differs: condition.differs = try cursor.value()
      case .isEmpty: condition.isEmpty = try cursor.bool()
      case .oneOf:
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
