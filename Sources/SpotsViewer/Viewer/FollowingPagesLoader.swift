import Spots
import SpotsSDL

/// Loads the pages that follow the screens of a session: the next one when the user comes near the
/// end of a screen, and those on show again when they may have changed.
@MainActor
final class FollowingPagesLoader {
  private unowned let session: Session
  private let context: ViewerContext

  init(_ session: Session) { (self.session, context) = (session, session.context) }

  /// Loads the page after the last one, if there is one, and shows it at the end.
  ///
  /// - Parameter completion: Called when the page has been shown or has failed.
  func loadNext(of page: Page, completion: @escaping @MainActor () -> Void) {
    guard let next = page.followingPages.next(after: page.file) else { return completion() }
    if session.isScripted {
      let delivery = context.loader.loadAndWait(
        next.path, following: page.path, trusting: next.trusting)
      receive(delivery, next.path, for: page)
      return completion()
    }
    page.isLoading = true
    let mailbox = context.mailbox
    let round = page.followingPages.begin(completion)
    let task = context.loader.load(
      next.path, following: page.path, trusting: next.trusting
    ) { [weak self, weak page] delivery in
      mailbox.post {
        guard let self, let page, let completion = page.followingPages.end(round) else { return }
        self.receive(delivery, next.path, for: page)
        completion()
      }
    }
    page.followingPages.asked(round, task)
  }

  private func receive(_ delivery: FeedDelivery<ScreenFile>, _ path: String, for page: Page) {
    page.isLoading = false
    session.needsFrame = true
    switch delivery {
    case .good(let file):
      context.report(file)
      if page.followingPages.append(file, after: page.file) {
        page.showLastFollowing()
        session.adoptFront(insteadOf: page)
        session.follower?.didAppend(to: page)
      }
    case .broken(let file):
      context.report(file)
      failed("it has errors", path, page)
    case .missing, .unchanged: failed("no such file", path, page)
    case .unreadable(let reason): failed(reason, path, page)
    case .unreachable(let error): failed("\(error)", path, page)
    }
  }

  private func failed(_ reason: String, _ path: String, _ page: Page) {
    page.followingPages.failure = context.now
    // So that it is followed once it is there.
    session.follower?.didAppend(to: page)
    let name = Path.name(of: path).printable(limit: 80)
    page.show(note: "Next page, \(name): \(reason.printable(limit: 120))")
    context.onEvent(.unavailable(path: path, reason: reason))
    context.report(.warning("\(path.printable()): \(reason.printable())"))
  }

  /// Requests a page that failed to load again, when the user is near the end once more.
  func retry(_ page: Page) {
    let controller = page.controller
    let left = controller.contentSize.height - controller.contentOffset - controller.size.height
    guard page.followingPages.mayRetry(at: context.now), left < 2 * controller.size.height else {
      return
    }
    page.followingPages.failure = nil
    loadNext(of: page) {}
  }

  /// Repeats the request that was canceled when the page was covered, if there was one.
  func resume(_ page: Page) {
    if let completion = page.followingPages.resume() { loadNext(of: page, completion: completion) }
  }

  /// Checks the pages that follow for changes, and requests the one that was missing again.
  func refresh(_ page: Page) {
    if page.followingPages.failure != nil {
      page.followingPages.failure = nil
      loadNext(of: page) {}
    }
    let (mailbox, checks) = (context.mailbox, page.followingPages.checks)
    for file in page.followingPages.files {
      let round = checks.begin(file.path)
      let task = context.loader.load(
        file.path, following: page.path, known: file,
        trusting: file.origin?.trustedHosts ?? []
      ) { [weak self, weak page] delivery in
        mailbox.post {
          guard let self, let page, page.followingPages.checks.accepts(file.path, round) else {
            return
          }
          if case .good(let new) = delivery { self.replace(new, in: page) }
        }
      }
      checks.asked(file.path, round, task)
    }
  }

  private func replace(_ file: ScreenFile, in page: Page) {
    page.followingPages.replace(file, after: page.file)
    page.showAll(animation: .automatic)
    session.adoptFront(insteadOf: page)
    session.needsFrame = true
  }
}
