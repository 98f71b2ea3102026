// Expressions in the strings of documents.

/// Reads the string at `cursor` with `parse`, each of whose faults is reported at its place in the
/// string; nil for `null` and after a mismatch.
package func readExpressions<Value>(
  from cursor: inout JSONCursor, _ parse: (String) -> (Value?, [ExpressionFault])
) throws(SyntaxError) -> Value? {
  guard cursor.scanner.current == UInt8(ascii: "\"") else {
    guard let text = try StringReference.read(from: &cursor) else {
      return try cursor.nullOrMismatch("a string")
    }
    return parse(text).0
  }
  let start = cursor.scanner.at
  let token = try cursor.scanner.string()
  let (value, faults) = parse(cursor.scanner.text(of: token))
  for fault in faults {
    let place = cursor.scanner.escapes.offset(fault.range.lowerBound, in: token)
    cursor.report(
      fault.isUnknownName ? .warning : .error, fault.isUnknownName ? .unknownKey : .typeMismatch,
      at: fault.range == 0..<0 ? start : place
    ) { "in \($0.subject): \(fault.message)" }
  }
  return value
}

extension FieldValue<ExpressionCondition> {
  /// An expression whose value is a bool, or one of the older forms with holes.
  package static func condition(in environment: ExpressionEnvironment) -> FieldValue {
    FieldValue(.string) { cursor throws(SyntaxError) in
      try readExpressions(from: &cursor) { ExpressionCondition.parse($0, in: environment) }
    }
  }
}

extension FieldValue<InputCondition> {
  /// An expression, or an object that is about one answer.
  static func condition(in environment: ExpressionEnvironment) -> FieldValue {
    let text = FieldValue<ExpressionCondition>.condition(in: environment)
    return FieldValue(.either([text.type, .object(InputKeys.condition.table.name)])) {
      cursor throws(SyntaxError) in
      guard cursor.scanner.current == UInt8(ascii: "\"") else {
        return try InputKeys.condition.read(from: &cursor).map { InputCondition(.comparison($0)) }
      }
      return try text.read(&cursor).map { InputCondition(.expression($0)) }
    } write: { json, condition in
      switch condition.form {
      case .comparison(let comparison): InputKeys.condition.write(comparison, to: &json)
      case .expression(let condition): json.string(condition.source)
      }
    }
  }
}
