/// The views of the part of a component that can be seen.
///
/// A view comes from the pool when its item comes into the window and goes back when the item
/// leaves. It is configured once, and again when its item, its width or the environment changes.
@MainActor
final class ComponentViews {
  let parts: MountedParts
  let animator: ComponentAnimator
  let edges: CarouselEdges
  let states: PartStates
  private let nested: NestedContainers
  private let headerAndFooter: EdgeViews
  private let place: ComponentPlace
  private let content: ComponentContent
  private let scroll: CarouselScroll
  private let pool: ReusePool
  /// The role of the items' views.
  private var itemRole = ViewRole.item
  /// The slots the last frame showed; kept to reuse its memory.
  private var wantedSlots: [ComponentGeometry.Slot] = []

  init(of component: Component) {
    place = component.place
    (content, scroll, pool) = (component.content, component.scroll, component.content.pool)
    parts = MountedParts(pool: pool)
    animator = ComponentAnimator(parts, content, scroll)
    edges = CarouselEdges(parts.root, content, scroll)
    states = PartStates(parts: parts, place: place, content: content, scroll: scroll)
    nested = NestedContainers(place: place, root: parts.root, animator: animator)
    headerAndFooter = EdgeViews(
      parts: parts, place: place, content: content, animator: animator, nested: nested)
    root.shown = component
    showFilter()
  }

  var root: ComponentView { parts.root }
  private var geometry: ComponentGeometry { _read { yield content.geometry } }

  // MARK: Mounting

  /// Shows the part of the component that starts `inner` points below its top and is `height` high.
  func mount(inner: Double, height: Double, now: Double) {
    animator.now = now
    root.adopt(content.model, height: geometry.contentSize.height, in: pool.environment)
    adoptRole()
    scroll.scrollInRows(root.environment)
    let x = content.scrollsInRows ? 0 : scroll.shownOffset(in: root.environment)
    root.contentOffset = Point(x: 0, y: inner)
    root.itemsView.contentOffset = Point(x: x, y: 0)
    mountItems(in: Rect(x: x, y: inner, width: geometry.width, height: height))
    headerAndFooter.mount()
    animator.placeLeaving()
    mountPageIndicator()
    placeNoMatch()
    edges.place(parts.slots)
    animator.placeEdges()
    states.refresh()
    // A header that is still moving is not yet where it sticks.
    let isHeaderResting = parts.header?.moving.isResting ?? false
    root.showStuckLine(
      under: states.isHeaderStuck && isHeaderResting ? parts.header?.view.frame : nil)
    root.orderEdges(
      leaving: animator.leaving.filter(\.isEdge).map(\.view), header: parts.header?.view,
      footer: parts.footer?.view, isHeaderStuck: states.focusedEdge == nil && states.isHeaderStuck)
  }

  /// Returns the views to the pool if others are to take their places, as when there is no more
  /// room for the columns of a table.
  private func adoptRole() {
    let role = content.viewRole(.item)
    guard role != itemRole else { return }
    itemRole = role
    for slot in parts.slots { remove(slot) }
    if let header = parts.header { pool.enqueue(header.view) }
    parts.header = nil
  }

  /// Configures every view anew where it belongs now. Each stays the view of its part, and so keeps
  /// what the user is doing in it: a caret, a drag, a date that is half typed.
  func rebuild() {
    animator.removeLeaving()
    for container in parts.containers { container.forgetLayout() }
    for slot in parts.slots {
      guard let mounted = parts.items[slot] else { continue }
      mounted.moving = ItemTransition()
      mounted.view.cellStyle = content.cellStyle(ofItem: slot.item)
      parts.configure(mounted, width: geometry.frame(of: slot).width)
    }
    headerAndFooter.rebuild()
  }

  /// Returns all views to the pool.
  func unmount() {
    for slot in parts.slots { remove(slot) }
    animator.removeLeaving()
    headerAndFooter.unmount()
    animator.endOwnMotions()
    root.removeFromSuperview()
  }

