import Spots

/// What a window shows and tells of input.
@MainActor
public protocol WindowContent: AnyObject {
  /// Whether the present state is not shown yet.
  var needsFrame: Bool { get }
  /// Whether the window is to be closed.
  var isClosed: Bool { get }
  /// The pointer's shape at its present position. Read after each event and each frame.
  var pointerShape: PointerShape { get }
  /// The colour behind everything.
  var background: Color { get }
  /// How many times as large as usual everything is shown; asked for after each event. Sizes, places
  /// and scales are those of the page, in which a point is so many of the window's.
  var zoom: Double { get }

  /// Records what is to be seen at `now`, in the time of `Clock`.
  ///
  /// - Returns: The list, and when the next frame is due although nothing happens; nil at rest.
  func frame(at now: Double) -> (list: DrawList, next: Double?)
  /// What the user did in the window, in the time of `Clock`.
  func handle(_ input: InputEvent, at now: Double)
  /// The window has another size, or another number of pixels per point.
  func resize(to size: Size, scale: Double)
  /// The user asks to close the window.
  func close()
  /// Whether files can be dropped on the window. Where they cannot, whoever drags them is shown so.
  var acceptsFiles: Bool { get }
  /// Files were dropped on the window; none when what was dropped are no files.
  func open(_ paths: [String], at now: Double)
  /// What was recorded last is on the screen.
  func didPresent(at now: Double)
}

extension WindowContent {
  public var pointerShape: PointerShape { .arrow }
  public var zoom: Double { 1 }
  public var acceptsFiles: Bool { false }
  public func open(_ paths: [String], at now: Double) {}
  public func didPresent(at now: Double) {}
}

/// Waits for events, hands them on, and presents frames: one at once after a rest, then at the rate
/// of the display, none while nothing changes.
@MainActor
public final class WindowLoop {
  private let window: Window
  private let source: EventSource
  /// When something moves next by itself.
  private var motionFrame: Double?
  /// When a picture on the screen moves next.
  private var pictureFrame: Double?
  private var pace: FramePace
  private var isFirst = true

  /// Seconds that a frame in a window waits for the sizes of pictures at most. Disks that work
  /// answer long before.
  public static let patienceForSizes = 0.02

  /// Seconds from one frame of a motion to the next.
  public static let frameTime = 1.0 / 60

  /// - Parameters:
  ///   - mailbox: Its jobs run while the loop waits.
  ///   - frameTime: Seconds from one frame to the next while frames are wanted all the time; 0
  ///     presents as fast as it goes.
  /// - Throws: When SDL has no event numbers left.
  public init(window: Window, mailbox: Mailbox, frameTime: Double = WindowLoop.frameTime)
    throws(SDLError)
  {
    self.window = window
    pace = FramePace(interval: frameTime)
    source = try EventSource(window: window, mailbox: mailbox)
  }

  /// Shows `content` until it is closed.
  ///
  /// - Parameter onShown: Called once, when the first frame is on the screen.
  /// - Throws: When SDL has no surface for the window.
  public func run(_ content: any WindowContent, onShown: () -> Void = {}) throws(SDLError) {
    window.acceptsFiles = content.acceptsFiles
    try present(content)
    onShown()
    while !content.isClosed {
      for event in source.next(until: nextFrame(of: content)) where !content.isClosed {
        handle(event, content)
        if content.zoom != window.zoom {
          window.zoom = content.zoom
          resize(content)
        }
      }
      window.pointerShape = content.pointerShape
      if !content.isClosed, let time = nextFrame(of: content), time <= Clock.now {
        try present(content)
      }
    }
  }

  /// When the next frame is due; nil when everything is at rest. The first frame after a rest comes
  /// at once, the others at the rate of the display, however many events there are.
  private func nextFrame(of content: any WindowContent) -> Double? {
    if content.needsFrame || window.needsPresent { return pace.earliest }
    return earlier(motionFrame, pictureFrame).map { max($0, pace.earliest) }
  }

  private func present(_ content: any WindowContent) throws(SDLError) {
    let now = Clock.now
    _ = window.painter?.images?.advance(to: now)
    let frame = content.frame(at: now)
    try window.present(frame.list, background: content.background)
    motionFrame = frame.next
    // What has come into view by this frame moves as well. Nobody misses what a hidden window
    // shows; the next frame after it appears moves on.
    pictureFrame = window.isOutOfSight ? nil : window.painter?.images?.advance(to: now)
    // Pictures that come right after the first frame need not wait for the second.
    if !isFirst { pace.presented(at: now) }
    isFirst = false
    window.pointerShape = content.pointerShape
    content.didPresent(at: now)
  }

  private func handle(_ event: WindowEvent, _ content: any WindowContent) {
    switch event {
    case .input(let input): content.handle(input.zoomed(by: window.zoom), at: Clock.now)
    case .sizeChanged: resize(content)
    case .dropped(let paths): content.open(paths, at: Clock.now)
    case .exposed, .woken: break
    case .focusLost: content.handle(.pointerLeft, at: Clock.now)
    case .closeRequested: content.close()
    }
  }

  private func resize(_ content: any WindowContent) {
    let (size, zoom) = (window.size, window.zoom)
    content.resize(
      to: Size(width: size.width / zoom, height: size.height / zoom), scale: window.scale * zoom)
  }
}
