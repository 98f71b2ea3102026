import Dispatch
import Synchronization

/// A queue in which other threads leave work for the main thread.
///
/// Jobs run in the order they were posted, when the main thread drains the mailbox. The first job
/// in an empty mailbox wakes the main thread; those after it run with it.
public final class Mailbox: Sendable {
  /// Work that `drain` runs on the main thread.
  public typealias Job = @MainActor @Sendable () -> Void

  private struct State {
    var jobs: [Job] = []
    var wake: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let posted = DispatchSemaphore(value: 0)

  /// Creates an empty mailbox. Nothing runs until it is drained.
  public init() {}

  /// Adds `job`. May be called from any thread.
  public func post(_ job: @escaping Job) {
    let wake = state.withLock { state -> (@Sendable () -> Void)?? in
      state.jobs.append(job)
      return state.jobs.count == 1 ? .some(state.wake) : nil
    }
    guard let wake else { return }
    posted.signal()
    wake?()
  }

  /// Runs the jobs posted so far. Jobs posted meanwhile wait for the next drain.
  ///
  /// - Returns: Whether there was anything to run.
  @MainActor @discardableResult
  public func drain() -> Bool {
    let jobs = state.withLock { state in
      defer { state.jobs = [] }
      return state.jobs
    }
    for job in jobs { job() }
    return !jobs.isEmpty
  }

  /// Blocks until a job is posted or `timeout` seconds have passed; for programs without a window.
  ///
  /// It may return early with nothing to do.
  public func wait(timeout: Double) {
    let seconds = timeout > 0 ? min(timeout, 86_400) : 0
    let milliseconds = Int(seconds * 1000)
    _ = posted.wait(timeout: .now() + .milliseconds(milliseconds))
  }

  /// Sets what is called, on the posting thread, when a job arrives in an empty mailbox.
  func onPost(_ wake: (@Sendable () -> Void)?) {
    state.withLock { $0.wake = wake }
  }
}
