import Glibc

/// Starts the threads of the program: those of a `ThreadPool`, and those that sleep for long, and
/// so should not occupy workers of a Dispatch queue.
package enum BackgroundThread {
  /// Runs `body` on a new thread that takes no signals, which the main thread handles.
  ///
  /// - Returns: 0, or the system's error number when no thread was started; `body` then never runs.
  package static func start(_ body: sending @escaping () -> Void) -> Int32 {
    var thread = pthread_t()
    let start = Unmanaged.passRetained(Body(body))
    var old = sigset_t()
    var all = sigset_t()
    sigfillset(&all)
    // A new thread starts with the mask of its creator.
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

  /// Runs `body` on a new thread that takes no signals.
  ///
  /// - Throws: `FileError.system` when no thread was started; `body` then never runs.
  package static func startOrThrow(
    _ body: sending @escaping () -> Void
  ) throws(FileError) {
    let code = start(body)
    guard code == 0 else { throw FileError(code: code) }
  }

  private final class Body {
    let run: () -> Void

    init(_ run: @escaping () -> Void) {
      self.run = run
    }
  }
}
