import Testing

@testable import SpotsViewer

/// Files of data beside a screen, with the program and without a display.
@Suite struct DataFileTests {
  private static let screen =
    #"{"data":{"from":"rows.jsonl"},"components":[{"header":{"title":"{size(data)}"},"each":"","#
    + #""item":{"title":"{t}"},"loading":{"title":"wait"}}]}"#

  /// However a file of data is saved, the window has it; one that is gone leaves the last one.
  @Test(arguments: [
    #"printf '{"t":"new"}\n' > rows.jsonl"#,
    #"printf '{"t":"new"}\n' > new; mv new rows.jsonl"#,
    #"rm rows.jsonl; sleep 0.6; printf '{"t":"new"}\n' > rows.jsonl"#,
    #"printf '{"t":"old"}\n{"t":"ol' > rows.jsonl; sleep 0.6; printf '{"t":"new"}' > rows.jsonl"#,
  ])
  func savedDataIsShown(save: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.screen, to: "screen.json")
    try directory.write("{\"t\":\"old\"}\n", to: "rows.jsonl")
    let viewer = try ViewerProcess(
      ["screen.json", "--events", "--control", "s"], environment: ["SDL_VIDEODRIVER": "dummy"],
      directory: directory.path)
    try viewer.waitForEvent("shown")
    try directory.write("{\"inspect\":true}\n", to: "script.jsonl")
    func titles() throws -> String {
      let client = try ViewerProcess(
        ["replay", "--live", "s", "script.jsonl"], directory: directory.path)
      _ = try client.waitForExit(timeout: 30)
      return client.stdout.entries.joined()
    }
    #expect(try titles().contains(#""title":"old""#))
    try directory.shell(save)
    try viewer.waitForEvent("reloaded") { _ in
      (try? titles().contains(#""title":"new""#)) ?? false
    }
  }

  /// A file whose rows stay in it is shown as it is after each change, too, and a picture of its
  /// first rows is made without the others.
  @Test func largeFilesAreFollowed() throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.screen, to: "screen.json")
    let rows =
      "awk 'BEGIN { for (i = 0; i < 3000; i++) "
      + #"printf "{\"t\":\"%s %d\",\"p\":\"%4000d\"}\n", "W", i, i }'"#
    func write(_ word: String) -> String { rows.replacing("\"W\"", with: "\"\(word)\"") }
    try directory.shell(write("old") + " > rows.jsonl")
    let viewer = try ViewerProcess(
      ["screen.json", "--events", "--control", "s"], environment: ["SDL_VIDEODRIVER": "dummy"],
      directory: directory.path)
    try viewer.waitForEvent("shown")
    try directory.write("{\"inspect\":true}\n", to: "script.jsonl")
    func shows(_ text: String, without other: String = "?") -> Bool {
      guard
        let client = try? ViewerProcess(
          ["replay", "--live", "s", "script.jsonl"], directory: directory.path),
        (try? client.waitForExit(timeout: 30)) != nil
      else { return false }
      let screen = client.stdout.entries.joined()
      return screen.contains(text) && !screen.contains(other)
    }
    func sees(_ text: String, without other: String = "?") -> Bool {
      shows(text, without: other)
        || viewer.event("reloaded", timeout: 30) { _ in shows(text, without: other) } != nil
    }
    try #require(sees("old 2999"))
    for (save, expected, gone) in [
      (#"echo '{"t":"more"}' >> rows.jsonl"#, "more", "?"),
      (write("new") + " > rows.jsonl", "new 2999", "old"),
      (write("moved") + " > other; mv other rows.jsonl", "moved 2999", "new"),
      ("truncate -s 9000000 rows.jsonl", "moved 2000", "moved 2999"),
      (#"echo '{"t":"small"}' > rows.jsonl"#, "small", "moved"),
    ] {
      try directory.shell(save)
      #expect(sees(expected, without: gone), "\(expected)")
    }
  }

  /// A screen whose data cannot be read is shown without it, and says so.
  @Test func missingDataIsTold() throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.screen, to: "screen.json")
    let inspect = try ViewerProcess(
      ["inspect", "--format", "text", "screen.json"], directory: directory.path)
    #expect(try inspect.waitForExit(timeout: 30).status == 1)
    #expect(inspect.stdout.entries.contains { $0.contains("'wait'") })
    #expect(
      inspect.stderr.entries.first == "screen.json:1:18: error: no such file (data.from)")
    let check = try ViewerProcess(["validate", "screen.json"], directory: directory.path)
    #expect(try check.waitForExit(timeout: 30).status == 1)
  }
}
