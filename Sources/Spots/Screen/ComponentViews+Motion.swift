// The motion of a component's views: what a change remembers of them, the ways it gives them, and
// where they are in each frame.

extension ComponentViews {
  /// Whether a view is somewhere else than where it belongs, or is about to be.
  var isMoving: Bool {
    hasMovingViews || edges.transition != nil || indicator.transition != nil
  }

  private var hasMovingViews: Bool {
    // Asked in every frame, in which the closure of `contains` would check for every item that it
    // is on the main actor.
    for shown in items.values where !shown.moving.isResting { return true }
    return !leaving.isEmpty || header?.moving.isResting == false
      || footer?.moving.isResting == false
  }

  /// Whether a motion is about to begin.
  var beginsMotion: Bool {
    func begins(_ moving: Moving?) -> Bool { moving?.transition?.hasBegun == false }
    return items.values.contains { begins($0.moving) } || leaving.contains { begins($0.moving) }
      || [header?.moving, footer?.moving, indicator, edges].contains(where: begins)
      || composites.contains(where: \.scrollView.beginsMotion)
  }

  // MARK: A change

  /// Remembers where everything is, before a change.
  ///
  /// - Parameters:
  ///   - top: Where the component begins in the stack.
  ///   - visible: What is seen of it, in the stack.
  func remember(_ component: Component, top: Double, visible: Rect) {
    let x = component.horizontal.offset
    topBefore = top
    replaced = []
    for (slot, shown) in items {
      shown.moving.remember(
        component.geometry.frame(of: slot).offsetBy(x: -x, y: top), at: now)
    }
    for index in leaving.indices {
      let x = leaving[index].isEdge ? 0 : x
      leaving[index].moving.remember(leaving[index].place.offsetBy(x: -x, y: top), at: now)
    }
    if let frame = component.geometry.headerFrame(inner: root.contentOffset.y) {
      header?.moving.remember(frame.offsetBy(y: top), at: now)
    }
    if let frame = component.geometry.footerFrame {
      footer?.moving.remember(frame.offsetBy(y: top), at: now)
    }
    if let frame = component.geometry.pageIndicatorFrame {
      indicator.remember(frame.offsetBy(y: top), at: now)
    }
    edges.remember(visible, at: now)
    for composite in composites { composite.remember() }
  }

  /// Gives every view its way from where it was to where it is now.
  ///
  /// - Parameters:
  ///   - oldTop: Where the component began before; nil when there was none.
  func startMotions(
    _ component: Component, top: Double, oldTop: Double?, _ change: ChangeMotion
  ) {
    var change = change
    change.isCarousel = component.model.arrangement == .carousel
    if oldTop == nil { isComing = true }
    startItems(component, top: top, oldTop: oldTop, change)
    let headerFrame = component.geometry.headerFrame(inner: root.contentOffset.y)
    start(&header, headerFrame, old: oldTop.flatMap { component.oldHeader(top: $0) }, top, change)
    let footerFrame = component.geometry.footerFrame
    start(&footer, footerFrame, old: oldTop.flatMap { component.oldFooter(top: $0) }, top, change)
    if let frame = component.geometry.pageIndicatorFrame, indicator.before != nil {
      indicator.transition = change.way(of: indicator, to: frame.offsetBy(y: top))
    }
    startLeaving(x: component.horizontal.offset, top: top, change)
    startEdges(top: top, change)
    forget()
    // Edges alone would show nothing that moves.
    if !hasMovingViews { edges.transition = nil }
    startInside(component, change.animation)
  }

  /// What sticks inside an item depends on where the item is, which is known only now.
  private func startInside(_ component: Component, _ animation: Animation) {
    for slot in shownSlots {
      guard let shown = items[slot], let composite = shown.view as? CompositeItemView else {
        continue
      }
      showItem(shown, slot, of: component)
      composite.startMotions(animation)
    }
    startInside(.header, component.geometry.headerFrame(inner: root.contentOffset.y), animation)
    startInside(.footer, component.geometry.footerFrame, animation)
  }

  private func startInside(_ role: Configuration.Role, _ frame: Rect?, _ animation: Animation) {
    guard let edge = edge(role), let frame, let composite = edge.view as? CompositeItemView else {
      return
    }
    showEdge(edge, role, at: frame)
    composite.startMotions(animation)
  }

  private func startItems(
    _ component: Component, top: Double, oldTop: Double?, _ change: ChangeMotion
  ) {
    let x = component.horizontal.offset
    for slot in shownSlots {
      guard let shown = items[slot] else { continue }
      let place = component.geometry.frame(of: slot).offsetBy(x: -x, y: top)
      let way: Transition?
      if shown.moving.before != nil {
        way = change.way(
          of: shown.moving, to: place, keepsWidth: shown.view is CompositeItemView)
      } else if let oldTop, let old = component.oldPlace(of: slot, top: oldTop) {
        way = change.way(
          from: old.place, isReplaced: replaced.contains(old.item), to: place)
      } else {
        way = change.entrance(to: place)
      }
      shown.moving.transition = way
    }
  }

  private func start(
    _ edge: inout Shown?, _ frame: Rect?, old: Rect?, _ top: Double, _ change: ChangeMotion
  ) {
    guard let moving = edge?.moving, let place = frame?.offsetBy(y: top) else { return }
    if moving.before != nil {
      edge?.moving.transition = change.way(
        of: moving, to: place, keepsWidth: edge?.view is CompositeItemView)
    } else if let old {
      edge?.moving.transition = change.way(from: old, isReplaced: false, to: place)
    } else {
      edge?.moving.transition = change.entrance(to: place)
    }
  }

