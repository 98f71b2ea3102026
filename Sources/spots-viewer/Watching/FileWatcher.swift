import Glibc
import SpotsSDL
import Synchronization

/// Something whose changes are noticed. It need not be there.
enum Watched: Hashable, Sendable {
  /// The file at a path, relative to the working directory when watching began.
  case file(String)
  /// All files in a folder whose names end in `suffix`.
  case folder(String, suffix: String)
}

/// Notices that files may have changed, however they are saved.
///
/// A thread of its own sleeps until the kernel has news, so that watching quiet files costs
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

  /// How many files a watcher has open, and how many must be left for what is shown, which
  /// is what another decoder takes while it starts: a window without a picture is worse than one
  /// that does not follow changes.
  private static let descriptors = (own: 2, others: 6)

  private let doorbell: Doorbell
  private let watched: Mutex<Set<Watched>>

  /// Starts to watch the file at `path`, relative to the present working directory.
  ///
  /// - Throws: `FileError.system` when there are no descriptors or threads to be had.
  convenience init(
    path: String, method: Method = .events, handler: sending @escaping Handler
  ) throws(FileError) {
    try self.init([.file(path)], method: method, handler: handler)
  }

  /// Starts to watch `watched`.
  ///
  /// - Throws: `FileError.system` when there are no descriptors or threads to be had.
  init(
    _ watched: Set<Watched>, method: Method = .events, handler: sending @escaping Handler
  ) throws(FileError) {
    guard FreeDescriptors.areThere(Self.descriptors.own + Self.descriptors.others) else {
      throw FileError(code: EMFILE)
    }
    doorbell = try Doorbell()
    self.watched = Mutex(watched)
    let loop = WatchLoop(watched, method: method, doorbell: doorbell, handler: handler)
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

  /// Watches `watched` from now on, and nothing else.
  ///
  /// The handler is not called for it: what the files were meanwhile is for the caller to look up.
  func watch(_ watched: Set<Watched>) {
    let isNew = self.watched.withLock { current in
      defer { current = watched }
      return current != watched
    }
    if isNew { doorbell.ring(with: watched) }
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
