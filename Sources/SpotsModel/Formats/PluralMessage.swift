/// A text that depends on a number, as ICU's messages write it: `one {# track} other {# tracks}`.
///
/// A case is a plural category of the language, or `=` and a number. `#` is the number; a quoted
/// `'#'`, `'{'` or `'}'` is the sign itself.
struct PluralMessage {
  private let cases: [Message.Case]

  /// - Throws: The first fault, whose range is that in `text`.
  init(_ text: String) throws(ExpressionFault) {
    var reader = MessageReader(text, hasValues: false)
    cases = try reader.cases(isPlural: true)
  }

  /// The text for a number.
  func text(for count: Message.Count) -> String {
    Message(parts: [.choice("", isPlural: true, cases)]).text({ _ in "" }, counting: { _ in count })
  }
}
