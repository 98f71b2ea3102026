import Glibc

/// Writes files so that they exist as a whole or not at all.
public enum WholeFile {
  /// Writes to a new file beside `path` and renames it, so that no reader sees a part of it.
  ///
  /// - Parameter isPrivate: Whether only the user may read the file; else it gets the usual
  ///   permissions.
  public static func write(
    _ bytes: [UInt8], to path: String, isPrivate: Bool = false
  ) throws(FileError) {
    var template = Array((path + ".XXXXXX").utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw FileError(code: errno) }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    var code = FileBytes.write(bytes, to: file) ? 0 : errno
    if !isPrivate {
      // Temporary files are private.
      let mask = umask(0)
      umask(mask)
      fchmod(file, 0o666 & ~mask)
    }
    close(file)
    if code == 0, rename(template, path) != 0 { code = errno }
    if code != 0 {
      unlink(template)
      throw FileError(code: code)
    }
  }
}
