import Dispatch
import SpotsSDL
import Synchronization
import Testing

@testable import Spots
@testable import SpotsPlatform
@testable import SpotsSDL
@testable import SpotsViewer

/// Answers that come in another order than they were asked for.
@Suite @MainActor struct SlowPagesTests {
  /// A server that answers when it is told to.
  private final class SlowServer: Fetcher {
    typealias Completion = @Sendable (Result<FetchResponse, FetchError>) -> Void
    private let asked = Mutex<[(FetchRequest, Completion)]>([])
    /// The questions that were given up.
    let canceled = Mutex<[Int]>([])

    var count: Int { asked.withLock { $0.count } }

    func start(_ request: FetchRequest, completion: @escaping Completion) -> FetchTask {
      let index = asked.withLock { asked in
        asked.append((request, completion))
        return asked.count - 1
      }
      return FetchTask { [self] in canceled.withLock { $0.append(index) } }
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

  /// A screen of a server, with a page that follows.
  @MainActor private final class Rig {
    let server = SlowServer()
    let session: Session
    private let context: ViewerContext

    init() throws {
      let first = "http://a/1.json"
      context = try ViewerContext(test: first)
      context.loader = ScreenLoader(
        kinds: context.kinds, fetcher: server, allowedHosts: [], access: context.loader.access
      ) { _ in }
      session = Session(context: context, size: Size(width: 800, height: 300))
      let text = #"{"next":"2.json","components":[{"items":[{"title":"first"}]}]}"#
      session.start(
        ScreenFile(
          DocumentSource(first), bytes: Array(text.utf8), kinds: context.kinds,
          origin: ScreenOrigin(address: try #require(WebAddress(first)))))
    }

    func answer(_ index: Int, title: String) {
      server.answer(index, title: title)
      // Answers are read on another thread; one that nobody wants any more brings nothing.
      let end = Clock.now + 1
      while !context.mailbox.drain(), Clock.now < end {
        context.mailbox.wait(timeout: end - Clock.now)
      }
    }

    var titles: [String] { session.page.controller.components.map { $0.model.items[0].title } }

    /// Opens another screen in front.
    func cover() {
      session.push(
        name: "b.json",
        ScreenFile(DocumentSource("b.json"), bytes: Array("[]".utf8), kinds: context.kinds))
    }
  }

  @Test func aPageThatFollowsIsShownAsItWasAskedForLast() throws {
    let rig = try Rig()
    rig.session.page.following.loadNext {}
    try #require(rig.server.count == 1)
    rig.answer(0, title: "second")
    #expect(rig.titles == ["first", "second"])
    for _ in 0..<3 { rig.session.page.following.refresh() }
    try #require(rig.server.count == 4)
    rig.answer(1, title: "older")
    #expect(rig.titles == ["first", "second"])
    rig.answer(3, title: "newest")
    #expect(rig.titles == ["first", "newest"])
    rig.answer(2, title: "older")
    #expect(rig.titles == ["first", "newest"])
  }

  /// A page behind another one has no connection; what it was waiting for is asked for again.
  @Test func aPageThatIsCoveredGivesUpTheOneThatFollows() throws {
    let rig = try Rig()
    var completions = 0
    rig.session.page.following.loadNext { completions += 1 }
    try #require(rig.server.count == 1)
    rig.cover()
    #expect(rig.server.canceled.withLock { $0 } == [0])
    // An answer that was on its way already.
    rig.answer(0, title: "early")
    rig.session.goBack()
    #expect(rig.titles == ["first"] && completions == 0)
    try #require(rig.server.count == 2)
    rig.answer(1, title: "second")
    #expect(rig.titles == ["first", "second"] && completions == 1)
    // An answered page is not requested again.
    rig.cover()
    rig.session.goBack()
    #expect(rig.server.count == 2)
  }
}
