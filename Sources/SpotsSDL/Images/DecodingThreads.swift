import CDecoder
import Dispatch
import Glibc
import Synchronization

/// Threads that decode pictures, each with a decoder process of its own.
///
/// There are as many as the machine has processors, four at most, and they are made when there is
/// work for them. A decoder that crashes, or is given up, is started again for the next picture.
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

  /// Those of the program, with the decoder that was installed with it.
  static let shared = DecodingThreads(path: DecoderPath.installed)

  /// Seconds for which a decoder is kept after its last picture.
  private let patience: Double
  let limit = min(max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1), 4)
  private let path: String
  private let state = Mutex(State())
  private let waiting = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - path: The decoder's.
  ///   - patience: Seconds for which a decoder without work is kept.
  init(path: String, patience: Double = 30) {
    self.path = path
    self.patience = patience
  }

  /// How many there are now.
  var count: Int { state.withLock { $0.threads } }

  /// Starts a decoder, so that the first picture need not wait for it.
  ///
  /// - Parameter format: The picture's.
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
  /// - Parameter failure: Called instead when there is no thread to be had.
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
    // The system has no more threads: pictures that nobody else decodes fail.
    let lost = state.withLock { state in
      state.threads -= 1
      state.idle -= 1
      defer { if state.threads == 0 { state.jobs = [] } }
      return state.threads == 0 ? state.jobs : []
    }
    for job in lost { job.failure(.noDecoder("there is no thread for it")) }
  }

  private static let niceness: Int32 = 5

  /// What a thread does until it has had nothing to do for long.
  private func decode(_ begin: (inout RestartingDecoder) -> Void) {
    // Of this thread and the decoders it starts: where processors are scarce, what lays out and paints
    // goes first.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
    var decoder = RestartingDecoder(path: path)
    begin(&decoder)
    while let job = nextJob() {
      job.work(&decoder)
      state.withLock { $0.idle += 1 }
    }
  }

  /// Waits for the next job; nil when the thread is to end.
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

/// A decoder that is started when a picture needs it, and again after it crashed or was given up.
struct RestartingDecoder: ~Copyable {
  private let path: String
  private var decoder: Decoder?
  /// Whether it decodes BMP, SVG and AVIF as well.
  private var draws = false

  init(path: String) {
    self.path = path
  }

  /// Starts the decoder before it is needed. What is wrong with it the first picture will say.
  mutating func start(for format: ImageHeader.Format) {
    do throws(ImageFault) {
      try provide(forDrawing: format.isDrawn)
    } catch {}
  }

  /// Sees to it that there is a decoder; one that does not draw is replaced when one has to.
  private mutating func provide(forDrawing: Bool) throws(ImageFault) {
    if decoder != nil, draws || !forDrawing { return }
    decoder = nil
    decoder = try Decoder(path: path, draws: forDrawing)
    draws = forDrawing
  }

  /// A picture to decode, and the descriptor of the sealed memory file with its bytes.
  typealias Task = (request: SpotsDecoderRequest, bytes: Int32)

  /// Has the decoder decode a picture, as `Decoder.decode` does.
  ///
  /// - Throws: `interrupted` when decoders are ended by others as soon as they are started; one that
  ///   is, as when the system has no memory left, is replaced.
  mutating func decode(_ request: SpotsDecoderRequest, bytes: Int32) throws(ImageFault)
    -> DecodedPicture
  {
    var outcome: DecodingThreads.Outcome?
    decode([(request, bytes)]) {
      outcome = $1
    } late: { _ in
    }
    guard let outcome else { throw .crashed }
    return try outcome.get()
  }

  /// Has the decoder decode several pictures, each as `decode` does one. It is asked for all of them
  /// at once, so that it need not wait for anybody between them.
  ///
  /// - Parameters:
  ///   - each: Called with each outcome as it comes, in order.
  ///   - late: Called when one of them takes long, with those behind it, which are not decoded then.
  mutating func decode(
    _ tasks: [Task], each: (Int, DecodingThreads.Outcome) -> Void, late: (Range<Int>) -> Void
  ) {
    var (next, attempts, tasks) = (0, 0, tasks[...])
    while next < tasks.endIndex {
      let first = next
      do throws(ImageFault) {
        try decode(&tasks, from: &next, each: each, late: late)
      } catch {
        attempts = next == first ? attempts + 1 : 1
        // What was asked for after a picture that ends its decoder is asked for again.
        guard error != .interrupted || attempts == Self.attempts else { continue }
        each(next, .failure(error))
        (next, attempts) = (next + 1, 0)
      }
    }
  }

  private static let attempts = 3

  /// Seconds that a picture may take before those behind it are given to others.
  private static let patience = 0.1

  /// Goes on with the pictures from `next` on, until there is no more decoder.
  ///
  /// - Throws: Why there is none, or no picture of `next`.
  private mutating func decode(
    _ tasks: inout ArraySlice<Task>, from next: inout Int,
    each: (Int, DecodingThreads.Outcome) -> Void, late: (Range<Int>) -> Void
  ) throws(ImageFault) {
    try provide(forDrawing: tasks[next...].contains(where: \.request.isDrawn))
    guard let used = decoder.take() else { throw .crashed }
    for task in tasks[next...] { used.send(task.request, bytes: task.bytes) }
    var isLate = false
    while next < tasks.endIndex {
      if next + 1 < tasks.endIndex, !used.isReady(within: Self.patience) {
        late(next + 1..<tasks.endIndex)
        tasks = tasks[...next]
        isLate = true
      }
      do throws(ImageFault) {
        each(next, .success(try used.receive(tasks[next].request)))
      } catch {
        switch error {
        case .crashed: throw used.wasKilled() ? .interrupted : .crashed
        case .tooSlow: throw error
        default: each(next, .failure(error))
        }
      }
      next += 1
    }
    // One that was asked for more than it shall answer is of no more use.
    if !isLate { decoder = consume used }
  }
}

/// Where the decoder is found.
enum DecoderPath {
  /// Beside the running program, as it is built; else in `libexec/spots` beside the folder the program is
  /// in, as it is installed.
  static let installed: String = {
    let built = Self.beside("spots-decoder")
    return access(built, X_OK) == 0 ? built : Self.beside("../libexec/spots/spots-decoder")
  }()

  /// The path of `name`, seen from the folder of the running program.
  static func beside(_ name: String) -> String {
    let folder = (link("/proc/self/exe") ?? "").split(separator: "/").dropLast()
    return folder.reduce("") { $0 + "/" + $1 } + "/" + name
  }

  private static func link(_ path: String) -> String? {
    let target = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      buffer.withMemoryRebound(to: CChar.self) { buffer in
        guard let start = buffer.baseAddress else { return }
        count = max(readlink(path, start, buffer.count), 0)
      }
    }
    return target.isEmpty ? nil : String(decoding: target, as: UTF8.self)
  }
}
