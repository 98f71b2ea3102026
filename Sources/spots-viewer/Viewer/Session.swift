import Glibc
import Spots
import SpotsSDL

/// The navigation stack and the handling of input: everything of the viewer that needs no window
/// and no clock, so that a script can play it as well.
@MainActor
final class Session: WindowContent {
  let stage: Stage
  let log: EventLog
  var pages: [Page] = []
  /// The document of a page that is being created; nil otherwise.
  var opening: ScreenFile?
  /// The zoom factor that the user chose, from 0.5 to 3.
  private(set) var zoom = 1.0
  /// The size of the page, in its own points, which zooming changes.
  private(set) var size: Size
  /// The time of the event being handled.
  var now = 0.0

  /// Whether the current state has not been shown yet.
  var needsFrame = true
  /// Whether the user asked to close the window.
  private(set) var isClosed = false
  var onTitleChange: (String) -> Void = { _ in }
  /// Called after a screen was opened, to get its document and follow it.
  var onOpen: (Page) -> Void = { _ in }
  /// Called when a screen is covered by another one; it need not be followed until it is uncovered.
  var onCover: (Page) -> Void = { _ in }
  /// Called when the user has come back to a screen. Its document may have changed meanwhile.
  var onUncover: (Page) -> Void = { _ in }
  /// Called after a page was appended to a screen, to follow it as well.
  var onOpenNext: (Page) -> Void = { _ in }
  /// Called when the user asks for the page's document again.
  var onRefresh: (Page) -> Void = { _ in }
  /// Called after a frame was recorded; `isMoving` tells whether the next one is due already.
  var onFrame: (_ isMoving: Bool) -> Void = { _ in }
  /// Whether to block until documents arrive, rather than show that they are loading.
  var waitsForDocuments = false
  var onToggleFullScreen: () -> Void = {}
  var isFullScreen: () -> Bool = { false }
  /// Opens each file in a new window.
  var onOpenWindows: ([String]) -> Void = { _ in }
  /// Whether pages have a status bar.
  var showsStatusBar = true
  /// The screens the user went back from; the last one is next to go forward to.
  var forward: [Visit] = []
  /// Whether addresses and the editor open in other programs.
  var mayStartPrograms = false
  /// The program that is run with every action; nil for none.
  var actionProgram: String?
  /// Called with text for the clipboard.
  var onCopy: (String) -> Void = { _ in }
  /// Called to resize the window to the size of the next device.
  var onNextDevice: () -> Void = {}
  var inspector = Inspector()

  init(stage: Stage, log: EventLog, size: Size) {
    self.stage = stage
    self.log = log
    self.size = size
    stage.onImageFailure = { [weak self] source, reason in
      guard let file = self?.opening ?? self?.pages.last?.file(naming: source) else { return }
      let fault = file.warning(ofImage: source, reason: reason)
      Stage.report([fault], path: file.path)
      if let self, self.opening == nil {
        self.page.pictureFailed(source, fault, path: file.path)
      }
    }
    stage.onItemsChecked = { [weak self] file, diagnostics in
      for page in self?.pages ?? [] { page.itemsChecked(diagnostics, of: file) }
    }
  }

  /// The page in front; there is one after `start`.
  var page: Page { pages[pages.count - 1] }

  /// Shows the first screen.
  ///
  /// - Parameters:
  ///   - isEmpty: Whether `file` is a placeholder for a document that has not arrived.
  ///   - trusting: Hosts in private networks that the document may come from.
  func start(_ file: ScreenFile, isEmpty: Bool = false, trusting: Set<String> = []) {
    push(name: ScreenFile.name(of: file.path), file, isEmpty: isEmpty, trusting: trusting)
    page.controller.scroll(to: stage.options.offset)
  }

