/// The arrows of the carousel under the pointer: which carousel that is, and what a click on them
/// does.
///
/// Owned by the pointer's input; lives as long as it does.
@MainActor
final class ArrowInput {
  /// The carousel under the pointer that can be scrolled.
  private weak var carousel: Component?

  private var edges: CarouselEdges? { carousel?.viewsIfLoaded?.edges }

  /// Whether the pointer is over an arrow.
  var isOverArrow: Bool { edges?.hoveredArrow != nil }

  /// Whether a press lets `component` keep moving, because it is on one of its arrows.
  func keepsGoing(_ component: Component) -> Bool { isOverArrow && component === carousel }

  /// Follows the pointer.
  ///
  /// Fingers have no use for arrows: a press shows none that are not seen already, and a drag hides
  /// them.
  ///
  /// - Parameters:
  ///   - levels: The components under the pointer, from the outside in.
  ///   - isPressed, isDragging: Whether the pointer is held down, and has moved since.
  func follow(_ levels: [HitTest.Level], isPressed: Bool, isDragging: Bool) {
    let level = levels.last {
      $0.component.scroll.canScroll && $0.component.host?.isDisabled != true
        && $0.component.geometry.carouselFrame.contains($0.point) && !$0.isOnEdge
    }
    if level?.component !== carousel {
      leave()
      carousel = level?.component
    }
    guard let edges, let level else { return }
    let isWanted = !isDragging && (!isPressed || edges.hasVisibleArrow)
    edges.hover(at: isWanted ? level.point : nil)
  }

  private func leave() {
    edges?.press(false)
    edges?.hover(at: nil)
    carousel = nil
  }

  /// The pointer's button went down.
  func press() { edges?.press(true) }

  /// The pointer's button went up.
  ///
  /// - Parameter isClick: Whether the pointer has not moved away since it went down.
  /// - Returns: Whether an arrow took the click.
  @discardableResult
  func release(isClick: Bool, at now: Double) -> Bool {
    edges?.press(false)
    guard isClick, let carousel, let direction = edges?.hoveredArrow else { return false }
    carousel.scroll.turnPage(direction.rawValue, at: now)
    return true
  }
}
