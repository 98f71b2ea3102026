import Spots
import SpotsSDL

/// The nibs a screen may use, as they were read from their files: those beside the screen, those in
/// the folder `Views` beside it, and those in folders the user named. Links among them may not lead
/// out of these folders and of those the user allowed.
struct NibFiles: Sendable {
  struct File: Sendable {
    let path: String
    let fingerprint: Fingerprint
    let reading: NibReading
  }

  static let suffix = ".view.json"

  /// By path; of two nibs for one kind the last counts.
  private(set) var files: [File] = []
  /// Nibs that are there but cannot be read, and why.
  private(set) var faults: [(path: String, error: FileError)] = []

  init() {}

  /// Reads the nibs for the screen at `path`, and those for every screen.
  init(screen path: String, kinds: KnownKinds) {
    let places = Self.places(screen: path, folders: kinds.viewFolders)
    let readable = ReadableFolders(places.prefix(1) + kinds.viewFolders + kinds.allowedFolders)
    for place in places {
      for name in FolderEntries.names(in: place, suffix: Self.suffix) ?? [] {
        read(place == "." ? name : place + "/" + name, within: readable)
      }
    }
  }

  /// The folders that nibs for the screen at `path` are looked for in; `folders` are always.
  static func places(screen path: String, folders: [String]) -> [String] {
    guard StreamFeed.descriptor(ofPath: path) == nil, WebAddress(path) == nil else {
      return folders
    }
    let folder = ScreenFile.folder(of: path)
    return [folder, folder + "/Views"] + folders
  }

  var kinds: Set<String> { Set(files.compactMap { $0.reading.nib?.kind }) }
  var hasErrors: Bool { files.contains { $0.reading.hasErrors } || !faults.isEmpty }

  /// What tells these nibs from other versions of them.
  var versions: [String: Fingerprint?] {
    var versions: [String: Fingerprint?] = [:]
    for file in files { versions[file.path] = .some(file.fingerprint) }
    for fault in faults { versions[fault.path] = .some(nil) }
    return versions
  }

  /// The files that `other` does not have, or has with another content.
  func changed(since other: NibFiles) -> [File] {
    let known = Dictionary(other.files.map { ($0.path, $0.fingerprint) }) { $1 }
    return files.filter { known[$0.path] != $0.fingerprint }
  }

  private mutating func read(_ path: String, within folders: ReadableFolders) {
    do throws(FileError) {
      let bytes = try FileBytes.read(path, within: folders)
      files.append(
        File(path: path, fingerprint: Fingerprint(bytes), reading: Nib.read(bytes)))
    } catch {
      faults.append((path, error))
    }
  }
}
