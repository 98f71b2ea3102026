/// Notices that the file at a path may have changed, however it is saved.
///
/// A thread of its own sleeps until the kernel has news, so that watching a quiet file costs
/// nothing. Where the kernel cannot know, it looks every 500 ms.
final class FileWatcher: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// How changes are noticed.
  enum Method: Sendable {
    /// The kernel reports them; where it cannot, as with `looking`.
    case events
    /// stat(2) twice a second.
    case looking
  }

  /// Why the handler is called.
  enum Signal: Sendable {
    /// Watching begins; nothing that happens from here on is missed.
    case started
    /// Something happened, and more may follow.
    case changing
    /// A writer closed the file, or it was moved into place: it is probably whole.
    case saved
    /// `wake()` was called.
    case woken
    /// The time the handler asked for has come.
    case due
  }

  /// What to do about a signal, on the watcher's thread. Returns when to be called again if
  /// nothing happens before, or nil.
  typealias Handler = (Signal, Instant) -> Instant?

  private let doorbell: Doorbell

  /// Starts to watch `path`, relative to the present working directory.
  ///
  /// - Throws: `FileError.system` when there are no descriptors or threads to be had.
  init(
    path: String, method: Method = .events, handler: sending @escaping Handler
  ) throws(FileError) {
    doorbell = try Doorbell()
    let loop = WatchLoop(path: path, method: method, doorbell: doorbell, handler: handler)
    do throws(FileError) {
      try startThread { loop.run() }
    } catch {
      doorbell.close()
      throw error
    }
  }

  deinit {
    stop()
  }

  /// Has the handler called soon with `.woken`.
  func wake() {
    doorbell.ring()
  }

  /// Ends watching. Returns at once: a handler that is running is not waited for, but no other
  /// call begins. The thread then closes all descriptors.
  func stop() {
    doorbell.ring(toEnd: true)
  }
}
