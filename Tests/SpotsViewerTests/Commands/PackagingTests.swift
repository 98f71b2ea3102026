import Foundation
import SpotsTestSupport
import Testing

/// The files of `Scripts/packaging` keep up with the program.
@Suite struct PackagingTests {
  private static let root = URL(fileURLWithPath: SampleScreens.folder).deletingLastPathComponent()
    .path
  private static let packaging = root + "/Scripts/packaging"

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Runs bash with `spots` as the program and `$packaging` as the folder; its failure fails the
  /// test.
  @discardableResult
  private func run(
    _ lines: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ShellRun {
    let run = try ShellRun(
      "set -euo pipefail\npackaging='\(Self.packaging)'\n\(lines)", in: directory)
    #expect(
      run.status == 0 && run.errors.isEmpty, "\(run.output)\(run.errors)",
      sourceLocation: sourceLocation)
    return run
  }

  @Test func theProgramHasTheNewestVersionOfTheChangelog() throws {
    try run("[[ $(spots --version) == $(\"$packaging/notes\" version) ]]")
  }

  @Test func desktopFilesAreValid() throws {
    try run(
      """
      "$packaging/notes" appstream "$packaging/io.github.spots.Viewer.metainfo.xml" >a.metainfo.xml
      grep -q "<release version=\\"$("$packaging/notes" version)\\"" a.metainfo.xml
      appstreamcli validate --no-net a.metainfo.xml >validation || cat validation
      desktop-file-validate "$packaging/io.github.spots.Viewer.desktop"
      """)
  }

  @Test func filesOfScreensHaveATypeOfTheirOwn() throws {
    try run(
      """
      mkdir -p mime/packages
      cp "$packaging/io.github.spots.Viewer.xml" mime/packages
      XDG_DATA_DIRS=$PWD update-mime-database "$PWD/mime"
      grep -q '^60:application/vnd.spots.screen+json:\\*.spots.json$' mime/globs2
      """)
  }

  /// Installed articles have nothing that only the documentation compiler understands, and their
  /// links lead to files that are there.
  @Test func articlesCanBeReadAsTheyAre() throws {
    try run(
      #"""
      "$packaging/articles" articles
      cd articles
      if grep -nE '<doc:|\(doc:|<!--|^@Metadata|[^`]``[^`]|!\[' *.md; then exit 1; fi
      links=$(grep -ohE '\]\([^):]*\)' *.md | tr -d '()]' | sed 's/#.*//' | sort -u)
      ((${#links} > 100))
      ls $links >/dev/null
      """#)
  }

  @Test func everyCommandHasAManualPageWithAllItsOptions() throws {
    let dump = try CommandRun(["--experimental-dump-help"])
    try directory.write(dump.text, to: "help.json")
    try run("\"$packaging/manual\" 0.1.0 2026-01-02 . <help.json; groff -man -Tutf8 -ww -z *.1")
    let tool = try JSONDecoder().decode(Tool.self, from: dump.output)
    let commands = try #require(tool.command.subcommands).filter { $0.commandName != "help" }
    #expect(commands.count >= 6)
    for command in commands {
      let page = try String(
        contentsOfFile: directory("spots-viewer-\(command.commandName).1"), encoding: .utf8)
      for argument in try #require(command.arguments) where argument.shouldDisplay {
        for name in argument.names ?? [] {
          let written = name.name.replacingOccurrences(of: "-", with: "\\-")
          #expect(page.contains("\\-\(written)\\fR"), "\(command.commandName): \(name.name)")
        }
      }
    }
  }

  private struct Tool: Decodable {
    struct Command: Decodable {
      var commandName: String
      var arguments: [Argument]?
      var subcommands: [Command]?
    }
    struct Argument: Decodable {
      var shouldDisplay: Bool
      var names: [Name]?
    }
    struct Name: Decodable { var name: String }
    var command: Command
  }

  /// Completions offered without a command are those of `view`.
  @Test func completionKnowsTheDefaultCommand() throws {
    try directory.write("{}", to: "contacts.json")
    let run = try run(
      """
      set +eu  # as shells of users are
      source <(spots --generate-completion-script bash)
      source "$packaging/completions/default.bash"
      complete_words() {
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
        COMPREPLY=()
        _spots-viewer_or_view "$1" "${!#}" "${*: -2:1}"
        echo "${COMPREPLY[@]}"
      }
      complete_words spots-viewer re
      complete_words spots-viewer con
      complete_words spots-viewer contacts.json --no-w
      complete_words spots-viewer render contacts.json --theme da
      """)
    #expect(run.output == "render replay\ncontacts.json\n--no-watch\ndark\n")
  }

  @Test(.enabled(if: Allowance.factor == 1, "sanitizers need more than --cpu-limit allows"))
  func theLineOfTheThumbnailerMakesAPicture() throws {
    try directory.write(#"{"components":[{"items":[{"title":"Ada"}]}]}"#, to: "a b.json")
    try run(
      """
      line=$(sed -n 's/^Exec=spots-viewer //p' "$packaging/io.github.spots.Viewer.thumbnailer")
      # Not every kernel has all that a sandbox needs.
      [[ $(spots --version --verbose) != *": no"* ]] || line=${line/--require-sandbox/}
      for word in $line; do
        word=${word/\\%i/"$PWD/a b.json"} word=${word/\\%o/"$PWD/out.png"}
        words+=("${word/\\%s/256}")
      done
      spots "${words[@]}"
      [[ $(od -An -tu1 -j18 -N6 out.png | xargs) == "1 0 0 0 1 0" ]]
      """)
  }
}
