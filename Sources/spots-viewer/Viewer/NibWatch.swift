/// Follows the files of a page's nibs.
final class NibWatch {
  private var feeds: [String: FileFeed<Fingerprint>] = [:]

  /// Follows `files` from now on, and those from before, since one that is gone may come back.
  /// `onChange` is called on a watcher's thread.
  ///
  /// - Throws: `FileError.system` when there are no descriptors or threads to be had.
  func follow(
    _ files: [NibFiles.File], onChange: @escaping @Sendable () -> Void
  ) throws(FileError) {
    for file in files where feeds[file.path] == nil {
      feeds[file.path] = try FileFeed(
        path: file.path, shown: file.fingerprint,
        // Whether it is sound is known when the screen is read again with its nibs.
        parse: { (Fingerprint($0), !$0.isEmpty) }, deliver: { _ in onChange() })
    }
  }
}
