// Dragging: the screen, a carousel, or the scrollbar's thumb follows the pointer, and what is let go
// comes to rest.

extension SpotsController {
  /// Content pulled down further than this is refreshed, in points.
  private static let refreshDistance = 60.0

  /// The press at `start` has become a drag: of the screen, or of a carousel under it.
  func beginDrag(from start: Point, to point: Point, at now: Double) {
    pointer.pressed = nil
    let isHorizontal = abs(point.x - start.x) > abs(point.y - start.y)
    if isHorizontal {
      let carousel = scrollView.componentsInside(at: start)
        .first { $0.component.horizontal.maximum > 0 }?.component
      carousel?.beginGesture()
      carousel?.horizontal.beginDrag(at: start.x, now: now)
      pointer.drag = carousel.map { .carousel($0) } ?? .idle
    } else {
      scrollView.axis.beginDrag(at: start.y, now: now)
      pointer.drag = .container
    }
    settleCarousels(at: start, now)
    refreshStates()
  }

  func continueDrag(to point: Point) {
    switch pointer.drag {
    case .none, .idle: return
    case .container: scrollView.axis.drag(to: point.y)
    case .scrollbar(let grip):
      let offset = scrollView.scrollbar.offset(ofThumbAt: point.y - grip)
      scrollView.axis.jump(to: offset)
      // What is measured there makes the content longer; the end stays the end.
      destination = offset >= scrollView.axis.maximum ? .bottom : nil
    case .carousel(let carousel): carousel.horizontal.drag(to: point.x)
    }
    onNeedsFrame()
  }

  func endDrag(at now: Double) {
    let velocity = pointer.velocity.velocity(at: now)
    switch pointer.drag {
    case .none, .idle: return
    case .scrollbar:
      scrollView.scrollbar.isHeld = false
      scrollView.scrollbar.contentMoved(at: now)
    case .container:
      refreshIfPulled()
      scrollView.axis.endDrag(velocity: -velocity.y, at: now)
    case .carousel(let carousel):
      carousel.horizontal.endDrag(
        velocity: -velocity.x, at: now, snap: carousel.snap(from: carousel.gestureStart))
    }
    onNeedsFrame()
  }

  /// A press may have stopped a carousel at `point` on its way: it goes to where it may rest.
  func settleCarousels(at point: Point, _ now: Double) {
    for (carousel, _) in scrollView.componentsInside(at: point) { carousel.comeToRest(at: now) }
  }

  /// Tells the delegate when the content was pulled down far enough.
  private func refreshIfPulled() {
    if scrollView.axis.offset < -Self.refreshDistance { _ = askForRefresh() }
  }
}
