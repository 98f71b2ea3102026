/// The blinking of a caret: alternately on and off since it was last used, and on for good after a
/// while, so that an idle window comes to rest.
struct CaretBlink {
  /// Half a period, in seconds; the same as in GTK.
  static let interval = 0.6
  /// How long an unused caret goes on blinking, in seconds.
  static let patience = 10.0

  private var start: Double?

  /// Shows the caret from the next frame on.
  mutating func restart() { start = nil }

  /// Whether the caret is visible at `now`, and when that changes by itself; nil for never.
  mutating func phase(at now: Double) -> (isOn: Bool, next: Double?) {
    let start = self.start ?? now
    self.start = start
    let age = max(now - start, 0)
    // A frame may come a little before it was due.
    let half = (age / Self.interval + 1e-6).rounded(.down)
    let isOn = half.truncatingRemainder(dividingBy: 2) == 0
    guard age < Self.patience || !isOn else { return (true, nil) }
    return (isOn, start + (half + 1) * Self.interval)
  }
}
