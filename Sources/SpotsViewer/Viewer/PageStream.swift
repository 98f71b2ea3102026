import SpotsSDL

/// Shows a stream on its page: with each frame, all lines that have come since the last one, and at
/// once when the stream has to wait.
@MainActor
final class PageStream {
  /// Takes the lines, on the thread that reads them.
  nonisolated let queue: LineQueue<StreamUpdate>
  private let updater: PageUpdater
  private weak let session: Session?
  private let mailbox: Mailbox

  init(_ session: Session, _ page: Page) {
    let mailbox = session.context.mailbox
    (self.session, self.mailbox) = (session, mailbox)
    updater = PageUpdater(session, page)
    queue = LineQueue { [weak session] isFull in
      mailbox.post {
        if isFull { session?.showStreams() } else { session?.needsFrame = true }
      }
    }
  }

  /// Shows the lines that have come.
  func show() {
    // The end of the work requests the next frame.
    guard !updater.isWorking else { return }
    let wasBehind = updater.isBehind
    updater.receive(wasBehind ? [] : queue.takeAll(), for: PageUpdater.timeForLines)
    guard wasBehind || updater.isBehind, !updater.isWorking else { return }
    // More may be waiting, which only another frame shows.
    mailbox.post { [weak session] in session?.needsFrame = true }
  }
}
