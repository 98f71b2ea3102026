/// Scrolls the screen or a carousel by the wheel. After a carousel has reached its end, it still
/// captures the wheel for a moment, so that a turn meant for it does not scroll the screen.
///
/// Owned by the pointer's input; lives as long as it does.
@MainActor
final class WheelInput {
  /// A turn of the wheel, in notches; positive to the right and up.
  struct Turn {
    var horizontal: Double
    var vertical: Double
    /// Whether Shift has made a horizontal turn of a vertical one.
    var isShifted: Bool
    /// Whether it comes from a touchpad.
    var precise: Bool

    init(_ delta: Point, isShifted: Bool, precise: Bool) {
      self.isShifted = isShifted && delta.x == 0
      (horizontal, vertical) = (self.isShifted ? -delta.y : delta.x, delta.y)
      self.precise = precise
    }
  }

  /// The result of offering a turn of the wheel to the carousels under the pointer.
  private enum Outcome {
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
  private let scrollView: SpotsScrollView
  private let gestures: ItemGestures

  init(_ scrollView: SpotsScrollView, _ gestures: ItemGestures) {
    (self.scrollView, self.gestures) = (scrollView, gestures)
  }

  /// When the gesture ends, in frame time; nil while there is none.
  var end: Double? { gesture?.until }

  /// Whether the wheel moves `carousel`, so that it does not come to rest yet.
  func isTurning(_ carousel: Component) -> Bool { gesture?.carousel === carousel }

  /// Drops a carousel that is no longer there.
  func follow() {
    if let gesture, !scrollView.keeps(gesture.carousel) { self.gesture = nil }
  }

  /// The wheel turned over `point`, and over `control` if there is one.
  func turned(_ turn: Turn, over point: Point, _ control: Control?, at now: Double) {
    if abs(turn.vertical) > abs(turn.horizontal) { gestures.close(at: now) }
    if turn.horizontal != 0 { scrollSideways(turn, over: point, now) }
    guard turn.vertical != 0, !turn.isShifted,
      control?.wheelTurned(by: turn.vertical) != true
    else { return }
    scrollVertically(-turn.vertical, turn, now)
  }

  private func scrollVertically(_ notches: Double, _ turn: Turn, _ now: Double) {
    scrollView.verticalScroll.wheel(notches, precise: turn.precise, at: now)
    scrollView.setNeedsDisplay()
  }

  /// Moves the carousel at `point`, or the screen where the wheel is shifted and no carousel wants
  /// it, or sweeps an item aside.
  private func scrollSideways(_ turn: Turn, over point: Point, _ now: Double) {
    let carousels = HitTest(scrollView, at: point).components
    switch move(carousels, by: turn.horizontal, precise: turn.precise, at: now) {
    case .moved: scrollView.setNeedsDisplay()
    case .kept: return
    case .passedOn where turn.isShifted: scrollVertically(turn.horizontal, turn, now)
    case .passedOn:
      guard turn.precise, !carousels.contains(where: { $0.horizontalScroll.maximum > 0 }),
        gestures.wheel(at: point, by: turn.horizontal, now: now)
      else { return }
      scrollView.setNeedsDisplay()
    }
  }

  /// Turns the first carousel that can move; `carousels` are those under the pointer, innermost
  /// first. One that cannot move any further passes the wheel on, but not in the same gesture.
  private func move(
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
