import Glibc
import Spots
import SpotsSDL

/// A file of the user's alone, in a folder of its own.
struct PrivateFile {
  let path: String
  private let folder: String

  /// Makes the folder.
  ///
  /// - Throws: `Failure` when there is no room for it.
  init(_ name: String) throws(Failure) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    var template = Array("\(parent)/spots-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .environment("\(parent.printable()): \(FileError(code: errno))")
    }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    path = Path.join(folder, name)
  }

  /// Makes the file.
  ///
  /// - Returns: A descriptor to write to.
  func create() throws(Failure) -> Int32 {
    let descriptor = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .environment("\(path.printable()): \(FileError(code: errno))")
    }
    return descriptor
  }

  func remove() {
    unlink(path)
    rmdir(folder)
  }
}
