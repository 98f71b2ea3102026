import Spots
import SpotsTestSupport
import Testing

@testable import SpotsPlatform

/// What is sent to a server, and its answers.
@Suite(.timeLimit(.minutes(1 * Allowance.factor))) struct PostTests {
  private func send(
    _ body: [UInt8] = Array("{}".utf8), to url: String, trusting: Set<String> = ["127.0.0.1"]
  ) async throws -> Result<FetchResponse, FetchError> {
    var request = FetchRequest(
      try #require(WebAddress(url)), trust: PrivateServers(allowed: trusting))
    request.post = PostRequest(body, key: "k1", origin: "http://127.0.0.1")
    let sent = request
    return await withCheckedContinuation { continuation in
      _ = CurlFetcher.shared.start(sent) { continuation.resume(returning: $0) }
    }
  }

  @Test func itArrivesWholeAndOnce() async throws {
    let server = try TestServer { _ in .text(#"{"components":[]}"#) }
    // More than libcurl sends without a word of the server.
    let body = Array("[\(String(repeating: "1,", count: 1 << 20))1]".utf8)
    let response = try await send(body, to: server.url("/orders")).get()
    #expect(response.status == 200 && response.body == Array(#"{"components":[]}"#.utf8))
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1)
    #expect(request.method == "POST" && request.path == "/orders" && request.body == body)
    for (name, value) in [
      "content-type": "application/json", "idempotency-key": "k1", "origin": "http://127.0.0.1",
      "spots-action": "post",
    ] {
      #expect(request.headers[name] == value)
    }
    for name in ["cookie", "authorization", "expect"] { #expect(request.headers[name] == nil) }
  }

  @Test(arguments: [(200, true), (204, false), (400, true), (409, true), (422, true)])
  func answersAlsoSayWhatIsWrong(status: Int, hasBody: Bool) async throws {
    let server = try TestServer { _ in
      .document(hasBody ? Array(#"{"name":"taken"}"#.utf8) : [], status: status)
    }
    let response = try await send(to: server.url("/")).get()
    #expect(response.status == status && (response.body?.isEmpty == false) == hasBody)
  }

  @Test(arguments: [404, 500, 503])
  func nothingIsSentTwice(status: Int) async throws {
    let server = try TestServer { _ in
      .document([], headers: ["Location: /again"], status: status)
    }
    await #expect(throws: FetchError.status(status)) { try await send(to: server.url("/")).get() }
    #expect(server.requests.count == 1)
  }

  /// These ask for the same request elsewhere, which must be on the same server.
  @Test(arguments: [307, 308])
  func aServerMayMoveItWithin(status: Int) async throws {
    let other = try TestServer { _ in .text("other") }
    let server = try TestServer { request in
      switch request.path {
      case "/": .document([], headers: ["Location: /orders"], status: status)
      case "/away": .document([], headers: ["Location: \(other.url("/"))"], status: status)
      case "/round": .document([], headers: ["Location: /round"], status: status)
      default: .text("{}")
      }
    }
    let response = try await send(to: server.url("/")).get()
    #expect(response.status == 200 && response.address.path == "/orders")
    #expect(server.requests.map(\.method) == ["POST", "POST"])
    #expect(server.requests.map { $0.headers["idempotency-key"] } == ["k1", "k1"])
    #expect(server.requests.map(\.body) == [Array("{}".utf8), Array("{}".utf8)])
    await #expect(throws: FetchError.status(status)) {
      try await send(to: server.url("/away")).get()
    }
    await #expect(throws: FetchError.tooManyRedirects(limit: 5)) {
      try await send(to: server.url("/round")).get()
    }
    #expect(other.requests.isEmpty)
  }

  @Test(arguments: [301, 302, 303])
  func redirectsLeadToAScreenThatIsNotFetchedYet(status: Int) async throws {
    let server = try TestServer { _ in
      .document([], headers: ["Location: ../done?id=7"], status: status)
    }
    let response = try await send(to: server.url("/a/b")).get()
    #expect(response.target?.description == server.url("/done?id=7") && response.body == nil)
    #expect(server.requests.count == 1)
  }

  /// On a connection that an earlier request has left open, libcurl would send it again.
  @Test func aLostConnectionIsReported() async throws {
    let server = try TestServer { request in
      request.method == "GET" ? .text("open") : .raw([])
    }
    let address = try #require(WebAddress(server.url("/")))
    let first = FetchRequest(address, trust: PrivateServers(allowed: ["127.0.0.1"]))
    _ = await withCheckedContinuation { continuation in
      _ = CurlFetcher.shared.start(first) { continuation.resume(returning: $0) }
    }
    await #expect(throws: FetchError.cutOff) { try await send(to: server.url("/")).get() }
    #expect(server.requests.count { $0.method == "POST" } == 1)
  }

  @Test func nothingIsSentIntoAPrivateNetwork() async throws {
    let server = try TestServer { _ in .text("{}") }
    let result = try await send(to: server.url("/"), trusting: [])
    #expect(throws: FetchError.privateHost("127.0.0.1")) { try result.get() }
    #expect(server.accepted == 0)
  }

  @Test func longAnswersAreRefused() async throws {
    let server = try TestServer { _ in .endless() }
    await #expect(throws: FetchError.tooLarge(limit: FetchLimits().bodySize)) {
      try await send(to: server.url("/")).get()
    }
  }
}
