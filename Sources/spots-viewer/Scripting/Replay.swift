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

extension ReplayOutput {
  /// Writes the picture into a regular file of that name.
  func paint(_ picture: OffscreenCanvas, name: String) throws {
    try NewFile.write(try picture.png(), to: name, mayBlock: false)
  }
}

/// Plays the steps of a script.
@MainActor
protocol ReplayPlayer {
  /// Whether the last step has closed the window.
  var isClosed: Bool { get }
  /// Called before the first step.
  func start() throws
  /// Plays a step, written in the script as `line`.
  func play(_ step: ReplayStep, line: [UInt8]) throws
  /// Called after the last step.
  func finish() throws
}

/// Plays a script's steps on a session, in a time of its own.
@MainActor
final class Replay {
  private let session: Session
  private let log: EventLog?
  private let output: any ReplayOutput
  /// Pixels per point of the window.
  private let scale: Double
  /// The size of the window, in points.
  private(set) var size: Size
  /// The zoom factor that the session was last resized for.
  private var zoom: Double
  /// The current time, in seconds.
  private(set) var now: Double
  /// When the last frame was shown.
  private var lastFrame: Double
  /// The last frame, and when the next one is due unless something happens first.
  private(set) var frame: (list: DrawList, next: Double?) = (
    DrawList(viewport: .zero), nil
  )
  /// The images of the last frame, and when they came into view.
  private var inView: [String] = []
  private var seen: [String: Double] = [:]
  /// Whether the last frame has not been taken for a window.
  private var hasNewFrame = false
  /// Called when the user acts in the window in which the replay plays, before the session learns
  /// of it.
  var onUser: () -> Void = {}
  /// How long a `render` step waits for images, in seconds of real time.
  private let imageTimeout: Double
  /// Shows the first screen.
  private let begin: () throws -> Void
  /// The number of stream lines played so far.
  private var lineCount = 0

  /// How long a picture of a window waits for the images in it, in seconds.
  static let imageTimeout = 10.0
  /// The minimum time between two frames, in seconds.
  private static let frameTime = 1.0 / 60

  /// - Parameters:
  ///   - size: The size of the window, in points.
  ///   - scale: Pixels per point of the window.
  ///   - now: The session's current time, in seconds.
  ///   - log: Receives the session's events and writes them to `output`; its time is set to that of
  ///     the replay. Nil where nothing needs that time.
  ///   - begin: Shows the first screen.
  init(
    _ session: Session, size: Size, scale: Double, now: Double = 0, imageTimeout: Double,
    log: EventLog?, output: any ReplayOutput, begin: @escaping () throws -> Void
  ) {
    (self.session, self.size, self.scale) = (session, size, scale)
    (self.now, lastFrame, self.imageTimeout) = (now, now, imageTimeout)
    (self.log, self.output, self.begin) = (log, output, begin)
    zoom = session.zoom
  }

  /// Plays without a window, on a screen that is not shown yet.
  convenience init(
    context: ViewerContext, file: ScreenFile, size: Size, imageTimeout: Double,
    output: any ReplayOutput
  ) {
    let session = Session(context: context, size: size)
    let log = EventLog(time: 0, output: output)
    session.isScripted = true
    session.launcher.areActionsHeard = true
    context.areSelectionsHeard = true
    context.onEvent = { log.write($0) }
    self.init(
      session, size: size, scale: context.fonts.scale, imageTimeout: imageTimeout, log: log,
      output: output
    ) { session.start(file) }
  }

  /// Plays in a window, whose screen starts over.
  convenience init(
    in content: SessionContent, imageTimeout: Double = 0, log: EventLog?,
    output: any ReplayOutput
  ) {
    self.init(
      content.session, size: content.window.size, scale: content.window.scale,
      imageTimeout: imageTimeout, log: log, output: output
    ) { [weak content] in try content?.restart() }
  }

  /// Resizes the window to `size`, in points.
  func resize(to size: Size) {
    self.size = size
    zoom = session.zoom
    session.context.fonts.scale = scale * zoom
    session.resize(
      to: Size(width: size.width / zoom, height: size.height / zoom), scale: scale * zoom)
    showWhatChanged()
  }

  /// Shows a frame if there is something new to show.
  func showWhatChanged() {
    if session.needsFrame { showFrame() }
  }

  /// The last frame, for a window that shows it.
  func takeFrame() -> (list: DrawList, next: Double?) {
    hasNewFrame = false
    return frame
  }

  private func play(_ step: ReplayStep) throws {
    switch step {
    case .input(let events):
      try play(events)
      if session.zoom != zoom { resize(to: size) }
    case .clickItem(let search, let button, let count): try click(only(search), button, count)
    case .clickPart(let part, let button, let count): try click(part, button, count)
    case .paste(let text):
      session.context.environment.clipboard.text = text
      guard session.handle(.keyPressed(.character("v"), .control), at: now) else {
        throw Self.untakenText
      }
    case .clipboard(let text, let selected):
      if let text { session.context.environment.clipboard.text = text }
      if let selected { session.context.environment.clipboard.selectedText = selected }
    case .drop(let paths): session.open(paths, at: now)
    case .resize(let size): resize(to: size)
    case .write(let bytes):
      let (page, context) = (session.page, session.context)
      let file = ScreenFile(
        page.source, bytes: bytes, kinds: context.kinds, origin: page.file.origin)
      page.reload(file.withData(by: context.loader.data, of: bytes))
    case .lines(let lines): play(lines)
    case .wait(let seconds): wait(seconds)
    case .inspect:
      showFrame()
      let page = session.page
      try output.inspect(page.controller, page.file.reading.sourceMap, time: now)
    case .render(let name):
      let isStill = session.context.environment.reducesMotion
      let times = isStill ? [:] : seen.mapValues { now - $0 }
      let picture = try picture(seen: times) { [session, now] in
        session.renderFrame(at: now).list
      }
      try output.paint(picture, name: name)
    // Expected events are compared with the actual ones once all steps are played.
    case .expect, .window: return
    }
    showWhatChanged()
  }

