// Work on other threads: a few that wait for jobs, a single one that sleeps, and a value that one
// of them computes.

import Dispatch
import Glibc
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

/// Starts threads that sleep for long, and so should not be workers of a Dispatch queue.
public enum BackgroundThread {
  /// Runs `body` on a new thread that takes no signals, which the main thread handles.
  ///
  /// - Returns: 0, or the system's error number when no thread was started; `body` then never runs.
  public static func start(_ body: sending @escaping () -> Void) -> Int32 {
    var thread = pthread_t()
    let start = Unmanaged.passRetained(Body(body))
    var old = sigset_t()
    var all = sigset_t()
    sigfillset(&all)
    // A new thread starts with the mask of its creator.
    pthread_sigmask(SIG_SETMASK, &all, &old)
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, start.toOpaque())
    pthread_sigmask(SIG_SETMASK, &old, nil)
    guard code == 0 else {
      start.release()
      return code
    }
    pthread_detach(thread)
    return 0
  }

  private final class Body {
    let run: () -> Void

    init(_ run: @escaping () -> Void) {
      self.run = run
    }
  }
}

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
