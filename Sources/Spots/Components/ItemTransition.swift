/// The motion of one view: how it was shown before the change that is being made, and its present
/// transition.
@MainActor
struct ItemTransition {
  /// The state of a view before a change, in the coordinates of the stack around its component.
  struct Snapshot {
    /// The frame its layout gave it.
    var place: Rect
    /// How it was shown, relative to that frame.
    var displacement: Displacement

    var seen: Rect { displacement.applied(to: place) }
  }

  /// Nil except while a change is being made.
  var snapshot: Snapshot?
  var transition: Transition?

  /// Whether the view is at the frame its layout gives it.
  var isResting: Bool { snapshot == nil && transition == nil }

  func displacement(at now: Double) -> Displacement {
    transition?.displacement(at: now) ?? .none
  }

  /// Shows `view`, whose layout gives it the frame `place`, as its motion has it at `now`.
  func show(_ view: View, at place: Rect, now: Double) {
    let shown = displacement(at: now)
    let frame = shown.applied(to: place)
    if view.frame != frame { view.frame = frame }
    var clip = transition?.aperture(at: now, size: frame.size)
    if let aperture = clip, view.clipsToBounds { clip = aperture.intersection(view.bounds) }
    view.presentation = View.Presentation(opacity: shown.opacity, clip: clip)
  }

  mutating func remember(_ place: Rect, at now: Double) {
    snapshot = Snapshot(place: place, displacement: displacement(at: now))
  }

  /// Starts the transition with the first frame that shows it, and drops it when it is over.
  mutating func advance(to now: Double) {
    transition?.start(at: now)
    if transition?.isOver(at: now) == true { transition = nil }
  }
}

/// The view of a removed item that is still leaving.
@MainActor
struct DisappearingItem {
  var view: any ItemConfigurable
  var item: Item
  /// The width the layout offered when the view was configured, in points.
  var width: Double
  /// Whether it was a header or a footer.
  var isEdge: Bool
  /// Whether another view shows the item from now on.
  var isReplaced: Bool
  /// Whether its transition was chosen; later changes do not redirect it.
  var isOnItsWay = false
  /// Its last frame in the layout, in the component's content coordinates.
  var place = Rect.zero
  var moving: ItemTransition

  /// Whether `other` is the item the view showed.
  func shows(_ other: Item) -> Bool { ItemIdentity(item) == ItemIdentity(other) }
}

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
    guard let snapshot = moving.snapshot else { return moving.transition }
    if let present = moving.transition {
      if isSame(snapshot.place, place) { return present }
      // A view on its way out goes on, however often the rows above it change: begun anew each
      // time, it would stay in sight, and with it all that follow.
      if !snapshot.place.union(place).intersects(viewport) {
        return present.offsetBy(x: snapshot.place.x - place.x, y: snapshot.place.y - place.y)
      }
    }
    return way(from: snapshot.seen, snapshot.displacement, to: place, keepsWidth: keepsWidth)
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
    guard let snapshot = view.moving.snapshot, snapshot.seen.intersects(viewport) else {
      return nil
    }
    let animation = view.isReplaced ? Animation.fade : animation
    return Transition(
      from: snapshot.displacement,
      to: Displacement(outside: animation, size: snapshot.place.size, isCarousel: isCarousel),
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
