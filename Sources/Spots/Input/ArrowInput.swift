/// The carousel under the pointer, whose arrows are shown.
///
/// Owned by the pointer's input; lives as long as it does.
@MainActor
final class ArrowInput {
  private weak var carousel: Component?

  private var edges: CarouselEdges? { carousel?.viewsIfLoaded?.edges }

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
      $0.component.scroll.stops.canScroll && !$0.component.isDisabled
        && $0.component.geometry.carouselFrame.contains($0.point) && !$0.isOnEdge
    }
    if level?.component !== carousel {
      edges?.showArrows(false)
      carousel = level?.component
    }
    guard let edges else { return }
    edges.showArrows(!isDragging && (!isPressed || edges.hasVisibleArrow))
  }
}
