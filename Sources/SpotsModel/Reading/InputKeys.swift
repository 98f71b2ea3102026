// The keys of the objects inside an item that describe its answers.

enum OptionKey: UInt8 {
  case value, title
}

enum ChecksKey: UInt8 {
  case required, minLength, maxLength, format, pattern, sameAs, message
}

enum ConditionKey: UInt8 {
  case name, equals, differs, isEmpty, oneOf
}

/// The tables of options, checks and conditions.
enum InputKeys {
  private typealias Key = KeyTable.Key

  /// The keys of an option that users choose.
  static let option = KeyTable(
    "option", required: "value",
    [
      Key(OptionKey.value, "value", .any, "The value when the option is chosen."),
      Key(
        OptionKey.title, "title", .string, "The text that users see; without it that of the value."),
    ])

  /// The keys of the checks of an item's value.
  static let checks = KeyTable(
    "checks",
    [
      Key(
        ChecksKey.required, "required", .bool, "false",
        "Whether there must be a text, something chosen, or a check mark."),
      Key(
        ChecksKey.minLength, "min-length", .integer(NumberRange.textLength),
        "The least length of a text, in characters."),
      Key(
        ChecksKey.maxLength, "max-length", .integer(NumberRange.textLength),
        "The greatest length of a text, in characters."),
      Key(
        ChecksKey.format, "format", .words(of: InputChecks.Format.self),
        "The form of a text that is not empty."),
      Key(
        ChecksKey.pattern, "pattern", .pattern,
        "A regular expression that a text that is not empty must match as a whole."),
      Key(
        ChecksKey.sameAs, "same-as", .string, "The name of a value that this one must be equal to."),
      Key(
        ChecksKey.message, "message", .string,
        "The sentence that is shown instead of the usual ones."),
    ])

  /// The keys of conditions on another value; all that are given must hold.
  static let condition = KeyTable(
    "condition", required: "name",
    [
      Key(ConditionKey.name, "name", .string, "The name of the other value."),
      Key(ConditionKey.equals, "is", .any, "The value it must have."),
      Key(ConditionKey.differs, "is-not", .any, "A value it must not have."),
      Key(
        ConditionKey.isEmpty, "is-empty", .bool,
        "Whether it must be empty, or must not be; a missing check mark is empty."),
      Key(ConditionKey.oneOf, "one-of", .array(.any), "The values of which it must have one."),
    ])
}
