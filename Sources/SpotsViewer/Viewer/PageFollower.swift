import Spots
import SpotsSDL
import Synchronization

/// Keeps the page in front up to date: its document, nibs, following pages, images and theme.
@MainActor
final class PageFollower {
  private let session: Session
  /// Whether changes of files are followed.
  private let isOn: Bool
  /// Seconds between two requests to a server; nil requests once.
  private let interval: Double?
  private let images: ImageWatch
  /// Whether the files of images are followed, until there is one too many.
  private var watchesImages: Bool
  private var themeFeed: FileFeed<ThemeFile>?

  init(_ session: Session) {
    self.session = session
    let options = session.context.options
    isOn = options.isFollowing
    watchesImages = isOn
    interval = options.isFollowing ? options.pollInterval : nil
    images = ImageWatch(session)
    session.follower = self
    if isOn { followTheme() }
  }

  /// Gets the document of a page that was opened, and follows it.
  func open(_ page: Page) {
    if let descriptor = StreamReader.descriptor(ofPath: page.path) { read(descriptor, for: page) }
    follow(page)
  }

  /// Follows the page in front. Changes since it was last followed are delivered first.
  func follow(_ page: Page) {
    do throws(FileError) {
      if let web = page.feed as? WebFeed {
        web.resume()
      } else if StreamReader.descriptor(ofPath: page.path) == nil {
        try followDocument(of: page)
      }
      guard isOn, !page.file.isOwn else { return }
      try followNibs(of: page)
      try watchFollowingPages(of: page)
    } catch {
      warn("cannot watch", page.path, error)
    }
  }

  private func followDocument(of page: Page) throws(FileError) {
    let (loader, mailbox) = (session.context.loader, session.context.mailbox)
    let deliver: @Sendable (FeedDelivery<ScreenFile>) -> Void = {
      [weak self, weak page] delivery in
      mailbox.post { if let self, let page { self.receive(delivery, for: page) } }
    }
    if page.file.isOwn {
      guard page.file.isStart else { return }
      page.isLoading = !page.hasContent
      page.feed = try StartFeed(session.context.recent, kinds: loader.kinds, deliver: deliver)
    } else if WebAddress(page.path) != nil {
      page.isLoading = true
      page.feed = WebFeed(
        page.path, loader: loader, trusting: page.trustedHosts, every: interval,
        stream: isOn ? eventStream(for: page) : nil, deliver: deliver)
    } else if isOn || !page.hasContent {
      page.isLoading = !page.hasContent
      // After a failure the same content is delivered again, so that the badge disappears.
      let isShown = page.hasContent && page.isAvailable
      page.feed = try loader.follow(
        page.path, shown: isShown ? page.file : nil, deliver: deliver)
    }
  }

  /// A changed nib makes the document reload with all its nibs; a document that cannot be read
  /// again is shown as it is, with the new nibs.
  private func followNibs(of page: Page) throws(FileError) {
    try page.watchNibs { [weak self, weak page] in
      guard let self, let page else { return }
      if page.feed is FileFeed<ScreenFile> { return page.refresh() }
      session.reload(page, page.file.withPresentNibs(kinds: session.context.kinds))
    }
  }

  private func watchFollowingPages(of page: Page) throws(FileError) {
    try page.watchFollowingPages { [weak self, weak page] in
      if let self, let page { session.followingPages.refresh(page) }
    }
  }

  /// Watches a page that was appended to a screen, which may be behind another one by now.
  func didAppend(to page: Page) {
    guard isOn, page === session.page else { return }
    do throws(FileError) {
      try watchFollowingPages(of: page)
    } catch {
      warn("cannot watch the pages that follow", page.path, error)
    }
  }

  /// Watches the images of a frame.
  ///
  /// - Parameter isMoving: Whether the next frame is due already.
  func didRecordFrame(isMoving: Bool) {
    guard watchesImages else { return }
    do throws(FileError) {
      try images.update(isMoving: isMoving)
    } catch {
      watchesImages = false
      session.context.report(.warning("cannot watch pictures: \(error)"))
    }
  }

  private func receive(_ delivery: FeedDelivery<ScreenFile>, for page: Page) {
    session.receive(delivery, for: page)
    // A file that is not followed is read only once.
    if !isOn, !(page.feed is WebFeed) { page.feed = nil }
  }

