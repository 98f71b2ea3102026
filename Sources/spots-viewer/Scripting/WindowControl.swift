import Spots
import SpotsSDL
import SpotsViewer

/// Lets other programs of the user ask a window what it shows, and act in it.
///
/// Questions are answered on the main thread, in the order in which they arrive. One that waits for
/// something is answered when that has happened, and holds up only the client that asked.
@MainActor
final class WindowControl {
  typealias Answer = @Sendable ([UInt8]) -> Void

  private let viewer: Viewer
  private var clients: [Int: ControlClient] = [:]
  private let waits: ControlWaits
  /// Searches screens, which may have millions of items.
  private let searches = WorkQueue(width: 4)
  private var socket: ControlSocket?
  /// The client whose script controls the window; nil for none.
  private var scripting: ControlClient?
  /// What the client is told of beside events if it is a tool of an agent, which may do less than
  /// the user; nil for other clients.
  private let messages: ToolMessages?

  /// How long a window may take to get the requested size, in seconds.
  private static let resizeTimeout = 5.0
  /// The maximum number of items that a search returns.
  private static let mostItems = 100

  /// A socket's path, for clients to come, or the socket of a tool, which is there already.
  enum Place {
    case path(String)
    case link(Int32, ToolMessages)
  }

  init(_ viewer: Viewer, at place: Place) throws(FileError) {
    self.viewer = viewer
    messages = if case .link(_, let messages) = place { messages } else { nil }
    let mailbox = viewer.mailbox
    waits = ControlWaits(mailbox: mailbox) { [weak viewer] condition, client in
      viewer.map { Self.holds(condition, client, in: $0) } == true
    } search: { [weak viewer, searches] wanted, then in
      guard let viewer else { return then(false) }
      wanted.find(limit: 1, in: viewer, on: searches) { _, found in then(!found.isEmpty) }
    }
    let handler: ControlSocket.Handler = { [weak self] client, line, answer in
      // Read on the client's thread, for a line may be long.
      let question = line.map { line in
        (line, Result { () throws(ReplayStep.Fault) in try ControlQuestion(line: line) })
      }
      mailbox.post { self?.receive(question, from: client, answer) }
    }
    socket =
      switch place {
      case .path(let path): try ControlSocket(path: path, handler: handler)
      case .link(let link, _): try ControlSocket(link: link, handler: handler)
      }
    viewer.sessionContent.onFrame = { [waits] in waits.look(hasFrame: true) }
  }

  /// Answers the clients that still wait, and closes the socket.
  func end() {
    waits.endAll(because: "the window is closed")
    socket?.end()
  }

  /// Passes an event on to the clients.
  func heard(_ event: ViewerEvent) {
    let secret = isForTools ? session.secretNames : []
    for client in clients.values { client.log.write(event, without: secret) }
    waits.lookSoon()
  }

  private var isForTools: Bool { messages != nil }
  private var session: Session { viewer.session }
  private var controller: SpotsController { session.page.controller }
  /// The script that controls the window; nil for none.
  private var script: Replay? { viewer.sessionContent.holder as? Replay }
  /// The recorder of the window; nil for none.
  private var recorder: Recorder? { viewer.sessionContent.holder as? Recorder }

  // MARK: Questions

  private func receive(
    _ question: (line: [UInt8], parsed: Result<ControlQuestion, ReplayStep.Fault>)?,
    from number: Int, _ answer: @escaping Answer
  ) {
    guard let question else { return leave(number) }
    let client = clients[number] ?? ControlClient(number, messages: messages)
    clients[number] = client
    do {
      try ask(question.parsed.get(), question.line, client, answer)
    } catch {
      answer(client.answer(error))
    }
  }

  private func ask(
    _ question: ControlQuestion, _ line: [UInt8], _ client: ControlClient,
    _ answer: @escaping Answer
  ) throws {
    if client.isInterrupted {
      client.isInterrupted = false
      guard question == .script(false) else {
        throw FieldFault("the script is over: the user has used the window")
      }
    }
    if case .step = question { try checkHolder(client) }
    switch question {
    case .step(.resize(let size)): return resize(to: size, client, answer)
    case .step(.lines(let lines)) where script == nil && recorder == nil:
      return apply(lines, client, answer)
    case .screenshot(let path): return paint(path, client, answer)
    case .step(.clickItem(let wanted, let button, let count)) where recorder == nil:
      return click(wanted, button, count, line, client, answer)
    case .step(let step): try play(step, line, client)
    case .tree(let options):
      layOut()
      return answer(client.answer { describeTree(options, in: &$0) })
    case .find(let wanted): return describe(wanted, client, answer)
    case .values:
      return answer(
        client.answer { json in
          let secrets = session.secretNames
          json.member(
            "values", .object(controller.values.answers.filter { !secrets.contains($0.key) }))
        })
    case .wait(let condition, let timeout):
      return wait(for: condition, timeout, client, answer)
    case .script(let isOn): try isOn ? begin(client) : finish(client)
    case .record(let path): try record(path)
    }
    answer(client.answer { _ in })
    // The frame that the step made has yet to be shown.
    viewer.sessionContent.isStale = true
  }

