import ArgumentParser
import Glibc
import Spots
import SpotsSDL
import SpotsViewer

/// Makes a folder with screens, a nib and artwork to start from.
struct InitCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Makes a folder with a screen, a view of its own and artwork to begin with.",
    discussion: "Files that exist are left alone: if there is one in the way, nothing is made.")

  @Argument(
    help: "The folder, this one unless given; made if it does not exist.", completion: .directory)
  var folder = "."

  /// The contents of the files, by their paths in the folder.
  private static let files: KeyValuePairs<String, [UInt8]> = [
    "screen.json": PackageResources.screen_json, "about.json": PackageResources.about_json,
    "Views/plant.view.json": PackageResources.plant_view_json,
    "Assets/fern.svg": PackageResources.fern_svg,
    "Assets/cactus.svg": PackageResources.cactus_svg,
    "Assets/aloe.svg": PackageResources.aloe_svg,
    "Assets/monstera.svg": PackageResources.monstera_svg,
  ]

  func validate() throws {
    // A variable that a script left unset must not name the root of the file system.
    guard !folder.isEmpty else { throw ValidationError("The folder has no name") }
  }

  func perform() throws -> ExitStatus {
    let paths = Self.files.map { path($0.key) }
    for path in paths where Self.exists(path) {
      throw Failure.environment("\(path.printable()) exists already; nothing was made")
    }
    for (path, file) in zip(paths, Self.files) {
      try NewFolders.make(above: path)
      try NewFile.write(file.value, to: path)
      StandardOutput.write("wrote \(path.printable())\n")
    }
    StandardOutput.write(next)
    return .success
  }

  private var next: String {
    let screen = path("screen.json").printable()
    let lines = [
      ("spots-viewer \(screen)", "opens it; edit the file, and the window follows"),
      ("spots-viewer validate \(folder.printable())", "says what is wrong with it"),
      ("spots-viewer test \(folder.printable()) --update", "keeps how its screens look"),
      ("spots-viewer test \(folder.printable())", "says what has changed since"),
    ]
    let width = lines.map(\.0.count).max() ?? 0
    return "\n"
      + lines.map { command, words in
        "  \(command)\(String(repeating: " ", count: width - command.count))  \(words)\n"
      }.joined() + (Self.articles.map { "\nAll that a screen can have: \($0)\n" } ?? "")
  }

  /// The page that links to the articles; nil unless they were installed with the program.
  private static var articles: String? {
    guard let program = SymbolicLinks.resolve("/proc/self/exe") else { return nil }
    let prefix = Path.folder(of: Path.folder(of: program))
    let page = Path.join(prefix, "share/doc/spots-viewer/README.md")
    return exists(page) ? page : nil
  }

  /// The path of a file in the folder.
  private func path(_ name: String) -> String {
    Path.join(folder, name)
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
