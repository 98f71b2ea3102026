import Spots

/// Diagnostics as text: `path:line:column: error|warning: message`, one line each.
struct DiagnosticOutput {
  /// The file's path as the user gave it.
  let path: String
  /// Whether each message is followed by the line of the document and a caret.
  let showsExcerpt: Bool

  func text(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map(text).joined()
  }

  private func text(_ diagnostic: Diagnostic) -> String {
    let place = "\(path.printable()):\(diagnostic.line):\(diagnostic.column)"
    let line = "\(place): \(diagnostic.severity.rawValue): \(diagnostic.message)\n"
    guard showsExcerpt, let excerpt = Excerpt(diagnostic, width: 100) else { return line }
    return line + "  \(excerpt.text)\n  \(excerpt.caretLine)\n"
  }
}
