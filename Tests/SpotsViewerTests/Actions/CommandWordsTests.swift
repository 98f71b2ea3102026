import Testing

@testable import spots_viewer

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