  private func leave(_ number: Int) {
    clients[number] = nil
    waits.leave(number)
    if scripting?.number == number { release() }
  }

  // MARK: Acting

  /// The player for the steps of a client: its script, the recorder, or else one in real time.
  private func player(_ client: ControlClient) -> any ReplayPlayer {
    if let script, scripting === client { return script }
    if let recorder { return recorder }
    return Replay(
      session, size: viewer.window.size, scale: viewer.window.scale,
      now: viewer.sessionContent.now, imageTimeout: 0, log: client.log, output: client.lines,
      begin: {})
  }

  /// Refuses to act in a window that another client's script controls.
  private func checkHolder(_ client: ControlClient) throws(ReplayStep.Fault) {
    if let scripting, scripting !== client {
      throw FieldFault("the script of another client has the window")
    }
  }

  private func play(_ step: ReplayStep, _ line: [UInt8], _ client: ControlClient) throws {
    let isScript = scripting === client
    switch step {
    case .wait where !isScript:
      throw FieldFault("'wait' is for scripts; {\"wait-for\":…} waits for something")
    case .inspect where !isScript:
      throw FieldFault("'inspect' is for scripts; {\"tree\":true} does it here")
    case .window where !isScript:
      throw FieldFault("'window' is for scripts; {\"resize\":…} gives the window another size")
    case .expect:
      throw FieldFault("'expect' is for 'replay', which compares")
    default: break
    }
    let player = player(client)
    if isForTools {
      try ToolLimits.hold(viewer, in: step) { try player.play(step, line: line) }
    } else {
      try player.play(step, line: line)
    }
    if player.isClosed, isScript { try player.finish() }
  }

  /// Makes the changes of lines as those of a stream are made, and answers after the last one.
  private func apply(_ lines: [[UInt8]], _ client: ControlClient, _ answer: @escaping Answer) {
    // Those of A2UI go on where the lines of the stream have left off.
    let isSame = session.pages[0].source == session.page.source
    guard let reader = (isSame ? session.pages[0] : session.page).reader else {
      return answer(client.answer(FieldFault("the screen is not there yet")))
    }
    let (mailbox, updater) = (viewer.mailbox, PageUpdater(session))
    WorkQueue().async {
      let read = lines.enumerated().map { index, line in
        reader.read(StreamedText(line: index + 1, bytes: line))
      }
      mailbox.post { [weak self] in self?.apply(read, by: updater, client, answer) }
    }
  }

  private func apply(
    _ lines: [StreamUpdate], by updater: PageUpdater, _ client: ControlClient,
    _ answer: @escaping Answer
  ) {
    updater.receive(lines, for: PageUpdater.timeForLines)
    viewer.sessionContent.isStale = true
    if updater.isWorking {
      updater.onWorked = { [weak self] in
        updater.onWorked = {}
        self?.apply([], by: updater, client, answer)
      }
    } else if updater.isBehind {
      viewer.mailbox.post { [weak self] in self?.apply([], by: updater, client, answer) }
    } else {
      answer(client.answer { _ in })
    }
  }

  // MARK: Waiting

  /// Resizes the window, and answers when it has the new size.
  private func resize(to size: Size, _ client: ControlClient, _ answer: @escaping Answer) {
    viewer.window.resize(to: size)
    wait(until: .window(.size(size)), for: Self.resizeTimeout, client) { reason in
      answer(
        client.answer { json in
          if reason != nil { json.member("error", "the window does not get this size") }
        })
    }
  }

  /// Writes a picture once its images have arrived.
  private func paint(_ path: String, _ client: ControlClient, _ answer: @escaping Answer) {
    wait(until: .window(.pictures), for: Replay.imageTimeout, client) { [self] reason in
      do {
        // Waiting for its pictures again would delay the end of the program.
        if session.isClosed, let reason { throw FieldFault(reason) }
        if let script, scripting !== client {
          try client.lines.paint(try script.lastPicture(), name: path)
        } else {
          try player(client).play(.render(path), line: [])
        }
        answer(client.answer { _ in })
      } catch {
        answer(client.answer(error))
      }
    }
  }

  private func wait(
    for condition: ControlCondition, _ timeout: Double, _ client: ControlClient,
    _ answer: @escaping Answer
  ) {
    wait(until: condition, for: timeout, client) { [self] reason in
      if reason == nil, case .items(let wanted, areThere: true) = condition {
        return describe(wanted, client, answer)
      }
      answer(
        client.answer { json in
          if let reason { json.member("error", reason) }
        })
    }
  }

