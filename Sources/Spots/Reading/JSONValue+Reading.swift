extension JSONValue {
  /// Reads any JSON document, as strictly as a screen is read.
  ///
  /// - Returns: The value, nil when the document is not JSON or beyond a limit; the diagnostics.
  /// - Complexity: O(bytes).
  public static func read(_ bytes: [UInt8]) -> (value: JSONValue?, diagnostics: [Diagnostic]) {
    let document = ScreenReader().readDocument(bytes) { cursor throws(SyntaxFault) in
      try cursor.value()
    }
    return (document.value, document.diagnostics)
  }
}
