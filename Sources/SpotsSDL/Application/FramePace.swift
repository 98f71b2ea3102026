/// Decides when frames may be presented: the first one after a rest immediately, the others at most
/// at the rate of the display.
///
/// A frame that is slightly late does not delay the next one: waking up always takes a moment, and
/// motion would lose frames to it.
struct FramePace {
  /// Seconds from one frame to the next; 0 sets no limit.
  let interval: Double
  /// The earliest time of the next frame.
  private(set) var earliest = -Double.infinity

  init(interval: Double) {
    self.interval = interval
  }

  /// Records that a frame began at `now`, which is `earliest` or later.
  mutating func presented(at now: Double) {
    let isLate = now - earliest >= interval
    earliest = (isLate ? now : earliest) + interval
  }
}
