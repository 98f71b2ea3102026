/// Writes the descriptions of the values that users give items.
enum InputWriter {
  /// Writes these members of an item's object, which is open.
  static func write(_ input: ItemInput, to json: inout JSONWriter) {
    json.string("control", input.control?.rawValue)
    json.string("name", input.name, unless: "")
    if let value = input.value, value != .null {
      json.key("value")
      json.value(value)
    }
    for (key, bound) in [("minimum", input.minimum), ("maximum", input.maximum)] {
      guard let bound else { continue }
      json.key(key)
      json.value(bound.value)
    }
    json.number("step", input.step, unless: nil)
    json.word("emphasis", input.emphasis, unless: .plain)
    json.string("placeholder", input.placeholder, unless: "")
    json.word("input-type", input.inputType, unless: .text)
    json.number("lines", Double(input.lines), unless: 1)
    json.string("unit", input.unit, unless: "")
    write(input.options, to: &json)
    json.bool("multiple", input.isMultiple, unless: false)
    json.string("choice-style", input.choiceStyle?.rawValue)
    write(input.checks, to: &json)
    write("enabled-when", input.enabledWhen, to: &json)
    write("visible-when", input.visibleWhen, to: &json)
    json.bool("progress", input.showsProgress, unless: false)
  }

  private static func write(_ options: [ChoiceOption], to json: inout JSONWriter) {
    guard !options.isEmpty else { return }
    json.key("options")
    json.beginArray()
    for option in options {
      guard option.value != .string(option.title) else {
        json.string(option.title)
        continue
      }
      json.beginObject()
      json.key("value")
      json.value(option.value)
      json.string("title", option.title, unless: option.value.typedText)
      json.endObject()
    }
    json.endArray()
  }

  private static func write(_ checks: InputChecks, to json: inout JSONWriter) {
    guard checks != InputChecks() else { return }
    json.key("checks")
    json.beginObject()
    json.bool("required", checks.isRequired, unless: false)
    json.number("min-length", checks.minimumLength.map(Double.init), unless: nil)
    json.number("max-length", checks.maximumLength.map(Double.init), unless: nil)
    json.string("format", checks.format?.rawValue)
    json.string("pattern", checks.pattern?.source)
    json.string("same-as", checks.sameAs, unless: "")
    json.string("message", checks.message, unless: "")
    json.endObject()
  }

  private static func write(
    _ key: String, _ condition: InputCondition?, to json: inout JSONWriter
  ) {
    guard let condition else { return }
    json.key(key)
    json.beginObject()
    json.member("name", condition.name)
    let values = [("is", condition.equals), ("is-not", condition.differs)]
    for case (let key, let value?) in values {
      json.key(key)
      json.value(value)
    }
    if let isEmpty = condition.isEmpty { json.member("is-empty", isEmpty) }
    if let oneOf = condition.oneOf {
      json.key("one-of")
      json.value(.array(oneOf))
    }
    json.endObject()
  }
}
