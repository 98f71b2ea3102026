import Synchronization
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL
@testable import SpotsViewer

/// Answers at once with a screen, and remembers whom the request trusted.
private final class AnsweringFetcher: Fetcher {
  let isPrivate = Mutex(true)
  let trust = Mutex<[PrivateServers]>([])

  func start(
    _ request: FetchRequest,
    completion: @escaping @Sendable (Result<FetchResponse, FetchError>) -> Void
  ) -> FetchTask {
    let number = trust.withLock { trust in
      trust.append(request.trust)
      return trust.count
    }
    completion(
      .success(
        FetchResponse(
          address: request.address,
          body: Array(#"{"title":"\#(number)","components":[]}"#.utf8), validators: Validators(),
          isPrivate: isPrivate.withLock { $0 })))
    return FetchTask {}
  }
}

@Suite struct ScreenLoaderTests {
  private let directory: TemporaryDirectory
  private let fetcher = AnsweringFetcher()
  private let loader: ScreenLoader
  private let nas = "http://nas:8080/a.json"

  init() throws {
    directory = try TemporaryDirectory()
    loader = ScreenLoader(
      kinds: KnownKinds(items: ["default"], components: ["list"], viewFolders: []),
      fetcher: fetcher, allowedHosts: ["allowed"],
      access: DocumentAccess(named: "", folders: ReadableFolders([])),
      cache: DocumentCache(folder: CacheFolder(path: directory("screens")))
    ) { _ in }
  }

  private func kept(_ text: String, trusting: Set<String> = []) throws -> ScreenFile? {
    loader.kept(DocumentSource(text), trusting: trusting)
  }

  private func keep(_ text: String, isPrivate: Bool) throws {
    fetcher.isPrivate.withLock { $0 = isPrivate }
    guard case .good(let file) = loader.loadAndWait(DocumentSource(text), trusting: []) else {
      Issue.record("no screen")
      return
    }
    loader.keep(file)
  }

  @Test func aKeptScreenOfAPrivateNetworkIsForThoseWhoMayReachIt() throws {
    try keep(nas, isPrivate: true)
    #expect(try kept(nas) == nil)
    #expect(try kept(nas, trusting: ["nas:80"]) == nil)
    let file = try #require(try kept(nas, trusting: ["nas:8080"]))
    #expect(file.reading.screen?.title == "1")
    // Its pictures are those of the same server.
    #expect(file.origin?.trustedHosts == ["nas:8080"])
    try keep("http://allowed/a.json", isPrivate: true)
    #expect(try kept("http://allowed/a.json")?.reading.screen?.title == "2")
  }

  @Test func aKeptScreenOfEverybodysNetworkIsEverybodys() throws {
    try keep("http://example.org/a.json", isPrivate: false)
    let file = try #require(try kept("http://example.org/a.json"))
    #expect(file.origin?.trustedHosts == [])
    // Since then, the name has another address.
    try keep("http://example.org/a.json", isPrivate: true)
    #expect(try kept("http://example.org/a.json") == nil)
  }

  /// Follows the document of the server in a private network until it was asked for twice.
  private func askTwice() throws {
    let log = EventLog<String>()
    let feed = WebFeed(DocumentSource(nas), loader: loader, trusting: ["nas:8080"]) { _ in
      log.append("delivery")
    }
    try #require(log.wait() != nil)
    feed.refresh()
    try #require(log.wait(from: 1) != nil)
    feed.stop()
  }

  /// A name that led to a public server may be given a private address at any time.
  @Test func aServerThatWasPublicIsNotTrustedAgain() throws {
    fetcher.isPrivate.withLock { $0 = false }
    try askTwice()
    #expect(fetcher.trust.withLock { $0.map(\.own) } == [["nas:8080"], []])
  }

  @Test func aServerThatIsPrivateStaysTrusted() throws {
    try askTwice()
    #expect(fetcher.trust.withLock { $0.map(\.own) } == [["nas:8080"], ["nas:8080"]])
  }
}
