import SpotsSDL

/// The files that documents may be read from: those the user named, wherever their paths lead; and,
/// by references between documents, files in the folders of these, in their assets folders, and in
/// folders the user allowed.
struct DocumentAccess: Sendable {
  /// The paths, as the user gave them.
  private let named: Set<String>
  private let folders: ReadableFolders

  init(named: String, folders: ReadableFolders) {
    self.init(named: [named], folders: folders)
  }

  private init(named: Set<String>, folders: ReadableFolders) {
    self.named = named
    self.folders = folders
  }

  /// Allows everything that either of the two allows.
  func union(_ other: DocumentAccess) -> DocumentAccess {
    DocumentAccess(named: named.union(other.named), folders: folders.union(other.folders))
  }

  /// All bytes of the file at `path`.
  ///
  /// - Throws: `FileError.outside` when the file is in none of the allowed folders.
  func read(_ path: String) throws(FileError) -> [UInt8] {
    try FileBytes.read(path, within: named.contains(path) ? nil : folders)
  }
}
