import Glibc
import Spots
import SpotsSDL
import SpotsViewer
import Synchronization

/// Writes to standard output without buffering, so that a reader gets each line immediately.
///
/// Output that cannot be written is reported once on standard error, and fails the command when it
/// ends. A window stays open until then.
enum StandardOutput {
  private static let stream = StandardStream(STDOUT_FILENO) { fault in
    // A reader that closes its end, as `head` does, has read enough.
    guard fault != .system(code: EPIPE) else { return false }
    StandardError.write("spots-viewer: standard output: \(fault)\n")
    return true
  }

  /// How long exiting waits for readers that do not read, in seconds.
  static let patience = 0.15

  static func write(_ text: String) { write(Array(text.utf8)) }

  static func write(_ bytes: [UInt8]) { stream.write(bytes) }

  /// Writes the answer to a line that was read. It is kept however many others wait;
  /// `waitForReader` limits their number.
  static func writeAnswer(_ bytes: [UInt8]) { stream.write(bytes, isKept: true) }

  /// Returns when most of the queued output has been read, or no longer can be.
  static func waitForReader() { stream.waitForReader() }

  /// Writes the last line; of several calls, from any thread, only the first one has an effect.
  static func writeLast(_ bytes: [UInt8]) { stream.write(bytes, isLast: true) }

  /// Makes writing never wait for a reader from now on. Lines beyond the limit are dropped, and
  /// `notice` makes the line that reports their number.
  static func queue(notice: @escaping @Sendable (Int) -> [UInt8]) { stream.queue(notice: notice) }

  /// Ends the program with `status`, or with that of the environment when output was lost.
  ///
  /// Libraries clean up in handlers of exit(3), while their threads, and ours, are still using what
  /// they free. They are left out: nothing of ours is kept in memory until the end.
  static func exit(_ status: Int32) -> Never {
    let status = finish(status)
    fflush(nil)
    _exit(status)
  }

  /// Waits for readers that fell behind, for about `patience` seconds at most while they do not
  /// read. Whatever there is room for is written, however long the machine takes.
  ///
  /// - Returns: `status`, or that of the environment when output was lost.
  static func finish(_ status: Int32, patience: Double = patience) -> Int32 {
    var patience = patience
    let unread = stream.finish(&patience)
    if unread > 0 {
      StandardError.write("spots-viewer: standard output: \(unread) lines were not read\n")
    }
    patience = max(patience, 0.02)
    let isComplete = StandardError.finish(&patience)
    let hasFailed = stream.hasFailed || unread > 0 || !isComplete
    return hasFailed ? ExitStatus.environment.rawValue : status
  }
}

/// Writes to standard error without buffering. Output is dropped once writing has failed.
enum StandardError {
  private static let stream = StandardStream(STDERR_FILENO) { _ in false }

  static func write(_ text: String) { stream.write(Array(text.utf8)) }

  /// Writes a message of the viewer; on a terminal, diagnostics show the line they are about.
  static func write(_ message: ViewerMessage) {
    write(message.text(showsExcerpt: isTerminal))
  }

  /// Writes a warning on one line, about a fault that does not end the program.
  static func warn(_ text: String) { write("warning: \(text.printable())\n") }

  /// Writes why a line of a stream was refused.
  ///
  /// - Parameter path: The path of the stream.
  static func warn(_ error: PatchError, line: Int, of path: String) {
    write("\(path.printable()):\(line): warning: \(error)\n")
  }

  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Makes writing never wait for a reader from now on.
  static func queue() {
    stream.queue { count in
      Array("warning: \(count) messages are left out here: nobody read them\n".utf8)
    }
  }

  /// Waits for a reader that fell behind, as `OutputQueue.finish` does.
  ///
  /// - Returns: Whether everything was written; also true when writing has failed.
  static func finish(_ patience: inout Double) -> Bool { stream.finish(&patience) == 0 }
}

/// The standard streams that every program starts with.
enum StandardStreams {
  /// Opens `/dev/null` for each standard stream that is closed, so that no file opened later takes
  /// its descriptor. Reading and writing these streams still fail.
  static func fillPlaces() {
    for descriptor in STDIN_FILENO...STDERR_FILENO
    where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // open(2) returns the lowest free descriptor, which is the closed one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

/// A standard stream the program writes to, from any thread.
///
/// A command that prints and ends waits for its reader, as filters do. A window never waits; it
/// queues its output.
final class StandardStream: Sendable {
  /// Guarded by the mutex, since any thread may write.
  private struct State {
    var queue: OutputQueue?
    /// Whether writing has failed, or the last line was written.
    var isEnded = false
    /// Whether output was lost in a way that fails the program.
    var hasFailed = false
  }

  private let descriptor: Int32
  private let isFailure: @Sendable (FileError) -> Bool
  private let state = Mutex(State())

  /// - Parameter isFailure: Called once, when writing fails; returns whether that fails the
  ///   program.
  init(_ descriptor: Int32, isFailure: @escaping @Sendable (FileError) -> Bool) {
    self.descriptor = descriptor
    self.isFailure = isFailure
  }

  /// Whether output was lost that should have been written.
  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// Makes writing return immediately from now on; see `OutputQueue`.
  func queue(notice: @escaping @Sendable (Int) -> [UInt8]) {
    let queue = OutputQueue(to: descriptor, notice: notice) { [weak self] in self?.end(with: $0) }
    state.withLock { $0.queue = queue }
  }

  /// Writes `bytes`, which are complete lines or a complete file.
  ///
  /// - Parameters:
  ///   - isLast: Whether everything written later is ignored.
  ///   - isKept: Whether it is written even when the queue is full.
  func write(_ bytes: [UInt8], isLast: Bool = false, isKept: Bool = false) {
    let (isOpen, queue) = state.withLock { state in
      defer { state.isEnded = state.isEnded || isLast }
      return (!state.isEnded, state.queue)
    }
    guard isOpen else { return }
    if let queue { return queue.add(bytes, isKept: isLast || isKept) }
    if !FileBytes.write(bytes, to: descriptor) { end(with: FileError(code: errno)) }
  }

  /// Returns when there is room in the queue.
  func waitForReader() { state.withLock { $0.queue }?.waitForRoom() }

  /// Waits until everything is written, or the reader has taken too long; see `OutputQueue.finish`.
  ///
  /// - Returns: The number of lines not written; 0 when writing has failed.
  func finish(_ patience: inout Double) -> Int {
    state.withLock { $0.queue }?.finish(&patience) ?? 0
  }

  private func end(with fault: FileError) {
    let hasFailed = isFailure(fault)
    state.withLock { state in
      state.isEnded = true
      state.hasFailed = hasFailed
    }
  }
}
