import Glibc
import SpotsSDL

/// The editor that `VISUAL` or `EDITOR` names.
struct Editor: Equatable {
  private let program: String
  private let options: [String]

  /// The names of editors that run in a terminal.
  private static let terminalPrograms: Set<String> = [
    "ed", "ex", "hx", "helix", "jed", "jmacs", "joe", "jove", "jpico", "jstar", "kak",
    "mcedit", "mg", "micro", "nano", "nano-tiny", "ne", "nvi", "nvim", "pico", "rjoe", "rnano",
    "rview", "rvim", "sensible-editor", "tilde", "vi", "view", "vim", "vim.basic", "vim.nox",
    "vim.tiny", "vis", "zile",
  ]
  /// The options that keep Emacs in the terminal.
  private static let terminalOptions: Set<String> = ["-nw", "-t", "--tty", "--no-window-system"]
  private static let terminalEmulator = "x-terminal-emulator"

  /// - Parameter commands: The values of the variables, in order of precedence; nil for one that is
  ///   not set.
  /// - Returns: nil when none names a program.
  init?(commands: [String?]) {
    let words = commands.lazy.compactMap { $0.map { CommandWords.split($0) } }
    guard var command = words.first(where: { !$0.isEmpty }) else { return nil }
    program = command.removeFirst()
    options = command
  }

  /// The editor the user has set; nil when there is none.
  static var chosen: Editor? {
    let names: [String] = ["VISUAL", "EDITOR"]
    return Editor(commands: names.map { name in getenv(name).map { String(cString: $0) } })
  }

  /// The program's name, without its folder.
  var name: String { Path.name(of: program) }

  /// Whether the editor runs in a terminal, which has to be opened for it.
  var needsTerminal: Bool {
    if name.hasPrefix("emacs") { return !Self.terminalOptions.isDisjoint(with: options) }
    // With this option Vim opens a window.
    if name == "vim", options.contains("-g") { return false }
    // On Debian these names lead to the default editor, which runs in a terminal.
    if program == "editor" || program == "/usr/bin/editor" { return true }
    return Self.terminalPrograms.contains(name)
  }

  /// The command that opens the file at `path`: the editor, or the terminal of the desktop with the
  /// editor in it. The terminal this program was started from is not used: a shell in it waits for
  /// the program.
  ///
  /// - Parameters:
  ///   - line: From 1; nil opens the file at its beginning.
  ///   - hasProgram: Whether a program of the given name is installed.
  /// - Returns: nil when the editor needs a terminal and none is installed.
  func command(
    opening path: String, line: Int?, hasProgram: (String) -> Bool = ProgramSearch.finds
  ) -> (program: String, arguments: [String])? {
    // A name that looks like an option must not become one.
    let file = path.hasPrefix("-") ? "./" + path : path
    let arguments = options + (line.map { ["+\($0)"] } ?? []) + [file]
    guard needsTerminal else { return (program, arguments) }
    guard hasProgram(Self.terminalEmulator) else { return nil }
    return (Self.terminalEmulator, ["-e", program] + arguments)
  }
}

/// Looks for programs as `posix_spawnp` does.
enum ProgramSearch {
  /// Whether one of the folders in `PATH` has a program called `name`.
  static func finds(_ name: String) -> Bool {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }
}

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
