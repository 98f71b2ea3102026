import Glibc
import Synchronization

/// The signals that ask a program to end, SIGINT and SIGTERM, received by a thread that waits for
/// nothing else.
///
/// SDL's own handler sets a flag that SDL reads when it polls for events. A signal between a poll
/// and the wait that follows would go unnoticed until the next event, which may be hours later.
package enum EndingSignals {
  /// Called on a background thread, or on the one that calls `listen`.
  package typealias Listener = @Sendable () -> Void

  private struct State {
    var listeners: [Listener] = []
    var hasCome = false
    var hasThread = false
  }

  private static let state = Mutex(State())
  /// The address of the semaphore that the handler posts to, one of the few calls a handler may
  /// make; 0 before it is created.
  private static let arrivals = Atomic<UInt>(0)

  /// Whether a signal has arrived since the first call of `listen`.
  package static var hasCome: Bool { state.withLock { $0.hasCome } }

  /// Calls `listener` when the program is asked to end, on a background thread; immediately, on
  /// this thread, when it was asked before. After the first signal, SIGINT ends the program.
  ///
  /// A signal that the program ignores stays ignored. When no thread can be started, signals have
  /// the effect they had before.
  ///
  /// - Parameter isFirst: Whether SDL has not started yet. Signals with their default effect are
  ///   then received too, and SDL leaves them alone. Later, a default effect means that the program
  ///   wants it.
  package static func listen(isFirst: Bool = false, _ listener: @escaping Listener) {
    let (hasCome, needsThread) = state.withLock { state in
      state.listeners.append(listener)
      defer { state.hasThread = true }
      return (state.hasCome, !state.hasThread)
    }
    if hasCome { listener() }
    guard needsThread, startThread() else { return }
    for number in [SIGINT, SIGTERM] {
      var old = sigaction()
      guard sigaction(number, nil, &old) == 0, !old.isIgnored, isFirst || !old.isDefault else {
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
        // A copy: what orders reads of a shared one before the next write is its reference count,
        // which the thread sanitizer does not see.
        return state.listeners.map(\.self)
      }
      for listener in listeners { listener() }
    }
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

extension sigaction {
  /// Whether the signal has the effect that the system gives it.
  var isDefault: Bool { address == 0 }

  /// Whether the signal has no effect.
  package var isIgnored: Bool { address == 1 }

  private var address: Int { unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) }
}
