import ArgumentParser
import Spots
import SpotsSDL
import SpotsViewer

/// Checks screens, nibs and test plans, and prints their diagnostics.
struct ValidateCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract:
      "Checks screens and nibs (*.view.json) and prints what is wrong with them, with positions.",
    discussion: """
      Besides errors and misspelled keys, it warns of pictures that are missing or cannot be decoded, \
      actions that lead to screens that are not there, conditions on values that no item has, titles \
      that are cut off on a phone, colors of a theme with too little contrast for text, and items \
      with an action or an answer that have no text.

      Codes: \(Diagnostic.Code.allCases.map(\.rawValue).joined(separator: ", ")).
      """)

  /// How diagnostics are printed.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Argument(
    help: ArgumentHelp(
      "The screens and nibs, or folders of them, this one unless given; - for standard input.",
      valueName: "files"),
    completion: FileArgument.completion,
    transform: FileArgument.path)
  var files: [String] = ["."]

  @Option(help: "One line per diagnostic on standard error, or a JSON array on standard output.")
  var format: Format = .text

  @Flag(help: "Exits with status 1 for warnings too.")
  var strict = false

  @Flag(
    help: """
      Looks at screens from 360 to 3840 points wide too, for edges that differ, empty columns, \
      texts that are cut off beside empty room, and faint texts and icons in light and dark.
      """)
  var looks = false

  @OptionGroup var locale: LocaleOption
  @OptionGroup var images: ImageOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var nibs: NibOptions

  @OptionGroup var repeating: WatchOption

  func validate() throws {
    guard !repeating.watch || !files.contains(where: { DocumentSource($0).isStream }) else {
      throw ValidationError("--watch is for files")
    }
    try data.check(with: files.count == 1 ? files[0] : nil)
  }

  func perform() throws -> ExitStatus {
    images.reportMissingFolders()
    nibs.reportMissingFolders()
    return try repeating.run(checkAll)
  }

  @MainActor
  private func checkAll() throws -> (status: ExitStatus, files: Set<Watched>) {
    let check = try DocumentCheck(
      images: images, network: network, data: data.data, views: nibs.views, looks: looks,
      language: locale.reproducible())
    var tally = Tally()
    var report = JSONReport()
    var seen: Set<String> = []
    let texts = files.flatMap(DocumentCheck.strings).filter { seen.insert($0).inserted }
    let documents = files.flatMap(DocumentCheck.documents) + texts
    for path in documents {
      do throws(FileError) {
        let reading = try check.check(path)
        tally.add(reading.diagnostics)
        switch format {
        case .text: StandardError.write(.diagnostics(reading.diagnostics, path: path))
        case .json: report.add(reading.diagnostics, path: path)
        }
        if reading.omitted > 0 {
          StandardError.write("\(path.printable()): \(reading.omitted) more are not listed\n")
        }
      } catch {
        tally.unreadable += 1
        tally.errors += 1
        StandardError.write("\(path.printable()): error: \(error)\n")
      }
    }
    if format == .json { StandardOutput.write(report.finish()) }
    StandardError.write(tally.summary(files: documents.count))
    // Watching the folders themselves finds documents that are added to them.
    let folders = files.filter(FolderEntries.isFolder).flatMap { folder in
      TestFolder.screenSuffixes.map { Watched.folder(folder, suffix: $0) }
        + [.folder(Path.join(folder, "Views"), suffix: NibFiles.suffix)]
    }
    return (tally.status(strict: strict), check.dependencies.union(folders))
  }

  /// The counts that decide the exit status.
  private struct Tally {
    var errors = 0
    var warnings = 0
    var unreadable = 0

    mutating func add(_ diagnostics: [Diagnostic]) {
      errors += diagnostics.count { $0.severity == .error }
      warnings += diagnostics.count { $0.severity == .warning }
    }

    func summary(files: Int) -> String {
      let counts = [(files, "file"), (errors, "error"), (warnings, "warning")]
      return counts.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ") + "\n"
    }

    func status(strict: Bool) -> ExitStatus {
      if unreadable > 0 { return .environment }
      return errors > 0 || strict && warnings > 0 ? .screenErrors : .success
    }
  }
}

/// Diagnostics as a JSON array, one object per line.
private struct JSONReport {
  private var lines: [[UInt8]] = []

  mutating func add(_ diagnostics: [Diagnostic], path: String) {
    for diagnostic in diagnostics {
      var json = JSONWriter()
      json.object { json in
        json.member("file", path)
        json.member("line", diagnostic.line)
        json.member("column", diagnostic.column)
        json.member("severity", diagnostic.severity.rawValue)
        json.member("code", diagnostic.code.rawValue)
        json.member("path", diagnostic.path)
        json.member("message", diagnostic.message)
      }
      lines.append(json.bytes)
    }
  }

  func finish() -> [UInt8] {
    let separator = Array(",\n ".utf8)
    return Array("[".utf8) + Array(lines.joined(separator: separator)) + Array("]\n".utf8)
  }
}
