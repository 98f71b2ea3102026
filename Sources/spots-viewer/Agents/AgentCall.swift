import Spots
import Synchronization

/// A request for a tool, until it is answered, or the client no longer waits.
final class AgentCall: Sendable {
  let tool: AgentTool
  private let isOver = Atomic(false)
  private let send: @Sendable (AgentResult) -> Void

  /// - Parameter send: Sends the answer; called at most once.
  init(of tool: AgentTool, send: @escaping @Sendable (AgentResult) -> Void) {
    (self.tool, self.send) = (tool, send)
  }

  /// Answers it.
  ///
  /// - Returns: Whether somebody waited for that.
  @discardableResult
  func answer(_ result: AgentResult) -> Bool {
    guard cancel() else { return false }
    send(result)
    return true
  }

  /// Ends it without an answer.
  ///
  /// - Returns: False when it had ended.
  @discardableResult
  func cancel() -> Bool { !isOver.exchange(true, ordering: .acquiringAndReleasing) }
}
