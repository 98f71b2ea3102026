import Glibc
import Spots

/// The nibs a screen may use, as they were read from their files: those beside the screen, those in
/// the folder `Views` beside it, and those in folders the user named.
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

  /// Reads the nibs for the screen at `path`, and those in `folders`.
  init(screen path: String, folders: [String]) {
    var places = folders
    if StreamFeed.descriptor(ofPath: path) == nil {
      let folder = ScreenFile.folder(of: path)
      places = [folder, folder + "/Views"] + folders
    }
    for place in places {
      for name in Self.names(in: place) { read(place == "." ? name : place + "/" + name) }
    }
  }

  var kinds: Set<String> { Set(files.compactMap { $0.reading.nib?.kind }) }
  var hasErrors: Bool { files.contains { $0.reading.hasErrors } || !faults.isEmpty }

  /// The files that `other` does not have, or has with another content.
  func changed(since other: NibFiles) -> [File] {
    let known = Dictionary(other.files.map { ($0.path, $0.fingerprint) }) { $1 }
    return files.filter { known[$0.path] != $0.fingerprint }
  }

  private mutating func read(_ path: String) {
    do throws(FileError) {
      let bytes = try FileBytes.read(path)
      files.append(
        File(path: path, fingerprint: Fingerprint(bytes), reading: Nib.read(bytes)))
    } catch {
      faults.append((path, error))
    }
  }

  /// The names of all nibs in a folder, sorted; none when there is no such folder.
  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(suffix), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