  /// Where the component begins or ceases to be seen, nothing is cut off before everything is in
  /// its place.
  private func startEdges(top: Double, _ change: ChangeMotion) {
    let everything = change.viewport.expanded(by: 1e5)
    let visible = change.visible
    let isOutside = top < change.viewport.y || top >= change.viewport.maxY
    if edges.before?.seen.isEmpty != false || visible.isEmpty && isOutside {
      let open = Displacement(from: visible, to: everything)
      edges.transition = Transition(from: open, to: open)
    } else {
      edges.transition = change.way(of: edges, to: visible)
    }
  }

  /// Sends the views of items that are gone on their way; those already on it go on.
  func startLeaving(x: Double, top: Double, _ change: ChangeMotion) {
    var staying: [Leaving] = []
    for var view in leaving {
      guard let before = view.moving.before else { continue }
      view.place = before.place.offsetBy(x: view.isEdge ? 0 : x, y: -top)
      if !view.isOnItsWay { view.moving.transition = change.exit(of: view) }
      view.isOnItsWay = true
      view.moving.before = nil
      if view.moving.transition == nil {
        pool.put(view.view)
      } else {
        staying.append(view)
      }
    }
    leaving = staying
  }

  /// The change is made.
  func forget() {
    for shown in items.values { shown.moving.before = nil }
    header?.moving.before = nil
    footer?.moving.before = nil
    indicator.before = nil
    edges.before = nil
    topBefore = nil
    replaced = []
  }

  // MARK: A frame

  /// - Returns: Whether something still moves.
  func advance(to now: Double) -> Bool {
    for shown in items.values where shown.moving.transition != nil {
      shown.moving.advance(to: now)
    }
    header?.moving.advance(to: now)
    footer?.moving.advance(to: now)
    indicator.advance(to: now)
    edges.advance(to: now)
    for index in leaving.indices { leaving[index].moving.advance(to: now) }
    for view in leaving where view.moving.transition == nil { pool.put(view.view) }
    leaving.removeAll { $0.moving.transition == nil }
    var isMoving = self.isMoving
    if !isMoving { isComing = false }
    for composite in composites {
      isMoving = composite.scrollView.advanceMotions(to: now) || isMoving
    }
    return isMoving
  }

  /// Puts everything where it belongs.
  func endMotions() {
    for shown in items.values { shown.moving = Moving() }
    header?.moving = Moving()
    footer?.moving = Moving()
    (indicator, edges, isComing) = (Moving(), Moving(), false)
    for view in leaving { pool.put(view.view) }
    leaving.removeAll()
    for composite in composites { composite.scrollView.endMotions() }
  }

  /// What of a view that moves is in the window now, in the view's own coordinates; nothing has its
  /// place at the view's beginning.
  func passingPart(of view: View, x: Double) -> Rect {
    let size = root.superview?.frame.size ?? .zero
    let window = Rect(
      origin: Point(x: x, y: root.contentOffset.y - root.frame.y), size: size)
    let part = view.frame.intersection(window)
    return part.isEmpty ? .zero : part.offsetBy(x: -view.frame.x, y: -view.frame.y)
  }

  /// Shows the views that leave where they are now.
  func placeLeaving() {
    for view in leaving {
      let parent = view.isEdge ? root : root.itemsView
      if view.view.superview !== parent { parent.addSubview(view.view) }
      view.moving.show(view.view, at: view.place, now: now)
      // Its inside goes on as well: it may be wanted again.
      (view.view as? CompositeItemView)?.scrollView.showMotions(at: now)
    }
  }

  /// Shows what moves where it is at `now`, and nothing else of it than was shown before.
  func showMotions(of component: Component, at now: Double) {
    self.now = now
    for slot in shownSlots {
      guard let shown = items[slot] else { continue }
      shown.moving.show(shown.view, at: component.geometry.frame(of: slot), now: now)
      (shown.view as? CompositeItemView)?.scrollView.showMotions(at: now)
    }
    if let header, let frame = component.geometry.headerFrame(inner: root.contentOffset.y) {
      header.moving.show(header.view, at: frame, now: now)
      (header.view as? CompositeItemView)?.scrollView.showMotions(at: now)
    }
    if let footer, let frame = component.geometry.footerFrame {
      footer.moving.show(footer.view, at: frame, now: now)
      (footer.view as? CompositeItemView)?.scrollView.showMotions(at: now)
    }
    placeLeaving()
    placeEdges()
  }

  /// What leaves is behind what comes, and that behind what stays.
  func orderItems() {
    let slots = shownSlots
    func isComing(_ slot: ComponentGeometry.Slot) -> Bool {
      items[slot]?.moving.transition?.isEntrance == true
    }
    // In most frames nothing has to be put in order.
    if areInOrder(slots) { return }
    let coming = slots.filter(isComing)
    let order = coming.isEmpty ? slots : coming + slots.filter { !isComing($0) }
    root.itemsView.orderSubviews(
      leaving.filter { !$0.isEdge }.map(\.view) + order.compactMap { items[$0]?.view })
  }

  /// Whether the subviews are the views of `slots`, in this order, with none on its way in.
  private func areInOrder(_ slots: [ComponentGeometry.Slot]) -> Bool {
    let views = root.itemsView.subviews
    guard views.count == slots.count else { return false }
    for (view, slot) in zip(views, slots) {
      guard let shown = items[slot], shown.view === view else { return false }
      if shown.moving.transition?.isEntrance == true { return false }
    }
    return true
  }

  /// Cuts the component off at its edges where they are now.
  func placeEdges() {
    var motion = View.Motion()
    if edges.transition != nil {
      motion.clip = edges.displacement(at: now).applied(to: root.bounds)
    }
    if root.motion != motion { root.motion = motion }
  }
}
