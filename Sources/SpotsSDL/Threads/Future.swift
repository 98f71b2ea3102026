import Dispatch
import Synchronization

/// A value that another thread works out, from the moment this is made.
///
///     let file = Future { read(path) }
///     let window = try Window(title: path, size: size)
///     show(file.value)
public final class Future<Value: Sendable>: Sendable {
  private let result = Mutex<Value?>(nil)
  private let isDone = DispatchGroup()

  public init(_ work: @escaping @Sendable () -> Value) {
    isDone.enter()
    BackgroundThreads.shared.run { [self] in
      let value = work()
      result.withLock { $0 = value }
      isDone.leave()
    }
  }

  /// Waits until the value is there.
  public var value: Value {
    while true {
      isDone.wait()
      if let value = result.withLock({ $0 }) { return value }
    }
  }
}
