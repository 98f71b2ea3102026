import Glibc

/// Splits a command in a variable such as `VISUAL` into words. Quotes work as in a shell; nothing
/// is expanded.
enum CommandWords {
  /// - Parameter isProgram: Whether a path with a slash names a program. Blanks in such a path need
  ///   no quotes.
  /// - Returns: The program and its arguments; empty when `text` is blank.
  static func split(
    _ text: String, isProgram: (String) -> Bool = { CommandWords.isProgram($0) }
  ) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\" where quote != "'" && rest.first.map { quote == nil || isEscaped($0) } ?? false:
        word = (word ?? "") + String(rest.removeFirst())
      case "'" where quote != "\"", "\"" where quote != "'":
        quote = quote == nil ? character : nil
        word = word ?? ""
      case _ where quote == nil && character.isWhitespace:
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return joiningProgram(words, isProgram)
  }

  /// Whether a backslash between double quotes escapes `character`.
  private static func isEscaped(_ character: Character) -> Bool { "\"\\$`".contains(character) }

  /// `words` with the leading ones joined by blanks, as many as it takes to name a program.
  private static func joiningProgram(
    _ words: [String], _ isProgram: (String) -> Bool
  ) -> [String] {
    guard let first = words.first, first.contains("/"), !isProgram(first) else { return words }
    for count in words.indices.dropFirst().map({ $0 + 1 }) {
      let path = words[..<count].joined(separator: " ")
      if isProgram(path) { return [path] + words[count...] }
    }
    return words
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }
}
