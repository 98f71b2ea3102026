// The motion of a component's views: what a change remembers of them, the transitions it gives
// them, and where they are in each frame.

/// Animates the views of one component through changes of its content.
///
/// Owned by the component's views; the views of deleted items live here until they have left.
@MainActor
final class ComponentAnimator {
  /// The time of the frame that is being shown.
  var now = 0.0
  /// Views whose item is gone, on their way out, in the order in which they left.
  private(set) var leaving: [DisappearingItem] = []
  /// The component's origin when the present change began; nil outside of changes.
  private(set) var originBefore: Point?
  /// Whether the component is new and not yet in its place.
  private(set) var isComing = false
  /// The old indexes of items that another view shows from now on.
  private var replaced: Set<Int> = []
  private var indicator = ItemTransition()
  /// The edges of the component's visible part.
  private var edges = ItemTransition()
  private let parts: MountedParts
  private let content: ComponentContent
  private let scroll: CarouselScroll
  private let pool: ReusePool

  init(_ parts: MountedParts, _ content: ComponentContent, _ scroll: CarouselScroll) {
    (self.parts, self.content, self.scroll) = (parts, content, scroll)
    pool = content.pool
  }

  private var root: ComponentView { parts.root }
  private var geometry: ComponentGeometry { _read { yield content.geometry } }
  private var headerFrame: Rect? { geometry.headerFrame(inner: root.contentOffset.y) }

  /// Whether a view is away from where it belongs, or is about to be.
  var isMoving: Bool {
    hasMovingViews || edges.transition != nil || indicator.transition != nil
  }

  private var hasMovingViews: Bool {
    // Asked in every frame. The closure of `contains` would check for every item that it runs on
    // the main actor.
    for mounted in parts.items.values where !mounted.moving.isResting { return true }
    return !leaving.isEmpty || parts.header?.moving.isResting == false
      || parts.footer?.moving.isResting == false
  }

  /// Whether a motion begins with the next frame.
  var beginsMotion: Bool {
    func begins(_ moving: ItemTransition?) -> Bool { moving?.transition?.hasBegun == false }
    return parts.items.values.contains { begins($0.moving) }
      || leaving.contains { begins($0.moving) }
      || [parts.header?.moving, parts.footer?.moving, indicator, edges].contains(where: begins)
      || parts.containers.contains { $0.scrollView.animator.beginsMotion }
  }

  // MARK: A change

  /// Remembers where everything is, before a change.
  ///
  /// - Parameters:
  ///   - origin: Where the component begins in the container.
  ///   - visible: Its visible part, in the container.
  func remember(origin: Point, visible: Rect) {
    let x = scroll.itemsOffset
    originBefore = origin
    replaced = []
    for (slot, mounted) in parts.items {
      mounted.moving.remember(
        geometry.frame(of: slot).offsetBy(x: origin.x - x, y: origin.y), at: now)
    }
    for index in leaving.indices {
      let x = leaving[index].isEdge ? 0 : x
      leaving[index].moving.remember(
        leaving[index].place.offsetBy(x: origin.x - x, y: origin.y), at: now)
    }
    if let headerFrame {
      parts.header?.moving.remember(headerFrame.offsetBy(x: origin.x, y: origin.y), at: now)
    }
    if let frame = geometry.footerFrame {
      parts.footer?.moving.remember(frame.offsetBy(x: origin.x, y: origin.y), at: now)
    }
    if let frame = geometry.pageIndicatorFrame {
      indicator.remember(frame.offsetBy(x: origin.x, y: origin.y), at: now)
    }
    edges.remember(visible, at: now)
    for container in parts.containers { container.scrollView.animator.remember() }
  }

  /// The component's visible part before the change, in the container; nil when there was none.
  var visibleBefore: Rect? { edges.snapshot?.place }

  /// Lets go of the view of an item, header or footer that is gone. It stays until it has left, if
  /// the change is animated, and otherwise returns to the pool.
  ///
  /// - Parameter isReplaced: Whether another view shows the item from now on.
  func leave(_ mounted: MountedItem, isEdge: Bool, isReplaced: Bool) {
    guard mounted.moving.snapshot != nil else {
      pool.enqueue(mounted.view)
      return
    }
    leaving.append(
      DisappearingItem(
        view: mounted.view, item: mounted.item, width: mounted.width, isEdge: isEdge,
        isReplaced: isReplaced, moving: mounted.moving))
  }

  /// The item at `index` of the old model is shown by another view from now on.
  func replace(itemAt index: Int) { replaced.insert(index) }

  /// The view of an item that was on its way out and is wanted again.
  func revived(_ item: Item, width: Double) -> MountedItem? {
    let index = leaving.lastIndex {
      !$0.isEdge && !$0.isReplaced && $0.moving.snapshot != nil && $0.shows(item)
        && pool.fits($0.view, item, role: content.viewRole(.item))
    }
    guard let index else { return nil }
    let view = leaving.remove(at: index)
    if view.item != item || view.width != width {
      pool.configure(view.view, with: item, width: width)
    }
    // It turns back from where it is.
    return MountedItem(
      view: view.view, item: item, width: width,
      moving: ItemTransition(snapshot: view.moving.snapshot))
  }

