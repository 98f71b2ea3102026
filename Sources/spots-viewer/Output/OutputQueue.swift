import Dispatch
import Glibc
import SpotsSDL
import Synchronization

/// Buffers lines for a stream whose reader may be slow, or have stopped for good.
///
/// A dedicated thread writes them, so that adding a line never waits for a reader. Lines are kept
/// in memory up to a limit. Beyond it new lines are dropped and counted until the buffer has
/// drained or a line has to be kept; a line with their number then takes their place.
final class OutputQueue: Sendable {
  /// The number of buffered bytes at which lines begin to be dropped.
  static let limit = 1 << 20

  /// The buffer and its counts, guarded by the mutex.
  private struct State {
    /// Lines the thread has not taken yet.
    var lines: [[UInt8]] = []
    /// Lines and bytes not yet written, including those the thread has taken.
    var count = 0
    var bytes = 0
    /// Lines dropped since the last notice.
    var omitted = 0
    var isStarted = false
    /// Whether `finish` is waiting.
    var isAwaited = false
    /// Whether `waitForRoom` is waiting.
    var isFull = false
    var fault: FileError?

    mutating func add(_ line: [UInt8]) {
      lines.append(line)
      count += 1
      bytes += line.count
    }
  }

  private let write: @Sendable ([UInt8]) -> FileError?
  private let hasRoom: @Sendable () -> Bool
  private let limit: Int
  private let notice: @Sendable (Int) -> [UInt8]
  private let onFault: @Sendable (FileError) -> Void
  private let state = Mutex(State())
  private let added = DispatchSemaphore(value: 0)
  private let written = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)

  /// The longest that `finish` waits, in seconds, however much room there is: a disk may hang.
  private static let longestFinish = 30.0

  /// - Parameters:
  ///   - write: Writes a line, and may wait for the reader. Returns why that failed.
  ///   - hasRoom: Whether a line could be written now; called on any thread.
  ///   - limit: The buffered bytes at which lines are dropped. A single line may be longer.
  ///   - notice: Makes the line that replaces the given number of dropped lines.
  ///   - onFault: Called once, on the queue's thread, when writing fails; nothing is written from
  ///     then on.
  init(
    write: @escaping @Sendable ([UInt8]) -> FileError?, hasRoom: @escaping @Sendable () -> Bool,
    limit: Int = limit, notice: @escaping @Sendable (Int) -> [UInt8],
    onFault: @escaping @Sendable (FileError) -> Void = { _ in }
  ) {
    self.write = write
    self.hasRoom = hasRoom
    self.limit = limit
    self.notice = notice
    self.onFault = onFault
  }

  /// Creates a queue for an open file, a pipe or a terminal.
  convenience init(
    to descriptor: Int32, limit: Int = limit, notice: @escaping @Sendable (Int) -> [UInt8],
    onFault: @escaping @Sendable (FileError) -> Void
  ) {
    self.init(
      write: { FileBytes.write($0, to: descriptor) ? nil : FileError(code: errno) },
      hasRoom: {
        var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&place, 1, 0) > 0
      }, limit: limit, notice: notice, onFault: onFault)
  }

  /// Adds a line. Returns immediately unless no thread can be started.
  ///
  /// - Parameter isKept: Whether the line is kept even if the queue is full.
  func add(_ line: [UInt8], isKept: Bool = false) {
    let needsThread = state.withLock { state -> Bool in
      guard state.fault == nil else { return false }
      if !isKept, state.omitted > 0 || state.bytes >= limit {
        state.omitted += 1
        return false
      }
      noteOmissions(&state)
      state.add(line)
      defer { state.isStarted = true }
      return !state.isStarted
    }
    if needsThread, BackgroundThread.start({ [self] in run() }) != 0 {
      // Without a thread the caller writes, and waits for the reader.
      state.withLock { $0.isStarted = false }
      writeAll()
    }
    added.signal()
  }

  /// Waits until everything is written, writing fails, or the reader has made the queue wait for
  /// `patience` seconds.
  ///
  /// Time in which there is room for more does not count: the queue's thread has not had its turn
  /// then, as on a busy machine.
  ///
  /// - Parameter patience: In seconds; less afterward by how long the reader took.
  /// - Returns: The number of lines not written; 0 when writing has failed.
  func finish(_ patience: inout Double) -> Int {
    let deadline = Clock.now + Self.longestFinish
    while true {
      let missing = state.withLock { state in
        state.isAwaited = true
        return state.fault == nil ? state.count + state.omitted : 0
      }
      guard missing > 0, patience > 0, Clock.now < deadline else { return missing }
      let pause = min(patience, 0.005)
      if written.wait(timeout: .now() + pause) == .timedOut, !hasRoom() { patience -= pause }
    }
  }

  /// Returns when less than a sixteenth of the limit waits to be written, or writing has failed.
  /// Only one thread may wait.
  func waitForRoom() {
    while state.withLock({ state in
      state.isFull = state.bytes > limit / 16 && state.fault == nil
      return state.isFull
    }) {
      room.wait()
    }
  }

  private func run() -> Never {
    while true {
      added.wait()
      writeAll()
    }
  }

  private func writeAll() {
    while let lines = dequeueAll() {
      for line in lines where !isBroken {
        let fault = write(line)
        if let fault { onFault(fault) }
        finished(line, fault)
      }
    }
  }

  private func dequeueAll() -> [[UInt8]]? {
    state.withLock { state in
      defer { state.lines = [] }
      return state.lines.isEmpty ? nil : state.lines
    }
  }

  private var isBroken: Bool { state.withLock { $0.fault != nil } }

  private func finished(_ line: [UInt8], _ fault: FileError?) {
    let (isAwaited, hasRoom) = state.withLock { state in
      state.count -= 1
      state.bytes -= line.count
      state.fault = fault
      if fault != nil { state.lines = [] }
      if state.count == 0 { noteOmissions(&state) }
      let hasRoom = state.isFull && (state.bytes <= limit / 16 || fault != nil)
      if hasRoom { state.isFull = false }
      return (state.isAwaited && (state.count == 0 || fault != nil), hasRoom)
    }
    if isAwaited { written.signal() }
    if hasRoom { room.signal() }
  }

  private func noteOmissions(_ state: inout State) {
    guard state.omitted > 0 else { return }
    state.add(notice(state.omitted))
    state.omitted = 0
  }
}
