import Dispatch
import Glibc
import Synchronization

/// Threads that decode pictures, each with its own decoder process.
///
/// There are at most as many as processors, and at most four, each created when there is work for
/// it. A decoder that crashes, or is given up, is replaced for the next picture.
final class DecodingThreads: Sendable {
  typealias Outcome = Result<DecodedPicture, ImageFault>

  private struct Job: Sendable {
    var work: @Sendable (inout RestartingDecoder) -> Void
    var failure: @Sendable (ImageFault) -> Void
  }

  private struct State {
    var jobs: [Job] = []
    var threads = 0
    var idle = 0
  }

  /// The threads of the program, with the decoder that was installed with it.
  static let shared = DecodingThreads(path: DecoderPath.installed)

  /// Seconds for which a decoder is kept after its last picture.
  private let patience: Double
  let limit = min(max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1), 4)
  private let path: String
  private let state = Mutex(State())
  private let waiting = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - path: The path of the decoder.
  ///   - patience: Seconds for which a decoder without work is kept.
  init(path: String, patience: Double = 30) {
    self.path = path
    self.patience = patience
  }

  /// The current number of threads.
  var count: Int { state.withLock { $0.threads } }

  /// Starts a decoder, so that the first picture need not wait for it.
  ///
  /// - Parameter format: The format of the picture.
  func prepare(for format: ImageHeader.Format) {
    let needsThread = state.withLock { state in
      guard state.threads == 0 else { return false }
      state.threads = 1
      state.idle = 1
      return true
    }
    if needsThread { startThread { $0.start(for: format) } }
  }

  /// Runs `work` with a decoder on one of the threads; jobs begin in the order they came.
  ///
  /// - Parameter failure: Called instead when no thread can be started.
  func run(
    _ work: @escaping @Sendable (inout RestartingDecoder) -> Void,
    failure: @escaping @Sendable (ImageFault) -> Void
  ) {
    let needsThread = state.withLock { state in
      state.jobs.append(Job(work: work, failure: failure))
      guard state.threads < limit, state.idle < state.jobs.count else { return false }
      state.threads += 1
      state.idle += 1
      return true
    }
    if needsThread { startThread { _ in } }
    waiting.signal()
  }

  private func startThread(_ begin: @escaping @Sendable (inout RestartingDecoder) -> Void) {
    guard BackgroundThread.start({ [self] in decode(begin) }) != 0 else { return }
    // The system has no more threads: without another decoding thread, all pictures fail.
    let lost = state.withLock { state in
      state.threads -= 1
      state.idle -= 1
      defer { if state.threads == 0 { state.jobs = [] } }
      return state.threads == 0 ? state.jobs : []
    }
    for job in lost { job.failure(.noDecoder("there is no thread for it")) }
  }

  /// In the sense of `nice`: 0 is usual, 19 the lowest priority.
  private static let niceness: Int32 = 5

  /// The work of a thread, until it has had none for `patience` seconds.
  private func decode(_ begin: (inout RestartingDecoder) -> Void) {
    // Applies to this thread and the decoders it starts, so that layout and painting come first.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
    var decoder = RestartingDecoder(path: path)
    begin(&decoder)
    while let job = nextJob() {
      job.work(&decoder)
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
