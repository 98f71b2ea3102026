import Glibc

/// Runs `body` on a new thread that takes no signals: those are the main thread's.
///
/// A Dispatch queue would do, but a thread that sleeps for hours should not be one of its workers.
func startThread(_ body: sending @escaping () -> Void) throws(FileError) {
  var thread = pthread_t()
  let start = Unmanaged.passRetained(ThreadBody(body))
  var old = sigset_t()
  var all = sigset_t()
  sigfillset(&all)
  // Set here, because a new thread has the mask of the one that made it from its first moment.
  pthread_sigmask(SIG_SETMASK, &all, &old)
  let code = pthread_create(
    &thread, nil,
    { argument in
      guard let argument else { return nil }
      Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
      return nil
    }, start.toOpaque())
  pthread_sigmask(SIG_SETMASK, &old, nil)
  guard code == 0 else {
    start.release()
    throw FileError(code: code)
  }
  pthread_detach(thread)
}

private final class ThreadBody {
  let run: () -> Void

  init(_ run: @escaping () -> Void) {
    self.run = run
  }
}
