import Spots
import SpotsSDL

/// A window, the screens opened in it, and the loop that runs them.
@MainActor
final class Viewer {
  private let stage: Stage
  private let window: Window
  private let source: EventSource
  private let log: EventLog
  private let watches: Bool
  private var pages: [Page] = []
  private var isRunning = true
  /// The text scale the keys have chosen, on top of the one the options ask for.
  private var zoom = 1.0
  private var needsFrame = true
  /// When something moves next by itself.
  private var motionFrame: Double?
  private var earliestFrame = 0.0

  /// - Throws: `Failure` when there is no display or no font.
  init(stage: Stage, window: Window, log: EventLog, watches: Bool) throws {
    self.stage = stage
    self.window = window
    self.log = log
    self.watches = watches
    do {
      source = try EventSource(window: window, mailbox: stage.mailbox)
    } catch {
      throw Failure.environment("\(error)")
    }
    window.painter = stage.painter
    stage.onImageFailure = { source, reason in
      StandardError.write("warning: image '\(source.printable(limit: 200))': \(reason)\n")
    }
  }

  /// Shows `file` until the window is closed.
  func run(_ file: ScreenFile) throws {
    push(name: ScreenFile.name(of: file.path), file)
    page.controller.scroll(to: stage.options.offset)
    try present()
    log.shown()
    while isRunning {
      for event in source.next(until: nextFrame) where isRunning { handle(event) }
      if isRunning, let time = nextFrame, time <= Clock.now { try present() }
    }
    log.closed()
  }

  private var page: Page { pages[pages.count - 1] }

  // MARK: Frames

  /// When the next frame is due; nil when everything is at rest. The first frame after a rest comes
  /// at once, the others at the rate of the display, however many events there are.
  private var nextFrame: Double? {
    needsFrame || window.needsPresent ? earliestFrame : motionFrame.map { max($0, earliestFrame) }
  }

  /// Shows the present state.
  private func present() throws {
    let now = Clock.now
    let note = page.furniture.update(at: now)
    let (list, motion) = page.controller.frame(at: now)
    do {
      try window.present(list, background: stage.environment.theme[.background])
    } catch {
      throw Failure.environment("\(error)")
    }
    // Recording moves and configures views, which is no reason to record again.
    needsFrame = false
    motionFrame = [note, motion].compactMap { $0 }.min()
    earliestFrame = now + Self.frameTime
  }

  /// Seconds from one frame of a motion to the next.
  private static let frameTime = 1.0 / 60

  // MARK: Events

  private func handle(_ event: WindowEvent) {
    switch event {
    case .input(let input): handle(input)
    case .sizeChanged: sizeChanged()
    case .exposed, .woken: break
    case .focusLost: page.controller.handle(.pointerLeft, at: Clock.now)
    case .closeRequested: isRunning = false
    }
  }

  private func handle(_ input: InputEvent) {
    switch input {
    case .keyPressed(let key, let modifiers):
      if !handle(key, modifiers) { page.controller.handle(input, at: Clock.now) }
    case .pointerPressed(_, .back, _): goBack()
    default: page.controller.handle(input, at: Clock.now)
    }
  }

  private func sizeChanged() {
    stage.environment.scale = window.scale
    page.controller.resize(to: window.size)
    page.controller.environmentDidChange()
    needsFrame = true
  }

  /// Keys that mean something to the window rather than to the screen.
  private func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
    switch (key, modifiers) {
    case (.character("q"), .control), (.character("w"), .control): isRunning = false
    case (.function(5), []), (.character("r"), .control): refresh()
    case (.escape, []), (.left, .alt): goBack()
    case (.function(11), []): window.isFullScreen.toggle()
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

  private func refresh() {
    log.refresh()
    stage.images.refresh()
    page.refresh()
  }

  // MARK: Navigation

  private func push(name: String, _ file: ScreenFile) {
    let page = Page(name: name, file: file, size: window.size, stage: stage)
    page.controller.onNeedsFrame = { [weak self] in self?.needsFrame = true }
    page.controller.componentDelegate = self
    page.controller.scrollDelegate = self
    page.controller.carouselDelegate = self
    pages.append(page)
    report(file.reading, of: page)
    if watches { watch(page, opened: file) }
    pageDidChange()
  }

  private func watch(_ page: Page, opened: ScreenFile) {
    do throws(FileError) {
      try page.watch(opened) { [weak self, weak page] delivery in
        if let self, let page { self.take(delivery, for: page) }
      }
    } catch {
      StandardError.write("warning: \(page.path.printable()): cannot watch: \(error)\n")
    }
  }

  private func open(_ name: String) {
    let path = ScreenFile.path(name, besideFile: page.path)
    do throws(FileError) {
      let file = try ScreenFile(path: path, kinds: stage.kinds)
      push(name: name, file)
      log.navigated(to: name)
    } catch {
      page.furniture.show(note: "\(name.printable(limit: 80)): \(error)", at: Clock.now)
      StandardError.write("warning: \(path.printable()): \(error)\n")
    }
  }

  private func goBack() {
    guard pages.count > 1 else { return }
    pages.removeLast()
    stage.adopt(page.controller.screen, path: page.path)
    page.controller.handle(.pointerLeft, at: Clock.now)
    page.controller.resize(to: window.size)
    page.controller.environmentDidChange()
    log.navigated(to: page.name)
    pageDidChange()
  }

  private func pageDidChange() {
    window.title = page.title
    needsFrame = true
  }

  // MARK: Live reload

  private func take(_ delivery: FileFeed<ScreenFile>.Delivery, for page: Page) {
    switch delivery {
    case .good(let file), .broken(let file): reload(page, file)
    case .missing: page.showUnavailable("File missing")
    case .unreadable(let reason): page.showUnavailable("Cannot read: \(reason)")
    }
    needsFrame = true
  }

  private func reload(_ page: Page, _ file: ScreenFile) {
    let isShown = page === self.page
    if isShown { stage.images.refresh() }
    let isGood = page.show(file)
    report(file.reading, of: page)
    if isGood { log.reloaded() }
    if isShown {
      pageDidChange()
    } else {
      stage.adopt(self.page.controller.screen, path: self.page.path)
    }
  }

  private func report(_ reading: ScreenReading, of page: Page) {
    Stage.report(reading.diagnostics, path: page.path)
    if reading.screen == nil,
      let error = reading.diagnostics.first(where: { $0.severity == .error })
    {
      log.error(error)
    }
  }
}

extension Viewer: ComponentDelegate {
  func controller(_ controller: SpotsController, itemSelected item: Item, at path: ItemPath) {
    log.itemSelected(item, at: path)
    guard let action = item.action else { return }
    switch Action(action) {
    case .screen(let name): open(name)
    case .other(let text):
      page.furniture.show(note: text.printable(limit: 120), at: Clock.now)
      needsFrame = true
    }
  }
}

extension Viewer: ScrollDelegate {
  func controllerDidReachEnd(
    _ controller: SpotsController, completion: @escaping @MainActor () -> Void
  ) {
    log.reachedEnd()
    completion()
  }
}

extension Viewer: CarouselScrollDelegate {
  func controller(
    _ controller: SpotsController, carouselDidEndScrolling component: Int, item: Int
  ) {
    log.carouselEnded(component: component, item: item)
  }
}
