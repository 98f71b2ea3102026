/// The carousel that the wheel moves. It keeps the wheel to itself for a while after it has reached
/// its end, so that a turn that was meant for it does not move the screen.
///
/// Owned by the pointer's input; lives as long as it does.
@MainActor
final class WheelInput {
  /// The outcome of a turn of the wheel.
  enum Outcome {
    /// A carousel moved.
    case moved
    /// A carousel that is at its end keeps the turn to itself.
    case kept
    /// No carousel wants it.
    case passedOn
  }

  private struct Gesture {
    var carousel: Component
    /// Until then the carousel keeps the wheel for itself; it comes to rest afterwards.
    var until: Double
  }

  /// How long a carousel that reached its end keeps the wheel from the screen, in seconds.
  private static let lockTime = 0.2

  private var gesture: Gesture?

  /// When the gesture ends, in frame time; nil while there is none.
  var end: Double? { gesture?.until }

  /// Whether the wheel moves `carousel`, so that it does not come to rest yet.
  func isTurning(_ carousel: Component) -> Bool { gesture?.carousel === carousel }

  /// Drops a carousel that is no longer there.
  func follow(_ isKept: (Component) -> Bool) {
    if let gesture, !isKept(gesture.carousel) { self.gesture = nil }
  }

  /// Turns the first carousel that can move; `carousels` are those under the pointer, innermost
  /// first. One that cannot move any further passes the wheel on, but not in the same gesture.
  func turn(
    _ carousels: [Component], by notches: Double, precise: Bool, at now: Double
  ) -> Outcome {
    if let carousel = carousels.first(where: { $0.horizontalScroll.canMove(notches) }) {
      if let gesture, gesture.carousel !== carousel { stop(at: now) }
      if gesture == nil { carousel.scroll.beginGesture() }
      gesture = Gesture(carousel: carousel, until: now + Self.lockTime)
      carousel.horizontalScroll.wheel(notches, precise: precise, at: now)
      return .moved
    }
    guard let gesture, now < gesture.until,
      carousels.contains(where: { $0 === gesture.carousel })
    else { return .passedOn }
    self.gesture?.until = now + Self.lockTime
    return .kept
  }

  /// Ends the gesture early.
  func stop(at now: Double) {
    gesture?.until = now
    endGesture(at: now)
  }

  /// Lets a carousel that the wheel moved come to rest once the wheel has stopped.
  func endGesture(at now: Double) {
    guard let gesture, now >= gesture.until else { return }
    self.gesture = nil
    gesture.carousel.scroll.restAfterWheel(at: now)
  }
}
