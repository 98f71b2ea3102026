import Spots
import SpotsSDL

/// The texts that a screen and its nibs name, in several languages: the files `strings/de.json` and
/// so on beside the screen.
package struct StringFiles: Sendable {
  package static let folder = "strings"
  package static let suffix = ".json"

  /// In the order of their names.
  package private(set) var files: [(path: String, table: StringTable)] = []
  /// Files that exist but cannot be read, and why.
  private(set) var faults: [(path: String, error: FileError)] = []

  init() {}

  /// Reads the files beside a screen; those of a name that is no language are left out.
  package init(screen source: DocumentSource, allowed: [String] = []) {
    guard let folder = Self.place(of: source) else { return }
    let readable = ReadableFolders([Path.folder(of: folder)] + allowed)
    for name in FolderEntries.names(in: folder, suffix: Self.suffix) ?? [] {
      guard let language = Language.known(String(name.dropLast(Self.suffix.count))) else {
        continue
      }
      let path = Path.join(folder, name)
      do throws(FileError) {
        SourceFiles.add(path)
        files.append((path, StringTable(language, try FileBytes.read(path, within: readable))))
      } catch {
        faults.append((path, error))
      }
    }
  }

  /// Where they are; nil for a screen that is no file.
  package static func place(of source: DocumentSource) -> String? {
    guard case .file(let path) = source else { return nil }
    return Path.join(Path.folder(of: path), folder)
  }

  var strings: ScreenStrings { ScreenStrings(files.map(\.table)) }
}

extension StringFiles {
  /// What is wrong with the texts of a file, and with those of which screens beside it name what it
  /// lacks.
  package func diagnostics(of table: StringTable, named: Set<String>) -> [Diagnostic] {
    table.diagnostics(base: base == table ? nil : base, named: named)
  }

  /// The texts that translations are made of: English, or else those of the first file.
  package var base: StringTable? {
    (files.first { $0.table.language == "en" } ?? files.first)?.table
  }

  /// The texts that the screens and nibs in a folder, and the nibs in its `Views`, name, each with
  /// the names of the values it is given.
  package static func named(besideFolder folder: String) -> [String: Set<String>] {
    let home = Path.folder(of: folder)
    var named: [String: Set<String>] = [:]
    for place in [home, Path.join(home, "Views")] {
      for name in FolderEntries.names(in: place) ?? [] where name.contains(".json") {
        let bytes = Result { () throws(FileError) in try FileBytes.read(Path.join(place, name)) }
        guard case .success(let bytes) = bytes else { continue }
        let found = ScreenStrings.named(in: bytes, ScreenReader.dialect(forFileName: name))
        named.merge(found) { $0.union($1) }
      }
    }
    return named
  }
}
