/// The fading of the hover highlight: within 80 ms, starting from its current strength.
struct HoverFade {
  /// The time of a complete fade, in seconds.
  static let time = 0.08

  private var goal = 0.0
  /// The strength, 0 to 1, when the pointer entered or left, and in the last frame.
  private var origin = 0.0
  private var latest = 0.0
  /// The time of the first frame after the pointer entered or left; nil until then.
  private var start: Double?

  var isMoving: Bool { latest != goal }

  /// Starts a fade when the pointer enters or leaves.
  mutating func turn(to isHovered: Bool) {
    goal = isHovered ? 1 : 0
    origin = latest
    start = nil
  }

  /// The strength at `now`, 0 to 1.
  mutating func part(at now: Double) -> Double {
    guard isMoving else { return goal }
    let start = start ?? now
    self.start = start
    let way = min(max((now - start) / Self.time, 0), 1)
    latest = way > 1 - 1e-6 ? goal : origin + (goal - origin) * way
    return latest
  }

  /// Ends the fade immediately and returns its final strength.
  mutating func end() -> Double {
    latest = goal
    return goal
  }
}
