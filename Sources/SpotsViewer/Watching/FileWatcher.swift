import Glibc
import SpotsSDL
import Synchronization

/// A file or a folder to watch, which need not exist.
package enum Watched: Hashable, Sendable {
  /// The file at a path, relative to the working directory when watching began.
  case file(String)
  /// All files in a folder whose names end in `suffix`.
  case folder(String, suffix: String)

  /// The same with an absolute path, which stays valid when the working directory changes.
  var absolute: Watched {
    switch self {
    case .file(let path): .file(Self.absolute(path))
    case .folder(let path, let suffix): .folder(Self.absolute(path), suffix: suffix)
    }
  }

  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let directory = getcwd(nil, 0) else { return path }
    defer { free(directory) }
    return String(cString: directory) + "/" + path
  }
}

/// Notices that files may have changed, however they are saved.
///
/// One thread watches for the whole program. It sleeps until the kernel reports an event, so that
/// watching idle files costs nothing; where the kernel cannot report changes, it polls twice a
/// second.
package final class FileWatcher: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// How changes are noticed.
  enum Method: Sendable {
    /// By events of the kernel; where it cannot report changes, like `looking`.
    case events
    /// By calling stat(2) twice a second.
    case looking
  }

  /// Why the handler is called.
  enum Signal: Sendable {
    /// Watching has begun; no later change is missed.
    case started
    /// Something changed, and more changes may follow.
    case changing
    /// A writer closed the file, or it was moved into place: it is probably complete.
    case saved
    /// `wake()` was called.
    case woken
    /// The time that the handler returned has come.
    case due
  }

  /// Handles a signal on the thread that watches. Returns the time of the next `due`, unless
  /// another signal comes first; nil for none.
  typealias Handler = @Sendable (Signal, Instant) -> Instant?

  private let number: Int

  /// Starts to watch `watched`, whose content need not be complete when it is looked at.
  ///
  /// - Parameter onChange: Called on the thread that watches when watching has begun, and after
  ///   each burst of changes.
  /// - Throws: `FileError.system` when the process is out of descriptors or threads.
  package convenience init(
    _ watched: Set<Watched>, onChange: @escaping @Sendable () -> Void
  ) throws(FileError) {
    let change = Mutex(QuietTime())
    try self.init(watched) { signal, now in
      change.withLock { change in
        if change.isOver(signal, at: now) { onChange() }
        return change.end
      }
    }
  }

  /// Starts to watch `watched`.
  ///
  /// - Throws: `FileError.system` when the process is out of descriptors or threads.
  init(
    _ watched: Set<Watched>, method: Method = .events, handler: @escaping Handler
  ) throws(FileError) {
    number = try WatchLoop.begin(watched, method, handler)
  }

  deinit {
    stop()
  }

  /// Watches `watched` from now on, and nothing else.
  ///
  /// The handler is not called for this; the caller checks for changes made before.
  package func watch(_ watched: Set<Watched>) { WatchLoop.give(.watch(watched), from: number) }

  /// Calls the handler with `signal` soon.
  func wake(with signal: Signal = .woken) { WatchLoop.give(.signal(signal), from: number) }

  /// Stops watching. Returns immediately, without waiting for the handler; a wake-up in progress
  /// may still call it.
  func stop() { WatchLoop.give(.end, from: number) }
}

/// Finds the end of a burst of changes, so that a watcher's handler acts once for each burst. For
/// content that need not be complete.
struct QuietTime {
  typealias Instant = FileWatcher.Instant

  /// The time at which the current burst counts as over; nil between bursts.
  private(set) var end: Instant?
  private var start: Instant?
  private let patience: Duration

  /// - Parameter patience: A burst without a pause counts as over this long after its first signal.
  init(patience: Duration = .milliseconds(200)) { self.patience = patience }

  /// Records a signal and returns whether a burst is over now.
  mutating func isOver(_ signal: FileWatcher.Signal, at now: Instant) -> Bool {
    note(signal, at: now)
    return isOver(at: now)
  }

  /// Records a signal; `started` and `woken` count as the end of a burst.
  ///
  /// - Parameter isUrgent: Whether any other signal does, too.
  mutating func note(_ signal: FileWatcher.Signal, at now: Instant, isUrgent: Bool = false) {
    let pause: Duration
    switch signal {
    case .started, .woken: pause = .zero
    // A writer goes on soon, unless it has closed the file.
    case .changing: pause = isUrgent ? .zero : .milliseconds(50)
    case .saved: pause = isUrgent ? .zero : .milliseconds(10)
    case .due: return
    }
    let first = start ?? now
    start = first
    end = min(now + pause, first + patience)
  }

  /// Whether a burst is over now, after which the next one begins.
  mutating func isOver(at now: Instant) -> Bool {
    guard let time = end, time <= now else { return false }
    (start, end) = (nil, nil)
    return true
  }
}
