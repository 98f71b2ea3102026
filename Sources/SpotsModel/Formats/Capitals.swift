extension Language {
  /// Languages whose capitals are others than those of the characters: Turkish has two kinds of i,
  /// Greek capitals have no accents, Dutch has the letter IJ.
  private static let ownCapitals: Set = ["az", "el", "hy", "lt", "nl", "tr"]

  /// A text in the capitals of a language.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - name: The language, as in `tr` or `pt-BR`; nil for no certain one.
  public static func capitals(_ text: String, in name: String?) -> String {
    let language = name?.prefix { $0 != "_" && $0 != "-" }.lowercased()
    // No text has Georgian capitals, and few fonts.
    if language == "ka" { return text }
    guard let language, ownCapitals.contains(language), let library = ICU.shared else {
      return text.uppercased()
    }
    let units = Array(text.utf16)
    do throws(ExpressionFault) {
      return try library.text { library.upper($0, $1, units, Int32(units.count), language, $2) }
    } catch {
      return text.uppercased()
    }
  }
}
