import Glibc
import Spots
import SpotsSDL

/// A session in a window that follows its documents.
@MainActor
final class Viewer {
  /// How documents are followed.
  struct Following {
    /// Whether to follow changes of files.
    var isOn = true
    /// Seconds between two requests to a server; nil requests once.
    var interval: Double?
  }

  let session: Session
  private let window: Window
  private let loop: WindowLoop
  private let following: Following
  private let ending: Ending
  private let pictures: PictureWatch
  private var themeFeed: FileFeed<ThemeFile>?

  /// How long the first frame waits for its content, in seconds.
  private static let patience = 0.2
  /// The size, in bytes, above which a file is read after the window has been shown.
  private static let largeFile = 64 << 20

  /// - Throws: `Failure` when there is no display.
  init(
    stage: Stage, window: Window, log: EventLog, ending: Ending, following: Following
  ) throws {
    self.window = window
    self.ending = ending
    self.following = following
    session = Session(stage: stage, log: log, size: window.size)
    pictures = PictureWatch(images: stage.images, mailbox: stage.mailbox)
    do {
      loop = try WindowLoop(window: window, mailbox: stage.mailbox)
    } catch {
      throw Failure.environment("\(error)")
    }
    window.painter = stage.painter
    stage.images.reducesMotion = stage.environment.reducesMotion
    stage.images.patienceForSizes = WindowLoop.patienceForSizes
    stage.images.sourcesAhead = { [weak session] in
      session?.page.controller.imagesAhead() ?? []
    }
    stage.images.onLateSize = { [session] in session.needsFrame = true }
    session.onTitleChange = { window.title = $0 }
    session.onToggleFullScreen = { window.isFullScreen.toggle() }
    session.isFullScreen = { window.isFullScreen }
    session.onRefresh = { $0.refresh() }
    session.onCopy = { window.copy($0) }
    var sizes = DeviceSizes(own: window.size)
    session.onNextDevice = { window.resize(to: sizes.next()) }
    session.onOpenWindows = { [weak session] paths in
      for path in paths {
        session?.start(WindowProcesses.program, WindowProcesses.arguments(for: path))
      }
    }
    session.mayStartPrograms = true
    session.onOpen = { [weak self] in self?.open($0) }
    session.onCover = { $0.endFollowing() }
    session.onUncover = { [weak self] in self?.follow($0) }
    if following.isOn { followPictures() }
  }

  /// Shows what is at `path` until the window is closed.
  func run(_ path: String) throws {
    try start(path)
    if !ending.isAskedFor { try show() }
    ending.begin()
    session.log.closed()
  }

  private func show() throws(Failure) {
    do {
      try loop.run(session) { [session] in
        session.log.shown()
        session.stage.itemCheck?.start()
      }
    } catch {
      throw Failure.environment("\(error)")
    }
  }

  /// Shows the content if it is available within `patience`, else a hint that it is loading.
  private func start(_ path: String) throws(Failure) {
    let stage = session.stage
    if StreamFeed.descriptor(ofPath: path) != nil {
      return session.start(.empty(path, kinds: stage.kinds))
    }
    if let address = WebAddress(path) {
      let trusting = PrivateServers.names(of: address)
      let kept = stage.loader.kept(address, trusting: trusting)
      session.start(
        kept ?? .empty(path, kinds: stage.kinds), isEmpty: kept == nil, trusting: trusting)
    } else if Self.isLarge(path) {
      session.start(.empty(path, kinds: stage.kinds), isEmpty: true)
    } else {
      return session.start(try stage.loader.open(path))
    }
    EndingSignals.listen { [mailbox = stage.mailbox] in mailbox.post {} }
    let end = Clock.now + Self.patience
    while session.page.isLoading, !ending.isAskedFor, Clock.now < end {
      stage.mailbox.wait(timeout: end - Clock.now)
      stage.mailbox.drain()
    }
  }

  private static func isLarge(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_size > largeFile
  }

  // MARK: Following

  private func open(_ page: Page) {
    if let descriptor = StreamFeed.descriptor(ofPath: page.path) { read(descriptor, for: page) }
    follow(page)
  }

  /// Follows the page in front. Changes since it was last followed are delivered first.
  private func follow(_ page: Page) {
    do throws(FileError) {
      if let web = page.feed as? WebFeed {
        web.resume()
      } else if StreamFeed.descriptor(ofPath: page.path) == nil {
        try followDocument(of: page)
      }
      guard following.isOn else { return }
      try followNibs(of: page)
      try followTail(of: page)
    } catch {
      warn("cannot watch", page.path, error)
    }
  }

  private func followDocument(of page: Page) throws(FileError) {
    let (loader, mailbox) = (session.stage.loader, session.stage.mailbox)
    let deliver: @Sendable (FeedDelivery<ScreenFile>) -> Void = {
      [weak self, weak page] delivery in
      mailbox.post { if let self, let page { self.take(delivery, for: page) } }
    }
    if WebAddress(page.path) != nil {
      page.isLoading = true
      page.feed = WebFeed(
        page.path, loader: loader, trusting: page.trustedHosts, every: following.interval,
        deliver: deliver)
    } else if following.isOn || !page.hasContent {
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
      session.reload(page, page.file.withPresentNibs(kinds: session.stage.kinds))
    }
  }

  private func followTail(of page: Page) throws(FileError) {
    try page.watchTail { [weak self, weak page] in
      if let self, let page { session.refreshTail(of: page) }
    }
  }

  private func take(_ delivery: FeedDelivery<ScreenFile>, for page: Page) {
    session.take(delivery, for: page)
    // A file that is not followed is read only once.
    if !following.isOn, !(page.feed is WebFeed) { page.feed = nil }
  }

  /// Shows each document from a stream in place of the one before.
  private func read(_ descriptor: Int32, for page: Page) {
    let (path, mailbox, kinds) = (page.path, session.stage.mailbox, session.stage.kinds)
    do throws(FileError) {
      try StreamFeed.start(descriptor: descriptor) { [weak self, weak page] bytes in
        let file = ScreenFile(path: path, bytes: bytes, kinds: kinds, onDemand: true)
        mailbox.post { if let self, let page { self.session.reload(page, file) } }
      }
    } catch {
      warn("cannot read", path, error)
    }
  }

  private func followPictures() {
    let session = session
    session.onFrame = { [pictures] isMoving in
      do throws(FileError) {
        try pictures.update(isMoving: isMoving)
      } catch {
        session.onFrame = { _ in }
        StandardError.write("warning: cannot watch pictures: \(error)\n")
      }
    }
    session.onOpenNext = { [weak self] page in
      // The page may have arrived while another screen was in front.
      guard let self, page === self.session.page else { return }
      do throws(FileError) {
        try self.followTail(of: page)
      } catch {
        self.warn("cannot watch the pages that follow", page.path, error)
      }
    }
    followTheme()
  }

  private func followTheme() {
    guard case .file(let path)? = session.stage.options.theme else { return }
    let (mailbox, session) = (session.stage.mailbox, session)
    do throws(FileError) {
      themeFeed = try FileFeed(
        path: path, shown: session.stage.themeFile?.fingerprint,
        parse: { bytes in
          let file = ThemeFile(path: path, bytes: bytes)
          return (file, file.colors != nil)
        },
        deliver: { delivery in mailbox.post { session.take(delivery) } })
    } catch {
      warn("cannot watch", path, error)
    }
  }

  private func warn(_ what: String, _ path: String, _ error: FileError) {
    StandardError.write("warning: \(path.printable()): \(what): \(error)\n")
  }
}