  /// - Throws: `ReplayStep.Fault` at text that nothing takes, neither by itself nor by its key.
  private func play(_ events: [InputEvent]) throws(ReplayStep.Fault) {
    var isTaken = false
    for event in events {
      let isUsed = session.handle(event.zoomed(by: zoom), at: now)
      switch event {
      case .textComposed("", _): break
      case .textEntered, .textComposed: guard isUsed || isTaken else { throw Self.untakenText }
      default: isTaken = isUsed
      }
    }
  }

  private static let untakenText = FieldFault("nothing here takes text")

  private func only(_ search: ItemSearch) throws(FieldFault) -> FoundPart {
    let (controller, found) = search.find(limit: 2, in: session.page.controller)
    let part = try FoundPart.only(of: found)
    session.split.use(controller)
    return part
  }

  private func click(_ part: FoundPart, _ button: PointerButton, _ count: Int) throws {
    let controller = session.page.controller
    if case .item(let path) = part, path.isInToolbar, controller.frame(of: path) == nil,
      let index = path.item
    {
      return controller.toolbar.press(index)
    }
    guard let place = try place(of: part) else {
      throw FieldFault("\(part.pointer ?? "the part") is not shown")
    }
    let point = Point(x: place.midX * zoom, y: place.midY * zoom)
    try play(.input(ReplayStep.clicks(point, button, count: count)))
  }

  /// Scrolls to a part unless it is wholly visible, and returns what is visible of it; nil for
  /// nothing.
  private func place(of part: FoundPart) throws(ChangeError) -> Rect? {
    let controller = session.page.controller
    guard let path = part.path, !path.isInToolbar else { return part.frame(in: controller) }
    let window = controller.sheet.contentArea
    func visible() -> Rect? {
      guard let frame = part.frame(in: controller) else { return nil }
      let part = frame.intersection(window)
      return part.isEmpty ? nil : part
    }
    if let seen = visible(), seen == part.frame(in: controller) { return seen }
    let around = ItemPath(component: path.component, part: path.part)
    if path.item != nil {
      try controller.scroll(to: around, position: .center)
    } else if let frame = controller.frame(of: around) {
      controller.scroll(to: controller.contentOffset + frame.midY - window.midY)
    }
    showWhatChanged()
    if part != .item(path), visible() == nil, let frame = part.frame(in: controller) {
      // The item is higher than the window.
      controller.scroll(to: controller.contentOffset + frame.midY - window.midY)
      showWhatChanged()
    }
    return visible()
  }

  private func play(_ lines: [[UInt8]]) {
    let page = session.page
    let context = session.context
    var reader = StreamUpdateReader(
      page.source, kinds: context.kinds, data: context.loader.data)
    let read = lines.map { line in
      lineCount += 1
      return reader.read(StreamedText(line: lineCount, bytes: line))
    }
    PageUpdater(session).receive(read)
  }

  private func showFrame() {
    frame = session.renderFrame(at: now)
    let images = frame.list.imageSources
    if images != inView {
      inView = images
      seen = Dictionary(images.map { ($0, seen[$0] ?? now) }) { $1 }
    }
    lastFrame = now
    hasNewFrame = true
  }

  /// Advances time by `seconds` and shows each frame that falls due meanwhile.
  func wait(_ seconds: Double) {
    // Rounded, so that several waits end at the same time as a single one of the same length.
    let end = ((now + seconds) * 1e6).rounded() / 1e6
    while let due = frame.next {
      let time = max(due, lastFrame + Self.frameTime)
      guard time <= end else { break }
      setTime(time)
      showFrame()
    }
    setTime(end)
  }

  private func setTime(_ time: Double) {
    now = time
    log?.time = time
  }

  /// Paints the last frame as a picture, without changing the screen.
  func lastPicture() throws -> OffscreenCanvas { try picture(seen: nil) { [frame] in frame.list } }

  private func picture(
    seen: [String: Double]?, _ frame: () -> DrawList
  ) throws -> OffscreenCanvas {
    try session.context.picture(
      size: session.size, timeout: imageTimeout,
      background: session.page.controller.environment.theme[.background],
      seen: seen, frame: frame)
  }
}

/// In a window, time stands still between the steps of a script.
extension Replay: SessionHolder {
  var isUser: Bool { false }
  var needsFrame: Bool { session.needsFrame || hasNewFrame }

  func frame(at now: Double) -> (list: DrawList, next: Double?) {
    showWhatChanged()
    return (takeFrame().list, nil)
  }

  func handle(_ input: InputEvent, at now: Double) {
    switch input {
    // A pointer that merely crosses the window does not end the script.
    case .pointerMoved, .pointerReleased, .pointerLeft, .pointerCancelled: return
    case .pointerPressed, .wheel, .keyPressed, .textEntered, .textComposed:
      onUser()
      session.handle(input, at: now)
    }
  }

  func windowDidResize(to size: Size) {
    if size != self.size { resize(to: size) }
  }

  func open(_ paths: [String], at now: Double) {
    onUser()
    session.open(paths, at: now)
  }
}

extension Replay: ReplayPlayer {
  func start() throws {
    try begin()
    zoom = session.zoom
    showFrame()
    session.didShow()
  }

  var isClosed: Bool { session.isClosed }

  func finish() { log?.write(.closed) }

  func play(_ step: ReplayStep, line: [UInt8]) throws { try play(step) }
}
