import Synchronization

/// The files that the program has read as documents, scripts and pictures, so that it does not
/// write over one of them.
package enum SourceFiles {
  private static let paths = Mutex(Set<String>())

  /// Adds the file at `path`.
  package static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

  /// Whether `path` leads to one of the files, even under another name. Looks at all of them.
  package static func contain(_ path: String) -> Bool {
    guard let file = FileIdentity(path: path) else { return false }
    return paths.withLock { $0 }.contains { FileIdentity(path: $0) == file }
  }
}
