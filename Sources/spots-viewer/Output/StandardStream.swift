import Glibc
import SpotsSDL
import Synchronization

/// One of the streams the program writes to, from any thread.
///
/// A command that prints and ends waits for its reader, as filters do. A window never waits; it
/// queues its output.
final class StandardStream: Sendable {
  private struct State {
    var queue: OutputQueue?
    /// Whether the stream takes no more, or the last line was said.
    var isEnded = false
    /// Whether output was lost by a fault that is the program's failure.
    var hasFailed = false
  }

  private let descriptor: Int32
  private let isFailure: @Sendable (FileError) -> Bool
  private let state = Mutex(State())

  /// - Parameter isFailure: Called once, when the stream takes no more, with why; says whether that
  ///   is the program's failure.
  init(_ descriptor: Int32, isFailure: @escaping @Sendable (FileError) -> Bool) {
    self.descriptor = descriptor
    self.isFailure = isFailure
  }

  /// Whether something could not be written that should have been.
  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// Has writing return at once from now on; see `OutputQueue`.
  func queue(notice: @escaping @Sendable (Int) -> [UInt8]) {
    let queue = OutputQueue(to: descriptor, notice: notice) { [weak self] in self?.end(with: $0) }
    state.withLock { $0.queue = queue }
  }

  /// Writes `bytes`, which are whole lines or a whole file.
  ///
  /// - Parameter isLast: Whether everything written later is ignored.
  func write(_ bytes: [UInt8], isLast: Bool = false) {
    let (isOpen, queue) = state.withLock { state in
      defer { state.isEnded = state.isEnded || isLast }
      return (!state.isEnded, state.queue)
    }
    guard isOpen else { return }
    if let queue { return queue.add(bytes, isKept: isLast) }
    if !FileBytes.write(bytes, to: descriptor) { end(with: FileError(code: errno)) }
  }

  /// Waits until all is written, or until `deadline` in the time of `Clock`.
  ///
  /// - Returns: How many lines were not written; 0 when the stream takes no more.
  func finish(by deadline: Double) -> Int {
    state.withLock { $0.queue }?.finish(by: deadline) ?? 0
  }

  private func end(with fault: FileError) {
    let hasFailed = isFailure(fault)
    state.withLock { state in
      state.isEnded = true
      state.hasFailed = hasFailed
    }
  }
}
