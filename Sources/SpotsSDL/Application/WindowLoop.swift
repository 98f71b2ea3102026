import Spots

/// The content of a window, which also receives its input.
@MainActor
public protocol WindowContent: AnyObject {
  /// Whether anything has changed that no frame has shown yet.
  var needsFrame: Bool { get }
  /// Whether the window should close; true ends `WindowLoop.run`.
  var isClosed: Bool { get }
  /// The pointer's shape at its current position. Read after events and after each frame.
  var pointerShape: PointerShape { get }
  /// Where typed text goes; nil while nothing takes text. Read after events and after each frame.
  var textInputArea: TextInputArea? { get }
  /// The color behind everything.
  var background: Color { get }
  /// The factor by which everything is enlarged, read after each event. The content's sizes,
  /// positions and scales are in its own points, each of which is `zoom` points of the window.
  var zoom: Double { get }

  /// Records the draw list for `now`, in the time of `Clock`.
  ///
  /// - Returns: The list, and when the next frame is due without any event; nil at rest.
  func renderFrame(at now: Double) -> (list: DrawList, next: Double?)
  /// Handles input at `now`, in the time of `Clock`.
  func handle(_ input: InputEvent, at now: Double)
  /// Called when the window's size, in points, or its number of pixels per point has changed.
  func resize(to size: Size, scale: Double)
  /// Called when the user, or a signal that ends programs, asks to close the window.
  func close()
  /// Whether files can be dropped on the window, which the pointer shows during a drag. Read once.
  var acceptsFiles: Bool { get }
  /// Called after a drop on the window; `paths` is empty when something other than files came.
  func open(_ paths: [String], at now: Double)
  /// Called after each frame, with the time that `renderFrame` was called with. By then its list is
  /// on the screen, or was left out because the window is out of sight.
  func didPresent(at now: Double)
  /// The controller of the screen in front, which screen readers describe to their users and
  /// operate for them; nil for content without one. Read only while a screen reader listens.
  var describedController: SpotsController? { get }
}

extension WindowContent {
  /// An arrow by default.
  public var pointerShape: PointerShape { .arrow }
  /// Nothing takes text by default.
  public var textInputArea: TextInputArea? { nil }
  /// Not enlarged by default.
  public var zoom: Double { 1 }
  /// False by default.
  public var acceptsFiles: Bool { false }
  /// Ignores the files by default.
  public func open(_ paths: [String], at now: Double) {}
  /// Does nothing by default.
  public func didPresent(at now: Double) {}
  /// None by default.
  public var describedController: SpotsController? { nil }
}

/// Waits for events, passes them on, and presents frames: the first after a rest immediately, the
/// others at the rate of the display, none while nothing changes.
@MainActor
public final class WindowLoop {
  private let window: Window
  private let mailbox: Mailbox
  private let source: EventSource
  /// When the content's next frame is due without any event.
  private var motionFrame: Double?
  /// When an image on the screen changes next by itself.
  private var imageFrame: Double?
  private var pace: FramePace
  private var isFirst = true
  private var isHidden = false
  /// The loops of other windows, which this one runs, and what follows the end of each.
  private var others: [(loop: WindowLoop, content: any WindowContent, onClose: () -> Void)] = []
  /// Whether the program has several windows: the one with the focus says where text goes.
  private var isOneOfSeveral = false
  /// Nil until the first frame is on the screen.
  private var accessibility: AccessibilityBridge?

  /// Every window that was shown, kept until the program ends: under X11, a late message to a
  /// destroyed window would end the program with an error.
  private static var shown: [Window] = []

  /// The most seconds that a frame in a window waits for the sizes of images. Working disks
  /// answer long before.
  public static let patienceForSizes = 0.02

  /// Seconds from one frame to the next while something moves, where the window system does not ask
  /// for frames itself, as X11 does not.
  public static let frameTime = 1.0 / 60

  /// Creates a loop, which `run` begins.
  ///
  /// - Parameters:
  ///   - window: Shows the content.
  ///   - mailbox: Its jobs run while the loop waits.
  ///   - frameTime: The least seconds from one frame to the next, where the window system does not
  ///     ask for frames; 0 sets no limit.
  /// - Throws: When SDL has no event numbers left.
  public init(window: Window, mailbox: Mailbox, frameTime: Double = WindowLoop.frameTime)
    throws(SDLError)
  {
    (self.window, self.mailbox) = (window, mailbox)
    pace = FramePace(interval: frameTime)
    source = try EventSource(window: window, mailbox: mailbox)
  }

  /// Throws unless a loop on the calling thread also does the other work of the main actor.
  package static func checkThread() throws(SDLError) {
    guard !MainQueue.isOnMainThread else { return }
    throw SDLError(
      message: "run() needs the thread that the program began on, which an async main gives up; "
        + "make main synchronous and begin async work in a Task")
  }

  /// Shows `content` until it is closed, and all windows that were opened meanwhile are. `onShown`
  /// is called once, when the first frame is on the screen.
  ///
  /// - Throws: When SDL has no surface for the window.
  public func run(_ content: any WindowContent, onShown: () -> Void = {}) throws(SDLError) {
    window.acceptsFiles = content.acceptsFiles
    try begin(content, onShown)
    defer { for other in others + [(self, content, {})] { other.loop.accessibility?.end() } }
    while !content.isClosed || !others.isEmpty {
      let next = others.reduce(nextTime(of: content)) {
        earlier($0, $1.loop.nextTime(of: $1.content))
      }
      try advance(content, source.next(until: next))
      for other in others {
        try other.loop.advance(other.content, other.loop.source.takeForwarded())
      }
      closeOthers()
      if content.isClosed, !others.isEmpty { hide() }
    }
  }

