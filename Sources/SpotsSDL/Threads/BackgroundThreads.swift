import Dispatch
import Synchronization

/// A few threads that wait, without any cost, for work that would hold up the main thread.
final class BackgroundThreads: Sendable {
  typealias Job = @Sendable () -> Void

  /// For work that takes processor time.
  static let shared = BackgroundThreads(limit: 4)

  private struct State {
    var jobs: [Job] = []
    var threads = 0
    var busy = 0
  }

  private let limit: Int
  private let state = Mutex(State())
  private let waiting = DispatchSemaphore(value: 0)

  /// - Parameter limit: The most threads there may be. Each starts when there is work for it.
  init(limit: Int) {
    self.limit = limit
  }

  /// Runs `job` on one of the threads; jobs begin in the order they came.
  func run(_ job: @escaping Job) {
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      guard state.threads < limit, state.threads - state.busy < state.jobs.count else {
        return false
      }
      state.threads += 1
      return true
    }
    if needsThread { startThread() }
    waiting.signal()
  }

  private func startThread() {
    guard BackgroundThread.start({ [self] in work() }) != 0 else { return }
    // The system has no more threads, so the caller's does the work.
    state.withLock { $0.threads -= 1 }
    runNext()
  }

  private func work() -> Never {
    while true {
      waiting.wait()
      runNext()
    }
  }

  private func runNext() {
    let job = state.withLock { state -> Job? in
      guard !state.jobs.isEmpty else { return nil }
      state.busy += 1
      return state.jobs.removeFirst()
    }
    guard let job else { return }
    job()
    state.withLock { $0.busy -= 1 }
  }
}
