import Dispatch
import Synchronization

/// A value that another thread computes, beginning when the future is created.
///
///     let file = Future { read(path) }
///     let window = try Window(title: path, size: size)
///     show(file.value)
public final class Future<Value: Sendable>: Sendable {
  private let result = Mutex<Value?>(nil)
  private let isDone = DispatchGroup()

  /// Starts `work` on a background thread, or runs it here when the system has no more threads.
  public init(_ work: @escaping @Sendable () -> Value) {
    isDone.enter()
    BackgroundThreads.shared.run { [self] in
      let value = work()
      result.withLock { $0 = value }
      isDone.leave()
    }
  }

  /// The value. Blocks until it is computed.
  public var value: Value {
    while true {
      isDone.wait()
      if let value = result.withLock({ $0 }) { return value }
    }
  }
}