  /// Gives every view a transition from where it was to where it is now.
  ///
  /// - Parameters:
  ///   - oldOrigin: Where the component began before; nil when it is new.
  ///   - snapshot: The component before the change.
  func start(
    origin: Point, oldOrigin: Point?, _ snapshot: ComponentSnapshot, _ change: ChangeAnimation
  ) {
    var change = change
    change.isCarousel = content.model.arrangement == .carousel
    if oldOrigin == nil { isComing = true }
    startItems(origin: origin, oldOrigin: oldOrigin, snapshot, change)
    start(
      parts.header, headerFrame?.offsetBy(x: origin.x, y: origin.y),
      old: oldOrigin.flatMap(snapshot.headerFrame),
      change)
    start(
      parts.footer, geometry.footerFrame?.offsetBy(x: origin.x, y: origin.y),
      old: oldOrigin.flatMap(snapshot.footerFrame), change)
    if let frame = geometry.pageIndicatorFrame, indicator.snapshot != nil {
      indicator.transition = change.way(of: indicator, to: frame.offsetBy(x: origin.x, y: origin.y))
    }
    startLeaving(origin: origin, change)
    startEdges(origin: origin, change)
    forget()
    // Edges alone would show nothing that moves.
    if !hasMovingViews { edges.transition = nil }
  }

  private func startItems(
    origin: Point, oldOrigin: Point?, _ snapshot: ComponentSnapshot, _ change: ChangeAnimation
  ) {
    let x = scroll.itemsOffset
    for slot in parts.slots {
      guard let mounted = parts.items[slot] else { continue }
      let place = geometry.frame(of: slot).offsetBy(x: origin.x - x, y: origin.y)
      let transition: Transition?
      if mounted.moving.snapshot != nil {
        transition = change.way(
          of: mounted.moving, to: place, keepsWidth: mounted.container != nil)
      } else if let oldOrigin, let old = snapshot.frame(of: slot, origin: oldOrigin) {
        transition = change.way(
          from: old.frame, isReplaced: replaced.contains(old.item), to: place)
      } else {
        transition = change.entrance(to: place)
      }
      mounted.moving.transition = transition
    }
  }

  private func start(_ edge: MountedItem?, _ place: Rect?, old: Rect?, _ change: ChangeAnimation) {
    guard let edge, let place else { return }
    if edge.moving.snapshot != nil {
      edge.moving.transition = change.way(
        of: edge.moving, to: place, keepsWidth: edge.container != nil)
    } else if let old {
      edge.moving.transition = change.way(from: old, isReplaced: false, to: place)
    } else {
      edge.moving.transition = change.entrance(to: place)
    }
  }

  /// Where the component appears or disappears, nothing is cut off until everything is in its
  /// place.
  private func startEdges(origin: Point, _ change: ChangeAnimation) {
    let everything = change.viewport.expanded(by: 1e5)
    let visible = change.visible
    let isOutside = origin.y < change.viewport.y || origin.y >= change.viewport.maxY
    if edges.snapshot?.seen.isEmpty != false || visible.isEmpty && isOutside {
      let open = Displacement(from: visible, to: everything)
      edges.transition = Transition(from: open, to: open)
    } else {
      edges.transition = change.way(of: edges, to: visible)
    }
  }

  /// Starts the views of removed items on their way out; those already leaving continue.
  func startLeaving(origin: Point, _ change: ChangeAnimation) {
    var staying: [DisappearingItem] = []
    for var view in leaving {
      guard let snapshot = view.moving.snapshot else { continue }
      view.place = snapshot.place.offsetBy(
        x: (view.isEdge ? 0 : scroll.itemsOffset) - origin.x, y: -origin.y)
      if !view.isOnItsWay { view.moving.transition = change.exit(of: view) }
      view.isOnItsWay = true
      view.moving.snapshot = nil
      if view.moving.transition == nil {
        pool.enqueue(view.view)
      } else {
        staying.append(view)
      }
    }
    leaving = staying
  }

  /// Forgets what was remembered for the change, which is complete.
  func forget() {
    for mounted in parts.items.values { mounted.moving.snapshot = nil }
    parts.header?.moving.snapshot = nil
    parts.footer?.moving.snapshot = nil
    indicator.snapshot = nil
    edges.snapshot = nil
    originBefore = nil
    replaced = []
  }

  // MARK: A frame

