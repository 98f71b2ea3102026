import Dispatch
import Synchronization

/// A value that another thread computes, beginning when the future is created.
///
///     let file = Future { read(path) }
///     let window = try Window(title: path, size: size)
///     show(file.value)
///
/// A mailbox would not do: its jobs run between frames, and the value is needed before the first.
package final class Future<Value: Sendable>: Sendable {
  private enum State: Sendable {
    case awaited
    case computed(Value)
    case abandoned
  }

  private let state = Mutex(State.awaited)
  private let isDone = DispatchGroup()

  /// Starts `work`.
  ///
  /// - Parameters:
  ///   - late: Called on the thread of `work` with a value that `value(within:)` did not wait for.
  ///   - start: Runs its argument on another thread; by default on one of its own, or here when the
  ///     system has no more threads.
  package init(
    _ work: @escaping @Sendable () -> Value, late: @escaping @Sendable (Value) -> Void = { _ in },
    start: (@escaping @Sendable () -> Void) -> Void = {
      if BackgroundThread.start($0) != 0 { $0() }
    }
  ) {
    isDone.enter()
    start { [self] in
      let value = work()
      let isLate = state.withLock { state in
        defer { state = .computed(value) }
        if case .abandoned = state { return true }
        return false
      }
      isDone.leave()
      if isLate { late(value) }
    }
  }

  /// The value. Blocks until it is computed.
  package var value: Value {
    while true {
      if let value = value(within: .infinity) { return value }
    }
  }

  /// The value; nil when it is not computed within `seconds`; `late` then receives it.
  package func value(within seconds: Double) -> Value? {
    if seconds.isInfinite {
      isDone.wait()
    } else if seconds > 0 {
      _ = isDone.wait(timeout: .now() + seconds)
    }
    return state.withLock { state in
      if case .computed(let value) = state { return value }
      state = .abandoned
      return nil
    }
  }
}
