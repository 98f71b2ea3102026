import Glibc
import Spots
import SpotsSDL

/// Files a command was asked to write.
enum NewFile {
  /// Writes `bytes` to what `path` leads to, links followed.
  ///
  /// A file that is regular or does not exist is replaced as a whole or not at all. To anything else,
  /// such as a device or a named pipe, the bytes are written, which for a pipe waits for its reader.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    do throws(FileError) {
      if let file = try replaceable(path) {
        try WholeFile.write(bytes, to: file)
      } else {
        try write(bytes, into: path)
      }
    } catch {
      throw .environment("\(path.printable()): \(error)")
    }
  }

  /// The regular file that `path` leads to, there or not; nil when something else is there.
  private static func replaceable(_ path: String) throws(FileError) -> String? {
    var status = stat()
    // The system may refuse to follow a link; whoever follows it by hand must not pass it by.
    guard stat(path, &status) == 0 || errno == ENOENT else { throw FileError(code: errno) }
    var path = path
    // As many links as the system follows.
    for _ in 0..<40 {
      guard lstat(path, &status) == 0 else { return path }
      switch status.st_mode & S_IFMT {
      case S_IFREG: return path
      case S_IFLNK where isOpenFile(status): return nil
      case S_IFLNK: path = ScreenFile.path(try target(ofLink: path), besideFile: path)
      default: return nil
      }
    }
    throw FileError(code: ELOOP)
  }

  /// Whether a link stands for a file that is open, as `/dev/stdout` does: what it says is a name
  /// for people. All that is open is in the file system that has `/proc/self`.
  private static func isOpenFile(_ link: stat) -> Bool {
    var status = stat()
    return stat("/proc/self", &status) == 0 && status.st_dev == link.st_dev
  }

  private static func target(ofLink path: String) throws(FileError) -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0 else { throw FileError(code: errno) }
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func write(_ bytes: [UInt8], into path: String) throws(FileError) {
    let file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { throw FileError(code: errno) }
    defer { close(file) }
    guard FileBytes.write(bytes, to: file) else { throw FileError(code: errno) }
  }
}