  /// - Returns: Whether something still moves.
  func advance(to now: Double) -> Bool {
    for mounted in parts.items.values where mounted.moving.transition != nil {
      mounted.moving.advance(to: now)
    }
    parts.header?.moving.advance(to: now)
    parts.footer?.moving.advance(to: now)
    indicator.advance(to: now)
    edges.advance(to: now)
    for index in leaving.indices { leaving[index].moving.advance(to: now) }
    for view in leaving where view.moving.transition == nil { pool.enqueue(view.view) }
    leaving.removeAll { $0.moving.transition == nil }
    var isMoving = self.isMoving
    if !isMoving { isComing = false }
    for container in parts.containers {
      isMoving = container.scrollView.animator.advance(to: now) || isMoving
    }
    return isMoving
  }

  /// Ends every motion: everything is where it belongs.
  func end() {
    for mounted in parts.items.values { mounted.moving = ItemTransition() }
    parts.header?.moving = ItemTransition()
    parts.footer?.moving = ItemTransition()
    endOwnMotions()
    for container in parts.containers { container.scrollView.animator.end() }
  }

  /// Ends all motions but those of the items, header and footer on the screen.
  func endOwnMotions() {
    (indicator, edges, isComing) = (ItemTransition(), ItemTransition(), false)
    removeLeaving()
  }

  /// Returns to the pool the views on their way out.
  func removeLeaving() {
    for view in leaving { pool.enqueue(view.view) }
    leaving.removeAll()
  }

  /// Shows moving views where they are now, without mounting anything else.
  func showMotions(at now: Double) {
    self.now = now
    for slot in parts.slots {
      if let mounted = parts.items[slot] { showMotion(of: mounted, at: geometry.frame(of: slot)) }
    }
    if let header = parts.header, let headerFrame { showMotion(of: header, at: headerFrame) }
    if let footer = parts.footer, let frame = geometry.footerFrame {
      showMotion(of: footer, at: frame)
    }
    placeLeaving()
    placeEdges()
  }

  private func showMotion(of mounted: MountedItem, at place: Rect) {
    mounted.moving.show(mounted.view, at: place, now: now)
    mounted.container?.scrollView.animator.showMotions(at: now)
  }

  /// Shows the views on their way out where they are now.
  func placeLeaving() {
    for view in leaving {
      let parent = view.isEdge ? root : root.itemsView
      if view.view.superview !== parent { parent.addSubview(view.view) }
      view.moving.show(view.view, at: view.place, now: now)
      // Motions inside it go on, because the view may come back.
      (view.view as? CompositeItemView)?.scrollView.animator.showMotions(at: now)
    }
  }

  /// Clips the component to where its edges are now.
  func placeEdges() {
    var presentation = View.Presentation()
    if edges.transition != nil {
      presentation.clip = edges.displacement(at: now).applied(to: root.bounds)
    }
    root.presentation = presentation
  }

  /// Shows the page indicator, which belongs at `place`, where it is now.
  func show(_ indicator: PageIndicator, at place: Rect) {
    self.indicator.show(indicator, at: place, now: now)
  }

  /// Orders the items' views, from back to front: those on their way out, those coming in, those
  /// that stay. In front of all are the actions of an item that is swept aside, and the item that
  /// the pointer holds, above the ground it stands on.
  func orderItems(lifted: ComponentGeometry.Slot?, isSwept: Bool) {
    var slots = parts.slots
    let front = lifted.flatMap { parts.items[$0]?.view }
    show(root.liftGround, front != nil)
    show(root.sweptActions, isSwept)
    if front != nil || isSwept {
      let extras = (front != nil ? [root.liftGround] : []) + (isSwept ? [root.sweptActions] : [])
      if front != nil { slots.removeAll { $0 == lifted } }
      let views = slots.compactMap { parts.items[$0]?.view }
      let leaving = leaving.filter { !$0.isEdge }.map(\.view)
      return root.itemsView.orderSubviews(
        leaving + views + extras + (front.map { [$0] } ?? []))
    }
    func isComing(_ slot: ComponentGeometry.Slot) -> Bool {
      parts.items[slot]?.moving.transition?.isEntrance == true
    }
    // In most frames they are in order.
    if areInOrder(slots) { return }
    let coming = slots.filter(isComing)
    let order = coming.isEmpty ? slots : coming + slots.filter { !isComing($0) }
    root.itemsView.orderSubviews(
      leaving.filter { !$0.isEdge }.map(\.view) + order.compactMap { parts.items[$0]?.view })
  }

  /// Adds a view to those of the items, or removes it.
  private func show(_ view: View, _ isShown: Bool) {
    guard (view.superview != nil) != isShown else { return }
    if isShown { root.itemsView.addSubview(view) } else { view.removeFromSuperview() }
  }

  /// Whether the subviews are the views of `slots`, in this order, and none of them comes in.
  private func areInOrder(_ slots: [ComponentGeometry.Slot]) -> Bool {
    let views = root.itemsView.subviews
    guard views.count == slots.count else { return false }
    for (view, slot) in zip(views, slots) {
      guard let mounted = parts.items[slot], mounted.view === view else { return false }
      if mounted.moving.transition?.isEntrance == true { return false }
    }
    return true
  }
}
