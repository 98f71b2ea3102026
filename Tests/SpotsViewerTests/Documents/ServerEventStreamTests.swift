import Foundation
import SpotsTestSupport
import Synchronization
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL
@testable import SpotsViewer

/// Servers that answer with streams of events, and those that stop doing so.
@Suite struct ServerEventStreamTests {
  /// What a feed delivers, and the lines of its stream.
  private final class Log: @unchecked Sendable {
    let entries = EventLog<String>()
    // Set before there is a line.
    var queue: LineQueue<StreamUpdate>?

    func takeLines() {
      for line in queue?.takeAll() ?? [] {
        switch line.content {
        case .document(let file):
          entries.append("\(line.number) \(file.reading.screen?.title ?? "none")")
        case .change(.success, _): entries.append("\(line.number) change")
        case .change(.failure(let error), _): entries.append("\(line.number) refused \(error)")
        case .pages: entries.append("\(line.number) pages")
        case .end: entries.append("end")
        }
      }
    }
  }

  private let log = Log()
  private let kinds = KnownKinds(items: ["default"], components: ["list"], viewFolders: [])

  private var loader: ScreenLoader { loader(CurlFetcher.shared) }

  private func loader(_ fetcher: any Fetcher) -> ScreenLoader {
    ScreenLoader(
      kinds: kinds, fetcher: fetcher, allowedHosts: [],
      access: DocumentAccess(named: "", folders: ReadableFolders([]))
    ) { _ in }
  }

  private func feed(
    _ server: TestServer, _ ownLog: Log? = nil, every interval: Double? = nil
  ) -> WebFeed {
    let log = ownLog ?? log
    let queue = LineQueue<StreamUpdate> { _ in log.takeLines() }
    log.queue = queue
    let stream = WebFeed.Stream(lines: queue, largestEvent: 100) { log.entries.append("begins") }
    return WebFeed(
      DocumentSource(server.url("/")), loader: loader, trusting: ["127.0.0.1"], every: interval,
      stream: stream
    ) {
      switch $0 {
      case .good(let file): log.entries.append("document \(file.reading.screen?.title ?? "")")
      case .unchanged: log.entries.append("unchanged")
      case .unreachable(let error): log.entries.append("\(error)")
      case .broken, .missing, .unreadable: log.entries.append("not of a stream")
      }
    }
  }

  private static func stream(_ text: String, hangs: Bool = false) -> TestServer.Answer {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n\r\n"
    return .raw(Array((head + text).utf8), hangs: hangs)
  }

  /// A server that gives these answers one after the other.
  private static func server(_ answers: TestServer.Answer...) throws -> TestServer {
    let answers = Mutex(answers)
    return try TestServer { _ in answers.withLock { $0.isEmpty ? .missing : $0.removeFirst() } }
  }

  private static let screen = #"data: {"title":"A","components":[]}"# + "\n\n"
  private static let change = #"data: {"set":"/title","value":"B"}"# + "\n\n"

