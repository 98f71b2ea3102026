import Foundation
import Testing

@Suite struct InitCommandTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The steps of a new user: everything that `init` suggests works, and finds no faults.
  @Test func whatIsMadeIsSound() throws {
    let run = try CommandRun(["init", "plants"], in: directory.path)
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.text.hasPrefix("wrote plants/screen.json\n"))
    #expect(run.text.contains("\n  spots-viewer plants/screen.json  "))
    try directory.shell("cd plants; test -s Views/plant.view.json -a -s Assets/fern.svg")
    let check = try CommandRun(["validate", "--strict"], in: directory("plants"))
    #expect(check.errors == "3 files, 0 errors, 0 warnings\n")
    let test = try CommandRun(["test", "--update"], in: directory("plants"))
    #expect(test.errorLines.last == "2 screens, 8 comparisons, 8 written, 0 failed")
  }

  @Test func aFolderWithoutANameIsAMistake() throws {
    #expect(try CommandRun(["init", ""], in: directory.path).status == 2)
  }

  @Test func nothingIsReplaced() throws {
    try directory.shell("mkdir Assets; echo mine >Assets/fern.svg")
    let run = try CommandRun(["init"], in: directory.path)
    #expect(run.status == 3)
    #expect(run.errors == "spots-viewer: Assets/fern.svg exists already; nothing was made\n")
    try directory.shell("test ! -e screen.json; grep -q mine Assets/fern.svg; rm Assets/fern.svg")
    #expect(try CommandRun(["init", "."], in: directory.path).status == 0)
    try directory.shell("test -s screen.json")
  }
}
