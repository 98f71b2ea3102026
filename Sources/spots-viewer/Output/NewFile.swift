import Glibc
import Spots

/// Files that are there as a whole or not at all.
enum NewFile {
  /// Writes to a new file beside `path` and renames it, so that no reader sees a part of it.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    var template = Array((path + ".XXXXXX").utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw failure(path) }
    let isWritten = writeAll(bytes, to: file)
    let code = errno
    // Temporary files are private; pictures are as readable as any new file.
    let mask = umask(0)
    umask(mask)
    fchmod(file, 0o666 & ~mask)
    close(file)
    guard isWritten, rename(template, path) == 0 else {
      errno = isWritten ? errno : code
      let reason = failure(path)
      unlink(template)
      throw reason
    }
  }

  private static func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
    var start = 0
    while start < bytes.count {
      let written = bytes.withUnsafeBytes {
        Glibc.write(file, $0.baseAddress! + start, bytes.count - start)
      }
      if written < 0, errno == EINTR { continue }
      if written <= 0 { return false }
      start += written
    }
    return true
  }

  private static func failure(_ path: String) -> Failure {
    .environment("\(path.printable()): \(FileError(code: errno))")
  }
}
