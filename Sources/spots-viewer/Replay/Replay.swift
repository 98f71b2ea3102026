import Spots
import SpotsSDL
import SpotsViewer

/// Receives the screens, pictures and events of a replay.
@MainActor
protocol ReplayOutput: EventOutput {
  /// Takes a laid-out screen, at a step that inspects it.
  func inspect(_ controller: SpotsController, _ positions: SourceMap, time: Double) throws
  /// Takes a picture, at the step that names it.
  func paint(_ picture: OffscreenCanvas, name: String) throws
}

/// Plays the steps of a script.
@MainActor
protocol ReplayPlayer {
  /// Whether the last step has closed the window.
  var isClosed: Bool { get }
  /// Called before the first step.
  func start() throws
  /// Plays a step, which stands in the script as `line`.
  func play(_ step: ReplayStep, line: [UInt8]) throws
  /// Called after the last step.
  func finish() throws
}

/// Plays a script's steps on a session, without a window in virtual time.
@MainActor
final class Replay {
  private let session: Session
  /// The session in a window; nil where there is none.
  private let timed: TimedSession?
  /// The session's time when the replay began, in seconds.
  private var base = 0.0
  private let log: EventLog
  private let output: any ReplayOutput
  /// Pixels per point of the window.
  private let scale: Double
  /// The size of the window, in points.
  private var size: Size
  /// The zoom factor that the session was last resized for.
  private var zoom: Double
  /// Seconds of virtual time since the replay began.
  private var now = 0.0
  private var nextFrame: Double?
  /// The first screen, as it was when the replay began; nil where it is in a window already.
  private let file: ScreenFile?
  /// How long a `render` step waits for images, in seconds of real time.
  private let imageTimeout: Double
  /// How many lines of a stream were played.
  private var lineCount = 0

  /// The least time between two frames, in seconds.
  private static let frameTime = 1.0 / 60

  init(
    context: ViewerContext, file: ScreenFile, size: Size, imageTimeout: Double,
    output: any ReplayOutput
  ) {
    self.output = output
    log = EventLog(time: 0, output: output)
    self.file = file
    self.imageTimeout = imageTimeout
    (self.size, zoom, timed) = (size, 1, nil)
    scale = context.fonts.scale
    session = Session(context: context, size: size)
    session.waitsForDocuments = true
    context.onEvent = { [log] in log.write($0) }
    session.onRefresh = { [weak session] page in session?.reload(page, page.file) }
    session.showsBars = false
  }

  /// Plays on a session that is in a window, from what is there.
  ///
  /// - Parameters:
  ///   - size: The size of the window, in points.
  ///   - scale: Pixels per point of the window.
  ///   - log: Writes into `output`.
  init(
    on timed: TimedSession, size: Size, scale: Double, imageTimeout: Double, log: EventLog,
    output: any ReplayOutput
  ) {
    (self.timed, session) = (timed, timed.session)
    (self.size, self.scale, zoom) = (size, scale, timed.session.zoom)
    (self.log, self.output, self.imageTimeout) = (log, output, imageTimeout)
    file = nil
    base = timed.now
  }

  /// The window around the session has got another size, in points.
  func windowDidResize(to size: Size) {
    self.size = size
    if session.needsFrame { showFrame() }
  }

  /// What the time is for the session.
  private var sessionTime: Double { timed?.now ?? now }

  private func play(_ step: ReplayStep) throws {
    switch step {
    case .input(let events):
      for event in events { session.handle(event.zoomed(by: zoom), at: sessionTime) }
      if session.zoom != zoom { resize(to: size) }
    case .paste(let text):
      session.context.environment.clipboard.text = text
      session.handle(.keyPressed(.character("v"), .control), at: sessionTime)
    case .resize(let size): resize(to: size)
    case .write(let bytes):
      let page = session.page
      session.reload(
        page,
        ScreenFile(
          path: page.path, bytes: bytes, kinds: session.context.kinds, origin: page.file.origin))
    case .lines(let lines): play(lines)
    case .wait(let seconds): wait(seconds)
    case .inspect:
      showFrame()
      let page = session.page
      try output.inspect(page.controller, page.file.reading.sourceMap, time: now)
    case .render(let name): try output.paint(try picture(), name: name)
    // What is expected is compared with what has happened when all steps are played.
    case .expect: return
    }
    if session.needsFrame { showFrame() }
  }

  private func play(_ lines: [[UInt8]]) {
    let page = session.page
    var reader = StreamedLineReader(path: page.path, kinds: session.context.kinds)
    let read = lines.map { line in
      lineCount += 1
      return reader.read(StreamedText(line: lineCount, bytes: line))
    }
    PageStream(session, page).receive(read)
  }

  private func resize(to size: Size) {
    self.size = size
    zoom = session.zoom
    session.context.fonts.scale = scale * zoom
    session.resize(
      to: Size(width: size.width / zoom, height: size.height / zoom), scale: scale * zoom)
  }

  private func showFrame() {
    nextFrame = session.renderFrame(at: sessionTime).next.map { $0 - base }
  }

  /// Advances time by `seconds` and shows each frame that falls due meanwhile.
  private func wait(_ seconds: Double) {
    let end = now + seconds
    while let due = nextFrame {
      let time = max(due, now + Self.frameTime)
      guard time <= end else { break }
      setTime(time)
      showFrame()
    }
    setTime(end)
  }

  private func setTime(_ time: Double) {
    now = time
    log.time = time
    timed?.passTime(to: base + time)
  }

  private func picture() throws -> OffscreenCanvas {
    try session.context.picture(
      size: session.size, timeout: imageTimeout, background: session.background
    ) { [session, sessionTime] in session.renderFrame(at: sessionTime).list }
  }
}

extension Replay: ReplayPlayer {
  /// Shows the first screen, unless it is there.
  func start() {
    if let file { session.start(file) }
    showFrame()
    if file != nil { session.didShow() } else { log.write(.shown) }
  }

  var isClosed: Bool { session.isClosed }

  func finish() {
    log.write(.closed)
  }

  func play(_ step: ReplayStep, line: [UInt8]) throws { try play(step) }
}