  /// Records the frame at `now`.
  ///
  /// - Returns: The draw list, and when the next frame is due unless something happens first.
  func frame(at now: Double) -> (list: DrawList, next: Double?) {
    self.now = now
    if stage.images.beginFrame() { page.controller.imageSizesDidChange() }
    let note = page.furniture.update(at: now)
    page.controller.bottomInset = page.furniture.barHeight
    let (list, motion) = page.controller.frame(at: now)
    // Recording moves and configures views, which must not request another frame.
    needsFrame = false
    onFrame(motion.map { $0 <= now } ?? false)
    return (list, [note, motion].compactMap { $0 }.min())
  }

  var acceptsFiles: Bool { true }

  /// The color behind everything.
  var background: Color { stage.environment.theme[.background] }

  var pointerShape: PointerShape {
    if page.furniture.isPointerOverButton { return .hand }
    guard page.furniture.listed == nil, !inspector.isOn else { return .arrow }
    return page.controller.isPointerOverAction ? .hand : .arrow
  }

  // MARK: Input

  func handle(_ input: InputEvent, at now: Double) {
    self.now = now
    if case .wheel(_, let delta, _, let modifiers) = input, modifiers.contains(.control) {
      return zoom(to: zoom * pow(Self.zoomStep, delta.y))
    }
    if page.furniture.handle(input) || inspect(input) { return }
    switch input {
    case .keyPressed(let key, let modifiers):
      if !handle(key, modifiers) { page.controller.handle(input, at: now) }
    case .pointerPressed(_, .back, _): goBack()
    case .pointerPressed(_, .forward, _): goForward()
    default: page.controller.handle(input, at: now)
    }
  }

  /// Adapts to another page size, in points, and another number of pixels per point.
  func resize(to size: Size, scale: Double) {
    self.size = size
    stage.environment.scale = scale
    page.controller.resize(to: size)
    needsFrame = true
  }

  func close() { isClosed = true }

  /// Handles the keys of the window, and returns whether `key` is one of them.
  private func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
    switch (key, modifiers) {
    case (.character("q"), .control), (.character("w"), .control): close()
    case (.function(5), []), (.character("r"), .control): refresh()
    case (.function(5), .shift), (.character("r"), [.control, .shift]): startOver()
    case (.escape, []) where isFullScreen(): onToggleFullScreen()
    case (.escape, []), (.left, .alt), (.backspace, []), (.back, _): goBack()
    case (.right, .alt), (.forward, _): goForward()
    case (.function(6), []): switchTheme()
    case (.function(7), []): onNextDevice()
    case (.function(11), []): onToggleFullScreen()
    case (.function(1), []), (.character("?"), _), (.character("/"), .shift):
      page.furniture.show(list: KeyboardHelp())
    case (.function(8), []): page.furniture.listFaults()
    case (.character("="), .control), (.character("+"), .control),
      (.character("="), [.control, .shift]):
      zoom(to: zoom * Self.zoomStep)
    case (.character("-"), .control): zoom(to: zoom / Self.zoomStep)
    case (.character("0"), .control): zoom(to: 1)
    default: return false
    }
    return true
  }

  /// The factor by which a key or a notch of the wheel changes the zoom.
  private static let zoomStep = 1.1

  /// Zooms, and shows the factor in a note.
  private func zoom(to value: Double) {
    setZoom(value)
    page.furniture.show(note: "\(Int((zoom * 100).rounded())) %", at: now)
  }

  /// Sets the zoom factor, clamped to 0.5 … 3. It takes effect with the next `resize`.
  func setZoom(_ value: Double) {
    zoom = min(max(value, 0.5), 3)
    needsFrame = true
  }

  private func switchTheme() {
    stage.switchTheme()
    stage.adopt(page.controller.screen, of: page.file)
    page.controller.resize(to: size)
  }

  /// Gets the document again, and resets zoom, scroll offsets and selection.
  private func startOver() {
    setZoom(1)
    page.controller.startOver()
    refresh()
  }

  func refresh() {
    log.refresh()
    stage.images.refresh()
    stage.images.web?.invalidate()
    // Pictures are requested when they are drawn.
    needsFrame = true
    onRefresh(page)
    refreshTail(of: page)
  }
}
