/// How the mark of the pointer comes and goes: within 80 ms, from wherever it is.
struct HoverFade {
  /// Seconds from nothing to all of it.
  static let time = 0.08

  private var goal = 0.0
  /// How much there was of it when the pointer came or went, and at the last frame.
  private var origin = 0.0
  private var latest = 0.0
  /// The first frame after the pointer came or went; nil until then.
  private var start: Double?

  var isMoving: Bool { latest != goal }

  /// The pointer came or went.
  mutating func turn(to isHovered: Bool) {
    goal = isHovered ? 1 : 0
    origin = latest
    start = nil
  }

  /// How much there is of it at `now`, 0 to 1.
  mutating func part(at now: Double) -> Double {
    guard isMoving else { return goal }
    let start = start ?? now
    self.start = start
    let way = min(max((now - start) / Self.time, 0), 1)
    latest = way > 1 - 1e-6 ? goal : origin + (goal - origin) * way
    return latest
  }

  /// All of it, or nothing of it, without a way there.
  mutating func end() -> Double {
    latest = goal
    return goal
  }
}
