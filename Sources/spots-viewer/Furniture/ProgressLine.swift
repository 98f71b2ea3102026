import Spots

/// An indeterminate progress bar along the top edge, shown while the window waits for content.
final class ProgressLine: View {
  /// The frame time at which waiting began, in seconds; nil when not waiting.
  private var start: Double?
  private var now = 0.0

  static let height = 3.0
  /// The time the bar takes from one end to the other, in seconds.
  private static let period = 1.4
  /// The length of the bar, as a fraction of the width.
  private static let length = 0.3

  var isWaiting: Bool {
    get { start != nil }
    set {
      guard newValue != isWaiting else { return }
      start = newValue ? now : nil
      isHidden = !newValue
      setNeedsDisplay()
    }
  }

  /// - Returns: The time of the next change; nil when not waiting.
  func update(at now: Double) -> Double? {
    self.now = now
    guard isWaiting else { return nil }
    setNeedsDisplay()
    return now + 1.0 / 30
  }

  override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme, let start else { return }
    list.fill(bounds, theme[.accent].opacity(0.2))
    let turns = max(now - start, 0) / Self.period
    let place = (turns - turns.rounded(.down)) * (1 + Self.length) - Self.length
    let bar = Rect(
      x: place * frame.width, y: 0, width: Self.length * frame.width, height: frame.height)
    list.fill(bar.intersection(bounds), theme[.accent])
  }
}
