import Dispatch
import Spots
import SpotsSDL
import SpotsViewer

/// Lets other programs of the user ask a window what it shows, and act in it.
///
/// Questions are answered on the main thread, in the order in which they come; those that wait for
/// something are answered when it has happened, and hold up only who has asked.
@MainActor
final class WindowControl {
  typealias Answer = @Sendable ([UInt8]) -> Void

  private struct Waiting {
    let client: Int
    let condition: ControlCondition
    let answer: Answer
  }

  private let viewer: Viewer
  private var clients: [Int: ControlClient] = [:]
  private var waiting: [Int: Waiting] = [:]
  private var waitingCount = 0
  /// Those who wait until the window has the size they have asked for.
  private var resizing: (client: Int, size: Size, answer: Answer)?
  /// The client whose script holds the time.
  private var script: (client: Int, replay: Replay)?
  private var socket: ControlSocket?

  /// How long a picture waits for the images in it, in seconds.
  private static let imageTimeout = 10.0
  /// How long a window may take to get the size that was asked for, in seconds.
  private static let resizeTimeout = 5.0
  /// The most items that a search finds.
  private static let mostItems = 100

  /// Listens at `path`; see `ControlSocket`.
  init(_ viewer: Viewer, path: String) throws(FileError) {
    self.viewer = viewer
    let mailbox = viewer.mailbox
    socket = try ControlSocket(path: path) { [weak self] client, line, answer in
      mailbox.post { self?.receive(line, from: client, answer) }
    }
    viewer.timed.onFrame = { [weak self] in self?.look() }
  }

  /// Answers nobody any more.
  func end() { socket?.end() }

  /// Tells of what has happened.
  func heard(_ event: ViewerEvent) {
    for client in clients.values { client.log.write(event) }
    look()
  }

  private var session: Session { viewer.session }
  private var controller: SpotsController { session.page.controller }

  // MARK: Questions

  private func receive(_ line: [UInt8]?, from number: Int, _ answer: @escaping Answer) {
    guard let line else { return leave(number) }
    let client = clients[number] ?? ControlClient()
    clients[number] = client
    do {
      try ask(ControlQuestion(line: line), number, client, answer)
    } catch {
      let message = (error as? ReplayStep.Fault)?.message ?? (error as? Failure)?.message
      answer(client.answer { $0.member("error", message ?? "\(error)") })
    }
  }

  private func ask(
    _ question: ControlQuestion, _ number: Int, _ client: ControlClient,
    _ answer: @escaping Answer
  ) throws {
    switch question {
    case .step(.resize(let size)): return try resize(to: size, number, answer)
    case .step(let step): try play(step, number, client)
    case .click(let search, let count): try click(search, count, number, client)
    case .tree(let visibleOnly):
      let output = InspectOutput(
        controller: controller, positions: session.page.file.reading.sourceMap,
        visibleOnly: visibleOnly)
      return answer(
        client.answer { json in
          json.key("tree")
          output.write(to: &json)
        })
    case .find(let search): return answer(client.answer { describe(found(search), in: &$0) })
    case .values:
      return answer(
        client.answer { json in
          json.key("values")
          json.value(.object(controller.values.openAnswers))
        })
    case .screenshot(let path): try play(.render(path), number, client)
    case .wait(let condition, let timeout):
      return wait(for: condition, timeout, number, answer)
    case .script(let isOn): try hold(isOn, number, client)
    }
    answer(client.answer { _ in })
    // What scripts do is recorded already, but not shown.
    session.needsFrame = true
  }

  private func leave(_ number: Int) {
    clients[number] = nil
    waiting = waiting.filter { $0.value.client != number }
    if resizing?.client == number { resizing = nil }
    if script?.client == number { release() }
  }

  // MARK: Acting

  private func player(_ number: Int, _ client: ControlClient) -> Replay {
    if let script, script.client == number { return script.replay }
    return Replay(
      on: viewer.timed, size: viewer.window.size, scale: viewer.window.scale,
      imageTimeout: Self.imageTimeout, log: client.log, output: client.lines)
  }

  private func play(_ step: ReplayStep, _ number: Int, _ client: ControlClient) throws {
    if case .wait = step, script?.client != number {
      throw ReplayStep.Fault(message: "'wait' is for scripts; {\"wait-for\":…} waits for something")
    }
    let player = player(number, client)
    try player.play(step, line: [])
    if player.isClosed, script?.client == number { player.finish() }
  }

  private func click(
    _ search: ItemSearch, _ count: Int, _ number: Int, _ client: ControlClient
  ) throws {
    let paths = search.paths(in: controller.screen.components, limit: 2)
    guard let path = paths.first else {
      throw ReplayStep.Fault(message: "there is no such item")
    }
    guard paths.count == 1 else {
      throw ReplayStep.Fault(
        message: "there are several, such as \(path.pointer) and \(paths[1].pointer)")
    }
    guard let place = try place(of: path) else {
      throw ReplayStep.Fault(message: "\(path.pointer) is not shown")
    }
    let zoom = session.zoom
    let point = Point(x: place.midX * zoom, y: place.midY * zoom)
    try play(.input(ReplayStep.clicks(at: point, count: count)), number, client)
  }

