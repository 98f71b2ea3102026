import Glibc

/// Threads that sleep for long: they should not be workers of a Dispatch queue.
public enum BackgroundThread {
  /// Runs `body` on a new thread that takes no signals: those are the main thread's.
  ///
  /// - Returns: 0, or the system's number of what went wrong; then nothing runs.
  public static func start(_ body: sending @escaping () -> Void) -> Int32 {
    var thread = pthread_t()
    let start = Unmanaged.passRetained(Body(body))
    var old = sigset_t()
    var all = sigset_t()
    sigfillset(&all)
    // Set here, because a new thread has the mask of the one that made it from its first moment.
    pthread_sigmask(SIG_SETMASK, &all, &old)
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, start.toOpaque())
    pthread_sigmask(SIG_SETMASK, &old, nil)
    guard code == 0 else {
      start.release()
      return code
    }
    pthread_detach(thread)
    return 0
  }

  private final class Body {
    let run: () -> Void

    init(_ run: @escaping () -> Void) {
      self.run = run
    }
  }
}
