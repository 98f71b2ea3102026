import Glibc
import SpotsSDL
import Synchronization

/// Wakes a thread that sleeps in poll(2), from any other.
final class Doorbell: Sendable {
  /// Readable when it has been rung.
  let descriptor: Int32
  private let ringer: Int32

  private struct State {
    var isEnding = false
    var isOpen = true
    var isAsking = false
    var watched: Set<Watched>?
  }

  private let state = Mutex(State())

  init() throws(FileError) {
    var ends: [Int32] = [-1, -1]
    // A pipe would need a second call to be closed in child processes.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw FileError(code: errno) }
    (descriptor, ringer) = (ends[0], ends[1])
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
    var rings = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &rings, rings.count) > 0 {}
    return state.withLock { state in
      defer { (state.isAsking, state.watched) = (false, nil) }
      return (state.isAsking, state.watched)
    }
  }

  private func ring(_ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      var ring: UInt8 = 1
      // When there is no room it has been rung already.
      if state.isOpen { write(ringer, &ring, 1) }
    }
  }

  /// Gives the descriptors back; done by the sleeper when it ends.
  func close() {
    state.withLock { state in
      if state.isOpen {
        Glibc.close(descriptor)
        Glibc.close(ringer)
      }
      state.isOpen = false
    }
  }
}
