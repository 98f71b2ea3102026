import Glibc

/// The folders from which files may be read by names that others wrote.
///
/// A file belongs to a folder when it is below it once all symbolic links are followed: links
/// within the folders work, and those that lead out of them are refused.
public struct ReadableFolders: Hashable, Sendable {
  /// Absolute, without symbolic links.
  private let paths: [String]

  /// Follows links among `folders` now; later changes to them have no effect.
  ///
  /// - Parameter folders: Paths as the user wrote them. Missing folders are left out.
  public init(_ folders: [String]) {
    self.init(resolved: folders.compactMap(Self.resolved))
  }

  private init(resolved paths: [String]) {
    self.paths = paths
  }

  /// These folders and those of `other`.
  public func union(_ other: ReadableFolders) -> ReadableFolders {
    ReadableFolders(resolved: paths + other.paths.filter { !paths.contains($0) })
  }

  /// Finds the file that `path` leads to now.
  ///
  /// - Throws: `FileError.outside` when it is in none of the folders, `FileError.missing` without a
  ///   file.
  func locate(_ path: String) throws(FileError) -> LocatedFile {
    guard let file = Self.resolved(path) else { throw FileError(code: errno) }
    for folder in paths {
      let start = folder == "/" ? folder : folder + "/"
      guard file.hasPrefix(start), file != start else { continue }
      return LocatedFile(folder: folder, name: String(file.dropFirst(start.count)))
    }
    throw .outside
  }

  /// The path without symbolic links; nil on an error, which is in `errno`.
  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    errno = ENOENT
    return String(validatingCString: real)
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
