/// An item's answer that a program gives it.
struct FittedAnswer {
  /// As documents would write it.
  let value: JSONValue

  /// - Throws: `EncodingError` with the name when the item cannot have the value.
  init(_ value: JSONValue, of item: Item, name: String) throws {
    self.value = try Self.fitted(value, to: item, name: name)
  }

  private static func fitted(
    _ value: JSONValue, to item: Item, name: String
  ) throws -> JSONValue {
    let expected: String
    switch (InputKind(of: item), value) {
    case (.toggle, .bool), (.checkbox, .bool): return value
    case (.toggle, _), (.checkbox, _): expected = "true or false"
    case (.slider, _), (.stepper, _):
      let choice = NumberChoice(of: item)
      if let number = value.number, choice.contains(number) { return .of(number) }
      expected = value.number == nil ? "a number" : choice.words
    case (.textField, .null): return item.typedValue("")
    case (.textField, _) where item.input.inputType == .number:
      if let number = value.number { return .of(number) }
      expected = "a number"
    case (.textField, .string): return value
    case (.textField, _): expected = "a string"
    case (.date, .null), (.time, .null): return value
    case (.date, .string(let text)), (.time, .string(let text)):
      let typed = item.typedValue(text)
      if typed != .null { return typed }
      expected = "a day or a time of day"
    case (.date, _), (.time, _): expected = "a string"
    case (.choice, .null): return item.input.isMultiple ? [] : value
    case (.choice, .array) where Choice(of: item).stray(in: value) == nil: return value
    case (.choice, _) where item.input.isMultiple: expected = "an array of options"
    case (.choice, _):
      if Choice(of: item).stray(in: value) == nil { return value }
      expected = "one of its options"
    default: return value
    }
    let found = value.number == nil ? value.kindInWords : value.typedText
    throw EncodingError.invalidValue(
      value,
      .init(
        codingPath: [JSONKey(stringValue: name)],
        debugDescription: "'\(name)' expects \(expected), not \(found)"))
  }
}
