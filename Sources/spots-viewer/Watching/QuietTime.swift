/// Finds the end of a burst of changes, so that a watcher's handler acts once for each burst. For
/// content that need not be complete.
struct QuietTime {
  typealias Instant = FileWatcher.Instant

  /// The time at which the current burst counts as over; nil between bursts.
  private(set) var end: Instant?
  private var start: Instant?

  /// Records a signal and returns whether a burst is over now. `started` counts as the end of one.
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
    // Continuous changes are handled every 200 ms.
    end = min(now + pause, first + .milliseconds(200))
  }
}
