/// The containers in a component's composite parts, which show what of them is in sight.
///
/// Part of the component's views.
@MainActor
struct NestedContainers {
  let place: ComponentPlace
  let root: ComponentView
  let animator: ComponentAnimator

  /// Shows the visible parts of the components in `mounted`, if it has any. It belongs at `frame`
  /// and may still be moving there.
  ///
  /// - Parameter x: The left edge of the window in the coordinates of `frame`.
  func show(in mounted: MountedItem, at frame: Rect, x: Double, _ part: ItemPath.Part) {
    guard let container = mounted.container else { return }
    let visible = Rect(origin: Point(x: x, y: root.contentOffset.y), size: root.frame.size)
    // While it moves it also shows what it will show at its destination.
    let seen = frame.intersection(visible).offsetBy(x: -frame.x, y: -frame.y)
    let passing = mounted.moving.isResting ? .zero : passingPart(of: container, x: x)
    container.show(
      seen.union(passing), path: place.path.part(part), on: place.screen, now: animator.now)
  }

  /// The part of a moving view that is in the window now, in the view's own coordinates.
  private func passingPart(of view: View, x: Double) -> Rect {
    let size = root.superview?.frame.size ?? .zero
    let window = Rect(
      origin: Point(x: x - root.frame.x, y: root.contentOffset.y - root.frame.y), size: size)
    let part = view.frame.intersection(window)
    return part.isEmpty ? .zero : part.offsetBy(x: -view.frame.x, y: -view.frame.y)
  }
}
