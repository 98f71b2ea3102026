import CMainQueue
import Dispatch
import Glibc
import Synchronization

/// Runs the work of `Task { @MainActor in … }`, `DispatchQueue.main` and everything `async` on the
/// main actor, which Dispatch keeps in its main queue. Waiting for SDL would not run it.
///
/// Dispatch signals work through a descriptor. SDL cannot wait for descriptors, so a thread does
/// and wakes SDL; it sleeps forever in a program that has no such work.
///
/// In a program whose `main` is `async`, Dispatch itself runs the loop and this does nothing.
package final class MainQueue: Sendable {
  package static let shared = MainQueue()

  private struct Listener {
    var wake: (@Sendable () -> Void)?
  }

  private let hasWork = Atomic(false)
  private let listener = Mutex(Listener())

  private init() {
    // Dispatch ends the program when it gets no descriptor.
    guard FreeDescriptors.areThere(1) else { return }
    let descriptor = _dispatch_get_main_queue_handle_4CF()
    guard descriptor >= 0 else { return }
    // Without a thread nothing sets `hasWork`, and the work does not run.
    _ = BackgroundThread.start { [self] in wait(for: descriptor) }
  }

  /// Calls `wake` on another thread when work arrives, and here at once if there is some already.
  package func onWork(_ wake: (@Sendable () -> Void)?) {
    listener.withLock { $0.wake = wake }
    if hasWork.load(ordering: .acquiring) { wake?() }
  }

  /// Runs the pending work.
  ///
  /// - Returns: Whether there was any.
  @MainActor
  package func drain() -> Bool {
    guard hasWork.exchange(false, ordering: .acquiringAndReleasing) else { return false }
    _dispatch_main_queue_callback_4CF(nil)
    return true
  }

  /// Whether the calling thread is the one the program began on, which alone may drain.
  package static var isOnMainThread: Bool { is_main_thread() }

  private func wait(for descriptor: Int32) {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      guard poll(&waiting, 1, -1) > 0 else { continue }
      var count: UInt64 = 0
      // A count that is not read would end the next wait immediately.
      read(descriptor, &count, MemoryLayout.size(ofValue: count))
      hasWork.store(true, ordering: .releasing)
      listener.withLock { $0.wake }?()
    }
  }
}
