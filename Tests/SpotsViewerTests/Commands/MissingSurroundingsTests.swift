import Foundation
import Testing

/// Options that name something missing: a warning for folders, and a refusal for values.
@Suite struct MissingSurroundingsTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(#"[{"items":[{"title":"T"}]}]"#, to: "screen.json")
    try directory.shell("mkdir folder")
  }

  private func run(_ arguments: [String]) throws -> CommandRun {
    try CommandRun(arguments, in: directory.path)
  }

  @Test(arguments: ["--views", "--assets", "--allow-path"])
  func foldersThatAreNotThereAreWarnedOfOnce(option: String) throws {
    for command in [["inspect"], ["render", "-o", "-"], ["validate"]] {
      for name in ["nodir", "screen.json"] {
        let run = try run(command + ["screen.json", option, name])
        #expect(run.status == 0)
        let warnings = run.errorLines.filter { $0.hasPrefix("warning: ") }
        #expect(warnings == ["warning: \(option): there is no folder '\(name)'"])
      }
      let run = try run(command + ["screen.json", option, "folder"])
      #expect(run.status == 0 && !run.errors.contains("warning: "), "\(run.errors)")
    }
  }

  /// Nobody types answers into a window that cannot keep them.
  @Test func placesThatCannotBeUsedAreToldBeforeThereIsAWindow() throws {
    for (option, path, reason) in [
      ("--values", "none/a.json", "no such file"),
      ("--values", "folder/none/a.json", "no such file"),
    ] {
      let run = try run(["screen.json", option, path])
      #expect(run.status == 3)
      #expect(run.errors == "spots-viewer: \(path): \(reason)\n")
    }
  }

  @Test func aFamilyThatIsNotInstalledIsWarnedOf() throws {
    let stray = try run(["inspect", "screen.json", "--font", "No Such\u{1B} Family"])
    #expect(stray.status == 0)
    #expect(
      stray.errors == """
        warning: --font: 'No Such\\u{1B} Family' is not installed; another family stands in for it

        """)
    let usual = try run(["inspect", "screen.json"])
    #expect(stray.output == usual.output)
    #expect(usual.errors.isEmpty)
    #expect(try run(["inspect", "screen.json", "--font", "Sans-Serif"]).errors.isEmpty)
  }

  @Test(arguments: [8, 10, 12, 13])
  func tooFewFilesAreSaidInWordsAndNeverEndAProgramByForce(limit: Int) throws {
    let window = try ShellRun("ulimit -n \(limit); spots screen.json", in: directory)
    #expect(window.status == 3)
    #expect(
      window.errors
        == "spots-viewer: too few files can be open; a window needs 11 (see ulimit -n)\n")
    for command in ["inspect screen.json", "render screen.json -o out.png", "validate screen.json"]
    {
      let run = try ShellRun("ulimit -n \(limit); spots \(command)", in: directory)
      #expect(run.status == 0 || run.status == 3 && !run.errors.isEmpty, "\(run)")
    }
  }

  @Test(arguments: [["--offset", "-5"], ["--offset=-5"], ["--offset", "0"]])
  func anOffsetAboveTheTopIsTheTop(options: [String]) throws {
    let run = try run(["inspect", "screen.json"] + options)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try run.output == self.run(["inspect", "screen.json"]).output)
  }
}
