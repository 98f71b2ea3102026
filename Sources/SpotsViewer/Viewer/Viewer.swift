import Glibc
import Spots
import SpotsSDL

/// A window that shows a screen and follows its document, as `spots-viewer` does: saved files and
/// new answers of servers appear, a broken version leaves the last good one, items open other
/// screens, and the screen's nibs, its images and the theme are live.
///
/// ```swift
/// let viewer = try Viewer("contacts.json")
/// try viewer.on("call:{number}") { values in print("calling", values["number"] ?? "") }
/// try viewer.run()
/// ```
///
/// A program has one viewer, and runs it once.
@MainActor
public final class Viewer {
  package let session: Session
  /// The session as the window shows it.
  package let sessionContent: SessionContent
  /// The window, hidden until `run()` presents the first frame.
  public let window: Window
  private let content: Content
  private let loop: WindowLoop
  private let resources: ResourceFollower
  private let remembered: RememberedSize
  private let fit: ContentFit
  private let dialog: OpenDialog
  /// Nil when the user's screens are not kept.
  private let recent: RecentPages?
  /// Opens files dropped on the window after the first one, each in a window of its own. By default
  /// they are not opened.
  public var onOpenWindows: ([String]) -> Void = { _ in }

  /// The content that the window begins with.
  private enum Content {
    /// The start screen, on which the user picks one.
    case start
    case document(DocumentSource)
    /// A screen that the program makes.
    case screen(Screen)

    /// Where the document comes from; nil for other content.
    var source: DocumentSource? { if case .document(let source) = self { source } else { nil } }

    /// The window's title until the document is there.
    var title: String {
      switch self {
      case .start: StartScreen.name
      case .document(let source): source.title
      case .screen(let screen): screen.title ?? ""
      }
    }
  }

  /// How long the first frame waits for its content, in seconds.
  private static let patience = 0.2
  /// The size, in bytes, above which a file is read after the window has been shown.
  private static let largeFile = 64 << 20

  /// Creates a window for a document.
  ///
  /// - Parameters:
  ///   - path: A file, a web address, or `-` for standard input, from which it reads a document, or
  ///     one per line. Read by `run()`. Nil shows a start screen, where the user picks one.
  ///   - options: The settings of the viewer.
  ///   - onMessage: Takes messages about what is wrong with documents, images and the machine, on
  ///     any thread. By default they are written to standard error.
  /// - Throws: `ViewerError` when an option is out of its range, or there is no display or no font.
  public convenience init(
    _ path: String?, options: ViewerOptions = ViewerOptions(),
    onMessage: @escaping @Sendable (ViewerMessage) -> Void = Viewer.writeToStandardError
  ) throws(ViewerError) {
    try self.init(path.map { .document(DocumentSource($0)) } ?? .start, options, onMessage)
  }

  /// Creates a window for a screen that the program makes, and changes through `controller` while
  /// it is shown.
  ///
  /// - Parameters:
  ///   - screen: Its images come from the folder that the program was started in, or from
  ///     `assetsFolder`, and its items have the registered views.
  ///   - options: The settings of the viewer.
  ///   - onMessage: Takes messages, on any thread. By default they are written to standard error.
  /// - Throws: `ViewerError` when an option is out of its range, or there is no display or no font.
  public convenience init(
    showing screen: Screen, options: ViewerOptions = ViewerOptions(),
    onMessage: @escaping @Sendable (ViewerMessage) -> Void = Viewer.writeToStandardError
  ) throws(ViewerError) {
    try self.init(.screen(screen), options, onMessage)
  }

  private init(
    _ content: Content, _ options: ViewerOptions,
    _ onMessage: @escaping @Sendable (ViewerMessage) -> Void
  ) throws(ViewerError) {
    if let problem = options.problem { throw ViewerError(problem) }
    self.content = content
    let source = content.source
    source.map { DecoderStart.expect(screenAt: $0.path) } ?? DecoderStart.expectDrawings()
    let remembered = RememberedSize(source, options: options)
    self.remembered = remembered
    window = try ViewerError.describing {
      try Window(
        title: options.program.title(ofScreen: content.title), size: remembered.size,
        scale: options.scale, program: options.program, isMaximized: remembered.isMaximized)
    }
    let context = try ViewerContext(
      source: source, options: options, scale: window.scale,
      desktop: DesktopAppearance.last(for: window), report: onMessage)
    context.readItemsOnDemand()
    context.images.keepsDecodedImages = true
    context.environment.clipboard = DesktopClipboard(of: window, mailbox: context.mailbox)
    if options.keepsValues { context.environment.valueStore = ValueFiles.standard }
    context.environment.now = { Clock.local }
    context.environment.isInteractive = true
    dialog = OpenDialog(window: window)
    if SessionBus.address != nil { context.environment.filePicker = dialog }
    session = Session(context: context, size: window.size)
    session.split.width = remembered.sidebar
    sessionContent = SessionContent(session, window: window)
    fit = ContentFit(session, window)
    loop = try ViewerError.describing { [window] in
      try WindowLoop(window: window, mailbox: context.mailbox)
    }
    resources = ResourceFollower(session)
    dialog.connect(to: session) { [sessionContent] paths in
      sessionContent.open(paths, at: Clock.now)
    }
    recent = RecentPages(session)
    connect()
  }

