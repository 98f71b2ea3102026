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

/// Plays a script's steps on a session with virtual time.
@MainActor
final class Replay {
  private let session: Session
  private let log: EventLog
  private let output: any ReplayOutput
  /// Pixels per point of the window.
  private let scale: Double
  /// The size of the window, in points.
  private var size: Size
  /// The zoom factor that the session was last resized for.
  private var zoom = 1.0
  private var now = 0.0
  private var nextFrame: Double?
  /// The first screen, as it was when the replay began.
  private let file: ScreenFile
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
    self.size = size
    scale = context.fonts.scale
    session = Session(context: context, size: size, waitsForDocuments: true)
    context.onEvent = { [log] in log.write($0) }
    session.onRefresh = { [weak session] page in session?.reload(page, page.file) }
    session.showsBars = false
  }

  /// Shows the first screen.
  func start() {
    session.start(file)
    showFrame()
    session.didShow()
  }

  var isClosed: Bool { session.isClosed }

  func finish() {
    log.write(.closed)
  }

  func play(_ step: ReplayStep) throws {
    switch step {
    case .input(let events):
      for event in events { session.handle(event.zoomed(by: zoom), at: now) }
      if session.zoom != zoom { resize(to: size) }
    case .paste(let text):
      session.context.environment.clipboard.text = text
      session.handle(.keyPressed(.character("v"), .control), at: now)
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
    nextFrame = session.renderFrame(at: now).next
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
  }

  private func picture() throws -> OffscreenCanvas {
    try session.context.picture(
      size: session.size, timeout: imageTimeout, background: session.background
    ) { [session, now] in session.renderFrame(at: now).list }
  }
}
