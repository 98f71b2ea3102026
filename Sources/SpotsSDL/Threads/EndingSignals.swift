import Glibc
import Synchronization

/// The signals that ask a program to end, SIGINT and SIGTERM, heard by a thread that waits for
/// nothing else.
///
/// SDL's own handler leaves a note that SDL reads when it looks for events. Of a signal that comes
/// after that look and before the wait that follows, it would learn with the next event, which may
/// be hours later.
public enum EndingSignals {
  public typealias Listener = @Sendable () -> Void

  private struct State {
    var listeners: [Listener] = []
    var hasCome = false
    var hasThread = false
  }

  private static let state = Mutex(State())
  /// The address of the semaphore that the handler posts to, which is among the few things allowed
  /// in one; 0 before it is made.
  private static let arrivals = Atomic<UInt>(0)

  /// Whether a signal has come since somebody listens.
  public static var hasCome: Bool { state.withLock { $0.hasCome } }

  /// Calls `listener` when the program is asked to end, on a thread of its own; at once when it was
  /// asked before. After the first signal, a second SIGINT ends the program as it is.
  ///
  /// A signal that the program ignores stays ignored. Without a thread to be had, signals do what
  /// they did before.
  ///
  /// - Parameter isFirst: Whether SDL has not started yet. Signals that would end the program at
  ///   once are heard too then, and SDL leaves them alone; otherwise that they do means that the
  ///   program wants it.
  public static func listen(isFirst: Bool = false, _ listener: @escaping Listener) {
    let (hasCome, needsThread) = state.withLock { state in
      state.listeners.append(listener)
      defer { state.hasThread = true }
      return (state.hasCome, !state.hasThread)
    }
    if hasCome { listener() }
    guard needsThread, startThread() else { return }
    for number in [SIGINT, SIGTERM] {
      var old = sigaction()
      guard sigaction(number, nil, &old) == 0, !isIgnored(old), isFirst || !isDefault(old) else {
        continue
      }
      var new = old
      new.__sigaction_handler.sa_handler = { _ in EndingSignals.tell() }
      new.sa_flags = SA_RESTART
      sigaction(number, &new, nil)
    }
  }

  private static func startThread() -> Bool {
    let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
    arrivals.store(UInt(bitPattern: semaphore), ordering: .releasing)
    guard BackgroundThread.start({ receive() }) == 0 else {
      arrivals.store(0, ordering: .relaxed)
      semaphore.deallocate()
      return false
    }
    return true
  }

  private static func receive() {
    guard let semaphore = semaphore() else { return }
    while true {
      guard sem_wait(semaphore) == 0 else { continue }
      // A second Ctrl+C means that the user does not want to wait.
      signal(SIGINT, SIG_DFL)
      let listeners = state.withLock { state in
        state.hasCome = true
        return state.listeners
      }
      for listener in listeners { listener() }
    }
  }

  private static func isDefault(_ action: sigaction) -> Bool { address(of: action) == 0 }
  private static func isIgnored(_ action: sigaction) -> Bool { address(of: action) == 1 }

  private static func address(of action: sigaction) -> Int {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
  }

  private static func semaphore() -> UnsafeMutablePointer<sem_t>? {
    UnsafeMutablePointer(bitPattern: arrivals.load(ordering: .acquiring))
  }

  private static func tell() {
    let before = errno
    if let semaphore = semaphore() { sem_post(semaphore) }
    errno = before
  }
}
