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
    case .progress: showsProgress = try cursor.bool() ?? false
    default: emphasis = try cursor.choice(ButtonEmphasis.self) ?? .plain
    }
  }
}

extension InputChecks {
  fileprivate static func read(from cursor: inout JSONCursor) throws(SyntaxError) -> InputChecks? {
    try KeyTable.checks.readObject(from: &cursor, into: InputChecks()) {
      checks, slot, cursor throws(SyntaxError) in
      switch ChecksKey(rawValue: slot) {
      case .required: checks.isRequired = try cursor.bool() ?? false
      case .minLength: checks.minimumLength = try cursor.integer(in: NumberRange.textLength)
      case .maxLength: checks.maximumLength = try cursor.integer(in: NumberRange.textLength)
      case .format: checks.format = try cursor.choice(Format.self)
      case .pattern: checks.pattern = try cursor.pattern()
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
    try KeyTable.condition.readObject(from: &cursor, into: InputCondition()) {
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
