// Files that may be read by names that others wrote, and opening them without following links.

import CBeneath
import Glibc

/// The folders from which files may be read by names that others wrote.
///
/// A file belongs to a folder when it is below it once all symbolic links are followed: links
/// within the folders work, and those that lead out of them are refused.
package struct ReadableFolders: Hashable, Sendable {
  /// Absolute, without symbolic links.
  private let paths: [String]

  /// Follows links among `folders` now; later changes to them have no effect.
  ///
  /// - Parameter folders: Paths as the user wrote them. Missing folders are left out.
  package init(_ folders: [String]) {
    self.init(resolved: folders.compactMap(SymbolicLinks.resolve))
  }

  private init(resolved paths: [String]) {
    self.paths = paths
  }

  /// These folders and those of `other`.
  package func union(_ other: ReadableFolders) -> ReadableFolders {
    ReadableFolders(resolved: paths + other.paths.filter { !paths.contains($0) })
  }

  /// Finds the file that `path` leads to now.
  ///
  /// - Throws: `FileError.outside` when it is in none of the folders, `FileError.missing` when
  ///   there is no file.
  func locate(_ path: String) throws(FileError) -> LocatedFile {
    guard let file = SymbolicLinks.resolve(path) else { throw FileError(code: errno) }
    for folder in paths {
      let start = folder == "/" ? folder : folder + "/"
      guard file.hasPrefix(start), file != start else { continue }
      return LocatedFile(folder: folder, name: String(file.dropFirst(start.count)))
    }
    throw .outside
  }
}

/// A file found below a folder, by a path that had no symbolic links at that time.
struct LocatedFile: Hashable, Sendable {
  fileprivate let folder: String
  /// Relative to the folder.
  fileprivate let name: String

  var path: String { (folder == "/" ? "" : folder) + "/" + name }

  /// Opens the file where it was found.
  ///
  /// - Returns: A descriptor, which the caller closes.
  /// - Throws: When it is no longer there, or when a part of its path has become a link.
  func open(_ flags: Int32) throws(FileError) -> Int32 {
    try FolderDescriptor(path: folder).open(name, flags)
  }
}

/// An open folder, below which files are opened without following any link.
///
/// Between checking a path and opening it, another program may replace a part of it with a link.
/// Opening then fails, instead of reaching a file that lies elsewhere.
struct FolderDescriptor: ~Copyable {
  private let number: Int32

  /// Opens the folder at `path`, which must be absolute and free of symbolic links.
  init(path: String) throws(FileError) {
    let root = Glibc.open("/", Self.folderFlags)
    let folder =
      path == "/" || root < 0
      ? root : Self.open(String(path.dropFirst()), below: root, Self.folderFlags)
    let code = errno
    if root >= 0, folder != root { close(root) }
    guard folder >= 0 else { throw FileError(code: code) }
    number = folder
  }

  deinit {
    close(number)
  }

  /// Opens the file at `path`, which must be relative.
  ///
  /// - Returns: A descriptor, which the caller closes.
  borrowing func open(_ path: String, _ flags: Int32) throws(FileError) -> Int32 {
    let file = Self.open(path, below: number, flags)
    guard file >= 0 else { throw FileError(code: errno) }
    return file
  }

  /// Does the same with one call for each part of the path, for kernels before 5.6 and sandboxes
  /// that do not know openat2(2).
  borrowing func openByParts(_ path: String, _ flags: Int32) throws(FileError) -> Int32 {
    let file = Self.openByParts(path, below: number, flags)
    guard file >= 0 else { throw FileError(code: errno) }
    return file
  }

  /// The flag that opens a path but not the file itself, so that a pipe's writer does not wake.
  static let pathOnly = spots_path_only
  private static let folderFlags = pathOnly | O_DIRECTORY | O_CLOEXEC

  private static func open(_ path: String, below folder: Int32, _ flags: Int32) -> Int32 {
    let file = spots_open_beneath(folder, path, flags)
    guard file < 0, errno == ENOSYS || errno == EPERM else { return file }
    return openByParts(path, below: folder, flags)
  }

  private static func openByParts(_ path: String, below start: Int32, _ flags: Int32) -> Int32 {
    let parts = path.split(separator: "/")
    guard let name = parts.last, !path.hasPrefix("/"), !parts.contains("..") else {
      errno = EXDEV
      return -1
    }
    var folder = start
    for part in parts.dropLast() {
      let next = openat(folder, String(part), folderFlags | O_NOFOLLOW)
      let code = errno
      if folder != start { close(folder) }
      guard next >= 0 else {
        errno = code
        return -1
      }
      folder = next
    }
    let file = openat(folder, String(name), flags | O_NOFOLLOW)
    let code = errno
    if folder != start { close(folder) }
    errno = code
    return file
  }
}
