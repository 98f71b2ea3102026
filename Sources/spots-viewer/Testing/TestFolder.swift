import Spots
import SpotsSDL
import SpotsViewer

/// A folder of screens with its plan.
struct TestFolder {
  /// The path as the user gave it, without a final slash.
  let path: String
  let plan: TestPlan
  /// The screens to test: those of the plan in its order, or else all in the folder by name.
  let screens: [String]

  /// Reads the plan, if there is one, and reports what is wrong with it.
  ///
  /// - Parameter path: The path of the folder, with or without a final slash.
  /// - Throws: `Failure` when the plan has errors, or there is nothing to test.
  init(_ path: String) throws(Failure) {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let names = FolderEntries.names(in: path) else {
      throw .environment("\(path.printable()): there is no such folder")
    }
    self.path = path
    let inFolder = names.filter(Self.isScreen)
    plan = try Self.plan(in: path, inFolder)
    screens = plan.screens?.map(\.name) ?? inFolder
    guard !screens.isEmpty else {
      throw Failure(status: .usage, message: "\(path.printable()): there is no screen to test")
    }
    let twins = Dictionary(grouping: screens, by: \.withoutExtension).values
      .first { $0.count > 1 }
    if let twins {
      let list = twins.map { "'\($0.printable())'" }.joined(separator: " and ")
      throw Failure(status: .usage, message: "\(list) would share their goldens; rename one")
    }
  }

  private static func plan(
    in path: String, _ screens: [String]
  ) throws(Failure) -> TestPlan {
    let file = Path.join(path, TestPlan.fileName)
    SourceFiles.add(file)
    guard let bytes = try GoldenFile(path: file).bytes() else { return TestPlan() }
    let (plan, diagnostics) = TestPlan.read(bytes) { listed in
      (listed ?? screens).filter { screens.contains($0) || isFile(Path.join(path, $0)) }
    }
    StandardError.write(.diagnostics(diagnostics, path: file))
    guard diagnostics.allSatisfy({ $0.severity == .warning }) else {
      throw Failure(status: .usage, message: "\(file.printable()) has errors")
    }
    return plan
  }

  /// The scripts beside a screen whose names begin with its own: of `music.json`, these are
  /// `music.replay.jsonl` and `music.….replay.jsonl`.
  func scripts(of screen: String) -> [String] {
    let parent = Path.folder(of: screen)
    let folder = parent == "." ? path : Path.join(path, parent)
    let names = FolderEntries.names(in: folder, suffix: ReplayScript.suffix) ?? []
    return names.map { Path.join(parent, $0) }.filter { script in
      // Of 'a.json' and 'a.b.json', the script 'a.b.replay.jsonl' is the second one's.
      let owners = screens.filter { script.hasPrefix($0.withoutExtension + ".") }
      return owners.max { $0.utf8.count < $1.utf8.count } == screen
    }
  }

  /// The folders with the JSON files that the tests depend on. Goldens and reports, which tests
  /// write, have other suffixes.
  func dependencies(views: [String]) -> Set<Watched> {
    let folders = Set(screens.map { Path.folder(of: Path.join(path, $0)) }).union([path])
    let all = folders + folders.map { Path.join($0, "Views") } + views
    return Set(
      (Self.screenSuffixes + [".jsonl"]).flatMap { suffix in
        all.map { .folder($0, suffix: suffix) }
      })
  }

  /// The suffixes of the names of screens.
  static let screenSuffixes = [".json", ".jsonc", ".json5"]

  /// Whether a file is a screen, judged by its name.
  static func isScreen(_ name: String) -> Bool {
    screenSuffixes.contains { name.hasSuffix($0) }
      && !name.hasSuffix(NibFiles.suffix) && name != TestPlan.fileName
  }

  private static func isFile(_ path: String) -> Bool {
    FolderEntries.names(in: Path.folder(of: path))?.contains(Path.name(of: path)) == true
  }
}

extension String {
  /// The path without the extension of its last part.
  var withoutExtension: String {
    guard let dot = lastIndex(of: "."), !self[dot...].contains("/") else { return self }
    return String(self[..<dot])
  }
}
