import Foundation

extension Process {
  /// Starts the process with no signal blocked.
  ///
  /// Tests run on threads that block most signals, and a child takes over the mask of the thread
  /// that starts it: `run()` alone would make children that SIGTERM does not end.
  func runTakingSignals() throws {
    var none = sigset_t()
    var mask = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    try run()
  }
}
