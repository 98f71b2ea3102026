// The wheel: whether it moves the screen, or the carousel under the pointer.

extension SpotsController {
  /// How long a carousel that reached its end keeps the wheel from the screen, in seconds.
  private static let wheelLockTime = 0.2

  /// The wheel turned over `point`.
  func wheel(
    _ point: Point, delta: Point, precise: Bool, modifiers: Modifiers, at now: Double
  ) {
    pointer.position = point
    // Shift turns a vertical wheel into a horizontal one.
    let isShifted = modifiers.contains(.shift) && delta.x == 0
    let horizontal = isShifted ? -delta.y : delta.x
    if horizontal != 0 { scrollCarousel(at: point, horizontal, precise, isShifted, now) }
    if delta.y != 0, !isShifted { scrollVertically(-delta.y, precise, now) }
  }

  private func scrollVertically(_ notches: Double, _ precise: Bool, _ now: Double) {
    scrollView.axis.wheel(notches, precise: precise, at: now)
    onNeedsFrame()
  }

  /// Moves the carousel at `point`. One that cannot move any further passes a shifted wheel on to
  /// the screen, but not in the same gesture.
  private func scrollCarousel(
    at point: Point, _ notches: Double, _ precise: Bool, _ isShifted: Bool, _ now: Double
  ) {
    let carousels = scrollView.componentsInside(at: point).map(\.component)
    if let carousel = carousels.first(where: { $0.horizontal.canMove(notches) }) {
      endOtherGesture(than: carousel, at: now)
      if pointer.wheelGesture == nil { carousel.beginGesture() }
      pointer.wheelGesture = .init(carousel: carousel, until: now + Self.wheelLockTime)
      carousel.horizontal.wheel(notches, precise: precise, at: now)
      onNeedsFrame()
      return
    }
    if let gesture = pointer.wheelGesture, now < gesture.until,
      carousels.contains(where: { $0 === gesture.carousel })
    {
      pointer.wheelGesture?.until = now + Self.wheelLockTime
      return
    }
    if isShifted { scrollVertically(notches, precise, now) }
  }

  /// The wheel moves `carousel` now; the one before comes to rest.
  private func endOtherGesture(than carousel: Component, at now: Double) {
    guard let gesture = pointer.wheelGesture, gesture.carousel !== carousel else { return }
    breakWheelGesture(at: now)
  }

  /// The wheel moves nothing from now on.
  func breakWheelGesture(at now: Double) {
    pointer.wheelGesture?.until = now
    endWheelGesture(at: now)
  }

  /// A carousel the wheel moved comes to rest where it may, once the wheel has stopped.
  func endWheelGesture(at now: Double) {
    guard let gesture = pointer.wheelGesture, now >= gesture.until else { return }
    pointer.wheelGesture = nil
    let carousel = gesture.carousel
    guard !carousel.horizontal.isDragging,
      let rest = carousel.restAfterWheel(to: carousel.horizontal.target)
    else { return }
    carousel.horizontal.glide(to: rest, at: now)
  }
}