  private func connect() {
    let (context, window) = (session.context, window)
    window.painter = context.painter
    context.images.patienceForSizes = WindowLoop.patienceForSizes
    context.images.sourcesAhead = { [weak session] in
      session?.page.controller.imagesAhead() ?? []
    }
    context.images.onLateSize = { [weak session] in session?.needsFrame = true }
    if let state = CacheFolder.state, context.options.keepsValues {
      context.posts = PostQueue(CacheFolder(path: state.path(of: "posts")), context)
    }
    context.posts?.onNote = { [weak session] in session?.page.status.show(note: $0) }
    session.inspector.onCopy = { window.copy($0) }
    session.launcher.mayOpenPrograms = context.options.opensPrograms
    let program = context.options.program
    var sizes = DeviceSizes(own: window.size)
    session.listen { [weak self] event in
      switch event {
      case .titleChanged(let title):
        window.title = program.title(ofScreen: title)
        self?.fit.grow()
      case .toggleFullScreen: window.isFullScreen.toggle()
      case .leaveFullScreen where window.isFullScreen: window.isFullScreen = false
      case .nextDevice: window.resize(to: sizes.next())
      case .openWindows(let paths): self?.onOpenWindows(paths)
      default: return false
      }
      return true
    }
  }

  /// Writes a message to standard error.
  public nonisolated static func writeToStandardError(_ message: ViewerMessage) {
    _ = FileBytes.write(Array(message.description.utf8), to: STDERR_FILENO)
  }

  // MARK: Running

  /// Shows the screen until the user closes the window, or a signal asks the program to end.
  ///
  /// - Throws: `ViewerError` when the file cannot be read, SDL cannot show the window, or the
  ///   calling thread is not the one the program began on, as in an `async` main.
  public func run() throws(ViewerError) {
    try ViewerError.describing(WindowLoop.checkThread)
    try start()
    if !remembered.isKnown { fit.begin() }
    onStart(session.page.controller)
    if !EndingSignals.hasCome { try show() }
    remembered.keep(
      userSize: window.userSize, isMaximized: window.isMaximized, sidebar: session.split.width)
    controller?.values.keep()
    session.close()
    session.context.onEvent(.closed)
  }

  private func show() throws(ViewerError) {
    var portal: SettingsPortal?
    defer { portal?.end() }
    try ViewerError.describing {
      try loop.run(sessionContent) { [session] in
        session.didShow()
        session.context.posts?.sendAll()
        recent?.opened(session.page)
        session.context.itemCheck?.start()
        portal = followDesktop()
      }
    }
    dialog.end()
    recent?.end(with: session.page)
  }

  /// Asks the desktop for its settings, and follows them. The first frame uses those kept last
  /// time.
  private func followDesktop() -> SettingsPortal {
    let (context, window) = (session.context, window)
    let known = context.desktop?.settings ?? DesktopSettings()
    adoptPointer()
    return SettingsPortal(known: known, mailbox: context.mailbox) {
      [weak self, weak session] settings in
      let fonts = context.fonts.preferences
      session?.change { $0.adopt(settings) }
      self?.adoptPointer()
      // The same texts look different.
      if context.fonts.preferences != fonts { window.invalidate() }
    }
  }

  /// Adopts the desktop's double-click time and drag threshold. They are read only after the first
  /// frame, before which nobody can have clicked.
  private func adoptPointer() {
    guard let desktop = session.context.desktop else { return }
    window.doubleClickTime = desktop.doubleClickTime
    session.context.environment.dragThreshold =
      desktop.dragThreshold ?? Environment.usualDragThreshold
    session.pages.last?.adoptEnvironment()
  }

