import CEventFD
import Glibc

/// Wakes a thread that sleeps in poll(2), from any other thread.
package final class Doorbell: Sendable {
  /// Readable while a ring is unanswered.
  package let descriptor: Int32

  /// Nil when the process is out of descriptors.
  package init?() {
    descriptor = eventfd(0, eventfd_nonblocking | eventfd_close_on_exec)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Wakes the sleeper.
  package func ring() {
    var ring: UInt64 = 1
    write(descriptor, &ring, MemoryLayout.size(ofValue: ring))
  }

  /// Clears the rings so far. Returns whether there were any.
  @discardableResult
  package func answer() -> Bool {
    var rings: UInt64 = 0
    return read(descriptor, &rings, MemoryLayout.size(ofValue: rings)) > 0
  }
}
