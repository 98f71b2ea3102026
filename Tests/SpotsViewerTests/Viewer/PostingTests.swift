import SpotsModelTestSupport
import SpotsTestSupport
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
    from url: String?, action: String = "/orders", allowing origins: Set<String> = []
  ) throws -> Session {
    var options = ViewerOptions()
    (options.theme, options.allowedOrigins) = (.light, origins)
    let path = url ?? "order.json"
    let context = try ViewerContext(
      source: DocumentSource(path), options: options, scale: 1
    ) { _ in }
    let session = Session(context: context, size: Size(width: 600, height: 400))
    let origin = url.flatMap(WebAddress.init).map { ScreenOrigin(address: $0, isPrivate: true) }
    let text = Self.form.replacing("ACTION", with: action)
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
}
