/// One problem in a document, with its position and a message.
public struct Diagnostic: Hashable, Sendable, Error {
  /// The seriousness of a problem. The raw values are part of the command line's output.
  public enum Severity: String, Hashable, Sendable {
    /// A value, or the whole screen, is lost.
    case error
    /// A value was adjusted or ignored.
    case warning
  }

  /// The kind of a problem. The raw values are part of the command line's output.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The text is not JSON. The screen cannot be shown.
    case syntax
    /// Text has half of a surrogate pair, or bytes that are not UTF-8; U+FFFD replaces them.
    case brokenText = "broken-text"
    /// A value has another type than its key asks for; the default is used.
    case typeMismatch = "type-mismatch"
    /// The object has no such key; its value is ignored.
    case unknownKey = "unknown-key"
    /// No view or layout is registered for the kind; a default is used.
    case unknownKind = "unknown-kind"
    /// A key occurs again in the same object; the last value counts.
    case duplicateKey = "duplicate-key"
    /// An item of a list, or a component, has the identifier of another one.
    case duplicateIdentifier = "duplicate-identifier"
    /// A number outside the range of its key, cut to it; a fixed height left at 0; a least answer
    /// that is greater than the greatest; or an initial answer that cannot be given.
    case outOfRange = "out-of-range"
    /// There is no image for the `image` of an item; the item is kept.
    case missingImage = "missing-image"
    /// There is an image, but it cannot be decoded; a placeholder is shown.
    case brokenImage = "broken-image"
    /// There is no screen at the path that an action, `next` or a test plan names.
    case missingScreen = "missing-screen"
    /// A title does not fit on a phone, where an ellipsis replaces its end.
    case cutText = "cut-text"
    /// Text in a color of the theme is hard to read on another one.
    case lowContrast = "low-contrast"
    /// A part with an action is too small to be hit with ease.
    case smallTarget = "small-target"
    /// An item that can be activated has no text that tells what it is.
    case unnamedItem = "unnamed-item"
    /// A name does not tell its part from others.
    case unclearName = "unclear-name"
    /// Edges that nearly agree, empty room beside cut text, or parts too far from each other.
    case unevenLook = "uneven-look"
    /// No item has the value that a condition or a check names.
    case missingValue = "missing-value"
    /// A text that a document names is not in its strings, or has other values than it is given; or
    /// a string is used by no document, or has other plurals than its language.
    case missingString = "missing-string"
    /// The value of a choice is not among its options.
    case unknownOption = "unknown-option"
    /// The document nests too deeply or is too large, and cannot be shown; or it has too many
    /// components and is shown without the rest.
    case limit
  }

  /// `ParsedScreen.hasErrors` counts only errors.
  public var severity: Severity
  /// For programs; several messages share one code.
  public var code: Code
  /// The line on which the offending text starts, from 1; 0 for a fault whose place is not known,
  /// since a change has moved what the document said.
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

  /// `path` as programs write it, such as `components[2].items[9].title`; empty for the root.
  package var member: String {
    var text = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      if part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !part.isEmpty {
        text += "[\(part)]"
      } else {
        text += (text.isEmpty ? "" : ".") + part
      }
    }
    return text
  }

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

extension Diagnostic: CustomStringConvertible {
  /// `line:column: severity: message`.
  public var description: String { "\(line):\(column): \(severity.rawValue): \(message)" }
}

/// The findings of a reader by byte offset; lines and columns are computed at the end.
struct DiagnosticLog {
  /// The number of errors, and of warnings, that are kept, so that a hostile document stays cheap.
  static let limit = 1000

  private var entries: [Entry] = []
  private var counts: [Diagnostic.Severity: Int] = [:]
  /// The number of diagnostics that were not kept.
  private(set) var omitted = 0
  /// Whether all are dropped without being counted.
  var isMuted = false

  private struct Entry {
    var severity: Diagnostic.Severity
    var code: Diagnostic.Code
    var offset: Int
    var related: Int?
    var path: String
    var message: String
  }

  /// Counts a diagnostic and returns whether it is kept. Messages are made only for those that are.
  mutating func accepts(_ severity: Diagnostic.Severity) -> Bool {
    guard !isMuted else { return false }
    let count = counts[severity, default: 0]
    guard count < Self.limit else {
      omitted += 1
      return false
    }
    counts[severity] = count + 1
    return true
  }

  mutating func append(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, at offset: Int, related: Int? = nil,
    path: String, message: String
  ) {
    entries.append(
      Entry(
        severity: severity, code: code, offset: offset, related: related, path: path,
        message: message))
  }

  /// All diagnostics in the order of their positions.
  ///
  /// - Complexity: O(bytes) when there is one.
  func diagnostics(
    base: UnsafePointer<UInt8>, end: Int, firstLine: Int
  ) -> [Diagnostic] {
    guard !entries.isEmpty else { return [] }
    let offsets = (entries.map(\.offset) + entries.compactMap(\.related)).sorted()
    var counter = PositionCounter(base: base, end: end, line: firstLine)
    var places: [Int: (position: SourceMap.Position, lineStart: Int)] = [:]
    for offset in offsets where places[offset] == nil {
      let position = counter.position(of: offset)
      places[offset] = (position, counter.lineStart)
    }
    let ordered = entries.enumerated().sorted { a, b in
      (a.element.offset, a.offset) < (b.element.offset, b.offset)
    }
    return ordered.compactMap { _, entry in
      guard let place = places[entry.offset] else { return nil }
      let related = entry.related.flatMap { places[$0]?.position }
      let excerpt = Excerpt(
        of: UnsafeBufferPointer(start: base, count: end), lineStart: place.lineStart,
        offset: entry.offset)
      return Diagnostic(
        severity: entry.severity, code: entry.code, line: place.position.line,
        column: place.position.column, path: entry.path,
        message: entry.message
          + (related.map { " at line \($0.line), column \($0.column)" } ?? ""),
        excerpt: excerpt.text, excerptColumn: excerpt.column)
    }
  }
}

/// Why a document cannot be read any further. Thrown where the fault is found; the reader turns
/// it into the last diagnostic.
package struct SyntaxError: Error {
  /// The byte offset at which the offending text starts.
  var offset: Int
  var message: String
  var code: Diagnostic.Code = .syntax
  /// The byte offset of a position that the message ends with, as `at line …, column …`.
  var related: Int?
}
