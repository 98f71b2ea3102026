import Foundation
import Testing

/// What the articles and the README show a reader is tried by `Scripts/docs --check`, which tells
/// how.
@Suite struct DocumentationTests {
  /// A page that goes wrong in each way, so that the check of all others is known to find it.
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
}
