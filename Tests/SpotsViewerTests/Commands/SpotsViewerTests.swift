import Foundation
import SpotsTestSupport
import Testing

/// What holds for all commands: statuses, where text goes, and how diagnostics look.
@Suite struct SpotsViewerTests {
  private static let good = #"{"components":[{"items":[{"title":"T"}]}]}"#

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(Self.good, to: "good.json")
  }

  private func run(_ arguments: String...) throws -> CommandRun {
    try CommandRun(arguments, in: directory.path)
  }

  @Test(arguments: [
    ["inspect"], ["inspect", "--unknown", "good.json"], ["inspect", "good.json", "more.json"],
    ["inspect", "good.json", "--size", "0x0"], ["inspect", "good.json", "--size", "300"],
    ["inspect", "good.json", "--size", "nanx5"], ["inspect", "good.json", "--size", "1e99x5"],
    ["inspect", "good.json", "--scale", "0"], ["inspect", "good.json", "--offset", "inf"],
    ["inspect", "good.json", "--carousel", "1"], ["inspect", "good.json", "--theme", "pink"],
    ["inspect", "good.json", "--device", "toaster"],
    ["render", "good.json"], ["render", "good.json", "-o", "a.png", "--compare", "b.png"],
    ["render", "good.json", "-o", "a.png", "--update"],
    ["render", "good.json", "--compare", "a.png", "--tolerance", "256"],
    ["replay", "good.json", "/dev/null", "--timeout=-1"],
    ["replay", "good.json", "/dev/null", "--timeout", "nan"],
    ["--unknown"], [], ["help", "nope"], ["help", "nope", "view"],
    ["replay", "-", "-"], ["replay", "-", "/dev/stdin"],
  ])
  func wrongUsageIsStatus2(arguments: [String]) throws {
    let run = try CommandRun(arguments, in: directory.path)
    #expect(run.status == 2, "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("Error: ") || run.errors.contains("USAGE: "), "\(run.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["good.json"])
  }

  /// Without a file there is a start screen, for users. Programs are told what they have forgotten.
  @Test(arguments: [
    ("spots --events", "--events"), ("spots view --on-action true", "--on-action"),
    ("spots --offset 5", "--offset"), ("spots --rtl <good.json", "'-'"),
  ])
  func whatIsAboutOneScreenNeedsAFile(line: String, told: String) throws {
    // Standard error is a pipe, so that no window shows the message.
    let run = try ShellRun(
      "export SDL_VIDEODRIVER=dummy; set -o pipefail; \(line) 2>&1 | cat", in: directory)
    #expect(run.status == 2)
    #expect(run.output.contains("Error: ") && run.output.contains(told), "\(run.output)")
  }

  @Test(arguments: ["inspect", "render", "view"])
  func unreadableFilesAreStatus3(command: String) throws {
    try directory.shell("mkdir folder; mkfifo pipe")
    for name in ["missing.json", "folder", "pipe", "good.json/below", "/dev/zero"] {
      let output = command == "render" ? ["-o", "out.png"] : []
      let run = try CommandRun([command, name] + output, in: directory.path)
      #expect(run.status == 3, "\(name)")
      #expect(run.output.isEmpty)
      #expect(run.duration < Allowance.elapsed(.seconds(1)), "\(name)")
      if command != "view" {
        #expect(run.errors.hasPrefix("spots-viewer: \(name): "), "\(run.errors)")
        #expect(run.errorLines.count == 1)
      }
    }
  }

  @Test func errorsInTheScreenAreStatus1() throws {
    try directory.write(#"{"components":[{"items":[{"title":[]}]}]}"#, to: "type.json")
    try directory.write("{", to: "syntax.json")
    let type = try run("inspect", "type.json")
    #expect(type.status == 1)
    #expect(!type.output.isEmpty, "everything but the value is shown")
    let syntax = try run("inspect", "syntax.json")
    #expect(syntax.status == 1)
    #expect(syntax.output.isEmpty)
    #expect(try run("inspect", "good.json").status == 0)
  }

  @Test func helpAndVersionGoToStandardOutput() throws {
    for arguments in [
      ["--help"], ["inspect", "--help"], ["render", "-h"], ["help", "view"], ["help"],
    ] {
      let help = try CommandRun(arguments)
      #expect(help.status == 0)
      #expect(help.text.contains("USAGE: spots-viewer"))
      #expect(help.errors.isEmpty)
    }
    let version = try run("--version")
    #expect(version.status == 0)
    #expect(version.text.contains(/^\d+\.\d+\.\d+\n$/))
  }

  @Test func helpNamesTheStatuses() throws {
    let words = try run("--help").text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for text in ["0 fine;", "1 the screen has errors", "2 wrong usage;", "3 the surroundings"] {
      #expect(words.contains(text))
    }
  }

  // MARK: Diagnostics

  @Test func diagnosticsHavePlaceAndSeverity() throws {
    try directory.write(
      "{\n  \"components\": [\n    {\"itmes\": [],\n\t\"kind\": [], \"é\": 1}\n  ]\n}\n",
      to: "faults.json")
    let run = try run("inspect", "faults.json")
    #expect(run.status == 1)
    let places = run.errorLines.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    #expect(places.contains("faults.json:3:6: warning:"), "\(run.errors)")
    #expect(places.contains("faults.json:4:10: error:"), "\(run.errors)")
    #expect(places.contains("faults.json:4:14: warning:"), "\(run.errors)")
    #expect(run.errors.contains("did you mean 'items'?"))
    #expect(run.errorLines.allSatisfy { $0.contains(/^faults\.json:\d+:\d+: (error|warning): ./) })
  }

  @Test(arguments: ["inspect", "render"])
  func nothingUnprintableReachesTheTerminal(command: String) throws {
    let name = "a\nb\u{1B}[31m.json"
    try directory.write(
      #"""
      {"components":[{"items":[{"ti\u001btle":1,"kind":"\u0007\u202E","image":"\u009b.png"},
      {"title":["\#u{7F}\#u{9B}"]}]}]}
      """#, to: name)
    let options = command == "render" ? ["-o", "out\u{1B}/x.png"] : ["--offset", "0"]
    for arguments in [[name] + options, [name, "--size", "\u{1B}[0m"], ["\u{1B}", "--\u{9B}"]] {
      let run = try CommandRun([command] + arguments, in: directory.path)
      #expect(!run.errors.isEmpty)
      let unprintable = run.errors.unicodeScalars.filter {
        $0 != "\n" && ($0.properties.generalCategory == .control || $0 == "\u{202E}")
      }
      #expect(unprintable.isEmpty, "\(run.errors.debugDescription)")
    }
    let errors = try CommandRun([command, name] + options, in: directory.path).errors
    #expect(errors.contains(#"a\u{A}b\u{1B}[31m.json:1:"#))
  }

  @Test func inspectEscapesControlCharactersOfTitles() throws {
    try directory.write(#"[{"items":[{"title":"\u001b]0;x\u0007"}]}]"#, to: "title.json")
    let output = try run("inspect", "title.json").text
    #expect(output.contains(#"\u001b]0;x\u0007"#))
  }

  // MARK: No display

  @Test(arguments: [
    [:], ["DISPLAY": ":64999"], ["SDL_VIDEODRIVER": "x11"], ["SDL_VIDEODRIVER": "nonsense"],
  ])
  func noDisplayIsStatus3WithAMessage(environment: [String: String]) throws {
    let environment = ["SDL_VIDEODRIVER": ""].merging(environment) { $1 }
    let process = try ViewerProcess(
      [directory("good.json"), "--events"], environment: environment)
    #expect(try process.waitForExit().status == 3)
    #expect(process.stderr.wait { $0.hasPrefix("spots-viewer: ") } != nil)
    #expect(process.stdout.entries.isEmpty)
  }
}
