import Glibc
import SpotsSDL

/// The file of a record. Lines are not buffered, so they stay however the program ends.
@MainActor
final class RecordFile {
  private let path: String
  /// The open file; -1 before `begin`, and after writing has failed.
  private var descriptor: Int32 = -1
  /// Where the last line begins.
  private var lastLine: off_t = 0

  init(_ path: String) { self.path = path }

  isolated deinit { if descriptor >= 0 { close(descriptor) } }

  /// Creates or empties the file, and makes it readable by its owner alone.
  ///
  /// - Parameter screen: The path of the document that is recorded, which is not overwritten.
  /// - Throws: `Failure.environment` for that document, a pipe or a device, and for a file that
  ///   cannot be written or made private.
  func begin(recording screen: String) throws(Failure) {
    guard FileIdentity(path: path).map({ $0 != FileIdentity(path: screen) }) ?? true else {
      throw .environment("\(path.printable()): this is the screen that is recorded")
    }
    try NewFile.checkSource(path)
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o600)
    var failure: FileError?
    var status = stat()
    if file < 0 || fstat(file, &status) != 0 {
      failure = FileError(code: errno)
    } else if status.st_mode & S_IFMT != S_IFREG {
      failure = .notRegular
    } else if fchmod(file, 0o600) != 0 || ftruncate(file, 0) != 0 {
      failure = FileError(code: errno)
    }
    if let failure {
      if file >= 0 { close(file) }
      throw .environment("\(path.printable()): \(failure)")
    }
    descriptor = file
  }

  func write(_ line: [UInt8]) {
    guard descriptor >= 0 else { return }
    lastLine = lseek(descriptor, 0, SEEK_CUR)
    if !FileBytes.write(line + [UInt8(ascii: "\n")], to: descriptor) { fail() }
  }

  /// Removes the last line.
  func removeLast() {
    guard descriptor >= 0 else { return }
    lseek(descriptor, lastLine, SEEK_SET)
    ftruncate(descriptor, lastLine)
  }

  /// Warns that nothing more is recorded, and why.
  private func fail() {
    StandardError.warn("\(path): \(FileError(code: errno)); nothing more is recorded")
    close(descriptor)
    descriptor = -1
  }
}
