/// What is known of one view's motion: where it was when the change began that is being made, and
/// the way it is on.
@MainActor
struct Moving {
  /// Where a view was, in the coordinates of the stack around its component.
  struct Before {
    /// Where it belonged.
    var place: Rect
    /// Where it was seen, relative to that.
    var displacement: Displacement

    var seen: Rect { displacement.applied(to: place) }
  }

  /// Only while a change is made.
  var before: Before?
  var transition: Transition?

  /// Whether the view is where it belongs.
  var isResting: Bool { before == nil && transition == nil }

  func displacement(at now: Double) -> Displacement {
    transition?.displacement(at: now) ?? .none
  }

  /// Shows `view`, which belongs at `place`, where it is at `now`.
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

  /// Begins the motion at the first frame that shows it and ends it when it is over.
  mutating func advance(to now: Double) {
    transition?.start(at: now)
    if transition?.isOver(at: now) == true { transition = nil }
  }
}

/// The view of an item that is gone, on its way out.
@MainActor
struct Leaving {
  var view: any ItemConfigurable
  var item: Item
  /// The width the layout offered when the view was configured, in points.
  var width: Double
  /// Whether it was a header or a footer.
  var isEdge: Bool
  /// Whether another view shows the item from now on.
  var isReplaced: Bool
  /// Whether its way was chosen; later changes do not turn it.
  var isOnItsWay = false
  /// Where it belonged, in the component's content coordinates.
  var place = Rect.zero
  var moving: Moving

  /// Whether `other` is the item the view showed.
  func shows(_ other: Item) -> Bool { ItemIdentity(item) == ItemIdentity(other) }
}
