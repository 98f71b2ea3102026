import Foundation
import Testing

/// What commands do with streams that are not files.
@Suite struct StandardStreamsTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(#"{"components":[{"items":[{"title":"T"}]}]}"#, to: "good.json")
    try directory.write("{\"inspect\":true}\n", to: "script.jsonl")
  }

  private func run(_ line: String) throws -> ShellRun { try ShellRun(line, in: directory) }

  private static let commands = [
    "render good.json -o -", "inspect good.json", "schema", "schema --nib",
    "replay good.json script.jsonl", "validate --format json good.json", "--help", "--version",
  ]

  // MARK: Output that cannot be written

  @Test(arguments: commands)
  func aFullDiskIsStatus3WithOneMessage(command: String) throws {
    let run = try run("spots \(command) >/dev/full")
    #expect(run.status == 3)
    #expect(run.errors.hasPrefix("spots-viewer: standard output: no space left on device\n"))
    #expect(run.errors.split(separator: "\n").count == (command.hasPrefix("validate") ? 2 : 1))
  }

  @Test(arguments: commands)
  func aClosedOutputIsStatus3(command: String) throws {
    let run = try run("spots \(command) >&-")
    #expect(run.status == 3)
    #expect(run.errors.hasPrefix("spots-viewer: standard output: bad file descriptor\n"))
  }

  @Test(arguments: commands)
  func closedErrorsAndInputDisturbNothing(command: String) throws {
    #expect(try run("spots \(command) 2>&- <&-").status == 0)
  }

  /// More than fits into a pipe, of which one line is read.
  @Test func whoStopsReadingHasEnough() throws {
    let items = Array(repeating: #"{"title":"T"}"#, count: 5000).joined(separator: ",")
    try directory.write("[{\"items\":[\(items)]}]", to: "long.json")
    for (prefix, status) in [("", 128 + SIGPIPE), ("trap '' PIPE; ", 0)] {
      let run = try run("(\(prefix)spots inspect long.json; echo status $? >&2) | head -1")
      #expect(run.status == 0)
      #expect(run.errors == "status \(status)\n")
    }
  }

  @Test func whatIsWrongWithTheScreenGivesWay() throws {
    try directory.write(#"[{"items":[{"title":[]}]}]"#, to: "type.json")
    #expect(try run("spots inspect type.json >/dev/full").status == 3)
    #expect(try run("spots inspect type.json").status == 1)
  }

  /// Nothing is written, so nothing can fail.
  @Test func noOutputNeedsNoStream() throws {
    #expect(try run("spots validate good.json >/dev/full").status == 0)
    #expect(try run("spots render good.json -o out.png >&-").status == 0)
  }

  // MARK: Input

  @Test(arguments: ["- <bad.json", "/dev/stdin <bad.json", "<(cat bad.json)"])
  func validateReadsStreams(source: String) throws {
    try directory.write(#"[{"items":[{"title":[]}]}]"#, to: "bad.json")
    let run = try run("spots validate \(source)")
    #expect(run.status == 1)
    let lines = run.errors.split(separator: "\n")
    try #require(lines.count == 2, "\(run.errors)")
    #expect(lines[0].contains(":1:21: error: "))
    #expect(lines[1] == "1 file, 1 error, 0 warnings")
  }

  @Test(arguments: ["- <script.jsonl", "/dev/stdin <script.jsonl", "<(cat script.jsonl)"])
  func replayReadsItsScriptFromStreams(source: String) throws {
    let streamed = try run("spots replay good.json \(source)")
    #expect(streamed.status == 0 && streamed.errors.isEmpty, "\(streamed.errors)")
    #expect(try streamed.output == run("spots replay good.json script.jsonl").output)
  }

  @Test func replayReadsScreenAndScriptFromTwoStreams() throws {
    let run = try run("spots replay <(cat good.json) - <script.jsonl")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("\"title\":\"T\""))
  }
}