  @Test func aLostConnectionIsTakenUpAgain() throws {
    let broken = TestServer.Answer.document([], status: 503)
    let server = try Self.server(
      Self.stream(
        "retry: 100\n: hello\n\nid: 7\n" + Self.screen
          + "event: x\ndata: x\n\nid: 8\ndata: {"),
      broken, Self.stream(Self.change + "id: 9\n\n"), .document([], status: 204))
    let feed = feed(server)
    #expect(log.entries.wait { $0 == "unchanged" } != nil)
    #expect(
      log.entries.entries == [
        "begins", "1 A", "the server answered 503", "begins", "2 change", "unchanged",
      ])
    #expect(server.requests.map { $0.headers["last-event-id"] } == [nil, "7", "7", "9"])
    #expect(server.requests[0].headers["accept"]?.hasPrefix("text/event-stream") == true)
    // The server has said that there is nothing more.
    usleep(300_000)
    #expect(server.requests.count == 4)
    feed.stop()
  }

  @Test func anAnswerOfAnotherKindEndsTheStream() throws {
    let server = try Self.server(
      Self.stream("retry: 100\n" + Self.screen), .text(#"{"title":"C","components":[]}"#),
      .text(#"{"title":"D","components":[]}"#), .missing, Self.stream("retry: 100\n\n"), .missing)
    let feed = feed(server, every: 0.02)
    // The interval is that of documents, whatever a stream does.
    #expect(log.entries.wait(from: 6) { $0 == "the server answered 404" } != nil)
    #expect(
      log.entries.entries.prefix(7) == [
        "begins", "1 A", "document C", "document D", "the server answered 404", "begins",
        "the server answered 404",
      ])
    feed.stop()
  }

  @Test func aPausedStreamGoesOnAndARefreshedOneBeginsAnew() throws {
    let server = try TestServer { _ in Self.stream("id: 1\n" + Self.screen, hangs: true) }
    let feed = feed(server)
    #expect(log.entries.wait { $0 == "1 A" } != nil)
    feed.pause()
    #expect(server.waitForConnections { $0 == 0 })
    feed.resume()
    #expect(log.entries.wait { $0 == "2 A" } != nil)
    feed.refresh()
    #expect(log.entries.wait { $0 == "3 A" } != nil)
    #expect(server.requests.map { $0.headers["last-event-id"] } == [nil, "1", nil])
    feed.stop()
    #expect(server.waitForConnections { $0 == 0 })
  }

  @Test func whatIsTooLargeOrNoLineIsRefused() throws {
    let long = String(repeating: "x", count: 200)
    let server = try Self.server(
      Self.stream("data: \(long)\n\ndata: {\"remove\":1,\"x\":2}\n\n" + Self.change, hangs: true))
    let feed = feed(server)
    #expect(log.entries.wait { $0 == "3 change" } != nil)
    #expect(log.entries.entries[1] == "1 refused the event is larger than 0 MiB")
    #expect(log.entries.entries[2].hasPrefix("2 refused /x"))
    feed.stop()
  }

  /// JSON Lines are shown as they come, whatever their type, and end with their answer.
  @Test(arguments: ["application/x-ndjson", "application/jsonl", "text/plain; charset=utf-8"])
  func linesAreFollowed(type: String) throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n"
    let lines = "{\"title\":\"T\",\"components\":[]}\nnoise\n{\"remove\":\"a\"}"
    for hangs in [true, false] {
      let server = try Self.server(
        .raw(Array((head + lines + (hangs ? "\n" : "")).utf8), hangs: hangs))
      let log = Log()
      let feed = feed(server, log)
      #expect(log.entries.wait { $0 == "3 change" } != nil, "\(type)")
      let lines = log.entries.entries.filter { $0 != "unchanged" }
      #expect(lines.prefix(4) == ["begins", "1 T", "2 none", "3 change"])
      if !hangs { #expect(log.entries.wait { $0 == "unchanged" } != nil) }
      feed.stop()
    }
  }

  /// Keeps the request for a stream, and answers nothing.
  private final class StreamFetcher: Fetcher {
    let request = Mutex<StreamRequest?>(nil)

    func start(
      _ request: FetchRequest,
      completion: @escaping @Sendable (Result<FetchResponse, FetchError>) -> Void
    ) -> FetchTask {
      self.request.withLock { $0 = request.stream }
      return FetchTask {}
    }
  }

  /// The connection waits while nobody takes lines, and nothing is lost.
  @Test func aSlowPageMakesTheServerWait() throws {
    let queue = LineQueue<StreamUpdate>(limit: (lines: 2, bytes: 1000)) { _ in }
    let fetcher = StreamFetcher()
    let feed = WebFeed(
      DocumentSource("http://a/"), loader: loader(fetcher), trusting: [],
      stream: WebFeed.Stream(lines: queue) {}
    ) { _ in }
    defer { feed.stop() }
    let resumed = DispatchSemaphore(value: 0)
    let request = try #require(fetcher.request.withLock { $0 })
    let response = FetchResponse(
      address: WebAddress("http://a/")!, body: nil, validators: Validators(), isPrivate: false,
      isStream: true)
    request.onBegin(response) { resumed.signal() }
    let piece = Array((": \(String(repeating: "x", count: 16_000))\n" + Self.change).utf8)
    var (sent, taken) = (0, [Int]())
    while sent < 60 {
      if case .noRoom = piece.withUnsafeBytes(request.onBytes) {
        #expect(sent > 10)
        // As soon as somebody takes lines, there is room again.
        let hasRoom = eventually {
          taken += queue.takeAll().map(\.number)
          return resumed.wait(timeout: .now()) == .success
        }
        try #require(hasRoom)
      } else {
        sent += 1
        #expect(sent <= taken.count + 20)
      }
    }
    let isAllTaken = eventually {
      taken += queue.takeAll().map(\.number)
      return taken.count >= sent
    }
    #expect(isAllTaken)
    #expect(taken == Array(1...60))
  }

  @Test func whoDoesNotFollowGetsTheFirstScreen() throws {
    let first = "event: x\ndata: x\n\n" + Self.screen + Self.change
    let server = try Self.server(Self.stream(first, hangs: true), Self.stream("data: cut\n"))
    let own = PrivateServers.names(of: try #require(WebAddress(server.url("/"))))
    guard case .good(let file) = loader.loadAndWait(DocumentSource(server.url("/")), trusting: own)
    else {
      Issue.record("no screen")
      return
    }
    #expect(file.reading.screen?.title == "A")
    #expect(server.requests[0].headers["accept"] == "*/*")
    #expect(server.waitForConnections { $0 == 0 })
    guard
      case .unreachable(.cutOff) = loader.loadAndWait(
        DocumentSource(server.url("/")), trusting: own)
    else {
      Issue.record("a screen")
      return
    }
  }
}
