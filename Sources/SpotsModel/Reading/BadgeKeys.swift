/// The fields of a badge.
enum BadgeKeys {
  static let badge = Fields<Badge>(
    "badge", of: Badge(""), noun: "a text or a badge",
    [
      Field(\.text, "text", words, "The words; of a status without any, there is a dot alone."),
      Field(\.style, "style", .word, "How the words stand out."),
      Field(
        optional: \.color, "color", ChartKeys.paint,
        "The color of the shape or the dot; without it that of accents."),
    ])

  /// An object, or the words alone.
  static let value = FieldValue<Badge>(.either([.object("badge"), words.type])) {
    cursor throws(SyntaxError) in
    if cursor.isAtNumber || cursor.scanner.current == UInt8(ascii: "\"") {
      return try words.read(&cursor).map { Badge($0) }
    }
    if let text = try StringReference.read(from: &cursor) { return Badge(text) }
    return try badge.read(from: &cursor)
  } write: { json, value in
    if value == Badge(value.text) { json.string(value.text) } else { badge.write(value, to: &json) }
  }

  /// A text, or a number as the document spells it.
  private static let words = FieldValue<String>(
    .either([.string, .number(NumberRange.value)])
  ) { cursor throws(SyntaxError) in
    guard cursor.isAtNumber else { return try cursor.string() }
    let token = try cursor.scanner.number()
    return cursor.scanner.text(token.start, token.end)
  } write: {
    $0.string($1)
  }
}
