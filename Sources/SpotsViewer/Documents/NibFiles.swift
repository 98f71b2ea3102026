import Spots
import SpotsSDL

/// The nibs a screen may use: those beside the screen, those in the folder `Views` beside it, and
/// those in folders the user named. Links may not lead out of these folders and those the user
/// allowed.
package struct NibFiles: Sendable {
  /// A nib's file as it was read.
  struct File: Sendable {
    let path: String
    let fingerprint: Fingerprint
    let reading: ParsedNib
    /// Whether it is a part of the screen's document.
    var isOfDocument = false
  }

  package static let suffix = ".view.json"

  /// Folder by folder; of two nibs for one kind the last one counts.
  private(set) var files: [File] = []
  /// Nibs that exist but cannot be read, and why.
  package private(set) var faults: [(path: String, error: FileError)] = []
  /// The texts that they, and the screen, may name.
  private(set) var strings = StringFiles()

  init() {}

  /// The nibs of a screen that the program itself makes.
  ///
  /// - Parameter texts: Their documents, by a name that stands for a path.
  init(own texts: KeyValuePairs<String, [UInt8]>) {
    files = texts.map { name, bytes in
      File(path: name, fingerprint: Fingerprint(bytes), reading: Nib.read(bytes))
    }
  }

  /// Reads the nibs for a screen, and those for every screen.
  init(screen source: DocumentSource, kinds: KnownKinds) {
    strings = StringFiles(screen: source, allowed: kinds.allowedFolders)
    read(in: Self.places(screen: source, folders: kinds.viewFolders), kinds: kinds)
  }

  /// Follows the nibs for a screen, and those for every screen.
  ///
  /// - Parameter shown: Those that are in use already.
  static func follow(
    _ source: DocumentSource, _ kinds: KnownKinds, shown: NibFiles,
    deliver: @escaping @Sendable (FeedDelivery<NibFiles>) -> Void
  ) throws(FileError) -> FileFeed<NibFiles> {
    let places = places(screen: source, folders: kinds.viewFolders)
    return try FileFeed(
      watched(for: source, in: places), shown: shown.fingerprint,
      read: { _ in
        let nibs = NibFiles(screen: source, kinds: kinds)
        return (nibs, nibs.fingerprint, true)
      }, deliver: deliver)
  }

  /// Reads the nibs for every screen.
  package init(kinds: KnownKinds) { read(in: kinds.viewFolders, kinds: kinds) }

  private mutating func read(in places: [String], kinds: KnownKinds) {
    var reader = ScreenReader()
    (reader.strings, reader.language) = (strings.strings, kinds.language)
    let readable = ReadableFolders(places.prefix(1) + kinds.viewFolders + kinds.allowedFolders)
    for place in places {
      for name in FolderEntries.names(in: place, suffix: Self.suffix) ?? [] {
        read(Path.join(place, name), within: readable, by: reader)
      }
    }
  }

  /// The folders of nibs, and that of the texts.
  ///
  /// - Parameter places: The folders of nibs.
  package static func watched(for source: DocumentSource, in places: [String]) -> Set<Watched> {
    let strings = StringFiles.place(of: source)
    return Set(
      places.map { .folder($0, suffix: suffix) }
        + (strings.map { [.folder($0, suffix: StringFiles.suffix)] } ?? []))
  }

  /// The folders searched for nibs of a screen; they always include `folders`.
  package static func places(screen source: DocumentSource, folders: [String]) -> [String] {
    guard case .file(let path) = source else { return folders }
    let folder = Path.folder(of: path)
    return [folder, Path.join(folder, "Views")] + folders
  }

  var kinds: Set<String> { Set(files.compactMap { $0.reading.nib?.kind }) }
  /// The faults of the nibs that can be read, each with the path of its file.
  package var diagnostics: [(path: String, diagnostic: Diagnostic)] {
    files.flatMap { file in file.reading.diagnostics.map { (file.path, $0) } }
  }
  var hasErrors: Bool { files.contains { $0.reading.hasErrors } || !faults.isEmpty }

  /// The kinds of the nibs in files, each with the keys of items that it shows.
  ///
  /// - Complexity: Reads the files again.
  package func shownKeys() -> [(kind: String, keys: [String])] {
    files.compactMap { file in
      let bytes = Result { () throws(FileError) in try FileBytes.read(file.path) }
      guard let kind = file.reading.nib?.kind, case .success(let bytes) = bytes else { return nil }
      return (kind, Nib.keys(shownBy: bytes))
    }.sorted { $0.kind < $1.kind }
  }

  /// Changes with the nibs in files, and with those that cannot be read.
  var fingerprint: Fingerprint {
    var versions: [String: Fingerprint?] = [:]
    for file in files where !file.isOfDocument { versions[file.path] = .some(file.fingerprint) }
    for fault in faults + strings.faults { versions[fault.path] = .some(nil) }
    for file in strings.files { versions[file.path] = .some(Fingerprint(file.table.bytes)) }
    return Fingerprint(hashing: versions)
  }

  /// These nibs and those that a screen's document has itself, which count.
  ///
  /// - Parameters:
  ///   - path: That of the document.
  ///   - reader: Knows the texts that the document may name.
  func adding(_ views: [JSONText], of path: String, by reader: ScreenReader) -> NibFiles {
    var nibs = self
    nibs.files.removeAll(where: \.isOfDocument)
    nibs.files += views.enumerated().map { index, text in
      File(
        path: "\(path)#/views/\(index)", fingerprint: Fingerprint(text.bytes),
        reading: Nib.read(text.bytes, by: reader), isOfDocument: true)
    }
    return nibs
  }

  /// The files that `other` lacks or has with different content.
  func changed(since other: NibFiles) -> [File] {
    let known = Dictionary(other.files.map { ($0.path, $0.fingerprint) }) { $1 }
    return files.filter { known[$0.path] != $0.fingerprint }
  }

  private mutating func read(
    _ path: String, within folders: ReadableFolders, by reader: ScreenReader
  ) {
    do throws(FileError) {
      SourceFiles.add(path)
      let bytes = try FileBytes.read(path, within: folders)
      files.append(
        File(
          path: path, fingerprint: Fingerprint(bytes), reading: Nib.read(bytes, by: reader)))
    } catch {
      faults.append((path, error))
    }
  }
}

/// The views available to a page: the built-in ones, and those its nibs describe.
@MainActor
package final class PageNibs {
  package let configuration: Configuration
  /// The last good version of each nib, by path.
  private var good: [String: Nib] = [:]
  private var registered: [String: Nib] = [:]

  /// - Parameter base: The views of the program.
  package init(_ files: NibFiles, base: Configuration = .shared) {
    configuration = Configuration(copying: base)
    update(files)
  }

  /// Registers the nibs in `files`; a file without a valid nib keeps its last good one.
  ///
  /// - Returns: Whether the registered nibs have changed.
  @discardableResult
  func update(_ files: NibFiles) -> Bool {
    var good: [String: Nib] = [:]
    var nibs: [String: Nib] = [:]
    for file in files.files {
      guard let nib = file.reading.nib ?? self.good[file.path] else { continue }
      good[file.path] = nib
      nibs[nib.kind] = nib
    }
    self.good = good
    guard nibs != registered else { return false }
    for (kind, nib) in registered where nibs[kind] != nib { configuration.remove(nibFor: kind) }
    for (kind, nib) in nibs where registered[kind] != nib { configuration.register(nib: nib) }
    registered = nibs
    return true
  }

  func hasGoodVersion(of path: String) -> Bool { good[path] != nil }
}
