import SpotsSDL

/// Which files documents may be read from: those the user named, wherever their paths lead, and by
/// the names that documents have for each other, what is in the folders of these files, in their
/// folders of pictures, and in the folders the user allowed.
struct DocumentAccess: Sendable {
  /// As the user gave them.
  private let named: Set<String>
  private let folders: ReadableFolders

  init(named: String, folders: ReadableFolders) {
    self.init(named: [named], folders: folders)
  }

  private init(named: Set<String>, folders: ReadableFolders) {
    self.named = named
    self.folders = folders
  }

  /// Allows what either of the two allows.
  func union(_ other: DocumentAccess) -> DocumentAccess {
    DocumentAccess(named: named.union(other.named), folders: folders.union(other.folders))
  }

  /// All bytes of the file at `path`.
  ///
  /// - Throws: `FileError.outside` when documents have no business there.
  func read(_ path: String) throws(FileError) -> [UInt8] {
    try FileBytes.read(path, within: named.contains(path) ? nil : folders)
  }
}
