/// The velocity of the pointer just before it is released.
struct PointerVelocity: Equatable, Sendable {
  private struct Sample: Equatable, Sendable {
    var point: Point
    var time: Double
  }

  /// The time after which a pointer that stands still has no velocity, in seconds.
  private static let window = 0.1
  private var samples: [Sample] = []

  /// Adds a position of the pointer at `time`, in seconds; times must not decrease.
  mutating func add(_ point: Point, at time: Double) {
    samples.append(Sample(point: point, time: time))
    samples.removeAll { $0.time < time - Self.window }
  }

  /// In points per second, over the last tenth of a second; at most 8000 in each direction.
  func velocity(at now: Double) -> Point {
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
