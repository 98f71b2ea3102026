import Glibc
import SpotsSDL

/// The file of a record. Each line is there once it is written, however the program ends.
@MainActor
final class RecordFile {
  private let path: String
  private var descriptor: Int32
  /// Where the last line begins.
  private var lastLine: off_t = 0

  /// Begins the file anew, for nobody else to read.
  ///
  /// - Throws: `FileError.notRegular` for a pipe or a device.
  init(_ path: String) throws(FileError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o600)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else { throw FileError(code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notRegular
    }
    ftruncate(descriptor, 0)
  }

  isolated deinit { if descriptor >= 0 { close(descriptor) } }

  func write(_ line: [UInt8]) {
    guard descriptor >= 0 else { return }
    lastLine = lseek(descriptor, 0, SEEK_CUR)
    if !FileBytes.write(line + [UInt8(ascii: "\n")], to: descriptor) { fail() }
  }

  /// Takes the last line back.
  func removeLast() {
    guard descriptor >= 0 else { return }
    lseek(descriptor, lastLine, SEEK_SET)
    ftruncate(descriptor, lastLine)
  }

  /// Says why the rest will be missing.
  private func fail() {
    StandardError.warn("\(path): \(FileError(code: errno)); nothing more is recorded")
    close(descriptor)
    descriptor = -1
  }
}
