/// The views of the part of a component that can be seen.
///
/// A view comes from the pool when its item comes into the window and goes back when the item
/// leaves. It is configured once, and again when its item, its width or the environment changes.
@MainActor
final class ComponentViews {
  let parts: MountedParts
  let animator: ComponentAnimator
  let edges: CarouselEdges
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
    root.shown = component
    showFilter()
  }

  var root: ComponentView { parts.root }
  private var geometry: ComponentGeometry { _read { yield content.geometry } }
  private var screen: ComponentScreen? { place.container?.screen }

  private func path(_ part: ItemPath.Part) -> ItemPath { place.path.part(part) }

  private func tell(_ event: SpotsEvent) { screen?.onEffect(.event(event)) }

  private func tellConfigured(_ edge: MountedItem, _ role: ViewRole) {
    tell(.didConfigureEdge(edge.view, edge.item, at: path(role.part)))
  }

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
    parts.header = mountEdge(
      parts.header, content.header, .header, geometry.headerFrame(inner: inner))
    parts.footer = mountEdge(parts.footer, content.model.footer, .footer, geometry.footerFrame)
    animator.placeLeaving()
    mountPageIndicator()
    placeNoMatch()
    edges.place(parts.slots)
    animator.placeEdges()
    refreshStates()
    // A header that is still moving is not yet where it sticks.
    let isHeaderResting = parts.header?.moving.isResting ?? false
    root.showStuckLine(
      under: isHeaderStuck && isHeaderResting ? parts.header?.view.frame : nil)
    root.orderEdges(
      leaving: animator.leaving.filter(\.isEdge).map(\.view), header: parts.header?.view,
      footer: parts.footer?.view, isHeaderStuck: focusedEdge == nil && isHeaderStuck)
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
    for role in [ViewRole.header, .footer] {
      guard let edge = parts.edge(role) else { continue }
      edge.moving = ItemTransition()
      edge.view.cellStyle = content.edgeStyle
      parts.configure(edge, width: geometry.lane.width)
      tellConfigured(edge, role)
    }
  }

  /// Returns all views to the pool.
  func unmount() {
    for slot in parts.slots { remove(slot) }
    animator.removeLeaving()
    for role in [ViewRole.header, .footer] {
      guard let edge = parts.edge(role) else { continue }
      place.nestedStates.remember(edge, role.part)
      pool.enqueue(edge.view)
    }
    (parts.header, parts.footer) = (nil, nil)
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
    tell(.willDisplay(mounted.view, item, at: path(.item(slot.item))))
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
    tell(.didEndDisplaying(mounted.view, mounted.item, at: path(.item(slot.item))))
    place.nestedStates.remember(mounted, .item(slot.item))
    pool.enqueue(mounted.view)
  }

  private func mountEdge(
    _ current: MountedItem?, _ item: Item?, _ role: ViewRole, _ frame: Rect?
  ) -> MountedItem? {
    let seen = Rect(origin: root.contentOffset, size: root.frame.size)
    guard let item, let frame, !seen.isEmpty, frame.intersects(seen) else {
      guard let current else { return nil }
      guard let frame, !current.moving.isResting else {
        place.nestedStates.remember(current, role.part)
        animator.leave(current, isEdge: true, isReplaced: false)
        return nil
      }
      show(current, role, at: frame)
      return current
    }
    let style = content.edgeStyle
    let edge = current ?? makeEdge(item, role, style, frame)
    edge.view.cellStyle = style
    show(edge, role, at: frame)
    return edge
  }

  private func makeEdge(
    _ item: Item, _ role: ViewRole, _ style: CellStyle, _ frame: Rect
  ) -> MountedItem {
    let view = pool.view(
      for: item, role: content.viewRole(role), in: root, cellStyle: style, frame: frame)
    let mounted = MountedItem(view: view, item: item, width: frame.width)
    mounted.container?.isEdge = true
    place.nestedStates.restore(mounted, role.part)
    tellConfigured(mounted, role)
    return mounted
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
    if let inside = mounted.container {
      show(inside, of: mounted, at: frame, x: root.itemsView.contentOffset.x, .item(slot.item))
    }
  }

  /// Shows the view of a header or footer where it is now.
  private func show(_ edge: MountedItem, _ role: ViewRole, at frame: Rect) {
    if edge.width != frame.width {
      parts.configure(edge, width: frame.width)
      tellConfigured(edge, role)
    }
    edge.moving.show(edge.view, at: frame, now: animator.now)
    if let inside = edge.container { show(inside, of: edge, at: frame, x: 0, role.part) }
  }

  /// Shows the visible parts of the components in `container`, the view of `mounted`, which belongs
  /// at `frame` and may still be moving there.
  ///
  /// - Parameter x: The left edge of the window in the coordinates of `frame`.
  private func show(
    _ container: CompositeItemView, of mounted: MountedItem, at frame: Rect, x: Double,
    _ part: ItemPath.Part
  ) {
    let visible = Rect(origin: Point(x: x, y: root.contentOffset.y), size: root.frame.size)
    // While it moves it also shows what it will show at its destination.
    let seen = frame.intersection(visible).offsetBy(x: -frame.x, y: -frame.y)
    let passing = mounted.moving.isResting ? .zero : animator.passingPart(of: container, x: x)
    container.show(seen.union(passing), path: path(part), on: screen, now: animator.now)
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
    // The edges of a component that has collapsed leave as they were.
    let isHeaderShown = geometry.headerFrame(inner: 0) != nil
    let isFooterShown = geometry.footerFrame != nil
    parts.header = adopted(parts.header, isHeaderShown ? content.header : nil, .header)
    parts.footer = adopted(parts.footer, isFooterShown ? new.footer : nil, .footer)
  }

  private func adopted(_ edge: MountedItem?, _ new: Item?, _ role: ViewRole) -> MountedItem? {
    guard let edge else { return nil }
    guard let new, pool.fits(edge.view, new, role: content.viewRole(role)) else {
      animator.leave(edge, isEdge: true, isReplaced: new != nil)
      return nil
    }
    if edge.item != new {
      edge.item = new
      parts.configure(edge, width: geometry.lane.width)
      tellConfigured(edge, role)
    }
    return edge
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
    guard indexes == nil else { return }
    for edge in [parts.header, parts.footer] {
      if let edge { parts.configure(edge, width: edge.width) }
    }
  }

  /// Configures the views of the parts whose items satisfy `isWanted` anew.
  func reconfigure(where isWanted: (Item) -> Bool) {
    let wanted = parts.slots.filter { parts.items[$0].map { isWanted($0.item) } ?? false }
    reconfigure(items: Set(wanted.map(\.item)))
    for case let edge? in [parts.header, parts.footer] where isWanted(edge.item) {
      parts.configure(edge, width: edge.width)
    }
  }

  private func leave(_ slot: ComponentGeometry.Slot, isReplaced: Bool) {
    guard let mounted = parts.items[slot], mounted.moving.snapshot != nil else {
      remove(slot)
      return
    }
    parts.items[slot] = nil
    tell(.didEndDisplaying(mounted.view, mounted.item, at: path(.item(slot.item))))
    animator.leave(mounted, isEdge: false, isReplaced: isReplaced)
  }

  /// Lets go of all views, because the component is gone.
  func leaveAll() {
    for slot in parts.slots { leave(slot, isReplaced: false) }
    for edge in [parts.header, parts.footer] {
      if let edge { animator.leave(edge, isEdge: true, isReplaced: false) }
    }
    (parts.header, parts.footer) = (nil, nil)
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
    startInside(.header, geometry.headerFrame(inner: root.contentOffset.y), change.animation)
    startInside(.footer, geometry.footerFrame, change.animation)
  }

  private func startInside(_ role: ViewRole, _ frame: Rect?, _ animation: Animation) {
    guard let edge = parts.edge(role), let frame, let container = edge.container else { return }
    show(edge, role, at: frame)
    container.scrollView.animator.start(animation)
  }

  // MARK: States

  /// Asks again how each visible part is being used, and tells its view.
  func refreshStates() {
    let (own, screen) = (place.path, screen)
    var focus: (frame: Rect, radius: Double)?
    for slot in parts.slots {
      guard let mounted = parts.items[slot] else { continue }
      let state = setState(of: mounted, at: own.item(slot.item), on: screen)
      guard state.contains(.focused), !mounted.view.marksFocus else { continue }
      let offset = scroll.itemsOffset
      if focus == nil || slot == geometry.slot(ofItem: slot.item, near: offset) {
        focus = (mounted.view.frame.offsetBy(x: -offset), mounted.view.focusCornerRadius)
      }
    }
    if let header = parts.header { setState(of: header, at: own.part(.header), on: screen) }
    if let footer = parts.footer { setState(of: footer, at: own.part(.footer), on: screen) }
    for container in parts.containers { container.scrollView.refreshStates() }
    if let edge = focusedEdge {
      let area = edge.activationArea?.offsetBy(x: edge.frame.x, y: edge.frame.y) ?? edge.frame
      // A header that sticks is partly outside.
      let visible = Rect(origin: root.contentOffset, size: root.frame.size)
      return root.showFocus(
        around: isHeaderStuck ? area.intersection(visible) : area,
        cornerRadius: edge.focusCornerRadius, isRow: true)
    }
    guard let focus else { return root.showFocus(around: nil) }
    root.showFocus(
      around: focus.frame, cornerRadius: focus.radius, isRow: content.hasRows, room: focusRoom)
  }

  /// Gives a view its state and returns it.
  @discardableResult
  private func setState(
    of mounted: MountedItem, at path: ItemPath, on screen: ComponentScreen?
  ) -> ViewState {
    var state = screen?.state(path) ?? []
    let isEnabled = pool.environment.isEnabled(mounted.item)
    if !isEnabled { state.insert(.disabled) }
    if !state.isDisjoint(with: [.hover, .highlighted]),
      !isEnabled || !mounted.view.answersClicks
        || place.lifted.map({ path == place.path.item($0.item) }) == true
    {
      state.subtract([.hover, .highlighted])
    }
    guard mounted.view.state != state else { return state }
    mounted.view.state = state
    screen?.onEffect(.event(.stateChanged(state, mounted.view, mounted.item, at: path)))
    return state
  }

  /// The header or footer that has the keyboard.
  private var focusedEdge: View? {
    if let header = parts.header?.view, header.state.contains(.focused) { return header }
    return parts.footer.flatMap { $0.view.state.contains(.focused) ? $0.view : nil }
  }

  private var isHeaderStuck: Bool {
    (geometry.headerFrame(inner: root.contentOffset.y)?.y ?? 0) > 0
  }

  /// The area in which no part of a focus ring is cut off for good; what only the window cuts off
  /// can be scrolled to.
  private var focusRoom: Rect {
    // Only the footer is in front of the items, and only when the header sticks.
    let covering = isHeaderStuck ? geometry.footerFrame : nil
    let (width, x) = (geometry.contentSize.width, scroll.itemsOffset)
    let isEndless = geometry.period != nil
    return Rect(
      x: isEndless ? -width : -x, y: 0, width: isEndless ? width * 3 : width,
      height: covering?.y ?? geometry.contentSize.height)
  }
}

extension ViewRole {
  /// The part of a component that a header's or footer's role is for.
  fileprivate var part: ItemPath.Part { self == .header ? .header : .footer }
}
