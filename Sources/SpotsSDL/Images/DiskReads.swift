import Dispatch
import Synchronization

/// Reads from the disk on background threads. The main thread waits for what it needs to lay a
/// screen out, but not for long: a disk may sleep, and a file may be on another machine.
@MainActor
final class DiskReads {
  /// The most seconds that the main thread waits in each frame, for all reads together.
  var patience = Double.infinity { didSet { left = patience } }
  private var left = Double.infinity
  /// The number of unfinished reads for which the main thread no longer waits.
  private(set) var pending = 0
  private let mailbox: Mailbox
  private let threads = BackgroundThreads(limit: 2)

  init(mailbox: Mailbox) {
    self.mailbox = mailbox
  }

  /// Begins another frame, with its own time to wait.
  func beginFrame() { left = patience }

  /// Runs `work` on another thread.
  ///
  /// - Parameter late: Called on the main thread with a result that was not there in time.
  /// - Returns: The result; nil when it is not there in time.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, late: @escaping @MainActor @Sendable (Value) -> Void
  ) -> Value? {
    let result = Handover<Value>()
    threads.run { [mailbox] in
      let value = work()
      guard !result.give(value) else { return }
      mailbox.post { [weak self] in
        self?.pending -= 1
        late(value)
      }
    }
    let start = Clock.now
    let value = result.take(timeout: left)
    left -= Clock.now - start
    if value == nil { pending += 1 }
    return value
  }
}

/// A value that one thread gives another, which may no longer wait for it.
private final class Handover<Value: Sendable>: Sendable {
  private enum State: Sendable {
    case awaited
    case given(Value)
    case abandoned
  }

  private let state = Mutex(State.awaited)
  private let isGiven = DispatchSemaphore(value: 0)

  /// - Returns: Whether the other thread gets it.
  func give(_ value: Value) -> Bool {
    let isAwaited = state.withLock { state in
      guard case .awaited = state else { return false }
      state = .given(value)
      return true
    }
    if isAwaited { isGiven.signal() }
    return isAwaited
  }

  /// Waits at most `timeout` seconds; nil when there is no value by then.
  func take(timeout: Double) -> Value? {
    if timeout.isInfinite {
      isGiven.wait()
    } else if timeout > 0 {
      _ = isGiven.wait(timeout: .now() + timeout)
    }
    return state.withLock { state in
      if case .given(let value) = state { return value }
      state = .abandoned
      return nil
    }
  }
}
