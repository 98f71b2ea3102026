import Testing

@testable import SpotsViewer

/// Editors are started so that they are seen.
@Suite struct EditorTests {
  private func command(
    _ editor: String, path: String = "a.json", line: Int? = 3, hasTerminal: Bool = true
  ) -> [String]? {
    let command = Editor(commands: [editor])?.command(opening: path, line: line) { name in
      name == "x-terminal-emulator" && hasTerminal
    }
    return command.map { [$0.program] + $0.arguments }
  }

  @Test func theFirstThatIsSetCounts() {
    #expect(Editor(commands: [nil, "  ", "code -w"])?.name == "code")
    #expect(Editor(commands: ["gvim", "nano"])?.name == "gvim")
    #expect(Editor(commands: [nil, ""]) == nil)
  }

  @Test(arguments: ["vim", "/usr/bin/vim", "nano", "emacs -nw", "emacsclient -t", "editor", "hx"])
  func thoseOfTheTerminalGetOne(editor: String) {
    let words = editor.split(separator: " ").map(String.init)
    #expect(command(editor) == ["x-terminal-emulator", "-e"] + words + ["+3", "a.json"])
    #expect(command(editor, hasTerminal: false) == nil)
  }

  @Test(arguments: ["gvim", "vim -g", "code --wait", "emacs", "gedit", "/opt/my-editor"])
  func thoseWithWindowsNeedNone(editor: String) {
    let words = editor.split(separator: " ").map(String.init)
    #expect(command(editor, hasTerminal: false) == words + ["+3", "a.json"])
  }

  @Test func aFileThatLooksLikeAnOptionIsNone() {
    #expect(command("gvim", path: "-c", line: nil) == ["gvim", "./-c"])
  }
}

@Suite struct CommandWordsTests {
  private static let programs: Set<String> = ["/usr/bin/ed", "/my dir/ed", "/my dir/a b/ed"]

  @Test(arguments: [
    ("vim", ["vim"]), ("  code   --wait\t-n ", ["code", "--wait", "-n"]), ("", []), (" \t ", []),
    (#""/my dir/ed" -w"#, ["/my dir/ed", "-w"]), ("'/my dir/ed' '-w'", ["/my dir/ed", "-w"]),
    (#"/my\ dir/ed -w"#, ["/my dir/ed", "-w"]), ("/my dir/ed -w", ["/my dir/ed", "-w"]),
    ("/my dir/a b/ed", ["/my dir/a b/ed"]), ("/no dir/ed -w", ["/no", "dir/ed", "-w"]),
    ("/usr/bin/ed /my dir/ed", ["/usr/bin/ed", "/my", "dir/ed"]),
    (#"ed --title="a b"c '' """#, ["ed", "--title=a bc", "", ""]),
    (#"ed "a\"b\n" 'c\' d\\e"#, ["ed", #"a"b\n"#, #"c\"#, #"d\e"#]),
    (#"ed $HOME `id` *"#, ["ed", "$HOME", "`id`", "*"]),
    (#"ed "no end"#, ["ed", "no end"]), (#"ed \"#, ["ed", #"\"#]),
  ])
  func wordsAreAsForAShell(text: String, words: [String]) {
    #expect(CommandWords.split(text) { Self.programs.contains($0) } == words)
  }
}
