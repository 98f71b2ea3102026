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

  /// How much of a frame's time lines may take, in seconds.
  private static let timeForLines = 0.1

  init(_ session: Session, _ page: Page) {
    let mailbox = session.context.mailbox
    (self.session, self.mailbox) = (session, mailbox)
    updater = PageUpdater(session, page)
    queue = LineQueue { [weak session] isFull in
      mailbox.post {
        if isFull { session?.onBeginFrame() } else { session?.needsFrame = true }
      }
    }
  }

  /// Shows the lines that have come.
  func show() {
    // The end of the writing requests the next frame.
    guard !updater.isWriting else { return }
    let wasBehind = updater.isBehind
    updater.receive(wasBehind ? [] : queue.takeAll(), for: Self.timeForLines)
    guard wasBehind || updater.isBehind, !updater.isWriting else { return }
    // More may be waiting, which only another frame shows.
    mailbox.post { [weak session] in session?.needsFrame = true }
  }
}
