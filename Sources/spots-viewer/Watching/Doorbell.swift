import CEventFD
import Glibc
import SpotsSDL
import Synchronization

/// Wakes a thread that sleeps in poll(2), from any other.
final class Doorbell: Sendable {
  /// Readable when it has been rung.
  let descriptor: Int32

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

  /// Wakes the sleeper to tell it that it has something else to watch.
  func ring(with watched: Set<Watched>) {
    ring { $0.watched = watched }
  }

  /// Makes the bell silent again.
  ///
  /// - Returns: Whether it had been rung for the handler, and what is to be watched if that has
  ///   changed.
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

  /// Gives the descriptor back; done by the sleeper when it ends.
  func close() {
    state.withLock { state in
      if state.isOpen { Glibc.close(descriptor) }
      state.isOpen = false
    }
  }
}