  /// Shows `content` in the window of another loop, which this one runs, until it is closed;
  /// `onClose` is called then.
  ///
  /// - Throws: When SDL has no surface for the window.
  package func open(
    _ other: WindowLoop, _ content: any WindowContent, onClose: @escaping () -> Void
  ) throws(SDLError) {
    (isOneOfSeveral, other.isOneOfSeveral) = (true, true)
    if content.acceptsFiles { other.window.acceptsFiles = true }
    try other.begin(content) {}
    source.add(other.source)
    others.append((other, content, onClose))
  }

  private func closeOthers() {
    for other in others where other.content.isClosed {
      other.loop.hide()
      source.remove(other.loop.source)
      other.onClose()
    }
    others.removeAll { $0.content.isClosed }
  }

  /// Closes the other windows.
  package func quit() { for other in others { other.content.close() } }

  private func begin(_ content: any WindowContent, _ onShown: () -> Void) throws(SDLError) {
    Self.shown.append(window)
    try present(content)
    onShown()
    window.showIcon(mailbox: mailbox)
    accessibility = AccessibilityBridge(
      window: window, source: source, program: window.program.title(ofScreen: ""),
      mailbox: mailbox
    ) { [weak content] in content?.describedController }
  }

  private func hide() {
    guard !isHidden else { return }
    isHidden = true
    accessibility?.end()
    accessibility = nil
    window.hide()
  }

  /// When there is something to do without any event; nil when everything is at rest.
  private func nextTime(of content: any WindowContent) -> Double? {
    isHidden ? nil : earlier(nextFrame(of: content), accessibility?.nextTime)
  }

  /// Handles events, and presents a frame that is due.
  private func advance(
    _ content: any WindowContent, _ events: [WindowEvent]
  ) throws(SDLError) {
    guard !isHidden else { return }
    for event in events where !content.isClosed {
      handle(event, content)
      if content.zoom != window.zoom {
        window.zoom = content.zoom
        resize(content)
      }
    }
    adopt(content)
    if !content.isClosed, let time = nextFrame(of: content), time <= Clock.now {
      try present(content)
    }
    accessibility?.advance(to: Clock.now)
  }

  /// When the next frame is due; nil when everything is at rest. The first frame after a rest is
  /// due immediately, the others at the rate of the display, however many events there are.
  private func nextFrame(of content: any WindowContent) -> Double? {
    let earliest = pace.earliest(for: window.turn)
    if content.needsFrame || window.needsPresent { return earliest }
    return earlier(motionFrame, imageFrame).map { max($0, earliest) }
  }

  private func present(_ content: any WindowContent) throws(SDLError) {
    let now = Clock.now
    _ = window.painter?.images?.advance(to: now)
    let frame = content.renderFrame(at: now)
    try window.present(frame.list, background: content.background)
    motionFrame = frame.next
    // Images that came into view with this frame move as well. Nothing moves in a hidden window;
    // the first frame after it reappears moves on.
    imageFrame = window.isOutOfSight ? nil : window.painter?.images?.advance(to: now)
    // Images that arrive right after the first frame do not wait for the pace.
    if !isFirst { pace.presented(at: now) }
    isFirst = false
    adopt(content)
    content.didPresent(at: now)
    accessibility?.didPresent(at: now, isMoving: motionFrame.map { $0 <= now } ?? false)
  }

  /// Tells the window system about the pointer and the caret.
  private func adopt(_ content: any WindowContent) {
    window.pointerShape = content.pointerShape
    guard !isOneOfSeveral || window.hasFocus else { return }
    window.textInputArea = content.textInputArea.map { area in
      TextInputArea(
        caret: area.caret.scaled(by: window.zoom), field: area.field, isSecret: area.isSecret)
    }
  }

  private func handle(_ event: WindowEvent, _ content: any WindowContent) {
    switch event {
    case .input(let input): content.handle(input.zoomed(by: window.zoom), at: Clock.now)
    case .sizeChanged: resize(content)
    case .dropped(let paths): content.open(paths, at: Clock.now)
    case .exposed, .woken: break
    case .focusGained:
      if isOneOfSeveral { window.restoreTextInput() }
      accessibility?.focusDidChange(true)
    case .focusLost:
      accessibility?.focusDidChange(false)
      content.handle(.pointerLeft, at: Clock.now)
    case .closeRequested: content.close()
    }
  }

  private func resize(_ content: any WindowContent) {
    let (size, zoom) = (window.size, window.zoom)
    content.resize(
      to: Size(width: size.width / zoom, height: size.height / zoom), scale: window.scale * zoom)
  }
}

/// Decides when frames may be presented: the first one after a rest immediately, the others when
/// the window system asks for them, or at a steady rate where it does not.
///
/// A frame that is slightly late does not delay the next one: waking up always takes a moment, and
/// motion would lose frames to it.
struct FramePace {
  /// Seconds from one frame to the next; 0 sets no limit.
  let interval: Double
  /// The earliest time of the next frame.
  private(set) var earliest = -Double.infinity

  /// The earliest time of the next frame, in the time of `Clock`.
  ///
  /// A frame that the window system does not ask for is not painted. The content still gets the
  /// time once per `unseenInterval`, for whatever it does besides moving.
  func earliest(for turn: FrameTurn) -> Double {
    switch turn {
    case .requested: -.infinity
    case .free: earliest
    case .awaited: earliest + Self.unseenInterval
    }
  }

  /// In seconds.
  private static let unseenInterval = 1.0

  /// Records that a frame began at `now`, which may be before `earliest` when the window system has
  /// asked for it.
  mutating func presented(at now: Double) {
    let isSlightlyLate = now >= earliest && now - earliest < interval
    earliest = (isSlightlyLate ? earliest : now) + interval
  }
}
