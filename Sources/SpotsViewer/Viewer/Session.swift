import Glibc
import Spots
import SpotsSDL

/// The factor by which a key or a notch of the wheel changes the zoom.
private let zoomStep = 1.1

/// The pages and the handling of input: everything of the viewer that needs no window and no clock,
/// so that a script can play it as well.
@MainActor
package final class Session {
  package let context: ViewerContext
  /// Keeps the page in front up to date; nil where documents are not followed.
  weak var follower: PageFollower?
  private(set) lazy var followingPages = FollowingPagesLoader(self)
  let inspector: Inspector
  package let launcher: ProgramLauncher
  private let history = NavigationHistory()
  private let itemEvents: ItemEvents
  /// Takes actions before the viewer does.
  var router: ActionRouter? { didSet { for page in pages { page.controller.router = router } } }
  /// The document of a page that is being created; nil otherwise.
  private var opening: ScreenFile?
  /// The zoom factor that the user chose, from 0.5 to 3.
  package private(set) var zoom = 1.0
  /// The size of the page, in its own points, which zooming changes.
  package private(set) var size: Size
  /// Whether the first frame is on the screen.
  private(set) var isPresented = false
  /// Whether the current state has not been shown yet.
  package var needsFrame = true
  /// Whether the user asked to close the window.
  package private(set) var isClosed = false
  var onTitleChange: (String) -> Void = { _ in }
  /// What keys and dropped files ask of the window.
  var window = WindowRequests()
  /// Called after a screen that the user picked was opened.
  var onChoose: (Page) -> Void = { _ in }
  /// Called before the screen in front is covered, or left for good.
  var onLeave: (Page) -> Void = { _ in }
  /// Takes the actions of items before the viewer performs them, and returns whether it has.
  package var takesAction: (String) -> Bool = { _ in false }
  /// Takes keys before anything else does, and returns whether it has.
  package var takesKey: (Key, Modifiers) -> Bool = { _, _ in false }
  /// Whether a script plays the session rather than a user: then there are no bars, fixed settings
  /// replace the desktop's, and documents and pages are awaited rather than shown when they come.
  package var isScripted = false { didSet { if isScripted != oldValue { adoptPlayer() } } }

  package init(context: ViewerContext, size: Size) {
    self.context = context
    self.size = size
    let launcher = ProgramLauncher(report: context.report)
    self.launcher = launcher
    inspector = Inspector(launcher: launcher)
    itemEvents = ItemEvents(context)
    itemEvents.onAction = { [weak self] in self?.perform($0, ofComponent: $1) }
    context.onImageFailure = { [weak self] source, reason in
      guard let self else { return }
      let (path, fault) =
        opening.map { ($0.path, $0.warning(ofImage: source, reason: reason)) }
        ?? page.fault(ofImage: source, reason: reason)
      self.context.report(.diagnostics([fault], path: path))
      if opening == nil { page.imageFailed(source, fault, path: path) }
    }
    context.onItemsChecked = { [weak self] file, diagnostics in
      for page in self?.pages ?? [] { page.itemsChecked(diagnostics, of: file) }
    }
  }

  /// The open pages; the last one is in front.
  var pages: [Page] { history.pages }

  /// The page in front; there is one after `start`.
  package var page: Page { history.current }

  /// Shows the first screen.
  ///
  /// - Parameters:
  ///   - isEmpty: Whether `file` is a placeholder for a document that has not arrived.
  ///   - trusting: Hosts in private networks that the document may come from.
  package func start(_ file: ScreenFile, isEmpty: Bool = false, trusting: Set<String> = []) {
    push(name: Path.name(of: file.path), file, isEmpty: isEmpty, trusting: trusting)
    page.isChosen = true
    page.controller.scroll(to: context.options.offset)
  }

  /// Records the frame at `now`.
  ///
  /// - Returns: The draw list, and when the next frame is due unless something happens first.
  package func renderFrame(at now: Double) -> (list: DrawList, next: Double?) {
    context.now = now
    showStreams()
    if context.images.beginFrame() {
      page.controller.imageSizesDidChange()
      for covered in pages.dropLast() { covered.hasLateImageSizes = true }
    }
    let note = page.overlays.update(at: now)
    page.makeRoomForBars()
    let (list, motion) = page.controller.renderFrame(at: now)
    // Recording moves and configures views, which must not request another frame.
    needsFrame = false
    follower?.didRecordFrame(isMoving: motion.map { $0 <= now } ?? false)
    return (list, [note, motion].compactMap { $0 }.min())
  }

  /// Shows what the streams of the pages have sent since the last frame.
  func showStreams() {
    for page in pages { page.stream?.show() }
  }

  /// Called when the first frame is on the screen.
  package func didShow() {
    isPresented = true
    context.onEvent(.shown)
  }

  package var pointerShape: PointerShape {
    if page.overlays.isPointerOverButton { return .hand }
    return page.overlays.listed == nil && !inspector.isOn ? page.controller.pointerShape : .arrow
  }

  // MARK: Input

  /// Takes what the user does, and returns whether it meant something.
  @discardableResult
  package func handle(_ input: InputEvent, at now: Double) -> Bool {
    context.now = now
    // The page's controller never hears of many of these.
    if input.dismissesTooltip { page.controller.dismissTooltip() }
    if case .wheel(_, let delta, _, let modifiers) = input, modifiers.contains(.control) {
      zoom(to: zoom * pow(zoomStep, delta.y))
      return true
    }
    if page.overlays.handle(input) || inspector.handle(input, on: page) { return true }
    if case .keyPressed(let key, let modifiers) = input, takesKey(key, modifiers) { return true }
    switch input {
    case .pointerMoved where page.overlays.isPointerOverButton:
      page.controller.handle(.pointerLeft, at: now)
    case .keyPressed(let key, let modifiers):
      if page.controller.handlesFirst(key, modifiers, at: now) { return true }
      if handle(key, modifiers) || page.controller.handle(input, at: now) { return true }
      guard key == .tab, modifiers.isDisjoint(with: [.control, .alt]) else { return false }
      page.overlays.takeKeyboard(isForward: !modifiers.contains(.shift))
    case .pointerPressed(_, .back, _, _, _): goBack()
    case .pointerPressed(_, .forward, _, _, _): goForward()
    default: return page.controller.handle(input, at: now)
    }
    return true
  }

  /// Adapts to another page size, in points, and another number of pixels per point.
  package func resize(to size: Size, scale: Double) {
    self.size = size
    change { $0.environment.scale = scale }
  }

  package func close() { isClosed = true }

  /// Handles the keys of the window, and returns whether `key` is one of them.
  private func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
    switch (key, modifiers) {
    case (.character("q"), .control), (.character("w"), .control): close()
    case (.character("o"), .control) where !context.options.isDialog: window.onChooseFile()
    case (.function(5), []), (.character("r"), .control): refresh()
    case (.function(5), .shift), (.character("r"), [.control, .shift]): startOver()
    case (.escape, []) where window.isFullScreen(): window.onToggleFullScreen()
    case (.escape, []) where context.options.isDialog && pages.count == 1: close()
    case (.escape, []), (.left, .alt), (.backspace, []), (.back, _): goBack()
    case (.right, .alt), (.forward, _): goForward()
    case (.function(6), []): change { $0.switchBrightness() }
    case (.function(7), []): window.onNextDevice()
    case (.function(11), []): window.onToggleFullScreen()
    case (.function(1), []), (.character("?"), _), (.character("/"), .shift):
      page.showKeys()
    case (.function(8), []): page.showFaults()
    case (.character("="), .control), (.character("+"), .control),
      (.character("="), [.control, .shift]):
      zoom(to: zoom * zoomStep)
    case (.character("-"), .control): zoom(to: zoom / zoomStep)
    case (.character("0"), .control): zoom(to: 1)
    default: return false
    }
    return true
  }

  /// Zooms, and shows the factor in a note.
  private func zoom(to value: Double) {
    setZoom(value)
    page.show(note: "\(Int((zoom * 100).rounded())) %")
  }

  /// Sets the zoom factor, clamped to 0.5 … 3. It takes effect with the next `resize`.
  func setZoom(_ value: Double) {
    zoom = min(max(value, 0.5), 3)
    needsFrame = true
  }

  /// Changes the theme, or something else in the context that pages are shown in.
  func change(_ change: (ViewerContext) -> Void) {
    change(context)
    guard let page = pages.last else { return }
    page.adoptEnvironment()
    page.resize(to: size)
    needsFrame = true
  }

  /// Gets the document again, and resets zoom, scroll offsets and selection.
  private func startOver() {
    setZoom(1)
    page.controller.startOver()
    refresh()
  }

  func refresh() {
    context.onEvent(.refresh)
    context.images.refresh()
    context.images.web?.invalidate()
    // Images are requested when they are drawn.
    needsFrame = true
    guard !isScripted else { return reload(page, page.file) }
    page.refresh()
    followingPages.refresh(page)
  }

  // MARK: Scripts

  /// Closes all pages, to begin again in a window of `size` points.
  func closeAll(size: Size) {
    onLeave(page)
    page.cancelPress()
    page.followingPages.pause()
    page.endFollowing()
    history.closeAll()
    inspector.turnOff()
    (zoom, self.size) = (1, size)
  }

  /// Adapts to being played by a script, or by a user once a script has ended.
  private func adoptPlayer() {
    if isScripted { context.leaveDesktop() } else { context.returnToDesktop() }
    for page in pages { page.overlays.hasStatusBar = !isScripted }
    guard !isScripted, !pages.isEmpty else { return }
    for page in pages.dropFirst() { showWayBack(on: page) }
    follower?.follow(page)
    change { _ in }
  }

  // MARK: Documents

  /// Shows the outcome of getting a page's document.
  func receive(_ delivery: FeedDelivery<ScreenFile>, for page: Page) {
    page.isLoading = false
    switch delivery {
    case .good(let file), .broken(let file): reload(page, file)
    case .unchanged, .missing, .unreadable, .unreachable: page.receive(delivery)
    }
    page.deliveryWasHandled()
    needsFrame = true
  }

  /// Shows a new version of a page's document.
  ///
  /// - Parameter isStreamed: Whether it came in a stream, which may show one screen after another.
  package func reload(_ page: Page, _ file: ScreenFile, isStreamed: Bool = false) {
    let isShown = page === self.page
    if isShown { context.images.refresh() }
    // A version that arrives before the first frame is not a reload.
    let old = page.file
    let isReload = isPresented || page.hasContent && old.origin?.cacheTime == nil
    let isGood = page.show(file, isStreamed: isStreamed)
    report(file, since: old)
    if isGood, isReload {
      context.onEvent(.reloaded)
      page.noteReload(of: file)
    }
    adoptFront(insteadOf: page)
    pageDidChange()
  }

  /// Restores the folders of the screen in front after `page`, behind it, has changed.
  func adoptFront(insteadOf page: Page) {
    guard page !== self.page else { return }
    context.adopt(self.page.file)
  }

  private func report(_ file: ScreenFile, since old: ScreenFile?) {
    // The faults of a cached screen were reported when it was new.
    guard file.origin?.cacheTime == nil else { return }
    context.report(file, since: old)
    let broken = file.nibs.changed(since: old?.nibs ?? NibFiles()).filter { $0.reading.nib == nil }
    var diagnostics = broken.flatMap(\.reading.diagnostics)
    if file.reading.screen == nil { diagnostics = file.reading.diagnostics + diagnostics }
    if let error = diagnostics.first(where: { $0.severity == .error }) {
      context.onEvent(.error(error))
    }
  }

  // MARK: Navigation

  func push(
    name: String, _ file: ScreenFile, isEmpty: Bool = false, trusting: Set<String> = []
  ) {
    opening = file
    defer { opening = nil }
    let page = Page(
      name: name, file: file, isEmpty: isEmpty, trusting: trusting, size: size, context: context)
    page.controller.router = router
    page.controller.onNeedsFrame = { [weak self] in self?.needsFrame = true }
    page.controller.componentDelegate = itemEvents
    page.controller.scrollDelegate = self
    page.controller.carouselDelegate = itemEvents
    page.controller.refreshDelegate = self
    page.overlays.hasStatusBar = !isScripted
    if let covered = pages.last {
      onLeave(covered)
      covered.cancelPress()
      covered.followingPages.pause()
      covered.endFollowing()
      if !isScripted { showWayBack(on: page) }
    }
    // Before any scrolling, since the bars move the end.
    page.makeRoomForBars()
    history.push(page)
    report(file, since: nil)
    if isScripted {
      if isEmpty { receive(context.loader.loadAndWait(page.path, trusting: trusting), for: page) }
    } else {
      follower?.open(page)
    }
    pageDidChange()
  }

  private func showWayBack(on page: Page) {
    page.overlays.showWayBack { [weak self] in self?.goBack() }
    page.controller.wrapsFocus = false
  }

  /// Opens the screen that `file` refers to as `name`.
  func open(_ name: String, from file: ScreenFile) {
    if file.isOwn {
      openChosen(name)
      return
    }
    guard let path = file.path(of: name) else {
      let reason = "a screen from the network cannot open it"
      return page.show(note: "\(name.printable(limit: 80)): \(reason)")
    }
    visit(Visit(name: name, path: path, trusting: file.origin?.trustedHosts ?? []))
  }

  /// Opens the screen at an absolute path or a web address that the user picked, as if the program
  /// had been started with it. Picked on the start screen, it may not read files of others.
  ///
  /// - Returns: Whether the screen was opened; if not, a note says why.
  @discardableResult
  private func openChosen(_ path: String) -> Bool {
    let access = context.loader.access
    context.userChose(path, alone: page.file.isOwn)
    let trusting = WebAddress(path).map(PrivateServers.names) ?? []
    let isOpen = visit(Visit(name: path, path: path, trusting: trusting, isChosen: true))
    if !isOpen { context.loader.access = access }
    return isOpen
  }

  /// Opens a screen, after which there is none to go forward to.
  ///
  /// - Returns: Whether the screen was opened; if not, a note says why.
  @discardableResult
  private func visit(_ visit: Visit) -> Bool {
    let isOpen = open(visit)
    if isOpen { history.forgetNext() }
    return isOpen
  }

  /// - Returns: Whether the screen was opened; if not, a note says why.
  private func open(_ visit: Visit) -> Bool {
    let (name, path) = (visit.name, visit.path)
    if let address = WebAddress(path) {
      openFromServer(address, name: name, trusting: visit.trusting)
    } else {
      do throws(FileError) {
        push(name: name, try context.loader.openFile(path))
        context.onEvent(.navigated(to: name))
      } catch {
        page.show(note: "\(name.printable(limit: 80)): \(error)")
        context.onEvent(.unavailable(path: path, reason: "\(error)"))
        context.report(.warning("\(path.printable()): \(error)"))
        return false
      }
    }
    page.restore(visit.values)
    if visit.offset > 0 { page.controller.scroll(to: visit.offset) }
    page.isChosen = visit.isChosen
    if visit.isChosen { onChoose(page) }
    return true
  }

  /// Shows the cached screen, or a hint that it is loading, until the screen arrives.
  private func openFromServer(_ address: WebAddress, name: String, trusting: Set<String>) {
    let kept = context.loader.kept(address, trusting: trusting)
    push(
      name: name, kept ?? .empty(address.description, kinds: context.kinds), isEmpty: kept == nil,
      trusting: trusting)
    context.onEvent(.navigated(to: name))
  }

  func goBack() {
    if pages.count > 1 { onLeave(page) }
    guard history.goBack() else { return }
    // One that cannot be opened any more is passed over, with a note that says why.
    while let visit = history.takeCovered() { if open(visit) { return } }
    context.adopt(page.file)
    page.adoptEnvironment()
    page.resize(to: size)
    context.onEvent(.navigated(to: page.name))
    pageDidChange()
    if !isScripted { follower?.follow(page) }
    followingPages.resume(page)
  }

  /// Reopens the screen that the user last went back from, at the same scroll offset and with the
  /// same answers.
  func goForward() {
    guard let visit = history.next, open(visit) else { return }
    history.wentForward()
  }

  /// Opens files dropped on the window: the first screen here, the others in new windows. A note
  /// tells about files that are not screens.
  package func open(_ paths: [String], at now: Double) {
    context.now = now
    let drop = Drop(paths)
    var isOpen = true
    if let first = drop.screens.first {
      isOpen = openChosen(first)
    }
    // On the screen in front now. If that is still the old one, a note already says why.
    if isOpen, let note = drop.note { page.show(note: note) }
    if drop.screens.count > 1 { window.onOpenWindows(Array(drop.screens.dropFirst())) }
    needsFrame = true
  }

  /// Called when the title or the content of a page has changed.
  func pageDidChange(_ page: Page) {
    if page === self.page { pageDidChange() }
  }

  private func pageDidChange() {
    page.overlays.title = page.title
    onTitleChange(page.title)
    inspector.showOutline(on: page)
    needsFrame = true
  }

  /// - Parameter component: The index of the component of the page in front that has the action.
  private func perform(_ action: String, ofComponent component: Int) {
    if takesAction(action) { return }
    if page.file.isStart, action == StartScreen.openAction { return window.onChooseFile() }
    switch Action(action) {
    case .screen(let name):
      page.controller.endProgress()
      open(name, from: page.document(ofComponent: component).file)
    case .link(let address):
      page.controller.endProgress()
      launcher.open(link: address, from: page)
    case .other(let text):
      if !launcher.areActionsHeard { page.show(note: text.printable(limit: 120)) }
    }
    if let program = launcher.actionProgram { launcher.start(program, [action], from: page) }
    needsFrame = true
  }
}

// MARK: The delegate of the controllers

extension Session: ScrollDelegate {
  package func controllerDidReachEnd(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void
  ) {
    context.onEvent(.reachedEnd)
    guard let page = pages.first(where: { $0.controller === controller }) else {
      return completion()
    }
    followingPages.loadNext(of: page, completion: completion)
  }

  package func controllerDidScroll(_ controller: SpotsController) {
    if page.controller === controller { followingPages.retry(page) }
  }
}

extension Session: RefreshDelegate {
  package func controllerWantsRefresh(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void
  ) {
    let page = page
    if page.feed is WebFeed {
      page.whenDelivered(completion)
      refresh()
    } else {
      refresh()
      completion()
    }
  }
}
