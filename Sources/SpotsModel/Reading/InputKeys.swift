/// The fields of an item that describe its answer, and of the options, checks and conditions among
/// them.
enum InputKeys {
  /// The fields of the item itself.
  static let input = Fields<ItemInput>(
    "input", of: ItemInput(),
    [
      Field(
        optional: \.control, "control", .word,
        "The kind of answer that an item with a view of your own asks for."),
      Field(
        \.name, "name", .string,
        "The key of the item's value; without it the identifier, or else the title."),
      Field(
        \.bind, "bind", .string,
        "The JSON pointer of the place in the data that the value is, in place of a name."),
      Field(optional: \.value.given, "value", .model, "The value to begin with."),
      Field(
        optional: \.minimum, "minimum", .bound,
        "The least number, or the first day or time, that can be chosen; without it 0 for sliders"
          + " and steppers."),
      Field(
        optional: \.maximum, "maximum", .bound,
        "The greatest number, or the last day or time, that can be chosen; without it 1 for"
          + " sliders."),
      Field(
        optional: \.step, "step", .number(NumberRange.valueStep),
        "The distance between numbers, or in minutes between the times of a menu; without it 1 for"
          + " steppers, any number for sliders, and 30 for times."),
      Field(\.emphasis, "emphasis", .word, "How much a button stands out."),
      Field(\.placeholder, "placeholder", .string, "What a text field shows while it is empty."),
      Field(\.inputType, "input-type", .word, "What can be typed into a text field."),
      Field(
        \.lines, "lines", .integer(NumberRange.lines),
        "The most lines that a text field grows to."),
      Field(
        \.unit, "unit", .string,
        "What a text field shows behind its text, and a slider or stepper behind its number."),
      Field(\.options, "options", .options, "The options of a choice."),
      Field(
        \.isMultiple, "multiple", .bool,
        "Whether several options can be chosen; the value is an array then."),
      Field(
        optional: \.choiceStyle, "choice-style", .word,
        "How the options are shown; without it a menu, or chips where several can be chosen."),
      Field(
        \.checks, "checks", .object(checks),
        "What the value must be like before the screen is submitted."),
      Field(
        optional: \.enabledWhen, "enabled-when", .condition(in: ItemScope.conditions),
        "What other values must be like for the item to be usable: an expression over values."),
      Field(
        optional: \.visibleWhen, "visible-when", .condition(in: ItemScope.conditions),
        "What other values must be like for the item to be there: an expression over values."),
      Field(
        \.showsProgress, "progress", .bool,
        "Whether a button shows that its action is under way until the screen is shown again."),
      Field(
        optional: \.payload, "payload", payload, "The data that goes along with the item's action."),
      Field(
        optional: \.confirmation, "confirm", confirmation,
        "The question before the item's action is carried out: a text, or a title and a button."),
    ])

  /// The fields of a question before an action.
  static let question = Fields<Confirmation>(
    "confirmation", of: Confirmation(""), noun: "a question",
    [
      Field(\.title, "title", .string, fallback: "\"\"", "The question."),
      Field(
        optional: \.button, "button", .string, "The words on its button; 'OK' unless given."),
    ])

  /// An object, or the question alone.
  static let confirmation = FieldValue<Confirmation>(.either([.string, .object("confirmation")])) {
    cursor throws(SyntaxError) in
    if cursor.scanner.current == UInt8(ascii: "\"") {
      return try cursor.string().map { Confirmation($0) }
    }
    if let text = try StringReference.read(from: &cursor) { return Confirmation(text) }
    return try question.read(from: &cursor)
  } write: { json, value in
    if value.button == nil { json.string(value.title) } else { question.write(value, to: &json) }
  }

  /// Any value of at most 64 KiB, as it is written.
  static let payload = FieldValue<JSONValue>(.any) { cursor throws(SyntaxError) in
    let start = cursor.scanner.at
    let value = try FreeValue.read(from: &cursor)
    guard cursor.scanner.at - start > 1 << 16 else { return value }
    cursor.report(.error, .outOfRange, at: start) { "\($0.subject) is longer than 64 KiB" }
    return nil
  } write: {
    $0.value($1)
  }

  /// The fields of an option that users choose.
  static let option = Fields<OptionReading>(
    "option", of: OptionReading(), required: "value",
    [
      Field(optional: \.value, "value", .model, "The value when the option is chosen."),
      Field(
        optional: \.title, "title", .string,
        "The text that users see; without it that of the value."),
    ])

  /// The fields of the checks of an item's value.
  static let checks = Fields<InputChecks>(
    "checks", of: InputChecks(),
    [
      Field(
        \.isRequired, "required", .bool,
        "Whether there must be a text, something chosen, or a check mark."),
      Field(
        optional: \.minimumLength, "min-length", .integer(NumberRange.textLength),
        "The least length of a text, in characters."),
      Field(
        optional: \.maximumLength, "max-length", .integer(NumberRange.textLength),
        "The greatest length of a text, in characters."),
      Field(
        optional: \.minimumChoices, "min-choices", .integer(NumberRange.textLength),
        "The least number of options that are chosen."),
      Field(
        optional: \.maximumChoices, "max-choices", .integer(NumberRange.textLength),
        "The greatest number of options that are chosen."),
      Field(optional: \.format, "format", .word, "The form of a text that is not empty."),
      Field(
        optional: \.pattern, "pattern", .pattern,
        "A regular expression that a text that is not empty must match as a whole."),
      Field(
        \.sameAs, "same-as", .string, "The name of a value that this one must be equal to."),
      Field(
        optional: \.that, "that", .condition(in: ItemScope.checks),
        "An expression over value and values that must be true for a value that is not empty."),
      Field(
        \.message, "message", .string, "The sentence that is shown instead of the usual ones."),
    ])

  /// The fields of conditions on another value; all that are given must hold.
  static let condition = Fields<InputCondition.Comparison>(
    "condition", of: InputCondition.Comparison(), required: "name",
    noun: "an expression or an object",
    [
      Field(\.name, "name", .string, "The name of the other value."),
      Field(optional: \.equals, "is", .any, "The value it must have."),
      Field(optional: \.differs, "is-not", .any, "A value it must not have."),
      Field(
        optional: \.isEmpty, "is-empty", .bool,
        "Whether it must be empty, or must not be; a missing check mark is empty."),
      Field(
        optional: \.oneOf, "one-of", .list(of: .any, "an array of values"),
        "The values of which it must have one."),
    ])
}
