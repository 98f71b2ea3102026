import Spots
import SpotsSDL

/// The screens a user goes through, and what their input means: everything of the viewer that needs
/// no window and no clock, so that a script can play it as well.
@MainActor
final class Session: WindowContent {
  let stage: Stage
  let log: EventLog
  private var pages: [Page] = []
  /// The text scale the keys have chosen, on top of the one the options ask for.
  private var zoom = 1.0
  private var size: Size
  /// The time of the event being handled.
  private(set) var now = 0.0

  /// Whether the present state is not shown yet.
  private(set) var needsFrame = true
  /// Whether the user asked to close the window.
  private(set) var isClosed = false
  var onTitleChange: (String) -> Void = { _ in }
  /// Called when a screen was opened, so that its file can be followed.
  var onOpen: (Page, ScreenFile) -> Void = { _, _ in }
  /// Called when the user asks to read the page's file again.
  var onRefresh: (Page) -> Void = { _ in }
  var onToggleFullScreen: () -> Void = {}
  /// Whether web and mail addresses open in the user's programs.
  var mayStartPrograms = false
  /// The program that is run with every action; nil for none.
  var actionProgram: String?
  /// Called with text for the clipboard.
  var onCopy: (String) -> Void = { _ in }
  /// Called when the user wants the window as large as the next device.
  var onNextDevice: () -> Void = {}
  var inspector = Inspector()

  init(stage: Stage, log: EventLog, size: Size) {
    self.stage = stage
    self.log = log
    self.size = size
    stage.onImageFailure = { [weak self] source, reason in
      guard let file = self?.page.file else { return }
      Stage.report([file.warning(ofImage: source, reason: reason)], path: file.path)
    }
  }

  /// The screen in front; there is one once `start` was called.
  var page: Page { pages[pages.count - 1] }

  /// Shows the first screen.
  func start(_ file: ScreenFile) {
    push(name: ScreenFile.name(of: file.path), file)
    page.controller.scroll(to: stage.options.offset)
  }

  /// Records what the window shows at `now`.
  ///
  /// - Returns: The list, and when the next frame is due although nothing happens.
  func frame(at now: Double) -> (list: DrawList, next: Double?) {
    self.now = now
    let note = page.furniture.update(at: now)
    let (list, motion) = page.controller.frame(at: now)
    // Recording moves and configures views, which is no reason to record again.
    needsFrame = false
    return (list, [note, motion].compactMap { $0 }.min())
  }

  /// The colour behind everything.
  var background: Color { stage.environment.theme[.background] }

  // MARK: Input

  func handle(_ input: InputEvent, at now: Double) {
    self.now = now
    if closeHelp(on: input) || inspect(input) { return }
    switch input {
    case .keyPressed(let key, let modifiers):
      if !handle(key, modifiers) { page.controller.handle(input, at: now) }
    case .pointerPressed(_, .back, _): goBack()
    default: page.controller.handle(input, at: now)
    }
  }

  /// The window has another size, or another number of pixels per point.
  func resize(to size: Size, scale: Double) {
    self.size = size
    stage.environment.scale = scale
    page.controller.resize(to: size)
    page.controller.environmentDidChange()
    needsFrame = true
  }

  func close() { isClosed = true }