  /// Shows the content if it is available within `patience`, else a hint that it is loading.
  private func start() throws(ViewerError) {
    let context = session.context
    switch content {
    case .start:
      let start = StartScreen(words: context.words)
      session.start(start.file(pictures: nil, kinds: context.kinds), isEmpty: true)
    case .screen(let screen): return session.start(Self.file(of: screen, context))
    case .document(let source) where source.isFile && !Self.isLarge(source.path):
      return session.start(try context.loader.open(source))
    case .document(let source):
      let kept = context.loader.kept(source, trusting: source.trustedHosts)
      session.start(
        kept ?? .empty(source, kinds: context.kinds), isEmpty: kept == nil && !source.isStream,
        trusting: source.trustedHosts)
    }
    wait()
  }

  /// A screen that the program makes, as if it were a file in the current folder.
  private static func file(of screen: Screen, _ context: ViewerContext) -> ScreenFile {
    let folders = context.options.folders
    return ScreenFile(
      own: screen, name: "", nibs: NibFiles(kinds: context.kinds), kinds: context.kinds,
      folders: folders.imageFolders(path: "-") + folders.allowed)
  }

  /// Waits for the first content and, where it is all there is, for its end.
  private func wait() {
    EndingSignals.listen { [mailbox] in mailbox.post {} }
    wait { $0.isLoading || $0.isWaitingForLines }
    guard case .stream(_, let descriptor) = session.page.source, session.page.hasContent,
      StreamReader.isComplete(descriptor)
    else { return }
    wait { !$0.status.hasEnded }
  }

  /// Waits for at most `patience` seconds.
  private func wait(while isWaiting: (Page) -> Bool) {
    let end = Clock.now + Self.patience
    while isWaiting(session.page), !EndingSignals.hasCome, Clock.now < end {
      mailbox.wait(timeout: end - Clock.now)
      mailbox.drain()
      session.showLines()
    }
  }

  private static func isLarge(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_size > largeFile
  }

  /// Makes `run()` return.
  public func close() {
    session.close()
    mailbox.post {}
  }

  /// A queue in which other threads leave work for the main thread.
  public var mailbox: Mailbox { session.context.mailbox }

  // MARK: What happens

  /// Called once, before the window is shown, with the controller of the first screen.
  public var onStart: (SpotsController) -> Void = { _ in }

  /// Called with everything that happens in the window. Until it is set, users see the actions of
  /// items they click, since nobody else does.
  public var onEvent: (ViewerEvent) -> Void {
    get { session.context.onEvent }
    set {
      session.context.onEvent = newValue
      session.launcher.areActionsHeard = true
      session.context.areSelectionsHeard = true
    }
  }

  /// Calls `action` for every action of an item that matches `pattern`, with the text of each hole
  /// by name; see `ActionRouter`. The viewer does nothing with such an action itself.
  ///
  /// - Throws: `ActionRouter.PatternError` when the pattern is malformed or taken.
  public func on(
    _ pattern: String, _ action: @escaping (_ values: [String: String]) -> Void
  ) throws(ActionRouter.PatternError) {
    var router = session.router ?? ActionRouter()
    try router.on(pattern, action)
    session.router = router
  }

  // MARK: The screen in front

  /// The controller of the screen in front, which its document and the user's navigation change;
  /// nil before `run()`.
  public var controller: SpotsController? { session.pages.last?.controller }

  /// The path or address of the screen in front; nil on the start screen, and before `run()`.
  public var screenPath: String? {
    session.pages.last.flatMap { $0.source.isProgram ? nil : $0.path }
  }

  /// Opens the screen that `name`, a path or web address relative to the screen in front, refers
  /// to, as an item's action `screen:name` does. If it cannot, a note in the window says why.
  public func open(_ name: String) {
    guard let page = session.pages.last else { return }
    session.open(name, from: page.file)
  }

  /// Goes back to the previous screen, where the user left it; does nothing on the first one.
  public func goBack() { session.goBack() }

  /// Reopens the screen that the user last went back from; does nothing if there is none.
  public func goForward() { session.goForward() }

  /// Gets the document, its images and the pages that follow again.
  public func refresh() {
    if controller != nil { session.refresh() }
  }

  /// Starts another program without a shell; a note in the window says why when it cannot.
  package func start(_ program: String, _ arguments: [String]) {
    guard let page = session.pages.last else { return }
    session.launcher.start(program, arguments, from: page)
  }

  /// Shows a line of text at the bottom of the window for a few seconds.
  public func show(note text: String) {
    session.pages.last?.show(note: text.printable(limit: 200))
    session.needsFrame = true
  }

  /// The factor by which everything is enlarged, from 0.5 to 3; other values are clamped.
  public var zoom: Double {
    get { session.zoom }
    set {
      session.setZoom(newValue)
      mailbox.post {}
    }
  }

  /// The colors of everything, where a document has none of its own.
  public var theme: Theme {
    get { session.context.theme }
    set { session.change { $0.use(newValue) } }
  }
}
