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
  mutating func press(_ point: Point, on path: ItemPath?, clicks: Int) {
    if clicks <= 1 || isOwn && point.distance(to: start) > PointerInput.dragThreshold {
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

/// The velocity of the pointer just before it is released.
public struct PointerVelocity: Equatable, Sendable {
  private struct Sample: Equatable, Sendable {
    var point: Point
    var time: Double
  }

  /// The time after which a pointer that stands still has no velocity, in seconds.
  private static let window = 0.1
  private var samples: [Sample] = []

  /// Creates a tracker without positions, whose velocity is zero.
  public init() {}

  /// Adds a position of the pointer at `time`, in seconds; times must not decrease.
  public mutating func add(_ point: Point, at time: Double) {
    samples.append(Sample(point: point, time: time))
    samples.removeAll { $0.time < time - Self.window }
  }

  /// The time of the last position; 0 when there is none.
  var lastTime: Double { samples.last?.time ?? 0 }

  /// In points per second, over the last tenth of a second; at most 8000 in each direction.
  public func velocity(at now: Double) -> Point {
    let recent = samples.filter { $0.time >= now - Self.window }
    guard let first = recent.first, let last = recent.last, last.time - first.time > 0.004 else {
      return .zero
    }
    let duration = last.time - first.time
    let distance = last.point - first.point
    func cut(_ speed: Double) -> Double { min(max(speed / duration, -8000), 8000) }
    return Point(x: cut(distance.x), y: cut(distance.y))
  }
}
