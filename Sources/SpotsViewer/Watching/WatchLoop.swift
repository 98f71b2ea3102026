import CEventFD
import Glibc
import SpotsSDL
import Synchronization

/// The loop of a watcher's thread: sleeps, finds out what changed, calls the handler.
///
/// Confined to that thread once it runs.
final class WatchLoop {
  typealias Instant = FileWatcher.Instant

  /// The watched absolute paths, each with its trail as last resolved.
  private var trails: [Watched: PathTrail] = [:]
  private let doorbell: Doorbell
  private let handler: FileWatcher.Handler
  private var events: DirectoryEvents?
  private var signatures: [Watched: [FileSignature]] = [:]
  /// The time of the next poll; nil while the kernel reports every change.
  private var nextLook: Instant?
  /// The time of the next `due` signal; nil for none.
  private var due: Instant?

  init(
    _ watched: Set<Watched>, method: FileWatcher.Method, doorbell: Doorbell,
    handler: @escaping FileWatcher.Handler
  ) {
    self.doorbell = doorbell
    self.handler = handler
    events = method == .events ? DirectoryEvents() : nil
    watch(watched)
  }

  /// Runs until the doorbell rings for the end.
  func run() {
    follow(isStale: false)
    tell(.started)
    while !doorbell.isEnding {
      sleep()
      let ring = doorbell.answer()
      if doorbell.isEnding { break }
      if let watched = ring.watched {
        watch(watched)
        follow(isStale: false)
      }
      if ring.isAsking { tell(.woken) }
      handleEvents()
      look()
      if let time = due, time <= .now { tell(.due) }
    }
    events = nil
    doorbell.close()
  }

  private func tell(_ signal: FileWatcher.Signal) {
    due = handler(signal, .now)
  }

  /// Sleeps until an event, a ring, or the next deadline.
  private func sleep() {
    var descriptors = [pollfd(fd: doorbell.descriptor, events: Int16(POLLIN), revents: 0)]
    if let events {
      descriptors.append(pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0))
    }
    var timeout: Int32 = -1
    if let next = [due, nextLook].compactMap({ $0 }).min() {
      // Rounded up, so that the deadline has passed when the sleep is over.
      let milliseconds = (next - .now) / .milliseconds(1)
      timeout = Int32(min(max(milliseconds.rounded(.up), 0), 60_000))
    }
    poll(&descriptors, nfds_t(descriptors.count), timeout)
  }

  private func handleEvents() {
    guard let news = events?.read(), let change = news.change else { return }
    if news.trailIsStale { follow() }
    tell(change)
  }

  private func look() {
    guard let time = nextLook, time <= .now else { return }
    nextLook = .now + .milliseconds(500)
    let seen = Self.signatures(of: trails.keys)
    guard seen != signatures else { return }
    signatures = seen
    follow()
    tell(.changing)
  }

  /// Replaces what is watched; known trails are kept.
  private func watch(_ watched: Set<Watched>) {
    var next: [Watched: PathTrail] = [:]
    for watched in watched {
      let absolute = Self.absolute(watched)
      next[absolute] = trails[absolute] ?? PathTrail(absolute)
    }
    trails = next
    // Without kernel events, polling compares with this state from the start.
    if events == nil { signatures = Self.signatures(of: trails.keys) }
  }

  /// Watches the directories along the paths. They may change meanwhile, so this is repeated, up to
  /// 8 times, until they are stable; paths that never are get polled instead.
  ///
  /// - Parameter isStale: Whether the paths may lead elsewhere than before.
  private func follow(isStale: Bool = true) {
    var complete = false
    if isStale { walk() }
    if let events {
      for _ in 0..<8 {
        complete = events.follow(merged())
        if !walk() { break }
        complete = false
      }
    }
    if !complete, nextLook == nil {
      signatures = Self.signatures(of: trails.keys)
      nextLook = .now + .milliseconds(500)
    } else if complete {
      nextLook = nil
    }
  }

  /// Resolves all paths again.
  ///
  /// - Returns: Whether any has changed.
  @discardableResult
  private func walk() -> Bool {
    var hasChanged = false
    for (watched, old) in trails {
      let new = PathTrail(watched)
      guard new != old else { continue }
      trails[watched] = new
      hasChanged = true
    }
    return hasChanged
  }

  private func merged() -> PathTrail {
    var all = PathTrail()
    for trail in trails.values { all.merge(trail) }
    return all
  }

  private static func signatures(
    of watched: some Sequence<Watched>
  ) -> [Watched: [FileSignature]] {
    var signatures: [Watched: [FileSignature]] = [:]
    for watched in watched {
      switch watched {
      case .file(let path): signatures[watched] = [FileSignature(path: path)]
      case .folder(let path, let suffix):
        let names = FolderEntries.names(in: path, suffix: suffix) ?? []
        signatures[watched] = names.map { FileSignature(path: path + "/" + $0) }
      }
    }
    return signatures
  }

  /// `watched` with an absolute path, which stays valid when the working directory changes.
  private static func absolute(_ watched: Watched) -> Watched {
    switch watched {
    case .file(let path): .file(absolute(path))
    case .folder(let path, let suffix): .folder(absolute(path), suffix: suffix)
    }
  }

  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let directory = getcwd(nil, 0) else { return path }
    defer { free(directory) }
    return String(cString: directory) + "/" + path
  }
}

/// Wakes a thread that sleeps in poll(2), from any other thread.
final class Doorbell: Sendable {
  /// Readable while a ring is unanswered.
  let descriptor: Int32

  /// The unanswered requests, and whether the descriptor is open.
  private struct State {
    var isEnding = false
    var isOpen = true
    var isAsking = false
    var watched: Set<Watched>?
  }

  private let state = Mutex(State())

  init() throws(FileError) {
    descriptor = eventfd(0, eventfd_nonblocking | eventfd_close_on_exec)
    guard descriptor >= 0 else { throw FileError(code: errno) }
  }

  deinit {
    close()
  }

  /// Whether the sleeper was asked to end.
  var isEnding: Bool { state.withLock { $0.isEnding } }

  /// Wakes the sleeper. Does nothing once it has closed the bell.
  func ring(toEnd: Bool = false) {
    ring { state in
      state.isEnding = state.isEnding || toEnd
      state.isAsking = true
    }
  }

  /// Wakes the sleeper with another set of paths to watch.
  func ring(with watched: Set<Watched>) {
    ring { $0.watched = watched }
  }

  /// Clears the pending rings.
  ///
  /// - Returns: Whether the handler was asked for, and what to watch from now on; nil when
  ///   unchanged.
  func answer() -> (isAsking: Bool, watched: Set<Watched>?) {
    var rings: UInt64 = 0
    read(descriptor, &rings, MemoryLayout.size(ofValue: rings))
    return state.withLock { state in
      defer { (state.isAsking, state.watched) = (false, nil) }
      return (state.isAsking, state.watched)
    }
  }

  private func ring(_ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      var ring: UInt64 = 1
      if state.isOpen { write(descriptor, &ring, MemoryLayout.size(ofValue: ring)) }
    }
  }

  /// Closes the descriptor. Called by the sleeper when it ends.
  func close() {
    state.withLock { state in
      if state.isOpen { Glibc.close(descriptor) }
      state.isOpen = false
    }
  }
}
