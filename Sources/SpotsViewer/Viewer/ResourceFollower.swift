import Spots
import SpotsSDL

/// Follows the files that a window needs besides its documents: that of the theme, and those of the
/// images in front, with the folders they may be in, including missing ones.
@MainActor
final class ResourceFollower {
  private let session: Session
  private var context: ViewerContext { session.context }
  private var themeFeed: FileFeed<ThemeFile>?
  private var imageWatch: FileWatcher?
  /// Whether the files of images are followed, until there is one too many.
  private var watchesImages: Bool
  /// The `sourceChanges` of the store when the files were last looked up.
  private var seen = 0
  private var lastUpdate = 0.0

  init(_ session: Session) {
    self.session = session
    watchesImages = session.context.options.isFollowing
    session.resources = self
    if watchesImages { followTheme() }
  }

  // MARK: Images

  /// Watches the files of all images asked for so far; called after each frame.
  ///
  /// - Parameter isMoving: Whether more frames follow immediately. Then this has an effect only
  ///   every 0.5 seconds, since it takes longer the more images there are.
  func didRecordFrame(isMoving: Bool) {
    let images = context.images
    guard watchesImages, images.sourceChanges != seen, !isMoving || Clock.now - lastUpdate > 0.5
    else { return }
    (seen, lastUpdate) = (images.sourceChanges, Clock.now)
    let watched = Set((images.candidatePaths + folders).map { Watched.file($0) })
    if let imageWatch { return imageWatch.watch(watched) }
    guard !watched.isEmpty else { return }
    do throws(FileError) {
      imageWatch = try FileWatcher(watched) { [mailbox = context.mailbox, weak self] in
        mailbox.post { self?.imagesMayHaveChanged() }
      }
    } catch {
      watchesImages = false
      context.report(.warning("cannot watch pictures: \(error)"))
    }
  }

  /// Where the folder of images of the page in front may be; none without images to look for.
  private var folders: [String] {
    let file = session.page.file
    guard context.images.hasSources, !file.source.isProgram, file.origin == nil else { return [] }
    return context.options.folders.places(ofImageFolder: file.path)
  }

  private func imagesMayHaveChanged() {
    let (images, page) = (context.images, session.page)
    let locator = images.locator
    context.adopt(page.file)
    images.refresh()
    // The sizes known so far were those of other files.
    if images.locator != locator { page.controller.imageSizesDidChange() }
    page.status.checkImages(of: page.files)
    session.needsFrame = true
  }

  // MARK: The theme

  private func followTheme() {
    guard case .file(let path) = context.options.theme else { return }
    do throws(FileError) {
      themeFeed = try FileFeed(
        [.file(path)], shown: context.themeFile?.fingerprint,
        read: { _ throws(FileError) in
          let file = ThemeFile(path: path, bytes: try FileBytes.read(path))
          return (file, file.fingerprint, file.colors != nil)
        },
        deliver: { [weak self, mailbox = context.mailbox] delivery in
          mailbox.post { self?.receive(delivery) }
        })
    } catch {
      context.report(.warning("\(path.printable()): cannot watch: \(error)"))
    }
  }

  /// Applies a new version of the theme's file; a broken one only reports its diagnostics.
  private func receive(_ delivery: FeedDelivery<ThemeFile>) {
    switch delivery {
    case .good(let file), .broken(let file):
      context.report(.diagnostics(file.reading.diagnostics, path: file.path))
      // A broken one has no theme, and changes nothing.
      session.change { $0.use(file) }
    case .missing, .unreadable, .unreachable, .unchanged: break
    }
  }
}
