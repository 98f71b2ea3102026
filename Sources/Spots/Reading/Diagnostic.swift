/// One problem in a document, with its position and a message.
public struct Diagnostic: Hashable, Sendable, Error {
  /// How serious a problem is. The raw values are part of the command line's output.
  public enum Severity: String, Hashable, Sendable {
    /// An error loses a value or the screen; a warning means that one was adjusted or ignored.
    case error, warning
  }

  /// The kind of a problem. The raw values are part of the command line's output.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The text is not JSON. The screen cannot be shown.
    case syntax
    /// A value has another type than its key asks for; the default is used.
    case typeMismatch = "type-mismatch"
    /// The object has no such key; its value is ignored.
    case unknownKey = "unknown-key"
    /// No view or layout is registered for the kind; a default is used.
    case unknownKind = "unknown-kind"
    /// A key occurs again in the same object; the last value counts.
    case duplicateKey = "duplicate-key"
    /// A number outside the range of its key, cut to it; or a fixed height left at 0.
    case outOfRange = "out-of-range"
    /// There is no picture for the `image` of an item; the item is kept.
    case missingImage = "missing-image"
    /// The document nests too deeply or is too large, and cannot be shown; or it has too many
    /// components and is shown without the rest.
    case limit
  }

  /// `ScreenReading.hasErrors` counts only errors.
  public var severity: Severity
  /// For programs; several messages share one code.
  public var code: Code
  /// The line on which the offending text starts, from 1.
  public var line: Int
  /// The column at which it starts, from 1, in Unicode scalars.
  public var column: Int
  /// The JSON pointer (RFC 6901) of the value, for example `/components/0/items`. Its keys are cut
  /// to 256 characters, with control characters escaped as in `message`.
  public var path: String
  /// Lower case, without a final period; quotes the document in `'…'`, control characters escaped.
  public var message: String
  /// At most 200 characters of `line`, around `column`. Tabs become spaces and control characters
  /// U+FFFD, one for one, so that a caret can be aligned by counting.
  public var excerpt: String
  /// The position of `column` in `excerpt`, from 1, for the caret.
  public var excerptColumn: Int

  /// Creates a diagnostic; `excerptColumn` is `column` unless given.
  public init(
    severity: Severity, code: Code, line: Int, column: Int, path: String, message: String,
    excerpt: String = "", excerptColumn: Int? = nil
  ) {
    self.severity = severity
    self.code = code
    self.line = line
    self.column = column
    self.path = path
    self.message = message
    self.excerpt = excerpt
    self.excerptColumn = excerptColumn ?? column
  }
}
