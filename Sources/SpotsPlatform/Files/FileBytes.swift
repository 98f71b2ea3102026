// Reading and writing the bytes of files: all of them, or the requested parts.

import Glibc
import SpotsViews

/// The reason that a file cannot be read. The description is the reason alone, without the file's
/// name.
public enum FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no file at the path.
  case missing
  /// A folder where a file is expected.
  case directory
  /// A pipe, a socket or a device.
  case notRegular
  /// Outside the folders that files may be read from.
  case outside
  /// Larger than `limit` bytes.
  case tooLarge(limit: Int)
  /// On a server, from which it could not be fetched for this reason.
  case unreachable(String)
  /// Any other error, by the system's number.
  case system(code: Int32)

  /// Translates an `errno` value.
  package init(code: Int32) {
    switch code {
    case ENOENT, ENOTDIR: self = .missing
    case EISDIR: self = .directory
    default: self = .system(code: code)
    }
  }

  /// The reason, in lower case, without a final period.
  public var description: String { text(in: .english) }

  /// The description in a language.
  package func text(in words: Words) -> String {
    switch self {
    case .missing: return words[.noSuchFile]
    case .directory: return words[.isDirectory]
    case .notRegular: return words[.notRegular]
    case .outside: return words(.outsideFolders, ["option": "--allow-path"])
    case .tooLarge(let limit): return words(.largerThan, ["limit": limit / (1024 * 1024)])
    case .unreachable(let reason): return reason
    case .system(EACCES): return words[.noPermission]
    case .system(let code):
      let text = String(cString: strerror(code))
      return text.prefix(1).lowercased() + text.dropFirst()
    }
  }
}

/// The bytes of files. Reads only regular files, as a whole: nothing that could block or never end.
public enum FileBytes {
  /// The size above which files are refused, in bytes.
  package static let limit = 512 * 1024 * 1024

  /// All bytes of the regular file at `path`, which may go through symbolic links.
  ///
  /// A file that changes meanwhile is read again, at most four times in all. The last result is
  /// then returned, and may be a mixture of two versions.
  ///
  /// - Throws: When there is no such file, it is not a regular one, or it exceeds 512 MiB.
  public static func read(_ path: String) throws(FileError) -> [UInt8] {
    try read(path, within: nil)
  }

  /// All bytes of the regular file at `path`, like `read(_:)`.
  ///
  /// - Parameters:
  ///   - folders: The folders that may contain the file, once links are followed; nil allows any.
  ///   - limit: The size above which the file is refused, in bytes.
  package static func read(
    _ path: String, within folders: ReadableFolders? = nil, limit: Int = limit
  ) throws(FileError) -> [UInt8] {
    let file = try open(path, within: folders, limit: limit)
    defer { close(file) }
    return try read(file, limit: limit)
  }

  /// Opens the regular file at `path` for reading.
  ///
  /// - Parameters:
  ///   - folders: The folders that may contain the file, once links are followed; nil allows any.
  ///   - limit: The size above which the file is refused, in bytes.
  /// - Returns: A descriptor, which the caller closes.
  package static func open(
    _ path: String, within folders: ReadableFolders? = nil, limit: Int = .max
  ) throws(FileError) -> Int32 {
    guard let folders else {
      return try open(limit) { (flags) throws(FileError) in
        let file = Glibc.open(path, flags)
        guard file >= 0 else { throw FileError(code: errno) }
        return file
      }
    }
    for _ in 0..<3 {
      let place = try folders.locate(path)
      do throws(FileError) {
        return try open(limit, place.open)
      } catch .missing, .system(code: ELOOP) {
        // Something replaced the file since it was found.
      }
    }
    throw .missing
  }

  /// All bytes of the regular file at `path`; nil when it cannot be read, for whatever reason.
  ///
  /// - Parameter limit: The size above which the file is refused, in bytes.
  package static func contents(of path: String, limit: Int = limit) -> [UInt8]? {
    do throws(FileError) {
      return try read(path, limit: limit)
    } catch {
      return nil
    }
  }

