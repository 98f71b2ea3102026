/// A drag of what is on the screen: all of it, a carousel, or from one tab to another.
///
/// Owned by the pointer's input; lives as long as it does.
@MainActor
final class ContentDrag {
  /// The direction of a drag, and what is there.
  enum Way {
    case upright
    /// The innermost carousel under the pointer that scrolls, if there is one.
    case sideways(Component?, isTouch: Bool)
  }

  private enum Dragged {
    case nothing
    case container
    case carousel(Component)
    /// Turns to another tab: a finger moves sideways from here, and nothing else wants that.
    case tabs(Point)
  }

  /// Content pulled down further than this is refreshed, in points.
  private static let refreshDistance = 60.0
  /// A finger turns a tab when it has moved so far, in points, or so fast, in points a second.
  private static let turning = (distance: 80.0, speed: 500.0)

  private var dragged = Dragged.nothing
  private let scrollView: SpotsScrollView
  var onEffect: (InputEffect) -> Void = { _ in }

  init(_ scrollView: SpotsScrollView) { self.scrollView = scrollView }

  /// Takes hold of what scrolls there.
  func begin(from start: Point, _ way: Way, at now: Double) {
    switch way {
    case .upright:
      scrollView.verticalScroll.beginDrag(at: start.y, now: now)
      dragged = .container
    case .sideways(let carousel?, _):
      carousel.scroll.beginGesture()
      carousel.horizontalScroll.beginDrag(at: start.x, now: now)
      dragged = .carousel(carousel)
    case .sideways(nil, let isTouch): dragged = isTouch ? .tabs(start) : .nothing
    }
  }

  func move(to point: Point) {
    switch dragged {
    case .nothing, .tabs: return
    case .container: scrollView.verticalScroll.drag(to: point.y)
    case .carousel(let carousel): carousel.horizontalScroll.drag(to: point.x)
    }
    scrollView.setNeedsDisplay()
  }

  /// Lets go of what is dragged, which flies on and comes to rest.
  ///
  /// - Parameters:
  ///   - position: The pointer's; nil when it is nowhere.
  ///   - velocity: Of the pointer, in points per second.
  ///   - isCancelled: Whether the user wants nothing that a drag can ask for.
  func end(at position: Point?, velocity: Point, isCancelled: Bool, now: Double) {
    defer { dragged = .nothing }
    switch dragged {
    case .nothing: return
    case .tabs(let start):
      let distance = (position ?? start).x - start.x
      let isFar = abs(distance) > Self.turning.distance
      let isFast = abs(velocity.x) > Self.turning.speed && velocity.x * distance > 0
      if !isCancelled, isFar || isFast { onEffect(.turnTab(by: distance < 0 ? 1 : -1)) }
    case .container:
      if !isCancelled, scrollView.verticalScroll.offset < -Self.refreshDistance {
        onEffect(.refresh)
      }
      scrollView.verticalScroll.endDrag(velocity: -velocity.y, at: now)
    case .carousel(let carousel):
      let scroll = carousel.scroll
      scroll.horizontalScroll.endDrag(
        velocity: -velocity.x, at: now, snap: scroll.snap(from: scroll.gestureStart))
    }
    scrollView.setNeedsDisplay()
  }

  /// Lets go without a motion.
  func drop() { dragged = .nothing }

  /// Drops a carousel that is no longer there.
  func follow() {
    if case .carousel(let carousel) = dragged, !scrollView.keeps(carousel) { drop() }
  }
}