  private func wait(
    until condition: ControlCondition, for seconds: Double, _ client: ControlClient,
    _ end: @escaping (_ reason: String?) -> Void
  ) {
    waits.wait(until: condition, for: seconds, client, end)
    // Another frame shows whether the condition is met.
    viewer.sessionContent.isStale = true
  }

  /// Whether a window has a size, give or take a pixel.
  private static func isAbout(_ size: Size, _ window: Window) -> Bool {
    let pixel = 1 / window.scale
    return abs(window.size.width - size.width) <= pixel
      && abs(window.size.height - size.height) <= pixel
  }

  private static func holds(
    _ condition: WindowCondition, _ client: ControlClient, in viewer: Viewer
  ) -> Bool {
    let session = viewer.session
    return switch condition {
    case .size(let size): isAbout(size, viewer.window)
    case .pictures: !session.context.isWaitingForImages
    case .rest:
      !viewer.sessionContent.isMoving && !session.page.isLoading
        && !(client.isTool && session.pages[0].isStream && !session.pages[0].status.hasEnded)
    case .event(let name): client.hasHeard(name)
    }
  }

  // MARK: Looking

  /// Lays out what has changed since the last frame, so that frames of items are up to date.
  private func layOut() {
    // A holder of the session has shown all changes already.
    guard viewer.sessionContent.holder == nil, session.needsFrame else { return }
    _ = session.renderFrame(at: viewer.sessionContent.now)
    viewer.sessionContent.isStale = true
  }

  private func describeTree(_ options: Set<TreeOption>, in json: inout JSONWriter) {
    json.key("tree")
    InspectOutput(
      controller: controller, positions: session.page.file.reading.sourceMap,
      visibleOnly: options.contains(.visible), hasExpressions: options.contains(.expressions),
      accessible: options.contains(.parts) ? AccessibleScreen(controller) : nil
    ).write(to: &json)
  }

  /// Answers with the items that match.
  private func describe(_ wanted: ItemSearch, _ client: ControlClient, _ answer: @escaping Answer) {
    wanted.find(limit: Self.mostItems, overlays: !isForTools, in: viewer, on: searches) {
      [weak self] controller, found in
      answer(client.answer { self?.describe(found, of: controller, in: &$0) })
    }
  }

  /// Clicks the item that matches, and answers.
  private func click(
    _ wanted: ItemSearch, _ button: PointerButton, _ count: Int, _ line: [UInt8],
    _ client: ControlClient, _ answer: @escaping Answer
  ) {
    wanted.find(limit: 2, overlays: !isForTools, in: viewer, on: searches) {
      [weak self] controller, found in
      do {
        let part = try FoundPart.only(of: found)
        self?.session.split.use(controller)
        try self?.play(.clickPart(part, button, count: count), line, client)
        answer(client.answer { _ in })
        self?.viewer.sessionContent.isStale = true
      } catch {
        answer(client.answer(error))
      }
    }
  }

  /// Writes what was found, with frames in points of the window, as steps take them.
  private func describe(
    _ found: [FoundPart], of controller: SpotsController, in json: inout JSONWriter
  ) {
    layOut()
    let window = controller.sheet.area
    json.array("items", found) { json, part in
      json.object { json in
        if let pointer = part.pointer { json.member("path", pointer) }
        json.member("title", part.title(in: controller))
        if let role = part.role(in: controller) { json.member("role", role.rawValue) }
        let frame = part.frame(in: controller)
        if let frame { json.rect("frame", frame.scaled(by: session.zoom)) }
        json.member("visible", frame.map { !$0.intersection(window).isEmpty } ?? false)
      }
    }
  }

  // MARK: Scripts

  private func begin(_ client: ControlClient) throws {
    try checkHolder(client)
    guard recorder == nil else { throw FieldFault("the window is recorded") }
    try viewer.sessionContent.checkRestart()
    client.beginScript()
    scripting = client
    let script = Replay(in: viewer.sessionContent, log: client.log, output: client.lines)
    script.onUser = { [weak self] in
      self?.release()
      client.isInterrupted = true
    }
    viewer.sessionContent.holder = script
    do {
      try script.start()
    } catch {
      release()
      throw error
    }
  }

  private func finish(_ client: ControlClient) {
    guard scripting === client else { return }
    script?.finish()
    release()
  }

  private func release() {
    scripting?.endScript()
    scripting = nil
    viewer.sessionContent.holder = nil
  }

  // MARK: Records

  private func record(_ path: String?) throws {
    guard let path else {
      recorder?.end()
      return
    }
    guard script == nil else { throw FieldFault("a script has the window") }
    guard recorder == nil else { throw FieldFault("the window is recorded") }
    try Recorder(viewer.sessionContent, path: path).begin()
  }
}
