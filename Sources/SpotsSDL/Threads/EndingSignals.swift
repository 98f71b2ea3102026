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
  /// The end of a pipe that the handler writes to; nothing else is allowed in one.
  private static let sender = Atomic<Int32>(-1)

  /// Whether a signal has come since somebody listens.
  public static var hasCome: Bool { state.withLock { $0.hasCome } }

  /// Calls `listener` when the program is asked to end, on a thread of its own; at once when it was
  /// asked before. After the first signal, a second SIGINT ends the program as it is.
  ///
  /// A signal that the program ignores stays ignored. Without a thread or a descriptor to be had,
  /// signals do what they did before.
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
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let receiver = ends[0]
    let code = BackgroundThread.start { receive(from: receiver) }
    guard code == 0 else {
      for end in ends { close(end) }
      return false
    }
    sender.store(ends[1], ordering: .relaxed)
    return true
  }

  private static func receive(from receiver: Int32) {
    var byte: UInt8 = 0
    while true {
      let count = read(receiver, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return }
      // Whoever presses Ctrl+C again does not want to wait.
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

  private static func tell() {
    let before = errno
    var byte: UInt8 = 0
    _ = write(sender.load(ordering: .relaxed), &byte, 1)
    errno = before
  }
}
