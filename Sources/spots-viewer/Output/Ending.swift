import Glibc
import SpotsSDL
import Synchronization

/// Ends a program with a window within 300 ms of SIGINT, SIGTERM or the user's request, even if the
/// main thread, the display or a reader of the output is stuck.
final class Ending: Sendable {
  /// The time, in seconds, for the program to end by itself, and then for its output to be read.
  private static let patience = (program: 0.22, output: 0.04)

  private let lastLine: [UInt8]?
  private let status: ExitStatus
  private let hasBegun = Atomic(false)

  /// Listens to signals from now on. Must be created before SDL starts.
  ///
  /// - Parameters:
  ///   - lastLine: The last line of standard output, however the program ends; may be nil.
  ///   - status: The exit status if the program does not end by itself.
  init(lastLine: [UInt8]?, status: ExitStatus = .success) {
    (self.lastLine, self.status) = (lastLine, status)
    EndingSignals.listen(isFirst: true) { [self] in begin() }
  }

  /// Ends the program soon, if it does not end by itself.
  func begin() {
    guard !hasBegun.exchange(true, ordering: .acquiringAndReleasing) else { return }
    _ = BackgroundThread.start { [self] in
      usleep(useconds_t(Self.patience.program * 1e6))
      writeLastLine()
      _exit(StandardOutput.finish(status.rawValue, patience: Self.patience.output))
    }
  }

  /// Ends the program with a message when the connection to the display is lost.
  func listenToDisplay() {
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
