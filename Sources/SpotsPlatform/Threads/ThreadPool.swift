import Dispatch
import Synchronization

/// A few threads that wait, without any cost, for work that would hold up the main thread.
///
/// Each thread starts when there is work for it, and has a worker of its own, which its jobs use
/// one after the other.
final class ThreadPool<Worker: ~Copyable>: Sendable {
  typealias Work = @Sendable (inout Worker) -> Void

  private struct Job: Sendable {
    var work: Work
    var failure: @Sendable () -> Void
  }

  private struct State {
    var jobs: [Job] = []
    var threads = 0
    var idle = 0
    /// The number of further threads, which wait until they are wanted.
    var spare = 0
  }

  private let limit: Int
  private let patience: Double
  private let makeWorker: @Sendable () -> Worker
  private let state = Mutex(State())
  private let waiting = DispatchSemaphore(value: 0)
  private let wanted = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - limit: The most threads there may be.
  ///   - patience: Seconds for which a thread without work is kept.
  ///   - makeWorker: Called first on each thread.
  init(limit: Int, patience: Double, makeWorker: @escaping @Sendable () -> Worker) {
    self.limit = limit
    self.patience = patience
    self.makeWorker = makeWorker
  }

  /// The current number of threads.
  var count: Int { state.withLock { $0.threads } }

  /// Starts all threads ahead of the first job, unless any has started: one that runs `work`, and
  /// spare ones, which join it when there is work for them.
  func prepare(_ work: @escaping Work = { _ in }) {
    let isNeeded = state.withLock { state in
      guard state.threads == 0, state.spare == 0 else { return false }
      (state.threads, state.idle) = (1, 1)
      return true
    }
    guard isNeeded else { return }
    startThread(work)
    for _ in 1..<limit {
      let code = BackgroundThread.start { [self] in if isWanted() { runJobs { _ in } } }
      if code == 0 { state.withLock { $0.spare += 1 } }
    }
  }

  /// Runs `work` on one of the threads; jobs begin in the order they came.
  ///
  /// - Parameter failure: Called instead, on this thread or another caller's, when the system has
  ///   no more threads and the pool has none.
  func run(_ work: @escaping Work, failure: @escaping @Sendable () -> Void) {
    let (needsThread, hasSpare) = state.withLock { state in
      state.jobs.append(Job(work: work, failure: failure))
      guard state.threads < limit, state.idle < state.jobs.count else { return (false, false) }
      state.threads += 1
      state.idle += 1
      guard state.spare > 0 else { return (true, false) }
      state.spare -= 1
      return (true, true)
    }
    if hasSpare { wanted.signal() } else if needsThread { startThread { _ in } }
    waiting.signal()
  }

  private func startThread(_ begin: @escaping Work) {
    guard BackgroundThread.start({ [self] in runJobs(begin) }) != 0 else { return }
    let lost = state.withLock { state in
      state.threads -= 1
      state.idle -= 1
      defer { if state.threads == 0 { state.jobs = [] } }
      return state.threads == 0 ? state.jobs : []
    }
    for job in lost { job.failure() }
  }

  /// Waits until a spare thread is wanted; false when it has not been for `patience` seconds.
  private func isWanted() -> Bool {
    while wanted.wait(timeout: .now() + patience) == .timedOut {
      let isLeft = state.withLock { state in
        guard state.spare > 0 else { return false }
        state.spare -= 1
        return true
      }
      if isLeft { return false }
    }
    return true
  }

  /// Runs jobs until there has been none for `patience` seconds.
  private func runJobs(_ begin: Work) {
    var worker = makeWorker()
    begin(&worker)
    while let job = nextJob() {
      job.work(&worker)
      state.withLock { $0.idle += 1 }
    }
  }

  /// Waits for the next job; nil when the thread should end.
  private func nextJob() -> Job? {
    while true {
      let isLate = waiting.wait(timeout: .now() + patience) == .timedOut
      let (job, ends) = state.withLock { state -> (Job?, Bool) in
        guard state.jobs.isEmpty else {
          state.idle -= 1
          return (state.jobs.removeFirst(), false)
        }
        guard isLate else { return (nil, false) }
        state.threads -= 1
        state.idle -= 1
        return (nil, true)
      }
      if let job { return job }
      if ends { return nil }
    }
  }
}
