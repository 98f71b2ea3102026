/// Presses in quick succession at one place, as far as they are meant for the screen.
///
/// The first click of a series activates what needs a single one. What comes under the pointer
/// because of it, another screen or other content, gets none of the series: a user who clicks twice
/// where one click is enough means the content that was there before.
struct ClickSeries: Equatable {
  /// The presses so far, this one included; 0 when the series began elsewhere, before the screen
  /// was there.
  private(set) var count = 0
  private var start = Point.zero
  /// The target of the first press; nil when it hit nothing, or when that is gone.
  private(set) var path: ItemPath?

  /// Whether presses of the series mean anything here.
  var isOwn: Bool { count > 0 }

  /// A press at `point`, where `path` is now, the `clicks`th of its series by the system's count.
  ///
  /// - Parameter reach: How far the pointer may wander during a series, in points.
  mutating func press(
    _ point: Point, on path: ItemPath?, clicks: Int,
    within reach: Double = Environment.usualDragThreshold
  ) {
    let reach = max(reach, Environment.usualDragThreshold)
    if clicks <= 1 || isOwn && point.distance(to: start) > reach {
      // The system lets a series wander over several small items.
      self = ClickSeries(count: 1, start: point, path: path)
    } else if isOwn {
      count += 1
    }
  }

  /// The content changed: what the first press hit is at `path` now, or gone.
  mutating func follow(_ path: ItemPath?) {
    if self.path != nil, path == nil { self = ClickSeries() } else { self.path = path }
  }

  /// Whether the click that ends on `path` activates what needs `needed` clicks.
  func activates(_ path: ItemPath, needed: Int) -> Bool {
    guard path == self.path else { return false }
    return needed == 1 ? count == 1 : count > 0 && count % needed == 0
  }
}
