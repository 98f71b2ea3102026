import Glibc
import Spots
import SpotsSDL
import SpotsViewer

/// Writes the files that a command is asked for.
enum NewFile {
  /// Writes `bytes` to the file at `path`, following links.
  ///
  /// A file that is regular or does not exist is replaced atomically. Anything else, such as a
  /// device or a named pipe, is opened and written to; opening a pipe blocks until it has a reader.
  ///
  /// - Parameters:
  ///   - isPrivate: Whether only the user may read a file that is replaced or created.
  ///   - mayBlock: Whether to write to anything but a regular file, too, rather than throw.
  static func write(
    _ bytes: [UInt8], to path: String, isPrivate: Bool = false, mayBlock: Bool = true
  ) throws(Failure) {
    do throws(FileError) {
      if let file = try replaceable(path) {
        try WholeFile.write(bytes, to: file, isPrivate: isPrivate)
      } else if !mayBlock {
        throw .notRegular
      } else {
        try write(bytes, into: path)
      }
    } catch {
      throw .environment("\(path.printable()): \(error)")
    }
  }

  /// Refuses a path at which no file can be written, before there is anything to write.
  static func check(_ path: String) throws(Failure) {
    do throws(FileError) {
      let place = try replaceable(path).map { Path.folder(of: $0) } ?? path
      guard access(place, W_OK) == 0 else { throw FileError(code: errno) }
    } catch {
      throw .environment("\(path.printable()): \(error)")
    }
  }

  /// The path of the regular file that `path` leads to, existing or not; nil for anything else.
  private static func replaceable(_ path: String) throws(FileError) -> String? {
    var status = stat()
    // The system may refuse to follow a link; following it by hand must not bypass that.
    guard stat(path, &status) == 0 || errno == ENOENT else { throw FileError(code: errno) }
    var path = path
    // As many links as Linux follows.
    for _ in 0..<40 {
      guard lstat(path, &status) == 0 else { return path }
      switch status.st_mode & S_IFMT {
      case S_IFREG: return path
      case S_IFLNK where isOpenFile(status): return nil
      case S_IFLNK:
        guard let target = SymbolicLinks.target(of: path) else { throw FileError(code: errno) }
        path = Path.resolve(target, besideFile: path)
      default: return nil
      }
    }
    throw FileError(code: ELOOP)
  }

  /// Whether a link refers to an open file, as `/dev/stdout` does, so that its target is only
  /// descriptive. Such links are in the file system of `/proc/self`.
  private static func isOpenFile(_ link: stat) -> Bool {
    var status = stat()
    return stat("/proc/self", &status) == 0 && status.st_dev == link.st_dev
  }

  private static func write(_ bytes: [UInt8], into path: String) throws(FileError) {
    let file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { throw FileError(code: errno) }
    defer { close(file) }
    guard FileBytes.write(bytes, to: file) else { throw FileError(code: errno) }
  }
}

/// Makes the folders that files are written into.
enum NewFolders {
  /// Makes the folder of the file at `path`, and those above it that are missing.
  static func make(above path: String) throws(Failure) {
    var missing: [String] = []
    var folder = Path.folder(of: path)
    while !FolderEntries.isFolder(folder), folder != ".", folder != "/" {
      missing.append(folder)
      folder = Path.folder(of: folder)
    }
    for path in missing.reversed() where mkdir(path, 0o777) != 0 && errno != EEXIST {
      throw .environment("\(path.printable()): \(FileError(code: errno))")
    }
  }
}
