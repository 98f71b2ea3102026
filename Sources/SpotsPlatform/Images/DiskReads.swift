/// Reads from the disk on background threads. The main thread waits for what it needs to lay a
/// screen out, but not for long: a disk may sleep, and a file may be on another machine.
@MainActor
final class DiskReads {
  /// The most seconds that the main thread waits in each frame, for all reads together.
  var patience = Double.infinity { didSet { left = patience } }
  private var left = Double.infinity
  /// The number of unfinished reads for which the main thread no longer waits.
  private(set) var pending = 0
  private let mailbox: Mailbox
  /// The threads of the program.
  private nonisolated static let threads = ThreadPool(limit: 2, patience: 30) {}

  init(mailbox: Mailbox) {
    self.mailbox = mailbox
  }

  /// Starts the threads before there is anything to read.
  nonisolated static func prepare() { threads.prepare() }

  /// Begins another frame, for which the waiting time starts over.
  func beginFrame() { left = patience }

  /// Runs `work` on another thread.
  ///
  /// - Parameter late: Called on the main thread with a result that came too late.
  /// - Returns: The result; nil when it did not come in time.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, late: @escaping @MainActor @Sendable (Value) -> Void
  ) -> Value? {
    let result = Future(work) { [mailbox] value in
      mailbox.post { [weak self] in
        self?.pending -= 1
        late(value)
      }
    } start: { read in
      Self.threads.run({ _ in read() }, failure: read)
    }
    let start = Clock.now
    let value = result.value(within: left)
    left -= Clock.now - start
    if value == nil { pending += 1 }
    return value
  }
}
