import Glibc

/// The folders that files may be read from by names others wrote.
///
/// A file belongs to a folder when it is below it once all symbolic links are followed: links within
/// the folders work, those that lead out of them are refused.
public struct ReadableFolders: Hashable, Sendable {
  /// Absolute, without symbolic links.
  private let paths: [String]

  /// The folders as they are now: a link among `folders` leads where it leads at this moment.
  ///
  /// - Parameter folders: As the user named them. Those that are not there are left out.
  public init(_ folders: [String]) {
    self.init(resolved: folders.compactMap(Self.resolved))
  }

  private init(resolved paths: [String]) {
    self.paths = paths
  }

  /// These folders and others.
  public func union(_ other: ReadableFolders) -> ReadableFolders {
    ReadableFolders(resolved: paths + other.paths.filter { !paths.contains($0) })
  }

  /// The file that `path` leads to now.
  ///
  /// - Throws: `FileError.outside` when it is in none of the folders, `FileError.missing` when there
  ///   is none.
  func locate(_ path: String) throws(FileError) -> LocatedFile {
    guard let file = Self.resolved(path) else { throw FileError(code: errno) }
    for folder in paths {
      let start = folder == "/" ? folder : folder + "/"
      guard file.hasPrefix(start), file != start else { continue }
      return LocatedFile(folder: folder, name: String(file.dropFirst(start.count)))
    }
    throw .outside
  }

  /// The path without symbolic links; nil when there is nothing, and `errno` says why.
  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    errno = ENOENT
    return String(validatingCString: real)
  }
}

/// A file that was found below a folder, by a path that had no symbolic links then.
struct LocatedFile: Hashable, Sendable {
  fileprivate let folder: String
  /// Relative to the folder.
  fileprivate let name: String

  var path: String { (folder == "/" ? "" : folder) + "/" + name }

  /// Opens the file where it was found.
  ///
  /// - Returns: A descriptor, which is the caller's to close.
  /// - Throws: When it is no longer there, or when a part of its path has become a link.
  func open(_ flags: Int32) throws(FileError) -> Int32 {
    try FolderDescriptor(path: folder).open(name, flags)
  }
}