  /// The visible part of an item, once it has been scrolled to; nil where it cannot be seen.
  private func place(of path: ItemPath) throws(ChangeError) -> Rect? {
    let window = Rect(origin: .zero, size: controller.size)
    func visible() -> Rect? {
      guard let frame = controller.frame(of: path) else { return nil }
      let part = frame.intersection(window)
      return part.isEmpty ? nil : part
    }
    if let part = visible(), part == controller.frame(of: path) { return part }
    let around = ItemPath(component: path.component, part: path.part)
    if path.item != nil {
      try controller.scroll(to: around, position: .center)
    } else if let frame = controller.frame(of: around) {
      controller.scroll(to: controller.contentOffset + frame.midY - window.midY)
    }
    _ = session.renderFrame(at: viewer.timed.now)
    return visible()
  }

  // MARK: Size

  /// Has the window get another size, and answers when it has it.
  private func resize(to size: Size, _ number: Int, _ answer: @escaping Answer) throws {
    guard resizing == nil else {
      throw ReplayStep.Fault(message: "the window is being resized already")
    }
    resizing = (number, size, answer)
    viewer.window.resize(to: size)
    after(Self.resizeTimeout) { [weak self] in
      guard let self, let resizing = self.resizing, resizing.client == number else { return }
      self.resizing = nil
      let message = "the window does not get this size"
      answer(self.clients[number]?.answer { $0.member("error", message) } ?? [])
    }
    look()
  }

  // MARK: Waiting

  private func wait(
    for condition: ControlCondition, _ timeout: Double, _ number: Int, _ answer: @escaping Answer
  ) {
    waitingCount += 1
    let count = waitingCount
    waiting[count] = Waiting(client: number, condition: condition, answer: answer)
    look()
    guard waiting[count] != nil else { return }
    after(timeout) { [weak self] in
      guard let self, self.waiting.removeValue(forKey: count) != nil else { return }
      answer(
        self.clients[number]?.answer { $0.member("error", "nothing came within \(timeout) s") }
          ?? [])
    }
  }

  /// Answers those who have waited for what is there now.
  private func look() {
    if let resizing, viewer.window.size == resizing.size, let client = clients[resizing.client] {
      self.resizing = nil
      if script?.client == resizing.client { script?.replay.windowDidResize(to: resizing.size) }
      resizing.answer(client.answer { _ in })
    }
    for (count, waiting) in waiting.sorted(by: { $0.key < $1.key }) {
      guard let client = clients[waiting.client], holds(waiting.condition, client) else { continue }
      self.waiting[count] = nil
      waiting.answer(
        client.answer { json in
          if case .item(let search) = waiting.condition { describe(found(search), in: &json) }
        })
    }
  }

  private func holds(_ condition: ControlCondition, _ client: ControlClient) -> Bool {
    switch condition {
    case .event(let name): client.hasHeard(name)
    case .item(let search): !search.paths(in: controller.screen.components, limit: 1).isEmpty
    case .noItem(let search): search.paths(in: controller.screen.components, limit: 1).isEmpty
    }
  }

  private func after(_ seconds: Double, _ body: @escaping @MainActor @Sendable () -> Void) {
    let mailbox = viewer.mailbox
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { mailbox.post(body) }
  }

  // MARK: Looking

  private func found(_ search: ItemSearch) -> [ItemPath] {
    search.paths(in: controller.screen.components, limit: Self.mostItems)
  }

  private func describe(_ paths: [ItemPath], in json: inout JSONWriter) {
    let window = Rect(origin: .zero, size: controller.size)
    json.key("items")
    json.beginArray()
    for path in paths {
      json.beginObject()
      json.member("path", path.pointer)
      json.member("title", controller.item(at: path)?.title)
      let frame = controller.frame(of: path)
      if let frame { json.rect("frame", frame) }
      json.member("visible", frame.map { !$0.intersection(window).isEmpty } ?? false)
      json.endObject()
    }
    json.endArray()
  }

  // MARK: Scripts

  private func hold(_ isOn: Bool, _ number: Int, _ client: ControlClient) throws {
    if let script, script.client != number {
      throw ReplayStep.Fault(message: "the script of another client has the window")
    }
    if !isOn {
      script?.replay.finish()
      return release()
    }
    viewer.timed.holdTime()
    session.showsBars = false
    session.waitsForDocuments = true
    client.beginScript()
    let replay = player(number, client)
    script = (number, replay)
    replay.start()
  }

  private func release() {
    guard let script else { return }
    self.script = nil
    clients[script.client]?.endScript()
    session.showsBars = true
    session.waitsForDocuments = false
    viewer.timed.releaseTime()
  }
}
