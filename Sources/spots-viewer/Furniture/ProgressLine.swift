import Spots

/// A line at the top edge that something runs along while the window waits for content.
final class ProgressLine: View {
  /// When waiting began, in the time of the frames; nil when nothing is waited for.
  private var start: Double?
  private var now = 0.0

  static let height = 3.0
  /// Seconds from one end to the other.
  private static let period = 1.4
  /// Of the whole width.
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

  /// - Returns: When the line looks different; nil when there is none.
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
