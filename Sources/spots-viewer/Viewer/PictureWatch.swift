import SpotsSDL

/// Watches the files of the pictures that a screen names, including missing ones.
@MainActor
final class PictureWatch {
  private let images: ImageStore
  private let mailbox: Mailbox
  private var watcher: FileWatcher?
  /// The `sourceChanges` of the store when the files were last looked up.
  private var seen = 0
  private var lastUpdate = 0.0

  init(images: ImageStore, mailbox: Mailbox) {
    self.images = images
    self.mailbox = mailbox
  }

  /// Watches the files of all pictures asked for so far; called after each frame.
  ///
  /// - Parameter isMoving: Whether more frames follow immediately. Then this has an effect only
  ///   every 0.5 seconds, since it takes longer the more pictures there are.
  /// - Throws: `FileError.system` when the process is out of descriptors or threads.
  func update(isMoving: Bool) throws(FileError) {
    guard images.sourceChanges != seen, !isMoving || Clock.now - lastUpdate > 0.5 else { return }
    seen = images.sourceChanges
    lastUpdate = Clock.now
    let watched = Set(images.candidatePaths.map { Watched.file($0) })
    if let watcher { return watcher.watch(watched) }
    guard !watched.isEmpty else { return }
    var change = QuietTime()
    let mailbox = mailbox
    watcher = try FileWatcher(watched) { [weak images] signal, now in
      guard change.isOver(signal, at: now) else { return change.end }
      mailbox.post { images?.refresh() }
      return nil
    }
  }
}
