import Glibc
import SpotsSDL

/// What a watcher's thread does: sleep, find out what happened, tell the handler.
///
/// Lives on that thread alone.
final class WatchLoop {
  typealias Instant = FileWatcher.Instant

  /// Paths from the root, each with its trail as it was walked last.
  private var trails: [Watched: PathTrail] = [:]
  private let doorbell: Doorbell
  private let handler: FileWatcher.Handler
  private var events: DirectoryEvents?
  private var signatures: [Watched: [FileSignature]] = [:]
  /// When the loop looks for itself, because the kernel does not report everything.
  private var nextLook: Instant?
  /// When the handler wants to be called.
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

  /// Returns when the doorbell rings for the end.
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
      takeNews()
      look()
      if let time = due, time <= .now { tell(.due) }
    }
    events = nil
    doorbell.close()
  }

  private func tell(_ signal: FileWatcher.Signal) {
    due = handler(signal, .now)
  }

  /// Sleeps until there is news, a ring, or something to do.
  private func sleep() {
    var descriptors = [pollfd(fd: doorbell.descriptor, events: Int16(POLLIN), revents: 0)]
    if let events {
      descriptors.append(pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0))
    }
    var timeout: Int32 = -1
    if let next = [due, nextLook].compactMap({ $0 }).min() {
      // Rounded up, so that the time has come when the sleep is over.
      let milliseconds = (next - .now) / .milliseconds(1)
      timeout = Int32(min(max(milliseconds.rounded(.up), 0), 60_000))
    }
    poll(&descriptors, nfds_t(descriptors.count), timeout)
  }

  private func takeNews() {
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

  /// Takes `watched` in place of what was watched; trails known already are kept.
  private func watch(_ watched: Set<Watched>) {
    var next: [Watched: PathTrail] = [:]
    for watched in watched {
      let absolute = Self.absolute(watched)
      next[absolute] = trails[absolute] ?? PathTrail(absolute)
    }
    trails = next
    // Only looked at where the kernel does not tell; without it, from the first moment.
    if events == nil { signatures = Self.signatures(of: trails.keys) }
  }

  /// Watches the directories the paths go through now. They may change while that is done, so it
  /// is repeated until they stand still; paths that never do are looked at instead.
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

  /// Walks all trails again.
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

  /// The same from the root, so that it keeps its meaning when the working directory changes.
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
