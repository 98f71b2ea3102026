import Glibc
import SpotsSDL
import Synchronization

/// Ends a program with a window within 300 ms of SIGINT, SIGTERM or the user's request, even if the
/// main thread, the display or a reader of the output is stuck.
final class Ending: Sendable {
  /// The time, in seconds, for the program to end by itself, and then for its output to be read.
  private static let patience = (program: 0.22, output: 0.04)

  private let lastLine: [UInt8]?
  private let status: Atomic<Int32>
  private let hasBegun = Atomic(false)
  /// The files that may still be waiting for a reader then.
  private let files = Mutex<[ResultFile]>([])

  /// Listens to signals from now on. Must be created before SDL starts.
  ///
  /// - Parameters:
  ///   - lastLine: The last line of standard output, however the program ends; may be nil.
  ///   - status: The exit status if the program does not end by itself.
  init(lastLine: [UInt8]?, status: ExitStatus = .success) {
    self.lastLine = lastLine
    self.status = Atomic(status.rawValue)
    EndingSignals.listen(isFirst: true) { [self] in begin() }
  }

  /// Has the end of the program say whether these were written.
  func report(on files: [ResultFile]) { self.files.withLock { $0 = files } }

  /// Ends the program soon, if it does not end by itself.
  ///
  /// - Parameter status: The exit status from now on; nil leaves the one there is.
  func begin(with status: ExitStatus? = nil) {
    if let status { self.status.store(status.rawValue, ordering: .relaxed) }
    guard !hasBegun.exchange(true, ordering: .acquiringAndReleasing) else { return }
    _ = BackgroundThread.start { [self] in
      usleep(useconds_t(Self.patience.program * 1e6))
      writeLastLine()
      let isWritten = !files.withLock { $0 }.map { $0.finish(patience: 0) }.contains(false)
      let status = self.status.load(ordering: .relaxed)
      let isLost = !isWritten && status == ExitStatus.success.rawValue
      _exit(
        StandardOutput.finish(
          isLost ? ExitStatus.environment.rawValue : status, patience: Self.patience.output))
    }
  }

  /// Ends the program with a message when the connection to the display is lost.
  func listenToDisplay() {
    // Under every window system: a reader that has gone does not end a window.
    signal(SIGPIPE, SIG_IGN)
    DisplayLoss.listen { [self] in
      begin()
      StandardError.write("spots-viewer: the connection to the display is lost\n")
      writeLastLine()
      StandardOutput.exit(ExitStatus.environment.rawValue)
    }
  }

  private func writeLastLine() {
    if let lastLine { StandardOutput.writeLast(lastLine) }
  }
}
