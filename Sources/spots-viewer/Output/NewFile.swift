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
  ///   - isUpdate: Whether it may be a file that was read, as a script that is brought up to date.
  ///   - onOpen: Called with the descriptor of anything but a regular file.
  static func write(
    _ bytes: [UInt8], to path: String, isPrivate: Bool = false, mayBlock: Bool = true,
    isUpdate: Bool = false, onOpen: (Int32) -> Void = { _ in }
  ) throws(Failure) {
    if !isUpdate { try checkSource(path) }
    try Failure.naming(path.printable()) {
      if let file = try replaceable(path) {
        try WholeFile.write(bytes, to: file, isPrivate: isPrivate)
      } else if !mayBlock {
        throw FileError.notRegular
      } else {
        try write(bytes, into: path, onOpen)
      }
    }
  }

  /// Writes all of `bytes` to anything but a regular file, if that takes no waiting.
  ///
  /// - Returns: False when nothing was written.
  static func writeAtOnce(_ bytes: [UInt8], into path: String) -> Bool {
    // Longer ones may be written in part.
    guard bytes.count <= Int(PIPE_BUF) else { return false }
    let file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    return Glibc.write(file, bytes, bytes.count) == bytes.count
  }

  /// Whether `path` leads to a regular file, or to none yet.
  static func isReplaceable(_ path: String) -> Bool {
    do throws(FileError) {
      return try replaceable(path) != nil
    } catch {
      // Writing says what is wrong.
      return true
    }
  }

  /// Refuses a file that was read, as the screen and its views were.
  static func checkSource(_ path: String) throws(Failure) {
    guard SourceFiles.contain(path) else { return }
    throw .environment("\(path.printable()): it was read from here; it is not written over")
  }

  /// Refuses a path at which no file can be written, before there is anything to write.
  static func check(_ path: String) throws(Failure) {
    try checkSource(path)
    try Failure.naming(path.printable()) {
      let place = try replaceable(path).map { Path.folder(of: $0) } ?? path
      guard access(place, W_OK) == 0 else { throw FileError(code: errno) }
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

  private static func write(
    _ bytes: [UInt8], into path: String, _ onOpen: (Int32) -> Void
  ) throws(FileError) {
    let file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { throw FileError(code: errno) }
    defer { close(file) }
    onOpen(file)
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
