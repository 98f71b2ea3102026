import SpotsSDL

/// Which files documents may be read from: the one the user named, wherever its path leads, and by
/// the names that documents have for each other, what is in the folder of that file, in the folder of
/// pictures, and in the folders the user allowed.
struct DocumentAccess: Sendable {
  /// As the user gave it.
  private let named: String
  private let folders: ReadableFolders

  init(named: String, folders: ReadableFolders) {
    self.named = named
    self.folders = folders
  }

  /// All bytes of the file at `path`.
  ///
  /// - Throws: `FileError.outside` when documents have no business there.
  func read(_ path: String) throws(FileError) -> [UInt8] {
    try FileBytes.read(path, within: path == named ? nil : folders)
  }
}
