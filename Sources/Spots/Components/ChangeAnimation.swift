/// The motion of one change to a stack of components: chooses for each view the transition from
/// where it was shown to its new place.
///
/// All rectangles are in the coordinates of the stack: the window's, or the composite item's.
@MainActor
struct ChangeAnimation {
  var animation: Animation
  /// The visible part of the stack.
  var viewport: Rect
  /// The visible part of the component, within the viewport.
  var visible: Rect
  var isCarousel = false

  /// The transition of a view that was shown before to `place`; nil when there is nothing to see.
  func way(of moving: ItemTransition, to place: Rect, keepsWidth: Bool = false) -> Transition? {
    guard let before = moving.before else { return moving.transition }
    if let present = moving.transition, isSame(before.place, place) { return present }
    return way(
      from: before.seen, before.displacement, to: place, keepsWidth: keepsWidth)
  }

  /// The transition of a new view whose item was at `old`; it fades in when it replaces another
  /// view.
  func way(from old: Rect, isReplaced: Bool, to place: Rect) -> Transition? {
    way(from: old, Displacement(opacity: isReplaced ? 0 : 1), to: place, keepsWidth: true)
  }

  /// The transition of an item that enters; nil when `place` is not visible.
  func entrance(to place: Rect) -> Transition? {
    guard place.intersects(viewport) else { return nil }
    return Transition(
      from: Displacement(outside: animation, size: place.size, isCarousel: isCarousel),
      side: Transition.Side(animation))
  }

  /// The transition of an item that leaves; nil when it is not visible.
  func exit(of view: DisappearingItem) -> Transition? {
    guard let before = view.moving.before, before.seen.intersects(viewport) else { return nil }
    let animation = view.isReplaced ? Animation.fade : animation
    return Transition(
      from: before.displacement,
      to: Displacement(outside: animation, size: before.place.size, isCarousel: isCarousel),
      side: Transition.Side(animation))
  }

  private func way(
    from seen: Rect, _ displacement: Displacement, to place: Rect, keepsWidth: Bool
  ) -> Transition? {
    guard seen.intersects(viewport) || place.intersects(viewport) else { return nil }
    var from = Displacement(
      from: place, to: seen, opacity: displacement.opacity, aperture: displacement.aperture)
    if keepsWidth { from.width = 0 }
    let reach = Size(
      width: viewport.width + max(seen.width, place.width),
      height: viewport.height + max(seen.height, place.height))
    if place.intersects(viewport) {
      from.x = min(max(from.x, -reach.width), reach.width)
      from.y = min(max(from.y, -reach.height), reach.height)
      // A view outside the visible part still shows until the edges of the component have closed.
      return from.isNothing && place.intersects(visible) ? nil : Transition(from: from)
    }
    // Just out of the window, however far away the place is: every transition takes the same time.
    var end = Displacement.none
    end.x = from.x - min(max(from.x, -reach.width), reach.width)
    end.y = from.y - min(max(from.y, -reach.height), reach.height)
    return Transition(from: from, to: end)
  }

  private func isSame(_ a: Rect, _ b: Rect) -> Bool {
    Displacement(from: a, to: b).isNothing
  }
}
