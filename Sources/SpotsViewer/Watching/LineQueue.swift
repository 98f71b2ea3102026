import Dispatch
import Synchronization

/// Lines on their way from the thread that reads a stream to the main thread. A thread that is too
/// fast waits, and so does the writer of the stream.
final class LineQueue<Line: Sendable>: Sendable {
  /// Guarded by the mutex.
  private struct State {
    var lines: [Line] = []
    var bytes = 0
    /// Whether the reading thread waits for room.
    var isFull = false
    /// Whether lines are no longer taken.
    var isClosed = false
  }

  private let limit: (lines: Int, bytes: Int)
  private let onLines: @Sendable (_ isFull: Bool) -> Void
  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - limit: How much may wait; a single line may be longer.
  ///   - onLines: Called on the reading thread when the first line waits, and when no more fit.
  init(
    limit: (lines: Int, bytes: Int) = (1000, 4 << 20),
    onLines: @escaping @Sendable (_ isFull: Bool) -> Void
  ) {
    (self.limit, self.onLines) = (limit, onLines)
  }

  /// Adds a line as soon as there is room. Only one thread may add lines.
  ///
  /// - Parameter size: In bytes.
  func add(_ line: Line, size: Int) {
    while true {
      let isFirst = state.withLock { state -> Bool? in
        if state.isClosed { return false }
        let isFull =
          state.lines.count >= limit.lines || state.bytes + size > limit.bytes
        state.isFull = isFull && !state.lines.isEmpty
        if state.isFull { return nil }
        state.lines.append(line)
        state.bytes += size
        return state.lines.count == 1
      }
      if isFirst == false { return }
      onLines(isFirst == nil)
      if isFirst == true { return }
      room.wait()
    }
  }

  /// Drops the lines that wait, and all that follow, so that no thread waits any longer.
  func close() {
    let wasFull = state.withLock { state in
      defer { state = State(isClosed: true) }
      return state.isFull
    }
    if wasFull { room.signal() }
  }

  /// All lines that wait, in their order.
  func takeAll() -> [Line] {
    let (lines, wasFull) = state.withLock { state in
      defer { state = State(isClosed: state.isClosed) }
      return (state.lines, state.isFull)
    }
    if wasFull { room.signal() }
    return lines
  }
}