  private func mountItems(in visible: Rect) {
    var slots = wantedSlots
    wantedSlots = []
    defer { wantedSlots = slots }
    slots.removeAll(keepingCapacity: true)
    // A hidden component has an area without height, which lies in items but shows none.
    if !visible.isEmpty { geometry.appendSlots(meeting: visible, to: &slots) }
    let lifted = liftedSlot
    if let lifted, !slots.contains(lifted) {
      slots.insert(lifted, at: slots.firstIndex { lifted < $0 } ?? slots.count)
    }
    if slots != parts.slots {
      removeItems(except: slots)
      for slot in slots where parts.items[slot] == nil { add(slot) }
    }
    let shown = parts.slots
    content.columns?.seeAgain(shown.lazy.compactMap { self.parts.items[$0]?.item })
    func view(_ place: Int) -> View? {
      shown.indices.contains(place) ? parts.items[shown[place]]?.view : nil
    }
    for (place, slot) in shown.enumerated() {
      guard let mounted = parts.items[slot] else { continue }
      var style = content.cellStyle(ofItem: slot.item)
      style.isLifted = slot == lifted
      if style.isRow {
        style.fit(mounted.view, between: view(place - 1), and: view(place + 1))
      }
      // Setting the same style at each frame would copy it.
      if mounted.view.cellStyle != style { mounted.view.cellStyle = style }
      show(mounted, slot)
    }
    animator.orderItems(lifted: lifted, isSwept: place.swept != nil)
  }

  /// - Parameter wanted: Ascending.
  private func removeItems(except wanted: [ComponentGeometry.Slot]) {
    var next = 0
    for slot in parts.slots {
      while next < wanted.count, wanted[next] < slot { next += 1 }
      let isWanted = next < wanted.count && wanted[next] == slot
      // A moving view stays until it is where it belongs, even outside of the window.
      if !isWanted, parts.items[slot]?.moving.isResting == true { remove(slot) }
    }
  }

  private func add(_ slot: ComponentGeometry.Slot) {
    let item = content.item(at: slot.item)
    let frame = geometry.frame(of: slot)
    let mounted = animator.revived(item, width: frame.width) ?? make(item, slot, frame)
    parts.items[slot] = mounted
    if mounted.view.superview !== root.itemsView { root.itemsView.addSubview(mounted.view) }
    place.tell(.willDisplay(mounted.view, item, at: place.path.item(slot.item)))
  }

  private func make(_ item: Item, _ slot: ComponentGeometry.Slot, _ frame: Rect) -> MountedItem {
    content.columns?.see(item)
    content.lines?.see(item)
    let view = pool.view(
      for: item, role: content.viewRole(.item), in: root.itemsView,
      cellStyle: content.cellStyle(ofItem: slot.item), frame: frame)
    let mounted = MountedItem(view: view, item: item, width: frame.width)
    place.nestedStates.restore(mounted, .item(slot.item))
    return mounted
  }

  private func remove(_ slot: ComponentGeometry.Slot) {
    guard let mounted = parts.items.removeValue(forKey: slot) else { return }
    place.tell(.didEndDisplaying(mounted.view, mounted.item, at: place.path.item(slot.item)))
    place.nestedStates.remember(mounted, .item(slot.item))
    pool.enqueue(mounted.view)
  }

  private func mountPageIndicator() {
    let indicator = root.pageIndicator
    let frame = geometry.pageIndicatorFrame
    indicator.isHidden = frame == nil
    guard let frame else { return }
    let pages = scroll.pages
    animator.show(indicator, at: frame)
    indicator.isOverlay = geometry.layout.pageIndicator == .overlay
    indicator.pageCount = pages.count
    indicator.currentPage = pages.current
  }

  // MARK: Filtering

  /// Marks what is searched for in the items, or says that nothing matches.
  func showFilter() {
    root.itemsView.sought = content.filter?.sought
    let text = (content.filter?.text ?? "").printable(limit: 60)
    let words = root.words
    let title = words(.noMatchFor, ["text": text])
    root.noMatch.element = text.isEmpty ? nil : EmptyState(title: title, text: words[.otherWords])
  }

  private func placeNoMatch() {
    let place = geometry.noMatchFrame
    root.noMatch.isHidden = place == nil
    if let place { root.noMatch.frame = place }
  }

  // MARK: Placing

  /// Shows an item's view where it is now.
  private func show(_ mounted: MountedItem, _ slot: ComponentGeometry.Slot) {
    var frame = geometry.frame(of: slot)
    if mounted.width != frame.width { parts.configure(mounted, width: frame.width) }
    if let lifted = place.lifted, slot == liftedSlot {
      // The pointer alone determines where it is.
      mounted.moving.transition = nil
      frame.origin = lifted.origin
      root.liftGround.show(below: mounted.view, at: frame)
    }
    let swept = place.swept.flatMap { slot.item == $0.item ? $0.distance : nil }
    if let swept {
      root.sweptActions.show(swept, beside: frame)
      frame.x -= swept
    }
    mounted.moving.show(mounted.view, at: frame, now: animator.now)
    if let swept {
      // It is seen only within its place.
      mounted.view.presentation.clip = Rect(
        x: swept, y: 0, width: max(frame.width - swept, 0), height: frame.height)
    }
    nested.show(in: mounted, at: frame, x: root.itemsView.contentOffset.x, .item(slot.item))
  }

