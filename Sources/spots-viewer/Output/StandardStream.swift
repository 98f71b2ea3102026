import Glibc
import SpotsSDL
import Synchronization

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

  /// Waits until everything is written, or until `deadline`, a time of `Clock`.
  ///
  /// - Returns: The number of lines not written; 0 when writing has failed.
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
