import SpotsSDL

/// Follows the files of the pictures that a screen names, those that are not there as well.
@MainActor
final class PictureWatch {
  private let images: ImageStore
  private let mailbox: Mailbox
  private var watcher: FileWatcher?
  /// How many sources there were when the files were last looked up.
  private var seen = 0

  init(images: ImageStore, mailbox: Mailbox) {
    self.images = images
    self.mailbox = mailbox
  }

  /// Watches the files of all pictures asked for so far; called after each frame.
  ///
  /// - Throws: `FileError.system` when there are no descriptors or threads to be had.
  func update() throws(FileError) {
    guard images.sourceChanges != seen else { return }
    seen = images.sourceChanges
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
