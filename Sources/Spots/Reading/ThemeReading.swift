/// The result of reading a document that has only colors by role, like a screen's `theme`.
public struct ThemeReading: Sendable {
  /// Empty when the document is not an object; nil when it is not JSON.
  public let colors: [ColorRole: Color]?
  /// In the order of their positions.
  public let diagnostics: [Diagnostic]

  /// Reads a document of colors.
  ///
  /// - Complexity: O(bytes).
  public init(_ bytes: [UInt8], dialect: ScreenReader.Dialect = .json) {
    let reader = ScreenReader(dialect: dialect)
    let document = reader.readDocument(bytes) { cursor throws(SyntaxFault) in
      try ColorRole.readTheme(from: &cursor) ?? [:]
    }
    (colors, diagnostics) = (document.value, document.diagnostics)
  }
}
