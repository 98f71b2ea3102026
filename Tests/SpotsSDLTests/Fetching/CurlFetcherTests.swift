import Dispatch
import Glibc
import Spots
import SpotsTestSupport
import Synchronization
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// How a stream goes on.
private struct Continuing: Sendable {
  var resume: @Sendable () -> Void = {}
}

/// A good server, and all the ways a server can be a bad one. Every wait has an end of its own, so
/// a fetch that hung would fail its test.
@Suite(.timeLimit(.minutes(1 * Allowance.factor))) struct CurlFetcherTests {
  private func fetch(
    _ url: String, validators: Validators? = nil, trusting: Set<String> = ["127.0.0.1"],
    own: Set<String> = [],
    _ change: (inout FetchLimits) -> Void = { _ in }
  ) async throws -> Result<FetchResponse, FetchError> {
    var request = FetchRequest(
      try #require(WebAddress(url)), validators: validators,
      trust: PrivateServers(allowed: trusting, own: own))
    change(&request.limits)
    return await withCheckedContinuation { continuation in
      _ = CurlFetcher.shared.start(request) { continuation.resume(returning: $0) }
    }
  }

  private func error(_ result: Result<FetchResponse, FetchError>) -> FetchError? {
    if case .failure(let error) = result { error } else { nil }
  }

  @Test func aDocumentComesWithItsValidators() async throws {
    let server = try TestServer { _ in
      .text("hello", headers: ["ETag: \"1\"", "Last-Modified: Mon"])
    }
    let response = try await fetch(server.url("/a?b")).get()
    #expect(response.body == Array("hello".utf8))
    #expect(response.validators == Validators(entityTag: "\"1\"", lastModified: "Mon"))
    #expect(response.isPrivate)
    let request = try #require(server.requests.first)
    #expect(request.path == "/a?b")
    #expect(request.headers["accept-encoding"] == "identity")
    #expect(request.headers["user-agent"] == "spots-viewer/\(ScreenSchema.version)")
    let capabilities = try #require(request.headers["spots-screen"])
    #expect(capabilities.hasPrefix("version=\"\(ScreenSchema.version)\", keys=(\"identifier\" "))
    #expect(capabilities.contains(" \"views\" ") && capabilities.utf8.count < 600)
    #expect(request.headers["cookie"] == nil)
    #expect(request.headers["authorization"] == nil)
  }

  @Test func theSameVersionIsNotSentAgain() async throws {
    let server = try TestServer { request in
      request.headers["if-none-match"] == "\"1\"" && request.headers["if-modified-since"] == "Mon"
        ? .document([], status: 304) : .text("new")
    }
    let known = Validators(entityTag: "\"1\"", lastModified: "Mon")
    let response = try await fetch(server.url("/"), validators: known).get()
    #expect(response.body == nil)
    #expect(response.validators == known)
  }

  @Test(arguments: [204, 401, 404, 500])
  func otherAnswersAreNoDocuments(status: Int) async throws {
    let server = try TestServer { _ in .document(Array("{}".utf8), status: status) }
    let error = error(try await fetch(server.url("/")))
    #expect(error == .status(status))
  }

  // MARK: Where to

  @Test func nobodyIsAskedInAPrivateNetwork() async throws {
    let server = try TestServer { _ in .text("secret") }
    for host in ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1", "0.0.0.0"] {
      let result = try await fetch(server.url("/", host: host), trusting: [])
      #expect(error(result) == .privateHost(host))
    }
    #expect(server.accepted == 0)
  }

  @Test func aConnectionFromBeforeIsNotLent() async throws {
    let server = try TestServer { _ in .text("secret") }
    _ = try await fetch(server.url("/mine")).get()
    let result = try await fetch(server.url("/theirs"), trusting: ["localhost"])
    #expect(error(result) == .privateHost("127.0.0.1"))
    #expect(server.requests.map(\.path) == ["/mine"])
  }

  @Test(arguments: [
    "http://localhost:PORT/secret", "http://169.254.169.254/latest/meta-data", "http://[::1]:PORT/",
    "http://10.0.0.1/", "http://127.0.0.2:PORT/secret",
  ])
  func redirectsAreCheckedToo(target: String) async throws {
    let port = Mutex("")
    let server = try TestServer { request in
      request.path == "/"
        ? .redirect(target.replacing("PORT", with: port.withLock { $0 })) : .text("secret")
    }
    port.withLock { $0 = "\(server.port)" }
    let error = error(try await fetch(server.url("/")))
    guard case .privateHost? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(server.requests.map(\.path) == ["/"])
  }

  /// Opening a URL trusts one program on the machine, not all of them.
  @Test func aServerLeadsToNoOtherPort() async throws {
    let other = try TestServer { _ in .text("secret") }
    let target = other.url("/secret")
    let server = try TestServer { $0.path == "/away" ? .redirect(target) : .text("home") }
    let own = PrivateServers.names(of: try #require(WebAddress(server.url("/"))))
    let home = try await fetch(server.url("/"), trusting: [], own: own).get()
    #expect(home.body == Array("home".utf8))
    let away = try await fetch(server.url("/away"), trusting: [], own: own)
    #expect(error(away) == .privateHost("127.0.0.1"))
    #expect(other.accepted == 0)
    // The user may allow it, all of the host or one port.
    for allowed in ["127.0.0.1", "127.0.0.1:\(other.port)"] {
      let result = try await fetch(server.url("/away"), trusting: [allowed], own: own).get()
      #expect(result.body == Array("secret".utf8))
    }
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "javascript:1", "http://u:p@h/", ""])
  func redirectsStayOnTheWeb(target: String) async throws {
    let server = try TestServer { $0.path == "/" ? .redirect(target) : .text("secret") }
    let result = error(try await fetch(server.url("/")))
    // No target is this address again, and so on.
    #expect(result == (target.isEmpty ? .tooManyRedirects(limit: 5) : .badRedirect))
  }

  @Test func redirectsAreFollowedFiveTimes() async throws {
    let server = try TestServer { request in
      let number = Int(request.path.dropFirst()) ?? 0
      return number == 0 ? .text("end") : .redirect("/\(number - 1)")
    }
    let response = try await fetch(server.url("/5")).get()
    #expect(response.body == Array("end".utf8))
    #expect(response.address.description == server.url("/0"))
    let error = error(try await fetch(server.url("/6")))
    #expect(error == .tooManyRedirects(limit: 5))
  }

  @Test func aCircleHasAnEnd() async throws {
    let server = try TestServer { .redirect($0.path == "/a" ? "/b" : "/a") }
    let error = error(try await fetch(server.url("/a")))
    #expect(error == .tooManyRedirects(limit: 5))
    #expect(server.requests.count == 6)
  }

  // MARK: How much and how long

  @Test func silenceHasAnEnd() async throws {
    let server = try TestServer { _ in .silence }
    let result = try await fetch(server.url("/")) { $0.totalTime = 0.3 }
    #expect(error(result) == .timedOut(seconds: 0.3))
  }

  @Test func silenceAfterTheHeadersHasAnEnd() async throws {
    let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc".utf8)
    let server = try TestServer { _ in .raw(head, hangs: true) }
    let result = try await fetch(server.url("/")) { $0.totalTime = 0.3 }
    #expect(error(result) == .timedOut(seconds: 0.3))
  }

  @Test func drippingHasAnEnd() async throws {
    let server = try TestServer { _ in .drip([UInt8](repeating: 0x20, count: 10_000), every: 20) }
    var request = FetchRequest(
      try #require(WebAddress(server.url("/"))), trust: PrivateServers(allowed: ["127.0.0.1"]))
    request.limits.totalTime = 0.5
    let (start, wanted) = (Clock.now, request)
    // The time is taken where the answer comes: this function may have to wait for a thread.
    let (result, end) = await withCheckedContinuation { continuation in
      _ = CurlFetcher.shared.start(wanted) { continuation.resume(returning: ($0, Clock.now)) }
    }
    #expect(error(result) == .timedOut(seconds: 0.5))
    #expect(end - start < 5)
  }

  @Test func redirectsShareOneTime() async throws {
    let server = try TestServer { _ in
      usleep(150_000)
      return .redirect("/")
    }
    let result = try await fetch(server.url("/")) { $0.totalTime = 0.4 }
    #expect(error(result) == .timedOut(seconds: 0.4))
  }

  @Test func anEndlessDocumentIsCutOff() async throws {
    let server = try TestServer { _ in .endless() }
    let result = try await fetch(server.url("/")) { $0.bodySize = 1 << 20 }
    #expect(error(result) == .tooLarge(limit: 1 << 20))
  }

  @Test func tooLargeADocumentIsNotEvenBegun() async throws {
    let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n".utf8)
    let server = try TestServer { _ in .raw(head, hangs: true) }
    let error = error(try await fetch(server.url("/")))
    #expect(error == .tooLarge(limit: 16 << 20))
  }

  @Test func packedDocumentsAreNotUnpacked() async throws {
    let server = try TestServer { _ in .endless(headers: ["Content-Encoding: gzip"]) }
    let error = error(try await fetch(server.url("/")))
    #expect(error == .encoded("gzip"))
  }

  @Test func endlessHeadersAreCutOff() async throws {
    let line = "X-Much: " + String(repeating: "a", count: 8000) + "\r\n"
    let head = "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 400)
    let server = try TestServer { _ in .raw(Array(head.utf8), hangs: true) }
    let error = error(try await fetch(server.url("/")))
    #expect(error == .headersTooLarge)
  }

  @Test func oneHeaderWithoutEndIsCutOff() async throws {
    let head = "HTTP/1.1 200 OK\r\nX-Much: " + String(repeating: "a", count: 150_000) + "\r\n\r\n"
    let server = try TestServer { _ in .raw(Array(head.utf8)) }
    let error = error(try await fetch(server.url("/")))
    #expect(error == .headersTooLarge)
    #expect(error?.description == "the headers of the server's answer are too large")
  }

  // MARK: Streams

  /// A stream may be silent for longer than a document may take; while there is no room nothing is
  /// read; and every byte comes once.
  @Test func streamsTakeTheirTimeAndWaitForRoom() async throws {
    let bytes = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }
    let head = "HTTP/1.1 200 OK\r\nContent-Type: Text/Event-Stream;charset=utf-8\r\n\r\n"
    let server = try TestServer { _ in .raw(Array(head.utf8) + bytes) }
    let got = Mutex<[UInt8]>([])
    let calls = Mutex(0)
    let callsAfterWaiting = Mutex(0)
    let continuing = Mutex(Continuing())
    var request = FetchRequest(
      try #require(WebAddress(server.url("/"))), trust: PrivateServers(allowed: ["127.0.0.1"]))
    let time = Allowance.of(1.0)
    request.limits.totalTime = time
    request.limits.bodySize = 1000
    var stream = StreamRequest(lastEvent: "7", isEndless: true) { bytes in
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      guard call % 2 == 1 else {
        got.withLock { $0 += bytes }
        return .taken
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + (call == 1 ? time + 0.5 : 0)) {
        if call == 1 { callsAfterWaiting.withLock { $0 = calls.withLock { $0 } } }
        continuing.withLock { $0.resume }()
      }
      return .noRoom
    }
    stream.onBegin = { _, go in continuing.withLock { $0.resume = go } }
    request.stream = stream
    let wanted = request
    let result = await withCheckedContinuation { continuation in
      _ = CurlFetcher.shared.start(wanted) { continuation.resume(returning: $0) }
    }
    let response = try result.get()
    #expect(response.isStream && response.body == nil)
    #expect(got.withLock { $0 == bytes })
    #expect(callsAfterWaiting.withLock { $0 } == 1)
    #expect(server.requests.first?.headers["last-event-id"] == "7")
  }

  // MARK: Lies

  /// "Not modified" makes no sense to a client that has no copy.
  @Test func thatNothingHasChangedIsNoAnswerToTheFirstQuestion() async throws {
    let server = try TestServer { _ in .document([], status: 304) }
    let error = error(try await fetch(server.url("/")))
    #expect(error == .status(304))
  }

  @Test func aDocumentThatEndsTooEarlyIsNone() async throws {
    let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nonly this".utf8)
    let server = try TestServer { _ in .raw(head) }
    let error = error(try await fetch(server.url("/")))
    #expect(error == .cutOff)
  }

  @Test(arguments: ["", "hello\r\n\r\n", "HTTP/1.1\r\n\r\n", "\0\0\0"])
  func noiseIsNoAnswer(noise: String) async throws {
    let server = try TestServer { _ in .raw(Array(noise.utf8)) }
    let error = error(try await fetch(server.url("/")))
    #expect(error != nil)
  }

  @Test func aServerThatIsNotThereIsNotReached() async throws {
    let server = try TestServer { _ in .text("") }
    let url = server.url("/")
    server.stop()
    let error = error(try await fetch(url))
    #expect(error == .noConnection)
  }

  @Test func aHostThatDoesNotExistIsNotFound() async throws {
    // Reserved, so it never resolves (RFC 2606).
    let result = try await fetch("http://nowhere.invalid/") { $0.totalTime = 10 }
    #expect(error(result) == .unknownHost("nowhere.invalid"))
  }

  // MARK: Many at once

  @Test func sixAreFetchedAtOnceAndUrgentOnesBesides() async throws {
    let server = try TestServer { $0.path == "/urgent" ? .text("now") : .silence }
    let tasks = try (0..<20).map { number in
      var request = FetchRequest(try #require(WebAddress(server.url("/\(number)"))))
      request.trust.allowed = ["127.0.0.1"]
      // None ends by itself, however long this function has to wait for a thread.
      request.limits.totalTime = 600
      return CurlFetcher.shared.start(request) { _ in }
    }
    #expect(server.waitForConnections { $0 >= 6 })
    var urgent = FetchRequest(try #require(WebAddress(server.url("/urgent"))), isUrgent: true)
    urgent.trust.allowed = ["127.0.0.1"]
    let request = urgent
    let result = await withCheckedContinuation { continuation in
      _ = CurlFetcher.shared.start(request) { continuation.resume(returning: $0) }
    }
    #expect(try result.get().body == Array("now".utf8))
    #expect(server.requests.count <= 7)
    for task in tasks { task.cancel() }
    // A canceled fetch closes its connection.
    #expect(server.waitForConnections { $0 <= 1 })
  }

  @Test func whoIsCanceledHearsNothing() async throws {
    let server = try TestServer { _ in .silence }
    let answers = Mutex(0)
    var request = FetchRequest(try #require(WebAddress(server.url("/"))), isUrgent: true)
    request.trust.allowed = ["127.0.0.1"]
    request.limits.totalTime = Allowance.of(1.0)
    let task = CurlFetcher.shared.start(request) { _ in answers.withLock { $0 += 1 } }
    #expect(server.waitForRequest("/"))
    task.cancel()
    #expect(server.waitForConnections { $0 == 0 })
    // A later fetch of the same length has ended: the first one would have, too.
    let error = error(
      try await fetch(server.url("/late")) {
        $0.totalTime = Allowance.of(1.1)
      })
    #expect(error != nil)
    #expect(answers.withLock { $0 } == 0)
  }

  @Test func aSlowServerKeepsNoOtherWaiting() async throws {
    let slow = try TestServer { _ in .silence }
    let good = try TestServer { _ in .text("here") }
    var tasks: [FetchTask] = []
    for number in 0..<30 {
      let address = try #require(WebAddress(slow.url("/\(number)")))
      tasks.append(
        CurlFetcher.shared.start(
          FetchRequest(address, trust: PrivateServers(allowed: ["127.0.0.1"]))
        ) { _ in })
    }
    #expect(slow.waitForRequest("/0"))
    let response = try await fetch(good.url("/")) { $0.totalTime = 5 }.get()
    #expect(response.body == Array("here".utf8))
    #expect(slow.accepted <= 6)
    for task in tasks { task.cancel() }
  }
}
