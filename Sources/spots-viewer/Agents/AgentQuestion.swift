import Spots
import SpotsSDL
import Synchronization

/// A question to the user: its window, the answer, and the call that waits for it.
final class AgentQuestion: Sendable {
  private enum State {
    /// The user has not answered; a call may wait for that, until its timer ends.
    case open((call: AgentCall, timer: DelayedCall)?)
    /// The answer, which nobody has taken.
    case answered(AgentResult)
    case taken
  }

  let id: String
  private let state = Mutex(State.open(nil))
  private let child = Mutex<AgentChild?>(nil)
  /// Whether the window is being closed, though not by the user.
  private let isClosing = Atomic(false)

  private static let closed = AgentResult.data(["status": "closed"])

  init(id: String) { self.id = id }

  /// Whether there is no answer yet.
  var isOpen: Bool { state.withLock { if case .open = $0 { true } else { false } } }

  /// Opens the window.
  ///
  /// - Parameters:
  ///   - program: The path of this program.
  ///   - words: The arguments.
  ///   - read: Makes the answer of what a window prints that was not closed.
  func open(
    _ program: String, _ words: [String], input: [UInt8],
    read: @escaping @Sendable (_ output: [UInt8]) -> [String: JSONValue]
  ) throws(FileError) {
    let new = try AgentChild(program, words, input: input) { [self] end in
      finish(result(of: end, read))
    }
    child.withLock { $0 = new }
  }

  /// The answer that the end of the window gives.
  private func result(
    of end: AgentChild.End, _ read: ([UInt8]) -> [String: JSONValue]
  ) -> AgentResult {
    switch end.status.flatMap(ExitStatus.init) {
    case .success: .data(.object(read(end.output).merging(["status": "answered"]) { $1 }))
    case .declined: .data(["status": "declined"])
    case .screenErrors: Self.closed
    case _ where isClosing.load(ordering: .relaxed): Self.closed
    default: .fault(end.reason)
    }
  }

  private func finish(_ result: AgentResult) {
    state.withLock { state in
      guard case .open(let waiting) = state else { return }
      waiting?.timer.cancel()
      state = waiting?.call.answer(result) == true ? .taken : .answered(result)
    }
  }

  /// Answers `call` when the user has answered, or, after `timeout` seconds, with `pending`.
  func wait(_ call: AgentCall, timeout: Double) {
    let timer = DelayedCall(after: timeout) { [weak self, id] in
      if self?.leave(call) == true {
        call.answer(.data(["status": "pending", "id": .string(id)]))
      }
    }
    state.withLock { state in
      if case .open(nil) = state {
        state = .open((call, timer))
        return
      }
      timer.cancel()
      switch state {
      case .open: call.answer(.fault("another call waits for the answer to '\(id)'"))
      case .answered(let result): if call.answer(result) { state = .taken }
      case .taken: call.answer(.fault("the answer to '\(id)' was given already"))
      }
    }
  }

  /// Ends the waiting of a call.
  ///
  /// - Returns: Whether it has waited.
  @discardableResult
  func leave(_ call: AgentCall) -> Bool {
    state.withLock { state in
      guard case .open(let waiting?) = state, waiting.call === call else { return false }
      waiting.timer.cancel()
      state = .open(nil)
      return true
    }
  }

  /// Closes the window.
  func close() {
    isClosing.store(true, ordering: .relaxed)
    child.withLock { $0 }?.stop()
  }

  /// Waits until the window is closed, and whoever waits for it has an answer.
  func waitUntilEnd() { child.withLock { $0 }?.waitUntilEnd() }
}
