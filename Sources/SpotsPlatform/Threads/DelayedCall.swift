import Dispatch

/// A function that is called after a while, on a thread that sleeps until then.
///
/// Timers of Dispatch need descriptors, and end the program when there are none left.
package struct DelayedCall: Sendable {
  private let isCancelled = DispatchSemaphore(value: 0)

  /// Calls `action` in `seconds`, or at once when the system has no more threads.
  @discardableResult
  package init(after seconds: Double, _ action: @escaping @Sendable () -> Void) {
    let end = DispatchTime.now() + seconds
    let code = BackgroundThread.start { [isCancelled] in
      if isCancelled.wait(timeout: end) == .timedOut { action() }
    }
    if code != 0 { action() }
  }

  /// Ends the thread. A call that has begun goes on.
  package func cancel() { isCancelled.signal() }
}