  /// Keys that mean something to the window rather than to the screen.
  private func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
    switch (key, modifiers) {
    case (.character("q"), .control), (.character("w"), .control): close()
    case (.function(5), []), (.character("r"), .control): refresh()
    case (.escape, []), (.left, .alt): goBack()
    case (.function(6), []): switchTheme()
    case (.function(7), []): onNextDevice()
    case (.function(11), []): onToggleFullScreen()
    case (.function(1), []), (.character("?"), _), (.character("/"), .shift):
      page.furniture.showsHelp = true
    case (.character("="), .control), (.character("+"), .control),
      (.character("="), [.control, .shift]):
      setZoom(zoom * 1.1)
    case (.character("-"), .control): setZoom(zoom / 1.1)
    case (.character("0"), .control): setZoom(1)
    default: return false
    }
    return true
  }

  private func setZoom(_ value: Double) {
    zoom = min(max(value, 0.5), 3)
    stage.environment.textScale = stage.options.textScale * zoom
    page.controller.environmentDidChange()
  }

  private func switchTheme() {
    stage.switchTheme()
    stage.adopt(page.controller.screen, path: page.path)
    page.controller.environmentDidChange()
  }

  /// While the keys are listed, a key or a press closes the list and means nothing else; but the
  /// window can be closed.
  private func closeHelp(on input: InputEvent) -> Bool {
    guard page.furniture.showsHelp else { return false }
    switch input {
    case .keyPressed(.character, .control): return false
    case .keyPressed, .pointerPressed: page.furniture.showsHelp = false
    default: break
    }
    return true
  }

  func refresh() {
    log.refresh()
    stage.images.refresh()
    onRefresh(page)
  }

  // MARK: Navigation

  private func push(name: String, _ file: ScreenFile) {
    let page = Page(name: name, file: file, size: size, stage: stage)
    page.controller.onNeedsFrame = { [weak self] in self?.needsFrame = true }
    page.controller.componentDelegate = self
    page.controller.scrollDelegate = self
    page.controller.carouselDelegate = self
    page.controller.refreshDelegate = self
    pages.append(page)
    report(file, since: nil)
    onOpen(page, file)
    pageDidChange()
  }

  private func open(_ name: String) {
    let path = ScreenFile.path(name, besideFile: page.path)
    do throws(FileError) {
      let file = try ScreenFile(
        path: path, kinds: stage.kinds, onDemand: stage.itemCheck != nil)
      push(name: name, file)
      log.navigated(to: name)
    } catch {
      page.furniture.show(note: "\(name.printable(limit: 80)): \(error)", at: now)
      StandardError.write("warning: \(path.printable()): \(error)\n")
    }
  }

  private func goBack() {
    guard pages.count > 1 else { return }
    pages.removeLast()
    stage.adopt(page.controller.screen, path: page.path)
    page.controller.handle(.pointerLeft, at: now)
    page.controller.resize(to: size)
    page.controller.environmentDidChange()
    log.navigated(to: page.name)
    pageDidChange()
  }

  private func pageDidChange() {
    onTitleChange(page.title)
    showInspector()
    needsFrame = true
  }

  private func perform(_ action: Action) {
    switch action {
    case .screen(let name): open(name)
    case .link(let address): if mayStartPrograms { start("xdg-open", [address]) }
    case .other(let text):
      if actionProgram == nil { page.furniture.show(note: text.printable(limit: 120), at: now) }
    }
  }

  /// Starts a program; a note says why when it cannot be.
  func start(_ program: String, _ arguments: [String]) {
    guard let error = ChildProcess.start(program, arguments) else { return }
    page.furniture.show(note: "\(program.printable(limit: 60)): \(error)", at: now)
    StandardError.write("warning: \(program.printable()): \(error)\n")
  }

  // MARK: Live reload

  /// Shows a new version of a page's file.
  func reload(_ page: Page, _ file: ScreenFile) {
    let isShown = page === self.page
    if isShown { stage.images.refresh() }
    let old = page.file
    let isGood = page.show(file)
    report(file, since: old)
    if isGood { log.reloaded() }
    // Folders and colours belong to the screen in front.
    if !isShown { stage.adopt(self.page.controller.screen, path: self.page.path) }
    pageDidChange()
  }

  /// Shows that a page's file cannot be read any more, for the reason in `word`.
  func showUnavailable(_ page: Page, _ word: String) {
    page.showUnavailable(word)
    needsFrame = true
  }

  private func report(_ file: ScreenFile, since old: ScreenFile?) {
    file.report(since: old)
    if !file.reading.areItemsChecked { stage.itemCheck?.check(file) }
    let broken = file.nibs.changed(since: old?.nibs ?? NibFiles()).filter { $0.reading.nib == nil }
    var diagnostics = broken.flatMap(\.reading.diagnostics)
    if file.reading.screen == nil { diagnostics = file.reading.diagnostics + diagnostics }
    if let error = diagnostics.first(where: { $0.severity == .error }) { log.error(error) }
  }
}

extension Session: ComponentDelegate {
  func controller(_ controller: SpotsController, itemSelected item: Item, at path: ItemPath) {
    log.itemSelected(item, at: path)
    guard let action = item.action else { return }
    perform(Action(action))
    if let program = actionProgram { start(program, [action]) }
    needsFrame = true
  }
}

extension Session: ScrollDelegate {
  func controllerDidReachEnd(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void
  ) {
    log.reachedEnd()
    completion()
  }
}

extension Session: RefreshDelegate {
  func controllerWantsRefresh(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void
  ) {
    refresh()
    completion()
  }
}

extension Session: CarouselScrollDelegate {
  func controller(
    _ controller: SpotsController, carouselDidEndScrolling component: Int, item: Int,
    animated: Bool
  ) {
    log.carouselEnded(component: component, item: item)
  }
}
