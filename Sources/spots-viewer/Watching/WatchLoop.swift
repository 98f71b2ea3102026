import Glibc

/// What a watcher's thread does: sleep, find out what happened, tell the handler.
///
/// Lives on that thread alone.
final class WatchLoop {
  typealias Instant = FileWatcher.Instant

  private let path: String
  private let doorbell: Doorbell
  private let handler: FileWatcher.Handler
  private var events: DirectoryEvents?
  private var signature: FileSignature
  /// When the loop looks for itself, because the kernel does not report everything.
  private var nextLook: Instant?
  /// When the handler wants to be called.
  private var due: Instant?

  init(
    path: String, method: FileWatcher.Method, doorbell: Doorbell,
    handler: @escaping FileWatcher.Handler
  ) {
    self.path = Self.absolute(path)
    self.doorbell = doorbell
    self.handler = handler
    events = method == .events ? DirectoryEvents() : nil
    signature = FileSignature(path: self.path)
  }

  /// Returns when the doorbell rings for the end.
  func run() {
    follow()
    tell(.started)
    while !doorbell.isEnding {
      sleep()
      if doorbell.answer() {
        if doorbell.isEnding { break }
        tell(.woken)
      }
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
    let seen = FileSignature(path: path)
    guard seen != signature else { return }
    signature = seen
    follow()
    tell(.changing)
  }

  /// Watches the directories the path goes through now. They may change while that is done, so it
  /// is repeated until they stand still; a path that never does is looked at instead.
  private func follow() {
    var complete = false
    if let events {
      var trail = PathTrail(path: path)
      for _ in 0..<8 {
        complete = events.follow(trail)
        let again = PathTrail(path: path)
        if again == trail { break }
        trail = again
        complete = false
      }
    }
    nextLook = complete ? nil : nextLook ?? .now + .milliseconds(500)
  }

  /// `path` from the root, so that it keeps its meaning when the working directory changes.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let directory = getcwd(nil, 0) else { return path }
    defer { free(directory) }
    return String(cString: directory) + "/" + path
  }
}
