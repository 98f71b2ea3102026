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
  /// Follows images and the theme; nil where neither they nor documents are followed.
  weak var resources: ResourceFollower?
  let inspector: Inspector
  package let launcher: ProgramLauncher
  let history = NavigationHistory()
  /// The columns of a wide window.
  package private(set) lazy var split = SplitView(self)
  /// Takes actions before the viewer does.
  var router: ActionRouter? { didSet { for page in pages { page.controller.router = router } } }
  /// Says which actions are carried out; nil for all.
  package var permits: ((String) -> Bool)? {
    didSet { for page in pages { page.controller.values.permits = permits } }
  }
  /// The document of a page that is being created; nil otherwise.
  private var opening: ScreenFile?
  /// The zoom factor that the user chose, from 0.5 to 3.
  package private(set) var zoom = 1.0
  /// The size of the page, in its own points, which zooming changes.
  package private(set) var size: Size
  /// Whether the current state has not been shown yet.
  package var needsFrame = true
  /// Whether the user asked to close the window.
  package private(set) var isClosed = false
  /// What handles events, the last one first, and returns whether nothing else is to.
  private var listeners: [(SessionEvent) -> Bool] = []
  /// Whether nothing may be asked of the window.
  var isDetached = false
  /// Whether a script plays the session rather than a user: then there are no bars, fixed settings
  /// replace the desktop's, and documents and pages are awaited rather than shown when they come.
  package var isScripted: Bool {
    get { context.isScripted }
    set {
      guard newValue != isScripted else { return }
      context.isScripted = newValue
      adoptPlayer()
    }
  }

  package init(context: ViewerContext, size: Size) {
    self.context = context
    self.size = size
    let launcher = ProgramLauncher(report: context.report)
    self.launcher = launcher
    inspector = Inspector(launcher: launcher)
    context.onImageFailure = { [weak self] source, reason in
      guard let self else { return }
      guard let opening else { return page.status.imageFailed(source, reason, in: page.files) }
      let fault = opening.warning(ofImage: source, reason: reason)
      self.context.report(.diagnostics([fault], path: opening.path))
    }
    context.onItemsChecked = { [weak self] file, diagnostics in
      for page in self?.pages ?? [] { page.itemsChecked(diagnostics, of: file) }
    }
  }

  /// Has a handler called with everything that happens, before those that were added earlier; it
  /// returns whether these are not to be called.
  package func listen(_ handler: @escaping (SessionEvent) -> Bool) { listeners.append(handler) }

  /// Tells the listeners what happens, and returns whether one of them has dealt with it.
  @discardableResult
  func tell(_ event: SessionEvent) -> Bool {
    !(isDetached && event.isRequest) && listeners.reversed().contains { $0(event) }
  }

  /// The open pages; the last one is in front.
  package var pages: [Page] { history.pages }
  /// The names of all secrets that pages of the window ask for, or have asked for.
  package var secretNames: Set<String> { history.secretNames }

  /// The page in front, or the one of two columns that has the keyboard; there is one after
  /// `start`.
  package var page: Page {
    history.current.opening.isSheet ? history.current : split.active ?? history.current
  }

  /// The pages that are seen; the last one is in front.
  package var pagesInSight: [Page] { history.inSight(columns: split.base) }

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
    showLines()
    if context.images.beginFrame() { for page in pages { page.imageSizesDidChange() } }
    var note: Double?
    for page in pagesInSight {
      note = earlier(note, page.overlays.update(at: now))
      page.makeRoomForBars()
      page.opening.place(page.controller.sheet)
    }
    var (list, motion) = history.render(columns: split.base, at: now)
    if split.openFirst() { (list, motion) = history.render(columns: split.base, at: now) }
    // Recording moves and configures views, which must not request another frame.
    needsFrame = false
    resources?.didRecordFrame(isMoving: motion.map { $0 <= now } ?? false)
    return (list, earlier(note, motion))
  }

  /// Shows what streams have sent since the last frame.
  func showLines() {
    for page in pages {
      guard let lines = page.lines else { continue }
      let updater = page.updater ?? PageUpdater(self, stream: page)
      page.updater = updater
      updater.show(lines)
    }
  }

  /// Called when the first frame is on the screen.
  package func didShow() {
    context.isPresented = true
    context.onEvent(.shown)
  }

  package var pointerShape: PointerShape {
    inspector.isOn ? .arrow : split.pointed.controller.pointerShape
  }

  // MARK: Input

  /// Takes what the user does, and returns whether it meant something.
  @discardableResult
  package func handle(_ input: InputEvent, at now: Double) -> Bool {
    context.now = now
    // The page's controller never hears of many of these.
    if input.dismissesTooltip { page.controller.input.dismissTooltip() }
    if case .wheel(_, let delta, _, let modifiers) = input, modifiers.contains(.control) {
      zoom(by: delta.y)
      return true
    }
    if case .keyPressed(let key, let modifiers) = input {
      return KeyReceiver.allCases.contains { offer(key, modifiers, to: $0, at: now) }
    }
    let page = split.target(of: input)
    if !page.controller.input.isInFront(input), inspector.handle(input, on: page) { return true }
    switch input {
    case .pointerPressed(_, .back, _, _, _): goBack()
    case .pointerPressed(_, .forward, _, _, _): goForward()
    case .pointerPressed(let point, _, _, _, _)
    where page.opening.isSheet && !page.controller.sheet.contains(point):
      goBack()
    default: return page.controller.handle(input, at: now)
    }
    return true
  }

  /// Adapts to another page size, in points, and another number of pixels per point.
  package func resize(to size: Size, scale: Double) {
    self.size = size
    change { $0.environment.scale = scale }
  }

  /// Ends the session. Programs hear first of what users could still have taken back.
  package func close() {
    tellWaiting()
    isClosed = true
  }

  private func tellWaiting() { pages.forEach(ActionPerformer.tellWaiting) }

  private func offer(
    _ key: Key, _ modifiers: Modifiers, to receiver: KeyReceiver, at now: Double
  ) -> Bool {
    switch receiver {
    case .inspector: inspector.handle(.keyPressed(key, modifiers), on: page)
    case .program: tell(.key(key, modifiers))
    case .window: WindowKey.press(key, modifiers, in: self)
    default: page.controller.input.offer(key, modifiers, to: receiver, at: now)
    }
  }

  func chooseFile() { if !context.options.isDialog { tell(.chooseFile) } }

  /// Leaves the full screen, or else the screen; a dialog is closed.
  func leave() {
    if tell(.leaveFullScreen) { return }
    if context.options.isDialog, pages.count == 1 { close() } else { goBack() }
  }

  /// Zooms by steps, positive for larger.
  func zoom(by steps: Double) { zoom(to: zoom * pow(zoomStep, steps)) }

  /// Zooms, and shows the factor in a note.
  func zoom(to value: Double) {
    setZoom(value)
    page.show(note: page.context.words(.percent, ["count": Int((zoom * 100).rounded())]))
  }

  /// Sets the zoom factor, clamped to 0.5 … 3. It takes effect with the next `resize`.
  func setZoom(_ value: Double) {
    zoom = min(max(value, 0.5), 3)
    needsFrame = true
  }

  /// Changes the theme, or something else in the context that pages are shown in.
  func change(_ change: (ViewerContext) -> Void) {
    change(context)
    split.arrange()
    for page in pagesInSight {
      page.adoptEnvironment()
      page.resize(to: size)
    }
    needsFrame = true
  }

  /// Gets the document again, and resets zoom, scroll offsets and selection.
  func startOver() {
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
    if isScripted { page.reload(page.file) } else { page.refresh() }
  }

  // MARK: Scripts

  /// Closes all pages, to begin again in a window of `size` points.
  func closeAll(size: Size) {
    leave(page)
    page.cover()
    history.closeAll()
    split.arrange()
    inspector.turnOff()
    (zoom, self.size) = (1, size)
  }

  /// Adapts to being played by a script, or by a user once a script has ended.
  private func adoptPlayer() {
    for page in pages { page.overlays.hasStatusBar = !isScripted }
    split.adoptPlayer(isScripted: isScripted)
    guard !isScripted, !pages.isEmpty else { return }
    for page in pages.dropFirst() { showWayBack(on: page) }
    if resources != nil { page.follow() }
    change { _ in }
  }

  // MARK: Navigation

  func push(
    name: String, _ file: ScreenFile, isEmpty: Bool = false, trusting: Set<String> = [],
    opening how: PageOpening = PageOpening()
  ) {
    opening = file
    defer { opening = nil }
    let page = Page(
      name: name, file: file, isEmpty: isEmpty, trusting: trusting, opening: how, size: size,
      context: context
    ) { [weak self] in self?.handle($1, of: $0) }
    (page.controller.router, page.controller.componentDelegate) = (router, self)
    if file.sharesData, let maker = how.maker {
      page.controller.boundData.share(with: maker.controller.boundData)
    }
    if how.isSheet { page.controller.sheet.show(behind: DrawList(viewport: .zero)) }
    page.controller.values.permits = permits
    (page.overlays.hasStatusBar, page.overlays.isSheet) = (!isScripted, how.isSheet)
    split.willOpen(how)
    if let covered = pages.last {
      leave(covered)
      covered.cover(by: how)
      if !isScripted { showWayBack(on: page) }
      page.controller.enter(isReturn: false)
    }
    // Before any scrolling, since the bars move the end.
    page.makeRoomForBars()
    history.push(page)
    split.arrange()
    if isScripted {
      if isEmpty { page.receive(context.loader.loadAndWait(page.source, trusting: trusting)) }
    } else if resources != nil {
      page.follow()
    }
    pageDidChange()
  }

  private func handle(_ event: Page.Event, of page: Page) {
    switch event {
    case .needsFrame: needsFrame = true
    case .changed:
      history.documentDidChange(of: page, data: context.loader.data)
      split.documentDidChange(of: page)
      if pagesInSight.contains(where: { $0 === page }) { pageDidChange() }
      needsFrame = true
    case .wantsRefresh: refresh()
    case .linesCame: showLines()
    case .happened(let event): ActionPerformer(session: self).hear(event, on: page)
    }
  }

  private func leave(_ page: Page) {
    tellWaiting()
    tell(.leaving(page))
  }

  private func showWayBack(on page: Page) {
    let way = Toolbar.WayBack(title: page.opening.isSheet ? nil : history.coveredTitle) {
      [weak self] in self?.goBack()
    }
    (page.controller.toolbar.wayBack, page.overlays.onBack) = (way, way.go)
    page.controller.wrapsFocus = false
  }

  /// Opens the screen that `file` refers to as `name`.
  func open(_ name: String, from file: ScreenFile, opening: PageOpening = PageOpening()) {
    PageOpener(session: self).open(name, from: file, opening: opening)
  }

  /// Goes back to the page before. Beside a sidebar something is always open, so that both columns
  /// are left together.
  func goBack() {
    guard split.prepareToGoBack() else { return }
    if pages.count > 1 { leave(page) }
    if history.goBack() { showFront() }
  }

  /// Closes a page that is not the first one, and those over it, for good.
  func close(_ closed: Page) {
    leave(page)
    history.close(closed)
    showFront()
  }

  /// Shows the page in front once those over it have been closed.
  func showFront() {
    // One that cannot be opened any more is passed over, with a note that says why.
    while let visit = history.takeCovered() {
      if PageOpener(session: self).open(visit, isReturn: true) { return }
    }
    history.current.uncover(size: size)
    split.arrange()
    context.onEvent(.navigated(to: page.name))
    pageDidChange()
    if !isScripted, resources != nil { history.current.follow() }
  }

  /// Reopens the screen that the user last went back from, at the same scroll offset and with the
  /// same answers.
  func goForward() {
    guard let visit = history.next, PageOpener(session: self).open(visit, isReturn: true) else {
      return
    }
    history.wentForward()
  }

  /// Opens files dropped on the window: the first screen here, the others in new windows. A note
  /// tells about files that are not screens.
  package func open(_ paths: [String], at now: Double) {
    context.now = now
    Drop(paths, page.context.words).open(in: self)
  }

  private func pageDidChange() {
    split.arrange()
    for page in pagesInSight { page.controller.toolbar.title = page.title }
    tell(.titleChanged(history.current.title))
    inspector.showOutline(on: page)
    needsFrame = true
  }
}

extension Session: ComponentDelegate {
  /// Programs that hear events are told of every click.
  package func controller(
    _ controller: SpotsController, answers item: Item, at path: ItemPath
  ) -> Bool { context.areSelectionsHeard }
}
