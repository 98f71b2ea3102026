import Glibc
import Synchronization

/// The signals that ask a program to end, heard by a thread that waits for nothing else.
///
/// SDL's own handler leaves a note that SDL reads when it looks for events. Of a signal that comes
/// after that look and before the wait that follows, it would learn with the next event, which may
/// be hours later.
enum EndingSignals {
  /// The end of a pipe that the handler writes to; nothing else is allowed in one.
  private static let sender = Atomic<Int32>(-1)

  /// Calls `body` from now on when the program is asked to end, by SIGINT or SIGTERM, on a thread
  /// of its own. The first call counts.
  static func listen(_ body: @escaping @Sendable () -> Void) {
    guard sender.load(ordering: .relaxed) < 0 else { return }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let receiver = ends[0]
    let code = BackgroundThread.start {
      var byte: UInt8 = 0
      while true {
        let count = read(receiver, &byte, 1)
        if count == 1 { body() } else if count == 0 || errno != EINTR { return }
      }
    }
    // Without a thread, SDL's handler stays.
    guard code == 0 else {
      for end in ends { close(end) }
      return
    }
    sender.store(ends[1], ordering: .relaxed)
    for number in [SIGINT, SIGTERM] {
      var old = sigaction()
      // Who wants to ignore a signal, or to end at once, is left alone.
      guard sigaction(number, nil, &old) == 0, isHandled(old) else { continue }
      var new = old
      new.__sigaction_handler.sa_handler = { _ in EndingSignals.tell() }
      sigaction(number, &new, nil)
    }
  }

  private static func isHandled(_ action: sigaction) -> Bool {
    let address = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    return address != 0 && address != 1
  }

  private static func tell() {
    let before = errno
    var byte: UInt8 = 0
    _ = write(sender.load(ordering: .relaxed), &byte, 1)
    errno = before
  }
}
