import Glibc
import Spots
import SpotsSDL
import SpotsViewer

/// Records what is done in a window as a script, by playing it as one: whatever the user does
/// becomes a line, which is read as a step, played at once, and followed by the events it causes.
/// A replay therefore does exactly what the window did.
@MainActor
final class Recorder: SessionHolder {
  private unowned let content: SessionContent
  private let file: RecordFile
  private let clipboard: RecordedClipboard
  private let replay: Replay
  private let output = RecordedEvents()
  private let log: EventLog
  private(set) var hasBegun = false
  let isUser = true
  /// The time of the clock when the record began.
  private var beginning = 0.0
  /// The time of the replay up to which waits are written.
  private var written = 0.0

  /// The longest wait of one step, in seconds.
  private static let longestWait = 3600.0

  /// - Parameters:
  ///   - path: The file that is created, or overwritten, when the record begins.
  ///   - imageTimeout: How long a picture waits for the images in it, in seconds.
  init(_ content: SessionContent, path: String, imageTimeout: Double = 0) {
    self.content = content
    file = RecordFile(path)
    clipboard = RecordedClipboard(content.session.context.environment.clipboard)
    log = EventLog(output: output)
    replay = Replay(in: content, imageTimeout: imageTimeout, log: nil, output: output)
  }

  /// Begins with the screen as it is in its file.
  ///
  /// - Throws: `ViewerError` as `SessionContent.restart` does; `Failure` if there can be no file.
  func begin() throws {
    hasBegun = true
    try content.checkRestart()
    let session = content.session
    content.holder = self
    session.context.environment.clipboard = clipboard
    beginning = Clock.now
    do {
      // The file is overwritten only once there is something to record.
      try replay.start()
      try file.begin(recording: session.page.path)
    } catch {
      letGo()
      throw error
    }
    file.write(ReplayLine.line("window", .size, replay.size))
    writeEvents()
  }

  /// Writes what was done, and gives the window back.
  func end() {
    // No time passes in a closed window.
    if !isClosed {
      advance(to: Clock.now)
      writeWait()
    }
    log.write(.closed)
    writeEvents()
    letGo()
  }

  private func letGo() {
    guard content.holder === self else { return }
    content.holder = nil
  }

  // MARK: Steps

  /// Plays a line.
  ///
  /// - Parameter hidden: The line to write instead while a secret field has the focus.
  private func play(_ line: [UInt8], hidden: [UInt8]? = nil, at now: Double) throws {
    advance(to: now)
    writeWait()
    let wasSecret = isSecret
    let written = wasSecret ? hidden ?? line : line
    // Written before it is played, which may be the last thing that the program does.
    file.write(written)
    clipboard.forget()
    do {
      try replay.play(ReplayStep(line: line), line: line)
    } catch {
      file.removeLast()
      throw error
    }
    let (text, selected) = clipboard.read
    if text != nil || selected != nil {
      // The click itself may have moved the focus into a secret field.
      let isSecret = wasSecret || isSecret
      let hide = { (text: String) in isSecret ? Self.hidden(text) : text }
      file.removeLast()
      file.write(ReplayLine.clipboard(text.map(hide), selected: selected.map(hide)))
      file.write(written)
    }
    writeEvents()
  }

  private func note(_ line: [UInt8], hidden: [UInt8]? = nil, at now: Double) {
    do {
      try play(line, hidden: hidden, at: now)
    } catch {
      StandardError.warn("--record: \(error)")
    }
  }

  /// Advances the replay to `now`, a time of the clock.
  private func advance(to now: Double) {
    // Whole milliseconds are easy to read.
    let time = ((now - beginning) * 1000).rounded(.up) / 1000
    guard time > replay.now else { return }
    replay.wait(time - replay.now)
    if !output.lines.isEmpty { writeWait() }
    writeEvents()
  }

  // MARK: Lines

  private func writeWait() {
    var seconds = replay.now - written
    written = replay.now
    while seconds > 0 {
      let part = (min(seconds, Self.longestWait) * 1000).rounded() / 1000
      if part > 0 { file.write(ReplayLine.line("wait", .number(), part)) }
      seconds -= Self.longestWait
    }
  }

