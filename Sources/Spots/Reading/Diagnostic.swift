/// One thing wrong with a document, where, and in words.
public struct Diagnostic: Hashable, Sendable, Error {
  public enum Severity: String, Hashable, Sendable {
    case error, warning
  }

  /// What kind of fault it is. The raw values are part of the command line's output.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The text is not JSON. The screen cannot be shown.
    case syntax
    /// A value has another type than its key asks for; the default is used.
    case typeMismatch = "type-mismatch"
    case unknownKey = "unknown-key"
    case unknownKind = "unknown-kind"
    case duplicateKey = "duplicate-key"
    /// A number its key has no use for; it is cut to the range.
    case outOfRange = "out-of-range"
    case missingImage = "missing-image"
    /// Nested too deeply, or too large: the screen cannot be shown. Or more components than a
    /// screen may have: it is shown without those.
    case limit
  }

  public var severity: Severity
  public var code: Code
  /// Where the offending text starts; both count from 1, columns in characters.
  public var line: Int
  public var column: Int
  /// The JSON pointer (RFC 6901) of the value, for example `/components/0/items`; in its keys,
  /// control characters are escaped as in `message`, and what exceeds 256 characters is cut.
  public var path: String
  /// Lower case, without a final period; what the user wrote stands in `'…'`, control characters
  /// escaped.
  public var message: String
  /// The line of the document at `line`, of a long one 200 characters around `column`. One
  /// character for each of the line: tabs are spaces, control characters U+FFFD.
  public var excerpt: String
  /// Where `column` is in `excerpt`, from 1, for a caret.
  public var excerptColumn: Int

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
