import Glibc
import SpotsSDL

/// The editor that `VISUAL` or `EDITOR` names.
struct Editor: Equatable {
  private let program: String
  private let options: [String]

  /// Editors that show themselves in the terminal they are started in, by the names of their
  /// programs.
  private static let terminalPrograms: Set<String> = [
    "ed", "ex", "hx", "helix", "jed", "jmacs", "joe", "jove", "jpico", "jstar", "kak",
    "mcedit", "mg", "micro", "nano", "nano-tiny", "ne", "nvi", "nvim", "pico", "rjoe", "rnano",
    "rview", "rvim", "sensible-editor", "tilde", "vi", "view", "vim", "vim.basic", "vim.nox",
    "vim.tiny", "vis", "zile",
  ]
  /// What keeps Emacs, which has windows, in the terminal.
  private static let terminalOptions: Set<String> = ["-nw", "-t", "--tty", "--no-window-system"]
  private static let terminalEmulator = "x-terminal-emulator"

  /// - Parameter commands: What the variables hold, the one that counts more first; nil where one is
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
  var name: String { ScreenFile.name(of: program) }

  /// Whether the editor shows itself in a terminal, and has to be given one.
  var needsTerminal: Bool {
    if name.hasPrefix("emacs") { return !Self.terminalOptions.isDisjoint(with: options) }
    // Vim has a window with this option.
    if name == "vim", options.contains("-g") { return false }
    // Debian's name for the editor of its choice, which is one of these.
    if program == "editor" || program == "/usr/bin/editor" { return true }
    return Self.terminalPrograms.contains(name)
  }

  /// What shows a line of the file at `path`: the editor, or the terminal of the desktop with the
  /// editor in it. The terminal this program may have been started from has the program's output,
  /// and a shell that waits for it.
  ///
  /// - Parameters:
  ///   - line: From 1; nil opens the file at its beginning.
  ///   - hasProgram: Whether there is a program of a name.
  /// - Returns: nil when the editor needs a terminal and the desktop has none to offer.
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
