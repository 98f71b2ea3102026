import Foundation
import Testing

/// `Scripts/docs --check` tries whatever the articles and the README show a reader; it explains
/// how.
@Suite struct DocumentationTests {
  /// A page with every kind of fault, to prove that the check finds each of them.
  private static let wrong = """
    A mistake in `screen.json`:

    ```json
    {
      "components": [
        { "kindd": "list" }
      ]
    }
    ```

    ```json
    { "kind": "track", "lable": "{title}" }
    ```

    ```json
    { "components": }
    ```

    ```swift
    let folder = CacheFolder.self
    ```

    ```sh
    spots-viewer validate --stirct screen.json
    Scripts/none
    spots-viewer missing.json --size 1x1 --wide
    ```

    ```console
    $ spots-viewer schema --nope
    …
    Another line.
    ```

    ```ruby
    ```

    And `--nothing`.

    """

  /// The faults of that page: the line each is in, and a part of what is said about it.
  private static let faults = [
    (6, "unknown key 'kindd'"), (12, "unknown key 'lable'"), (16, "this is not JSON"),
    (20, "cannot find 'CacheFolder'"), (24, "--stirct"), (24, "there is no Scripts/none"),
    (26, "--wide"), (30, "it prints"), (36, "not 'ruby'"), (38, "no option '--nothing'"),
  ]

  @Test func whatThePagesShowHolds() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.wrong, to: "Wrong.md")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: SampleScreens.path("../Scripts/docs"))
    let build = (try ViewerProcess.executable as NSString).deletingLastPathComponent
    process.arguments = ["--check", "--build", build, folder("Wrong.md")]
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    let lines = text.components(separatedBy: "\n")
    for (line, fault) in Self.faults {
      let isFound = lines.contains { $0.contains("Wrong.md:\(line): ") && $0.contains(fault) }
      #expect(isFound, "\(line) \(fault)")
    }
    let others = lines.filter { $0.contains(".md:") && !$0.contains("Wrong.md:") }
    #expect(others == [], "\(text)")
  }

  /// The scripts of the articles; `Scripts/docs` plays them without a window.
  @Test func scriptsOfThePagesPlayInWindows() throws {
    for (page, screen, script) in [
      ("Guides/A-window-for-a-script", "build.json", "build.jsonl"),
      ("Guides/A-window-for-a-script", "order.json", "order.jsonl"),
      ("Guides/Screens-in-CI", "screens/contacts.json", "screens/contacts.replay.jsonl"),
      (
        "Reference/Commands",
        #"{"components":[{"items":[{"title":"Old"},{"kind":"text-field","title":"Name"}]}]}"#,
        "steps.jsonl"
      ),
    ] {
      let text = try String(
        contentsOfFile: SampleScreens.path("../Sources/Documentation.docc/\(page).md"),
        encoding: .utf8)
      let folder = try TemporaryDirectory()
      try folder.write(
        screen.hasSuffix(".json") ? try Self.file(screen, in: text) : screen, to: "screen.json")
      let steps = try Self.file(script, in: text).split(separator: "\n").map(String.init)
      #expect(try ReplayRun(folder, steps).run.status == 0, "\(script)")
    }
  }

  /// The content that a page tells its readers to save in a file.
  private static func file(_ name: String, in page: String) throws -> String {
    let (name, block) = (try #require(page.range(of: "`\(name)`:\n")), "\n```")
    let rest = page[name.upperBound...]
    let start = try #require(rest.range(of: "```json\n")).upperBound
    return String(rest[start..<(try #require(rest[start...].range(of: block))).lowerBound]) + "\n"
  }
}
