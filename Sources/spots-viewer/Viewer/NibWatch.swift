import SpotsSDL

/// Follows the folders a page's nibs are in: nibs that change, go, and come.
final class NibWatch: Sendable {
  private let watcher: FileWatcher

  /// - Parameters:
  ///   - shown: The nibs as the page has them.
  ///   - path: The screen's.
  ///   - kinds: Where other nibs are.
  ///   - onChange: Called on a thread of the watcher's when a nib is another one than before.
  /// - Throws: `FileError.system` when there are no descriptors or threads to be had.
  init(
    _ shown: NibFiles, path: String, kinds: KnownKinds,
    onChange: @escaping @Sendable () -> Void
  ) throws(FileError) {
    let places = NibFiles.places(screen: path, folders: kinds.viewFolders)
    var versions = shown.versions
    var change = QuietTime()
    watcher = try FileWatcher(
      Set(places.map { .folder($0, suffix: NibFiles.suffix) })
    ) { signal, now in
      guard change.isOver(signal, at: now) else { return change.end }
      let seen = NibFiles(screen: path, kinds: kinds).versions
      if seen != versions { onChange() }
      versions = seen
      return nil
    }
  }
}
