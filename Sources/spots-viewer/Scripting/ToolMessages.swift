import SpotsViewer
import Synchronization

/// What a window has to say to the server of its tool, beside its answers.
///
/// It goes with the next answer rather than over standard error, which another thread writes, and
/// which may come later than the answer it belongs to.
final class ToolMessages: Sendable {
  private let text = Mutex("")

  /// The number of characters beyond which messages are cut.
  private static let most = 4096

  /// Keeps a message for the next answer.
  func add(_ message: ViewerMessage) {
    text.withLock { text in text += message.description.prefix(Self.most - text.count) }
  }

  /// Removes and returns the lines so far.
  func take() -> String {
    text.withLock { text in
      defer { text = "" }
      return text
    }
  }
}
