/// The motion of one view: how it was shown before the change that is being made, and its present
/// transition.
@MainActor
struct ItemTransition {
  /// The state of a view before a change, in the coordinates of the stack around its component.
  struct Before {
    /// The frame its layout gave it.
    var place: Rect
    /// How it was shown, relative to that frame.
    var displacement: Displacement

    var seen: Rect { displacement.applied(to: place) }
  }

  /// Nil except while a change is being made.
  var before: Before?
  var transition: Transition?

  /// Whether the view is at the frame its layout gives it.
  var isResting: Bool { before == nil && transition == nil }

  func displacement(at now: Double) -> Displacement {
    transition?.displacement(at: now) ?? .none
  }

  /// Shows `view`, whose layout gives it the frame `place`, as its motion has it at `now`.
  func show(_ view: View, at place: Rect, now: Double) {
    let shown = displacement(at: now)
    let frame = shown.applied(to: place)
    if view.frame != frame { view.frame = frame }
    var clip = transition?.aperture(at: now, size: frame.size)
    if view.clipsToBounds { clip = clip?.intersection(view.bounds) }
    let motion = View.Motion(opacity: shown.opacity, clip: clip)
    if view.motion != motion { view.motion = motion }
  }

  mutating func remember(_ place: Rect, at now: Double) {
    before = Before(place: place, displacement: displacement(at: now))
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
