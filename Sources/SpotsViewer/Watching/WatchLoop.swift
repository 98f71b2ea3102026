import Glibc
import SpotsSDL
import Synchronization

/// The thread that watches files for the whole program: it sleeps, finds out what changed, and
/// calls the handlers of the watchers concerned.
///
/// Confined to that thread, except for the orders that watchers give it.
final class WatchLoop {
  typealias Instant = FileWatcher.Instant

  /// What a watcher wants of the thread.
  enum Order {
    case begin(Set<Watched>, FileWatcher.Method, FileWatcher.Handler)
    case watch(Set<Watched>)
    case signal(FileWatcher.Signal)
    case end
  }

  /// Guarded by the mutex.
  private struct Orders {
    var waiting: [(watcher: Int, order: Order)] = []
    /// The number of watchers so far.
    var count = 0
    /// Wakes the thread; nil until there is one, which then lasts as long as the program.
    var bell: Doorbell?
  }

  /// A watcher, as the thread knows it.
  private final class Watch {
    let number: Int
    let handler: FileWatcher.Handler
    let method: FileWatcher.Method
    /// The watched absolute paths, each with its trail as last resolved.
    var trails: [Watched: PathTrail] = [:]
    /// The last known state of the files, which is polled; nil while the kernel reports every
    /// change.
    var signatures: [Watched: [FileSignature]]?
    /// The time of the next `due` signal; nil for none.
    var due: Instant?

    init(_ number: Int, _ method: FileWatcher.Method, _ handler: @escaping FileWatcher.Handler) {
      (self.number, self.method, self.handler) = (number, method, handler)
    }

    /// All trails in one.
    var trail: PathTrail { trails.values.reduce(into: PathTrail()) { $0.merge($1) } }

    /// Replaces what is watched; known trails are kept.
    func watch(_ watched: Set<Watched>) {
      let absolute = watched.map { $0.absolute }
      trails = Dictionary(absolute.map { ($0, trails[$0] ?? PathTrail($0)) }) { $1 }
    }

    /// Resolves all paths again.
    ///
    /// - Returns: Whether any has changed.
    @discardableResult
    func walk() -> Bool {
      let old = trails
      for watched in old.keys { trails[watched] = PathTrail(watched) }
      return trails != old
    }

    func tell(_ signal: FileWatcher.Signal) { due = handler(signal, .now) }
  }

  private static let orders = Mutex(Orders())
  /// How many descriptors the thread needs, and how many more it leaves free for a decoder to
  /// start: a window without live reload is better than one without images.
  private static let descriptors = (own: 2, others: 6)
  /// The time between two polls.
  private static let interval = Duration.milliseconds(500)

  private let bell: Doorbell
  private var events: DirectoryEvents?
  private var watches: [Int: Watch] = [:]
  /// The time of the next poll; nil while the kernel reports every change.
  private var nextPoll: Instant?

  private init(_ bell: Doorbell) { self.bell = bell }

  /// Begins to watch for a watcher, and returns its number.
  ///
  /// - Throws: `FileError.system` when the process is out of descriptors or threads.
  static func begin(
    _ watched: Set<Watched>, _ method: FileWatcher.Method, _ handler: @escaping FileWatcher.Handler
  ) throws(FileError) -> Int {
    let number = try orders.withLock { orders throws(FileError) in
      if orders.bell == nil { orders.bell = try start() }
      orders.count += 1
      return orders.count
    }
    give(.begin(watched, method, handler), from: number)
    return number
  }

  /// Has the thread carry out an order soon, after earlier ones.
  static func give(_ order: Order, from watcher: Int) {
    orders.withLock { orders in
      orders.waiting.append((watcher, order))
      orders.bell?.ring()
    }
  }

  private static func start() throws(FileError) -> Doorbell {
    guard FreeDescriptors.areThere(descriptors.own + descriptors.others), let bell = Doorbell()
    else { throw FileError(code: EMFILE) }
    try BackgroundThread.startOrThrow { WatchLoop(bell).run() }
    return bell
  }

  private func run() {
    while true {
      sleep()
      bell.answer()
      let orders = Self.orders.withLock { orders in
        defer { orders.waiting = [] }
        return orders.waiting
      }
      for (watcher, order) in orders { carryOut(order, of: watcher) }
      handleEvents()
      pollFiles()
      let now = Instant.now
      for watch in watches.values where watch.due.map({ $0 <= now }) ?? false { watch.tell(.due) }
    }
  }

  /// Sleeps until an event, a ring, or the next deadline.
  private func sleep() {
    var descriptors = [bell.descriptor, events?.descriptor].compactMap(\.self).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    var timeout: Int32 = -1
    if let next = (watches.values.map(\.due) + [nextPoll]).compactMap(\.self).min() {
      // Rounded up, so that the deadline has passed when the sleep is over.
      let milliseconds = (next - .now) / .milliseconds(1)
      timeout = Int32(min(max(milliseconds.rounded(.up), 0), 60_000))
    }
    poll(&descriptors, nfds_t(descriptors.count), timeout)
  }

  private func carryOut(_ order: Order, of watcher: Int) {
    if case .begin(let watched, let method, let handler) = order {
      events = events ?? DirectoryEvents()
      let watch = Watch(watcher, method, handler)
      watches[watcher] = watch
      watch.watch(watched)
      follow(watch)
      return watch.tell(.started)
    }
    guard let watch = watches[watcher] else { return }
    switch order {
    case .begin: break
    case .watch(let watched):
      watch.watch(watched)
      watch.signatures = nil
      follow(watch)
    case .signal(let signal): watch.tell(signal)
    case .end:
      watches[watcher] = nil
      events?.end(for: watcher)
    }
  }

  private func handleEvents() {
    guard let news = events?.read() else { return }
    for (number, change) in news {
      guard let watch = watches[number] else { continue }
      if change.trailIsStale {
        watch.walk()
        follow(watch)
      }
      watch.tell(change.signal)
    }
  }

  private func pollFiles() {
    guard let time = nextPoll, time <= .now else { return }
    nextPoll = nil
    for watch in watches.values where watch.signatures != nil {
      nextPoll = .now + Self.interval
      let seen = Self.signatures(of: watch.trails.keys)
      guard seen != watch.signatures else { continue }
      watch.signatures = seen
      watch.walk()
      follow(watch)
      watch.tell(.changing)
    }
  }

  /// Watches the directories along the paths. They may change meanwhile, so this is repeated, up to
  /// 8 times, until they are stable; paths that never are get polled instead.
  private func follow(_ watch: Watch) {
    var isComplete = false
    if watch.method == .events, let events {
      for _ in 0..<8 {
        isComplete = events.follow(watch.trail, for: watch.number)
        if !watch.walk() { break }
        isComplete = false
      }
    }
    if isComplete {
      watch.signatures = nil
    } else if watch.signatures == nil {
      watch.signatures = Self.signatures(of: watch.trails.keys)
      nextPoll = nextPoll ?? .now + Self.interval
    }
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
}