  // MARK: Lifting

  /// The place of the item that the pointer holds; nil for none.
  private var liftedSlot: ComponentGeometry.Slot? {
    place.lifted.map { geometry.slot(ofItem: $0.item, near: scroll.horizontalScroll.offset) }
  }

  /// Sends the item that the pointer held from where it is to its place.
  func drop(_ lifted: LiftedItem) {
    guard let slot = liftedSlot, let mounted = parts.items[slot],
      !pool.environment.reducesMotion
    else { return }
    let place = geometry.frame(of: slot)
    let shown = Rect(origin: lifted.origin, size: place.size)
    mounted.moving.transition = Transition(from: Displacement(from: place, to: shown))
  }

  // MARK: Changes

  /// Adapts the views to a new model: those whose item is still there follow it, the others leave.
  func adopt(_ diff: ItemDiff) {
    let new = content.model
    var kept: [ComponentGeometry.Slot: MountedItem] = [:]
    for slot in parts.slots {
      guard let mounted = parts.items[slot] else { continue }
      let index = diff.newIndex(of: slot.item).flatMap { geometry.shown.contains($0) ? $0 : nil }
      guard let index, pool.fits(mounted.view, new.items[index], role: content.viewRole(.item))
      else {
        if index != nil { animator.replace(itemAt: slot.item) }
        leave(slot, isReplaced: index != nil)
        continue
      }
      let place = ComponentGeometry.Slot(item: index, turn: slot.turn)
      if mounted.item != new.items[index] {
        mounted.item = new.items[index]
        content.columns?.see(mounted.item)
        content.lines?.see(mounted.item)
        parts.configure(mounted, width: geometry.frame(of: place).width)
      }
      kept[place] = mounted
    }
    parts.items = kept
    headerAndFooter.adopt()
  }

  /// Returns to the pool the views of items that are now left out, and those on their way out.
  func removeLeftOut() {
    for slot in parts.slots where !geometry.shown.contains(slot.item) { remove(slot) }
    animator.removeLeaving()
  }

  /// Configures the views of the items at `indexes` anew; with nil, all views.
  func reconfigure(items indexes: Set<Int>? = nil) {
    for slot in parts.slots where indexes?.contains(slot.item) != false {
      if let mounted = parts.items[slot] { parts.configure(mounted, width: mounted.width) }
    }
    if indexes == nil { headerAndFooter.reconfigure { _ in true } }
  }

  /// Configures the views of the parts whose items satisfy `isWanted` anew.
  func reconfigure(where isWanted: (Item) -> Bool) {
    let wanted = parts.slots.filter { parts.items[$0].map { isWanted($0.item) } ?? false }
    reconfigure(items: Set(wanted.map(\.item)))
    headerAndFooter.reconfigure(where: isWanted)
  }

  private func leave(_ slot: ComponentGeometry.Slot, isReplaced: Bool) {
    guard let mounted = parts.items[slot], mounted.moving.snapshot != nil else {
      remove(slot)
      return
    }
    parts.items[slot] = nil
    place.tell(.didEndDisplaying(mounted.view, mounted.item, at: place.path.item(slot.item)))
    animator.leave(mounted, isEdge: false, isReplaced: isReplaced)
  }

  /// Lets go of all views, because the component is gone.
  func leaveAll() {
    for slot in parts.slots { leave(slot, isReplaced: false) }
    headerAndFooter.leave()
    root.hideMarks()
  }

  /// Gives every view a transition from where it was to where it is now; see `ComponentAnimator`.
  func startMotions(
    origin: Point, oldOrigin: Point?, _ snapshot: ComponentSnapshot, _ change: ChangeAnimation
  ) {
    animator.start(origin: origin, oldOrigin: oldOrigin, snapshot, change)
    // What sticks inside an item depends on where the item is, which is known only now.
    for slot in parts.slots {
      guard let mounted = parts.items[slot], let container = mounted.container else { continue }
      show(mounted, slot)
      container.scrollView.animator.start(change.animation)
    }
    headerAndFooter.startInside(change.animation)
  }
}
