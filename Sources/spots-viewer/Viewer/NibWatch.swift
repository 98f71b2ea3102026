import SpotsSDL

/// Watches the folders of a page's nibs for files that are changed, added or removed.
final class NibWatch: Sendable {
  private let watcher: FileWatcher

  /// - Parameters:
  ///   - shown: The nibs that the page uses.
  ///   - path: The path of the screen.
  ///   - kinds: Names the folders of nibs for every screen.
  ///   - onChange: Called on the watcher's thread when the nibs have changed.
  /// - Throws: `FileError.system` when the process is out of descriptors or threads.
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
