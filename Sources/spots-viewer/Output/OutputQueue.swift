import Dispatch
import Glibc
import SpotsSDL
import Synchronization

/// Lines on their way to a stream whose reader may take its time, or has stopped for good.
///
/// A thread of the queue's own writes them, so that adding a line never waits for a reader. Lines
/// wait in memory up to a limit. From then on new ones are counted rather than kept, until all that
/// waits has been read; a line that says how many are missing then stands in their place.
final class OutputQueue: Sendable {
  /// Bytes that wait before lines are left out.
  static let limit = 1 << 20

  private struct State {
    /// Lines the thread has not taken yet.
    var lines: [[UInt8]] = []
    /// Lines and bytes not yet written, including those the thread has taken.
    var count = 0
    var bytes = 0
    /// Lines left out since the stream was last told.
    var omitted = 0
    var isStarted = false
    /// Whether `finish` waits for the end of what is written.
    var isAwaited = false
    var fault: FileError?

    mutating func add(_ line: [UInt8]) {
      lines.append(line)
      count += 1
      bytes += line.count
    }
  }

  private let descriptor: Int32
  private let limit: Int
  private let notice: @Sendable (Int) -> [UInt8]
  private let onFault: @Sendable (FileError) -> Void
  private let state = Mutex(State())
  private let added = DispatchSemaphore(value: 0)
  private let written = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - limit: Bytes that wait before lines are left out. One line may be longer.
  ///   - notice: The line that stands for so many lines that were left out.
  ///   - onFault: Called once, on the queue's thread, when the stream takes no more; nothing is
  ///     written from then on.
  init(
    to descriptor: Int32, limit: Int = limit, notice: @escaping @Sendable (Int) -> [UInt8],
    onFault: @escaping @Sendable (FileError) -> Void
  ) {
    self.descriptor = descriptor
    self.limit = limit
    self.notice = notice
    self.onFault = onFault
  }

  /// Adds a line and returns at once.
  ///
  /// - Parameter isKept: Whether the line finds room although the queue is full.
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
      // Without a thread this one waits for the reader.
      state.withLock { $0.isStarted = false }
      writeAll()
    }
    added.signal()
  }

  /// Waits until everything is written, the stream takes no more, or the time has come.
  ///
  /// - Parameter deadline: In the time of `Clock`.
  /// - Returns: How many lines were not written.
  func finish(by deadline: Double) -> Int {
    while true {
      let missing = state.withLock { state in
        state.isAwaited = true
        return state.fault == nil ? state.count + state.omitted : 0
      }
      let left = deadline - Clock.now
      guard missing > 0, left > 0 else { return missing }
      _ = written.wait(timeout: .now() + left)
    }
  }

  private func run() -> Never {
    while true {
      added.wait()
      writeAll()
    }
  }

  private func writeAll() {
    while let lines = take() {
      for line in lines where !isBroken {
        let isWritten = FileBytes.write(line, to: descriptor)
        let fault = isWritten ? nil : FileError(code: errno)
        if let fault { onFault(fault) }
        finished(line, fault)
      }
    }
  }

  private func take() -> [[UInt8]]? {
    state.withLock { state in
      defer { state.lines = [] }
      return state.lines.isEmpty ? nil : state.lines
    }
  }

  private var isBroken: Bool { state.withLock { $0.fault != nil } }

  private func finished(_ line: [UInt8], _ fault: FileError?) {
    let isAwaited = state.withLock { state in
      state.count -= 1
      state.bytes -= line.count
      state.fault = fault
      if fault != nil { state.lines = [] }
      if state.count == 0 { noteOmissions(&state) }
      return state.isAwaited && (state.count == 0 || fault != nil)
    }
    if isAwaited { written.signal() }
  }

  private func noteOmissions(_ state: inout State) {
    guard state.omitted > 0 else { return }
    state.add(notice(state.omitted))
    state.omitted = 0
  }
}
