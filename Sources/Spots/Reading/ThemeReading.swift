/// A document that holds nothing but colours by role, as a screen has them under `theme`.
public struct ThemeReading: Sendable {
  /// nil when the document is not JSON.
  public let colors: [ColorRole: Color]?
  /// What is wrong with it, with positions.
  public let diagnostics: [Diagnostic]

  /// Reads `bytes`.
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
