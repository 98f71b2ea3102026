import ArgumentParser
import Glibc
import Spots
import SpotsSDL
import SpotsViewer

/// Compares screens with goldens: their layout, their pictures, and the events of scripts.
struct TestCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Compares the screens of a folder with texts and pictures of how they should be.",
    discussion: """
      Every screen in the folder, or those that its spots-test.json lists, is laid out and painted \
      in each look: on a phone and, dark, on a desktop unless that file says otherwise. The layout, \
      as 'inspect --format text' prints it, is compared with Goldens/SCREEN.LOOK.txt, and the \
      picture with Goldens/SCREEN.LOOK.png. Scripts called SCREEN.replay.jsonl or \
      SCREEN.NAME.replay.jsonl are played in the first look, and what they 'expect' must happen and \
      nothing else; their 'inspect' and 'render' steps are compared with goldens too.

      A comparison that fails leaves what is there now beside the golden, as .new and .diff files. \
      --update writes goldens that are missing or differ, and the events that scripts expect, and \
      says which.

      Pictures depend on fonts: name one in spots-test.json that every machine has.
      """)

  @Argument(
    help: "The folder of the screens, this one unless given, or one screen in it to test alone.",
    completion: FileArgument.completion, transform: FileArgument.path)
  var folder = "."

  @Option(
    help: ArgumentHelp(
      """
      Tests only what has this name, or begins with it and a period: a screen, a golden or a \
      script; repeatable.
      """, valueName: "name"))
  var only: [String] = []

  @Flag(help: "Compares texts and events alone; pictures hold for one version of a font's library.")
  var noPictures = false

  @Flag(help: "Writes goldens that are missing or differ, instead of failing for them.")
  var update = false

  @Flag(help: "Removes goldens that no test compares anything with, once all tests pass.")
  var prune = false

  @Option(
    help: ArgumentHelp(
      "Writes the results as JUnit XML; - for standard output.", valueName: "file"),
    completion: .file(extensions: ["xml"]))
  var junit: String?

  @Option(
    help: ArgumentHelp(
      """
      Writes a page that shows each failure before, after, and what differs; - for standard output.
      """, valueName: "file"),
    completion: .file(extensions: ["html"]))
  var html: String?

  @OptionGroup var locale: LocaleOption

  @OptionGroup var images: ImageOptions

  @OptionGroup var nibs: NibOptions

  @OptionGroup var timeout: ImageTimeout

  @Flag(
    help: """
      Shows pictures from servers. Without it there are none, so that nothing depends on servers \
      and on what was kept.
      """)
  var online = false

  @Option(
    help: ArgumentHelp(
      """
      With --online, a host in a private network, or this machine, that pictures may come from; \
      repeatable.
      """, valueName: "host[:port]"))
  var allowHost: [String] = []

  @OptionGroup var repeating: WatchOption

  func validate() throws {
    guard place.screen == nil || only.isEmpty else {
      throw ValidationError("Give either one screen or --only")
    }
    guard !prune || (place.screen == nil && only.isEmpty && !noPictures) else {
      throw ValidationError("--prune needs all tests, since others use goldens too")
    }
    guard junit == nil || junit != html else {
      throw ValidationError("--junit and --html need files of their own")
    }
  }

  func perform() throws -> ExitStatus {
    try images.checkSandbox()
    images.reportMissingFolders()
    nibs.reportMissingFolders()
    return try repeating.run(testAll)
  }

  @MainActor
  private func testAll() throws -> (status: ExitStatus, files: Set<Watched>) {
    let folder = try TestFolder(place.folder)
    let goldens = Goldens(
      folder: Path.join(folder.path, folder.plan.goldens), tolerance: folder.plan.tolerance,
      isUpdating: update)
    let tests = try ScreenTests(
      folder.plan, in: folder.path, goldens: goldens, surroundings: surroundings(folder.plan))
    guard tests.hasFont else {
      throw Failure.environment(
        "the font '\(folder.plan.font?.printable() ?? "")' of \(TestPlan.fileName) is not installed"
      )
    }
    let report = TestReport(folder: folder.path, surroundings: words(folder.plan))
    tests.onCase = report.add
    tests.isWanted = isWanted
    tests.comparesPictures = !noPictures
    for screen in folder.screens { try tests.test(screen, scripts: folder.scripts(of: screen)) }
    guard !report.cases.isEmpty else {
      throw Failure(
        status: .usage,
        message: "\(folder.path.printable()): "
          + (names.isEmpty
            ? "no look includes a screen"
            : "no test is called "
              + names.map { "'\($0.printable())'" }.joined(separator: " or "))
      )
    }
    try write(report, besides: goldens)
    let areAllUsed = names.isEmpty && !noPictures && report.failures.isEmpty
    report.finish(
      stale: areAllUsed ? goldens.stale().map(goldens.path) : [],
      isPruning: prune)
    return (report.status, tests.dependencies.union(folder.dependencies(views: nibs.views)))
  }

  /// The folder, and the screen in it if one was named.
  private var place: (folder: String, screen: String?) {
    guard !FolderEntries.isFolder(folder), access(folder, F_OK) == 0 else { return (folder, nil) }
    let name = Path.name(of: folder)
    return (Path.folder(of: folder), name == TestPlan.fileName ? nil : name)
  }

  /// The names of the only tests to run; empty for all.
  private var names: [String] { place.screen.map { [$0] } ?? only }

  private func isWanted(_ name: String, of screen: String) -> Bool {
    let names = names
    return names.isEmpty
      || names.contains { $0 == screen || $0 == name || name.hasPrefix($0 + ".") }
  }

  @MainActor
  private func surroundings(_ plan: TestPlan) -> ScreenTests.Surroundings {
    var options = ViewerOptions()
    options.program = .spotsViewer
    options.theme = .light
    options.fontFamily = plan.font
    options.language = locale.reproducible(else: plan.locale)
    options.textScale = 1
    options.nibFolders = nibs.views
    options.assetsFolder = images.assets
    options.allowedFolders = images.allowPath
    options.isOffline = !online
    options.allowedHosts = Set(allowHost)
    return ScreenTests.Surroundings(
      options: options, imageTimeout: timeout.seconds)
  }

  private func words(_ plan: TestPlan) -> String {
    let font = plan.font.map { "the font '\($0.printable())'" }
    return font.map { "Seen with \($0)." }
      ?? "Seen with this machine's sans-serif font; \(TestPlan.fileName) can name one."
  }

  @MainActor
  private func write(_ report: TestReport, besides goldens: Goldens) throws {
    for (path, bytes) in [(junit, JUnitReport.bytes), (html, HTMLReport.bytes)] {
      guard let path else { continue }
      if path == "-" {
        StandardOutput.write(bytes(report))
      } else if goldens.include(path) {
        throw Failure.environment("\(path.printable()): it is a golden; it is not written over")
      } else {
        try NewFile.write(bytes(report), to: path)
      }
    }
  }
}