  private func writeEvents() {
    for event in output.take().split(separator: UInt8(ascii: "\n")) {
      file.write(ReplayLine.expect(Array(event)))
    }
  }

  /// Records an event, without the values of secret fields.
  func heard(_ event: ViewerEvent) {
    guard content.holder === self else { return }
    if case .closed = event { return end() }
    log.write(event, without: content.session.secretNames)
  }

  // MARK: Secrets

  /// Whether text typed now goes into a field that only the user may read.
  private var isSecret: Bool { content.textInputArea?.isSecret == true }

  /// The event to write while a secret is typed: one with as many characters.
  private static func hidden(_ input: InputEvent) -> InputEvent {
    switch input {
    case .keyPressed(.character, let held) where Key.space.isTyped(held),
      .keyPressed(.space, let held) where Key.space.isTyped(held):
      return .keyPressed(.character("x"), [])
    case .textEntered(let text): return .textEntered(hidden(text))
    case .textComposed(let text, _):
      let count = text.count
      return .textComposed(hidden(text), selected: count..<count)
    default: return input
    }
  }

  private static func hidden(_ text: String) -> String { String(repeating: "x", count: text.count) }

  // MARK: The window

  var now: Double { replay.now }
  var needsFrame: Bool { replay.needsFrame }

  func frame(at now: Double) -> (list: DrawList, next: Double?) {
    advance(to: now)
    // While something moves, the next frame is due anyway, and a replay would not show this one.
    if replay.frame.next.map({ $0 > replay.now + WindowLoop.frameTime }) ?? true {
      replay.showWhatChanged()
    }
    writeEvents()
    let (list, next) = replay.takeFrame()
    return (list, next.map { $0 + beginning })
  }

  func handle(_ input: InputEvent, at now: Double) {
    // Escape leaves full screen, which does not exist in a replay.
    if case .keyPressed(.escape, []) = input, content.window.isFullScreen {
      content.session.handle(input, at: replay.now)
      return
    }
    let event = input.zoomed(by: 1 / content.session.zoom)
    let (line, hidden) = (ReplayLine.input(event), ReplayLine.input(Self.hidden(event)))
    switch event {
    case .textEntered, .textComposed:
      // Users may type where nothing takes text, which no script may.
      do { try play(line, hidden: hidden, at: now) } catch {}
    default: note(line, hidden: hidden, at: now)
    }
  }

  func windowDidResize(to size: Size) {
    if size != replay.size { note(ReplayLine.line("resize", .size, size), at: Clock.now) }
  }

  func open(_ paths: [String], at now: Double) {
    // Scripts can only drop files; the window explains that this was something else.
    guard !paths.isEmpty else { return content.session.open(paths, at: replay.now) }
    note(ReplayLine.line("drop", .list(of: .string, ""), paths), at: now)
  }
}

extension Recorder: ReplayPlayer {
  var isClosed: Bool { replay.isClosed }

  func start() throws { try begin() }

  /// Plays a step of another program, and records it unless it only reads.
  func play(_ step: ReplayStep, line: [UInt8]) throws {
    let now = Clock.now
    switch step {
    // Painting must not show another frame, which the replay would not have.
    case .render(let name): try output.paint(try replay.lastPicture(), name: name)
    // Played one by one, since any of them may move the focus into or out of a secret field.
    case .input(let events) where !content.session.secretNames.isEmpty:
      for event in events {
        try play(ReplayLine.input(event), hidden: ReplayLine.input(Self.hidden(event)), at: now)
      }
    case .paste(let text):
      try play(line, hidden: ReplayLine.line("paste", .string, Self.hidden(text)), at: now)
    default: try play(line, at: now)
    }
  }

  func finish() { end() }
}

/// The events since the last line of a record.
@MainActor
private final class RecordedEvents: ReplayOutput {
  private(set) var lines: [UInt8] = []

  func take() -> [UInt8] {
    defer { lines = [] }
    return lines
  }

  func write(_ lines: [UInt8]) { self.lines += lines }

  func inspect(_ controller: SpotsController, _ positions: SourceMap, time: Double) {}
}
