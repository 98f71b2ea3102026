import Foundation
import SpotsModelTestSupport
import SpotsTestSupport
import Synchronization
import Testing

@testable import Spots
@testable import SpotsPlatform
@testable import SpotsViewer

/// What a screen sends to its server, and what comes of the answers.
@Suite(.timeLimit(.minutes(30 * Allowance.factor))) @MainActor struct PostingTests {
  private static let form = """
    {"title":"Order","components":[{"identifier":"list","items":[
      {"kind":"text-field","name":"who","checks":{"required":true}},
      {"kind":"button","identifier":"send","title":"Send","action":"post:ACTION"},
      {"title":"Details","action":"push:details"}]}],
    "screens":{"details":{"components":[{"items":[
      {"kind":"text-field","name":"city"},
      {"kind":"button","title":"Send","action":"post:/orders"}]}]}}}
    """

  /// A session that shows the form as if it came from the server of `url`; from a file without one.
  private func session(
    from url: String?, action: String = "/orders", allowing origins: Set<String> = [],
    showing screen: String = form
  ) throws -> Session {
    var options = ViewerOptions()
    (options.theme, options.allowedOrigins) = (.light, origins)
    let path = url ?? "order.json"
    let context = try ViewerContext(
      source: DocumentSource(path), options: options, scale: 1
    ) { _ in }
    let session = Session(context: context, size: Size(width: 600, height: 400))
    let origin = url.flatMap(WebAddress.init).map { ScreenOrigin(address: $0, isPrivate: true) }
    let text = screen.replacing("ACTION", with: action)
    session.start(
      ScreenFile(
        DocumentSource(path), bytes: Array(text.utf8), kinds: context.kinds, origin: origin))
    _ = session.renderFrame(at: 0)
    session.didShow()
    return session
  }

  private func press(_ item: Int, in session: Session) throws {
    _ = session.renderFrame(at: 1)
    let path = ItemPath(component: 0, item: item)
    let frame = try #require(session.page.controller.frame(of: path))
    let point = Point(x: frame.x + 40, y: frame.midY)
    session.handle(.pointerPressed(point, .left, clicks: 1), at: 1)
    session.handle(.pointerReleased(point, .left), at: 1)
    _ = session.renderFrame(at: 2)
  }

  private func wait(in session: Session, until isReached: () -> Bool) {
    let limit = ContinuousClock.now + .seconds(10 * Allowance.factor)
    while !isReached(), ContinuousClock.now < limit {
      session.context.mailbox.wait(timeout: 0.1)
      _ = session.context.mailbox.drain()
    }
  }

  private func note(of session: Session) -> String { session.page.overlays.note.text }

  private func body(_ request: TestServer.Request) -> JSONValue? {
    JSONValue.read(request.body).value
  }

  @Test func answersAreSentOnceAndAScreenComesBack() throws {
    let server = try TestServer { _ in
      .text(#"{"title":"Thanks","components":[{"items":[{"title":"Done"}]}]}"#)
    }
    let session = try session(from: server.url("/shop/order.json"))
    try press(1, in: session)
    #expect(server.requests.isEmpty, "what is required is missing")
    session.page.controller.values["who"] = "Ada"
    try press(1, in: session)
    try press(1, in: session)
    wait(in: session) { session.page.title == "Thanks" }
    #expect(session.page.title == "Thanks")
    #expect(server.requests.map(\.path) == ["/orders"])
    let request = try #require(server.requests.first)
    #expect(
      body(request) == [
        "action": "post:/orders", "identifier": "send", "values": ["who": "Ada"],
      ])
    #expect(request.headers["origin"] == "http://127.0.0.1:\(server.port)")
  }

  @Test func faultsAreSaidOnTheirFields() throws {
    let server = try TestServer { _ in
      .document(Array(#"{"errors":{"who":"This name is taken."}}"#.utf8), status: 422)
    }
    let session = try session(from: server.url("/order.json"), action: "orders")
    session.page.controller.values["who"] = "root"
    try press(1, in: session)
    func isSaid() -> Bool {
      "\(session.renderFrame(at: 5).list.entries)".contains("This name is taken.")
    }
    wait(in: session, until: isSaid)
    #expect(isSaid())
    try press(1, in: session)
    wait(in: session) { server.requests.count == 2 }
    #expect(server.requests.count == 2, "a refused answer may be sent again")
  }

  @Test func refusalsWithoutAWordAreSaid() throws {
    let bodies = [
      #"{"errors":{"who":["Too short.","No root."]}}"#, #"{"errors":{}}"#,
      #"{"errors":{"who":""}}"#,
    ]
    let count = Mutex(0)
    let server = try TestServer { _ in
      .document(Array(bodies[count.withLock { $0 }].utf8), status: 422)
    }
    let session = try session(from: server.url("/order.json"))
    session.page.controller.values["who"] = "root"
    for index in bodies.indices {
      count.withLock { $0 = index }
      try press(1, in: session)
      func isSaid() -> Bool {
        index == 0
          ? "\(session.renderFrame(at: 5).list.entries)".contains("Too short. No root.")
          : note(of: session) == "Not sent: the server refuses it"
      }
      wait(in: session, until: isSaid)
      #expect(isSaid(), "\(bodies[index])")
      session.page.show(note: "")
    }
  }

  /// Who goes back while answers are on their way is told if they are refused, where they are.
  @Test(arguments: [
    #"{"errors":{"city":"There is no such city."}}"#, "", #"{"errors":{}}"#,
  ])
  func whoLeavesIsTold(reply: String) throws {
    let (hasCome, isAnswering) = (SharedFlag(false), SharedFlag(false))
    let server = try TestServer { _ in
      hasCome.value = true
      while !isAnswering.value { usleep(1000) }
      return reply.isEmpty ? .raw([]) : .document(Array(reply.utf8), status: 422)
    }
    let session = try session(from: server.url("/order.json"))
    session.page.controller.values["who"] = "Ada"
    try press(2, in: session)
    #expect(session.pages.count == 2)
    try press(1, in: session)
    wait(in: session) { hasCome.value }
    try press(1, in: session)
    #expect(note(of: session) == "What was sent before is still on its way")
    session.goBack()
    #expect(session.pages.count == 1)
    isAnswering.value = true
    func isTold() -> Bool {
      note(of: session).hasPrefix(reply.isEmpty ? "This may have been sent: " : "Not sent: ")
    }
    wait(in: session, until: isTold)
    #expect(isTold(), "\(note(of: session))")
    #expect(server.requests.count == 1)
  }

  /// The same values have the same key where it is not known whether the server has them.
  @Test func whatMayHaveBeenSentKeepsItsKey() throws {
    let server = try TestServer { _ in .raw([]) }
    let session = try session(from: server.url("/order.json"))
    for (index, name) in ["Ada", "Ada", "Bob"].enumerated() {
      session.page.controller.values["who"] = .string(name)
      session.page.show(note: "")
      try press(1, in: session)
      wait(in: session) { note(of: session).hasPrefix("This may have been sent: ") }
      #expect(server.requests.count == index + 1)
    }
    let keys = server.requests.map { $0.headers["idempotency-key"] }
    #expect(keys[0] == keys[1] && keys[1] != keys[2])
  }

  @Test func linesChangeThePage() throws {
    let server = try TestServer { _ in
      .text(
        #"{"append":[{"title":"Ordered"}],"to":"list"}"# + "\n"
          + #"{"toast":"Thank you"}"# + "\n")
    }
    let session = try session(from: server.url("/order.json"))
    session.page.controller.values["who"] = "Ada"
    try press(1, in: session)
    wait(in: session) { note(of: session) == "Thank you" }
    #expect(note(of: session) == "Thank you")
    let added = session.page.controller.item(at: ItemPath(component: 0, item: 3))
    #expect(added?.title == "Ordered")
  }

  @Test func aRedirectOpensAnotherScreen() throws {
    let server = try TestServer { request in
      request.method == "POST"
        ? .document([], headers: ["Location: /done.json"], status: 303)
        : .text(#"{"title":"Done","components":[]}"#)
    }
    let session = try session(from: server.url("/order.json"))
    session.page.controller.values["who"] = "Ada"
    try press(1, in: session)
    wait(in: session) { session.pages.count == 2 }
    #expect(session.pages.last?.path == server.url("/done.json"))
  }

  /// A lost answer is asked for again with the same key, by the user alone.
  @Test func whatFailsCanBeSentAgain() throws {
    let server = try TestServer { request in
      .document(
        Array(#"{"title":"Done","components":[]}"#.utf8),
        status: request.headers["retry"] == nil ? 503 : 200)
    }
    let session = try session(from: server.url("/order.json"))
    session.page.controller.values["who"] = "Ada"
    try press(1, in: session)
    wait(in: session) { note(of: session).hasPrefix("Not sent: ") }
    #expect(note(of: session).hasPrefix("Not sent: "))
    #expect(server.requests.count == 1)
    _ = session.renderFrame(at: 3)
    let frame = session.page.overlays.note.frame
    let point = Point(x: frame.maxX - 30, y: frame.midY)
    session.handle(.pointerPressed(point, .left, clicks: 1), at: 3)
    session.handle(.pointerReleased(point, .left), at: 3)
    wait(in: session) { server.requests.count == 2 }
    #expect(Set(server.requests.map { $0.headers["idempotency-key"] }).count == 1)
    #expect(server.requests.count == 2)
  }

  @Test func nothingGoesToOtherServers() throws {
    let (own, other) = (try TestServer { _ in .text("") }, try TestServer { _ in .text("") })
    let address = other.url("/orders")
    for url in [own.url("/order.json"), nil] {
      let refused = try session(from: url, action: address)
      refused.page.controller.values["who"] = "Ada"
      try press(1, in: refused)
      #expect(note(of: refused).contains("--allow-origin http://127.0.0.1:\(other.port)"))
    }
    let session = try session(from: nil, action: "/orders")
    session.page.controller.values["who"] = "Ada"
    try press(1, in: session)
    #expect(note(of: session) == "Not sent: '/orders' is not the address of a server")
    #expect(own.requests.isEmpty && other.requests.isEmpty)
    let allowed = try self.session(
      from: nil, action: address, allowing: ["http://127.0.0.1:\(other.port)"])
    allowed.page.controller.values["who"] = "Ada"
    try press(1, in: allowed)
    wait(in: allowed) { !other.requests.isEmpty }
    #expect(other.requests.first?.headers["origin"] == "null")
  }

  // MARK: Data

  private static let tasks = """
    {"title":"Tasks","data":{"note":"hi","tasks":[{"id":1,"done":false},{"id":2,"done":false},
      {"id":3,"done":true}]},
    "components":[{"each":"/tasks","key":"id","item":{"kind":"checkbox","title":"{id}","bind":"done"},
      "interaction":{"deletable":true,"editable":true}},
      {"items":[{"title":"{note}"},{"kind":"button","title":"Send","action":"post:/orders"}]}]}
    """

  private func send(_ session: Session) throws {
    _ = session.renderFrame(at: 1)
    let path = ItemPath(component: 1, item: 1)
    let frame = try #require(session.page.controller.frame(of: path))
    let point = Point(x: frame.x + 40, y: frame.midY)
    session.handle(.pointerPressed(point, .left, clicks: 1), at: 1)
    session.handle(.pointerReleased(point, .left), at: 1)
    _ = session.renderFrame(at: 2)
  }

  /// The server hears what users have changed in data, since it has sent or taken it.
  @Test func changesOfDataAreSent() throws {
    let server = try TestServer { _ in .text("") }
    let session = try session(from: server.url("/tasks.json"), showing: Self.tasks)
    func changes(_ count: Int) -> JSONValue? {
      wait(in: session) {
        server.requests.count == count && session.page.posting?.isSending == false
      }
      _ = session.renderFrame(at: 5)
      return server.requests.last.flatMap(body)?["changes"]
    }
    try send(session)
    #expect(changes(1) == nil && server.requests.count == 1)
    let controller = session.page.controller
    controller.boundData.write(true, at: "/tasks/1/done")
    controller.boundData.write(false, at: "/tasks/2/done")
    try controller.change { edit in
      _ = try edit.apply(line: #"{"patch":[{"op":"remove","path":"/data/tasks/0"}]}"#)
    }
    try send(session)
    #expect(
      changes(2) == [
        ["op": "remove", "path": "/tasks/0"],
        ["op": "replace", "path": "/tasks/0/done", "value": true],
        ["op": "replace", "path": "/tasks/1/done", "value": false],
      ])
    controller.boundData.write(false, at: "/tasks/0/done")
    try send(session)
    #expect(changes(3) == [["op": "replace", "path": "/tasks/0/done", "value": false]])
  }

  /// A step of the same screen sends the answers of both.
  @Test func stepsAreSentTogether() throws {
    let server = try TestServer { _ in .text("") }
    let session = try session(from: server.url("/order.json"))
    session.page.controller.values["who"] = "Ada"
    try press(2, in: session)
    session.page.controller.values["city"] = "Oslo"
    try press(1, in: session)
    wait(in: session) { !server.requests.isEmpty }
    let sent = try #require(server.requests.first.flatMap(body))
    #expect(
      sent == [
        "action": "post:/orders", "identifier": .null, "values": ["city": "Oslo", "who": "Ada"],
      ])
  }

  // MARK: What nobody answers

  private static let kept = form.replacing(#"{"title""#, with: #"{"keep-posts":true,"title""#)

  /// A server that breaks off its answers while it is down.
  private func server(isDown: SharedFlag) throws -> TestServer {
    try TestServer { _ in isDown.value ? .raw([]) : .text("") }
  }

  private func queue(_ folder: TemporaryDirectory, _ session: Session) -> PostQueue {
    let queue = PostQueue(CacheFolder(path: folder("posts")), session.context)
    queue.onNote = { session.page.status.show(note: $0) }
    session.context.posts = queue
    return queue
  }

  private func files(_ folder: TemporaryDirectory) -> [String] {
    CacheFolder(path: folder("posts")).files().map(\.name).sorted()
  }

  private func names(_ server: TestServer) -> [String?] {
    server.requests.map { body($0)?["values"]?["who"]?.text }
  }

  @Test func whatNobodyAnswersIsKeptAndSentByTheNextRun() throws {
    let (folder, isDown) = (try TemporaryDirectory(), SharedFlag(true))
    let server = try server(isDown: isDown)
    let first = try session(from: server.url("/order.json"), showing: Self.kept)
    _ = queue(folder, first)
    for (name, count) in [("Ada", 1), ("Ada", 1), ("Grace", 2)] {
      first.page.controller.values["who"] = .string(name)
      try press(1, in: first)
      wait(in: first) { first.page.posting?.isSending == false }
      #expect(note(of: first).hasPrefix("Kept until it can be sent: "), "\(note(of: first))")
      #expect(files(folder).count == count, "\(name)")
    }
    for name in files(folder) {
      var status = stat()
      #expect(stat(folder("posts/" + name), &status) == 0 && status.st_mode & 0o077 == 0)
    }
    // What follows for a server that does not answer waits.
    #expect(names(server) == ["Ada", "Ada", "Ada"])
    let keys = server.requests.map { $0.headers["idempotency-key"] }
    #expect(Set(keys).count == 1)

    isDown.value = false
    let next = try session(from: server.url("/other.json"))
    let posts = queue(folder, next)
    posts.sendAll()
    wait(in: next) { note(of: next) == "2 that were kept have been sent" }
    #expect(note(of: next) == "2 that were kept have been sent")
    #expect(names(server) == ["Ada", "Ada", "Ada", "Ada", "Grace"])
    #expect(server.requests[3].headers["idempotency-key"] == keys[0])
    #expect(files(folder) == [])
    posts.sendAll()
    #expect(server.requests.count == 5)
  }

  /// The answer is shown as it is without the key.
  @Test func whatIsAnsweredIsNotKept() throws {
    let folder = try TemporaryDirectory()
    let server = try TestServer { _ in
      .document(Array(#"{"errors":{"who":"This name is taken."}}"#.utf8), status: 422)
    }
    let session = try session(from: server.url("/order.json"), showing: Self.kept)
    _ = queue(folder, session)
    session.page.controller.values["who"] = "root"
    try press(1, in: session)
    wait(in: session) { session.page.posting?.isSending == false }
    #expect("\(session.renderFrame(at: 5).list.entries)".contains("This name is taken."))
    #expect(files(folder) == [] && server.requests.count == 1)
  }

  /// A network where one has to sign in first answers in place of every server.
  @Test(arguments: ["page", "way"])
  func whatANetworkAnswersIsNoAnswer(kind: String) throws {
    let (folder, isAway) = (try TemporaryDirectory(), SharedFlag(true))
    let server = try TestServer { _ in
      if !isAway.value { return .text("") }
      return kind == "page"
        ? .text("<html>Welcome</html>")
        : .document([], headers: ["Location: http://portal.example/"], status: 302)
    }
    let session = try session(from: server.url("/order.json"), showing: Self.kept)
    let posts = queue(folder, session)
    session.page.controller.values["who"] = "Ada"
    try press(1, in: session)
    wait(in: session) { session.page.posting?.isSending == false }
    #expect(note(of: session).hasPrefix("Kept until it can be sent: ") && session.pages.count == 1)
    #expect(files(folder).count == 1)
    isAway.value = false
    posts.sendAll()
    wait(in: session) { files(folder).isEmpty }
    #expect(files(folder).isEmpty && names(server) == ["Ada", "Ada"])
  }

  /// The reply to what a sheet has sent may close it.
  @Test func aReplyClosesItsPage() throws {
    let server = try TestServer { _ in .text(#"{"pop":true}"# + "\n" + #"{"toast":"Sent"}"#) }
    let session = try session(from: server.url("/order.json"))
    session.page.controller.values["who"] = "Ada"
    try press(2, in: session)
    try press(1, in: session)
    wait(in: session) { session.pages.count == 1 }
    #expect(session.pages.count == 1 && note(of: session) == "Sent")
  }

  @Test func secretsAreNotKept() throws {
    let (folder, isDown) = (try TemporaryDirectory(), SharedFlag(true))
    let server = try server(isDown: isDown)
    let secret = Self.kept.replacing(#""name":"who""#, with: #""name":"who","input-type":"secret""#)
    let session = try session(from: server.url("/order.json"), showing: secret)
    _ = queue(folder, session)
    session.page.controller.values["who"] = "s3cret"
    try press(1, in: session)
    wait(in: session) { note(of: session).hasPrefix("This may have been sent: ") }
    #expect(note(of: session).hasPrefix("This may have been sent: "))
    #expect(files(folder) == [])
  }

  @Test func oneProcessSendsAtATime() throws {
    let folder = try TemporaryDirectory()
    let server = try TestServer { _ in .text("") }
    let session = try session(from: server.url("/order.json"), showing: Self.kept)
    let posts = queue(folder, session)
    var lock = CacheFolder(path: folder("posts")).lock()
    #expect(lock != nil)
    session.page.controller.values["who"] = "Ada"
    try press(1, in: session)
    #expect(files(folder).count == 1)
    lock = nil
    posts.sendAll()
    wait(in: session) { files(folder).isEmpty }
    #expect(names(server) == ["Ada"] && files(folder) == [])
  }

  /// A server that ends at any byte of its answer, and begins again, has it once.
  @Test func aServerThatEndsAtAnyMomentHasItOnce() throws {
    let folder = try TemporaryDirectory()
    let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".utf8)
    for cut in 0..<answer.count {
      let (orders, isDown) = (SharedOrders(), SharedFlag(true))
      let server = try TestServer { request in
        orders.add(request.headers["idempotency-key"] ?? "")
        return .raw(isDown.value ? Array(answer[..<cut]) : answer)
      }
      let session = try session(from: server.url("/order.json"), showing: Self.kept)
      let posts = queue(folder, session)
      session.page.controller.values["who"] = "Ada"
      try press(1, in: session)
      wait(in: session) { session.page.posting?.isSending == false }
      #expect(files(folder).count == 1, "cut at \(cut): \(note(of: session))")
      isDown.value = false
      posts.sendAll()
      wait(in: session) { files(folder).isEmpty }
      #expect(files(folder) == [] && orders.count == 1, "cut at \(cut)")
      #expect(server.requests.count == 2, "cut at \(cut)")
    }
  }
}

private final class SharedFlag: Sendable {
  private let state: Mutex<Bool>

  init(_ value: Bool) { state = Mutex(value) }

  var value: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// The orders of a server, each of which it knows again by its key.
private final class SharedOrders: Sendable {
  private let keys = Mutex<Set<String>>([])

  func add(_ key: String) { keys.withLock { _ = $0.insert(key) } }

  var count: Int { keys.withLock { $0.count } }
}
