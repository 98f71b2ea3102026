/// Waits until a burst of changes is over, when what was changed need not be whole: a watcher's
/// handler asks it what to do about each signal.
struct QuietTime {
  typealias Instant = FileWatcher.Instant

  /// When the burst counts as over; nil when there is none.
  private(set) var end: Instant?
  private var start: Instant?

  /// Takes a signal. Returns whether a burst is over now.
  mutating func isOver(_ signal: FileWatcher.Signal, at now: Instant) -> Bool {
    switch signal {
    case .started: return true
    case .woken, .due: break
    case .changing: expectMore(for: .milliseconds(50), at: now)
    case .saved: expectMore(for: .milliseconds(10), at: now)
    }
    guard let time = end, time <= now else { return false }
    (start, end) = (nil, nil)
    return true
  }

  private mutating func expectMore(for pause: Duration, at now: Instant) {
    let first = start ?? now
    start = first
    // Changes without a pause are dealt with in between.
    end = min(now + pause, first + .milliseconds(200))
  }
}
