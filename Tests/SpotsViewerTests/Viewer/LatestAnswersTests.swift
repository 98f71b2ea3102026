import Dispatch
import Synchronization
import Testing

@testable import Spots
@testable import SpotsSDL
@testable import spots_viewer

/// Answers that come in another order than they were asked for.
@Suite @MainActor struct LatestAnswersTests {
  @Test func onlyTheLastAnswerCounts() {
    let answers = LatestAnswers()
    let cancelled = Mutex<[Int]>([])
    func ask(_ name: String) -> Int {
      let round = answers.begin(name)
      answers.asked(name, round, FetchTask { cancelled.withLock { $0.append(round) } })
      return round
    }
    let (first, second) = (ask("a"), ask("a"))
    #expect(cancelled.withLock { $0 } == [first])
    let other = ask("b")
    #expect(!answers.accepts("a", first))
    #expect(answers.accepts("a", second) && answers.accepts("b", other))
    _ = ask("a")
    #expect(!answers.accepts("a", second))
    // What was answered is not given up.
    #expect(cancelled.withLock { $0 } == [first])
  }

  /// A server that answers when it is told to.
  private final class SlowServer: Fetcher {
    typealias Completion = @Sendable (Result<FetchResponse, FetchFault>) -> Void
    private let asked = Mutex<[(FetchRequest, Completion)]>([])

    var count: Int { asked.withLock { $0.count } }

    func start(_ request: FetchRequest, completion: @escaping Completion) -> FetchTask {
      asked.withLock { $0.append((request, completion)) }
      return FetchTask {}
    }

    func answer(_ index: Int, title: String) {
      let (request, completion) = asked.withLock { $0[index] }
      let text = #"{"components":[{"items":[{"title":"\#(title)"}]}]}"#
      completion(
        .success(
          FetchResponse(
            address: request.address, body: Array(text.utf8), validators: Validators(),
            isPrivate: false)))
    }
  }

  @Test func aPageThatFollowsIsShownAsItWasAskedForLast() throws {
    let stage = try Stage(options: try StageOptions.parse([]), scale: 1, appearance: .light)
    let server = SlowServer()
    stage.loader = ScreenLoader(kinds: stage.kinds, fetcher: server, allowedHosts: [])
    let session = Session(
      stage: stage, log: spots_viewer.EventLog(isEnabled: false),
      size: Size(width: 800, height: 300))
    let text = #"{"next":"2.json","components":[{"items":[{"title":"first"}]}]}"#
    session.start(
      ScreenFile(
        path: "http://a/1.json", bytes: Array(text.utf8), kinds: stage.kinds,
        origin: ScreenOrigin(address: try #require(WebAddress("http://a/1.json")))))
    func take() {
      // Answers are read on this queue.
      ScreenLoader.queue.sync(flags: .barrier) {}
      stage.mailbox.drain()
    }
    func titles() -> [String] {
      session.page.controller.components.map { $0.model.items[0].title }
    }
    session.appendNextPage(to: session.page) {}
    try #require(server.count == 1)
    server.answer(0, title: "second")
    take()
    #expect(titles() == ["first", "second"])
    for _ in 0..<3 { session.refreshTail(of: session.page) }
    try #require(server.count == 4)
    server.answer(1, title: "older")
    take()
    #expect(titles() == ["first", "second"])
    server.answer(3, title: "newest")
    take()
    #expect(titles() == ["first", "newest"])
    server.answer(2, title: "older")
    take()
    #expect(titles() == ["first", "newest"])
  }
}