  private static func open(
    _ limit: Int, _ open: (_ flags: Int32) throws(FileError) -> Int32
  ) throws(FileError) -> Int32 {
    // Opening a pipe would wake its writer, so the kind is checked before and after.
    let entry = try open(FolderDescriptor.pathOnly | O_CLOEXEC)
    defer { close(entry) }
    _ = try regularStatus(entry, limit)
    let file = try open(O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    do throws(FileError) {
      _ = try regularStatus(file, limit)
      return file
    } catch {
      close(file)
      throw error
    }
  }

  /// All bytes of an open file; see `read(_:)`.
  package static func read(_ file: Int32, limit: Int = limit) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<4 {
      let before = try regularStatus(file, limit)
      bytes = try contents(file, expecting: Int(before.st_size))
      let after = try regularStatus(file, limit)
      if FileVersion(before) == FileVersion(after), bytes.count <= Int(after.st_size) { break }
    }
    return bytes
  }

  /// Writes all of `bytes` to an open file, a pipe or a terminal, and waits while there is no room.
  ///
  /// - Returns: False on an error, which is in `errno`.
  @discardableResult
  package static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let written = Glibc.write(
          file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if written < 0, errno == EINTR || hasRoomLater(file) { continue }
        if written <= 0 { return false }
        rest = rest.dropFirst(written)
      }
      return true
    }
  }

  /// Waits for room in a full pipe or terminal that another program sharing it made non-blocking.
  private static func hasRoomLater(_ file: Int32) -> Bool {
    guard errno == EAGAIN else { return false }
    var waiting = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
    return poll(&waiting, 1, -1) > 0 || errno == EINTR
  }

  private static func regularStatus(_ file: Int32, _ limit: Int) throws(FileError) -> stat {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw FileError(code: errno) }
    try requireRegular(status, limit)
    return status
  }

  private static func requireRegular(_ status: stat, _ limit: Int) throws(FileError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .directory
    default: throw .notRegular
    }
    if Int(status.st_size) > limit { throw .tooLarge(limit: limit) }
  }

  /// The bytes of the file, up to somewhat more than `size`.
  private static func contents(_ file: Int32, expecting size: Int) throws(FileError) -> [UInt8] {
    // The kernel's files claim to be empty; one spare chunk holds them.
    let capacity = size + 64 * 1024
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      (count, failure) = fill(UnsafeMutableRawBufferPointer(buffer), from: file, at: 0)
    }
    if failure != 0 { throw FileError(code: failure) }
    return bytes
  }

  /// Fills `buffer` with the bytes of an open file from `offset` on, as far as there are any.
  ///
  /// - Returns: The number of bytes read, and the error after them; 0 when there was none.
  package static func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from file: Int32, at offset: Int
  ) -> (count: Int, failure: Int32) {
    var count = 0
    while count < buffer.count, let start = buffer.baseAddress {
      let got = pread(file, start + count, buffer.count - count, off_t(offset + count))
      if got < 0, errno == EINTR { continue }
      if got < 0 { return (count, errno) }
      if got == 0 { break }
      count += got
    }
    return (count, 0)
  }
}

/// Writes files so that they exist as a whole or not at all.
package enum WholeFile {
  /// Writes to a new file beside `path` and renames it, so that no reader sees a part of it.
  ///
  /// - Parameter isPrivate: Whether only the user may read the file; else it gets the usual
  ///   permissions.
  package static func write(
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

/// The bytes of an open file, of which only the requested parts are read.
///
/// Used by one thread at a time.
final class FileWindow {
  let count: Int
  private let descriptor: Int32
  private var start = 0
  private var bytes: [UInt8] = []

  /// The number of bytes per read. Headers lie together, and the bytes between them are skipped.
  private static let length = 4096

  /// - Parameters:
  ///   - descriptor: The descriptor of a regular file, which the caller closes.
  ///   - count: The file's length, in bytes.
  init(descriptor: Int32, count: Int) {
    self.descriptor = descriptor
    self.count = count
  }

  /// Creates a window on bytes in memory instead of a file's.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    count = bytes.count
    descriptor = -1
  }

  /// The byte at `place`; nil beyond the end, and where the file cannot be read.
  func byte(at place: Int) -> UInt8? {
    guard place >= 0, place < count else { return nil }
    if !(start..<start + bytes.count).contains(place) {
      start = place
      bytes = read(from: place, count: min(Self.length, count - place))
    }
    return bytes.indices.contains(place - start) ? bytes[place - start] : nil
  }

  /// Up to `limit` bytes from the start.
  func prefix(_ limit: Int) -> [UInt8] {
    bytes.count == count ? Array(bytes.prefix(limit)) : read(from: 0, count: min(limit, count))
  }

  private func read(from place: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let room = UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count])
      filled = FileBytes.fill(room, from: descriptor, at: place).count
    }
  }
}
