import CEventFD
import Glibc
import SpotsSDL
import Synchronization

/// Wakes a thread that sleeps in poll(2), from any other thread.
final class Doorbell: Sendable {
  /// Readable while a ring is unanswered.
  let descriptor: Int32

  /// The unanswered requests, and whether the descriptor is open.
  private struct State {
    var isEnding = false
    var isOpen = true
    var isAsking = false
    var watched: Set<Watched>?
  }

  private let state = Mutex(State())

  init() throws(FileError) {
    descriptor = eventfd(0, eventfd_nonblocking | eventfd_close_on_exec)
    guard descriptor >= 0 else { throw FileError(code: errno) }
  }

  deinit {
    close()
  }

  /// Whether the sleeper was asked to end.
  var isEnding: Bool { state.withLock { $0.isEnding } }

  /// Wakes the sleeper. Does nothing once it has closed the bell.
  func ring(toEnd: Bool = false) {
    ring { state in
      state.isEnding = state.isEnding || toEnd
      state.isAsking = true
    }
  }

  /// Wakes the sleeper with another set of paths to watch.
  func ring(with watched: Set<Watched>) {
    ring { $0.watched = watched }
  }

  /// Clears the pending rings.
  ///
  /// - Returns: Whether the handler was asked for, and what to watch from now on; nil when
  ///   unchanged.
  func answer() -> (isAsking: Bool, watched: Set<Watched>?) {
    var rings: UInt64 = 0
    read(descriptor, &rings, MemoryLayout.size(ofValue: rings))
    return state.withLock { state in
      defer { (state.isAsking, state.watched) = (false, nil) }
      return (state.isAsking, state.watched)
    }
  }

  private func ring(_ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      var ring: UInt64 = 1
      if state.isOpen { write(descriptor, &ring, MemoryLayout.size(ofValue: ring)) }
    }
  }

  /// Closes the descriptor. Called by the sleeper when it ends.
  func close() {
    state.withLock { state in
      if state.isOpen { Glibc.close(descriptor) }
      state.isOpen = false
    }
  }
}