  /// Shows what a stream sends.
  private func read(_ descriptor: Int32, for page: Page) {
    let context = session.context
    let stream = PageStream(session, page)
    page.stream = stream
    let (queue, waitForReader) = (stream.queue, context.waitForReader)
    let reader = Mutex(StreamUpdateReader(path: page.path, kinds: context.kinds))
    let closesAtEnd = context.options.closesAtEnd
    do throws(FileError) {
      try StreamReader.start(descriptor: descriptor) { text in
        guard let text else {
          if closesAtEnd { queue.add(StreamUpdate(number: 0, content: .end, size: 0), size: 0) }
          return
        }
        waitForReader()
        let update = reader.withLock { $0.read(text) }
        queue.add(update, size: update.size)
      }
    } catch {
      warn("cannot read", page.path, error)
    }
  }

  /// Shows what a server sends as a stream of events.
  private func eventStream(for page: Page) -> ServerEventStream {
    let (context, mailbox) = (session.context, session.context.mailbox)
    let stream = PageStream(session, page)
    page.stream = stream
    return ServerEventStream(
      path: page.path, kinds: context.kinds, lines: stream.queue,
      waitForReader: context.waitForReader
    ) { [weak session, weak page] in
      mailbox.post {
        guard let session, let page else { return }
        page.streamDidBegin()
        session.needsFrame = true
      }
    }
  }

  private func followTheme() {
    guard case .file(let path) = session.context.options.theme else { return }
    let mailbox = session.context.mailbox
    do throws(FileError) {
      themeFeed = try FileFeed(
        path: path, shown: session.context.themeFile?.fingerprint,
        parse: { bytes in
          let file = ThemeFile(path: path, bytes: bytes)
          return (file, file.colors != nil)
        },
        deliver: { [weak self] delivery in mailbox.post { self?.receive(delivery) } })
    } catch {
      warn("cannot watch", path, error)
    }
  }

  /// Applies a new version of the theme's file; a broken one only reports its diagnostics.
  private func receive(_ delivery: FeedDelivery<ThemeFile>) {
    switch delivery {
    case .good(let file):
      report(file)
      session.change { $0.use(file) }
    case .broken(let file): report(file)
    case .missing, .unreadable, .unreachable, .unchanged: break
    }
  }

  private func report(_ file: ThemeFile) {
    session.context.report(.diagnostics(file.reading.diagnostics, path: file.path))
  }

  private func warn(_ what: String, _ path: String, _ error: FileError) {
    session.context.report(.warning("\(path.printable()): \(what): \(error)"))
  }
}

/// Watches the files of the images that a screen names, and the folders they may be in, including
/// missing ones.
@MainActor
final class ImageWatch {
  private let session: Session
  private var watcher: FileWatcher?
  /// The `sourceChanges` of the store when the files were last looked up.
  private var seen = 0
  private var lastUpdate = 0.0

  init(_ session: Session) {
    self.session = session
  }

  private var images: ImageStore { session.context.images }

  /// Watches the files of all images asked for so far; called after each frame.
  ///
  /// - Parameter isMoving: Whether more frames follow immediately. Then this has an effect only
  ///   every 0.5 seconds, since it takes longer the more images there are.
  /// - Throws: `FileError.system` when the process is out of descriptors or threads.
  func update(isMoving: Bool) throws(FileError) {
    guard images.sourceChanges != seen, !isMoving || Clock.now - lastUpdate > 0.5 else { return }
    seen = images.sourceChanges
    lastUpdate = Clock.now
    let watched = Set((images.candidatePaths + folders).map { Watched.file($0) })
    if let watcher { return watcher.watch(watched) }
    guard !watched.isEmpty else { return }
    watcher = try FileWatcher(watched) { [mailbox = session.context.mailbox, weak self] in
      mailbox.post { self?.lookAgain() }
    }
  }

  /// Where the folder of images of the page in front may be; none without images to look for.
  private var folders: [String] {
    let file = session.page.file
    guard images.hasSources, file.ownFolders == nil, file.origin == nil else { return [] }
    return session.context.options.folders.places(ofImageFolder: file.path)
  }

  private func lookAgain() {
    let (context, page) = (session.context, session.page)
    let locator = images.locator
    context.adopt(page.file)
    images.refresh()
    // The sizes known so far were those of other files.
    if images.locator != locator { page.controller.imageSizesDidChange() }
    page.imagesDidChange()
    session.needsFrame = true
  }
}
