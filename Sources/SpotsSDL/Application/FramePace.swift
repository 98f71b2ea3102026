/// When frames may be presented: the first one after a rest at once, the others at most at the rate
/// of the display.
///
/// A frame that comes a little late does not put off the next one, since waking up always takes a
/// moment and a motion would lose some of its frames to that.
struct FramePace {
  /// Seconds from one frame to the next; 0 for as fast as it goes.
  let interval: Double
  /// When the next frame may come.
  private(set) var earliest = -Double.infinity

  init(interval: Double) {
    self.interval = interval
  }

  /// A frame was begun at `now`, which is `earliest` or later.
  mutating func presented(at now: Double) {
    let isLate = now - earliest >= interval
    earliest = (isLate ? now : earliest) + interval
  }
}
