/// The views of the part of a component that can be seen.
///
/// Views come from the pool when their item comes into the window and go back when it leaves; each
/// is configured once, and again only when its item changed.
@MainActor
final class ComponentViews {
  let root = ComponentView()
  let pool: ReusePool
  private unowned let component: Component
  /// What the last frame wanted to show; kept for its memory.
  private var wantedSlots: [ComponentGeometry.Slot] = []
  var items: [ComponentGeometry.Slot: Shown] = [:] { didSet { isSorted = false } }
  /// What every frame asks of the items, and whether they are still the same.
  private var sortedSlots: [ComponentGeometry.Slot] = []
  private var sortedComposites: [CompositeItemView] = []
  private var isSorted = true
  var header: Shown?
  var footer: Shown?
  /// Views whose item is gone, on their way out; the first left first.
  var leaving: [Leaving] = []
  /// The old indexes of items that another view shows from now on.
  var replaced: Set<Int> = []
  var indicator = Moving()
  /// The edges of what is seen of the component.
  var edges = Moving()
  /// Whether the component is new and not yet in its place.
  var isComing = false
  /// Where the component began when a change began.
  var topBefore: Double?
  /// The time of the frame that is mounted.
  var now = 0.0

  /// A view and what it shows.
  @MainActor
  final class Shown {
    let view: any ItemConfigurable
    var item: Item
    var moving: Moving

    init(view: any ItemConfigurable, item: Item, moving: Moving = Moving()) {
      self.view = view
      self.item = item
      self.moving = moving
    }
  }

  init(of component: Component) {
    self.component = component
    pool = component.pool
  }

  var owner: (any ComponentViewsOwner)? { component.owner }

  private var index: Int { component.index }

  // MARK: Mounting

  /// Shows the part of `component` that starts `inner` points below its top and is `height` high.
  func mount(_ component: Component, inner: Double, height: Double, now: Double) {
    self.now = now
    let (geometry, x) = (component.geometry, component.horizontal.offset)
    root.contentOffset = Point(x: 0, y: inner)
    root.itemsView.contentOffset = Point(x: x, y: 0)
    mountItems(of: component, in: Rect(x: x, y: inner, width: geometry.width, height: height))
    let seen = Rect(x: 0, y: inner, width: geometry.width, height: height)
    header = mountEdge(
      header, component.model.header, .header, geometry.headerFrame(inner: inner), seen, component)
    footer = mountEdge(
      footer, component.model.footer, .footer, geometry.footerFrame, seen, component)
    placeLeaving()
    mountPageIndicator(of: component)
    placeEdges()
    refreshStates(of: component)
    root.orderEdges(
      leaving: leaving.filter(\.isEdge).map(\.view), header: header?.view, footer: footer?.view,
      isHeaderStuck: isHeaderCovering(component))
  }

  /// Gives all views back.
  func unmount() {
    unmountItems()
    for edge in [header, footer] { if let edge { pool.put(edge.view) } }
    header = nil
    footer = nil
    (indicator, edges, isComing) = (Moving(), Moving(), false)
    root.removeFromSuperview()
  }

  func unmountItems() {
    for slot in shownSlots { remove(slot) }
    for view in leaving { pool.put(view.view) }
    leaving.removeAll()
  }

  /// In an order that is the same in every run of the program.
  var shownSlots: [ComponentGeometry.Slot] {
    sortItems()
    return sortedSlots
  }

  /// The views with components of their own, in the order of their places.
  var composites: [CompositeItemView] {
    sortItems()
    return sortedComposites
  }

  private func sortItems() {
    guard !isSorted else { return }
    isSorted = true
    sortedSlots.removeAll(keepingCapacity: true)
    sortedSlots.append(contentsOf: items.keys)
    sortedSlots.sort()
    sortedComposites.removeAll(keepingCapacity: true)
    for slot in sortedSlots {
      if let composite = items[slot]?.view as? CompositeItemView {
        sortedComposites.append(composite)
      }
    }
  }

  private func mountItems(of component: Component, in visible: Rect) {
    let geometry = component.geometry
    var slots = wantedSlots
    wantedSlots = []
    defer { wantedSlots = slots }
    slots.removeAll(keepingCapacity: true)
    // An area without a height, as a hidden component has, lies in items but shows none.
    if !visible.isEmpty { geometry.appendSlots(meeting: visible, to: &slots) }
    if slots != shownSlots {
      removeItems(except: slots)
      for slot in slots where items[slot] == nil {
        add(slot, component.knownItem(at: slot.item), width: geometry.frame(of: slot).width)
      }
    }
    for slot in shownSlots {
      guard let shown = items[slot] else { continue }
      shown.view.place = component.place(ofItem: slot.item)
      showItem(shown, slot, of: component)
    }
    orderItems()
  }

  /// - Parameter wanted: Ascending.
  private func removeItems(except wanted: [ComponentGeometry.Slot]) {
    var next = 0
    for slot in shownSlots {
      while next < wanted.count, wanted[next] < slot { next += 1 }
      let isWanted = next < wanted.count && wanted[next] == slot
      // What moves stays until it is where it belongs, also outside of the window.
      if !isWanted, items[slot]?.moving.isResting == true { remove(slot) }
    }
  }

  /// Shows an item's view where it is now, and of the components inside it what is seen.
  func showItem(_ shown: Shown, _ slot: ComponentGeometry.Slot, of component: Component) {
    let place = component.geometry.frame(of: slot)
    shown.moving.show(shown.view, at: place, now: now)
    guard let composite = shown.view as? CompositeItemView else { return }
    let visible = Rect(
      x: root.itemsView.contentOffset.x, y: root.contentOffset.y, width: component.geometry.width,
      height: root.frame.height)
    // On its way it shows what it will show there too.
    let part = place.intersection(visible).offsetBy(x: -place.x, y: -place.y)
    let passing = shown.moving.isResting ? .zero : passingPart(of: shown.view, x: visible.x)
    composite.show(part.union(passing), path: path(slot), owner: owner, now: now)
  }

  private func add(_ slot: ComponentGeometry.Slot, _ item: Item, width: Double) {
    let shown = revived(item) ?? made(for: item, slot, width: width)
    items[slot] = shown
    if shown.view.superview !== root.itemsView { root.itemsView.addSubview(shown.view) }
    owner?.willDisplay(shown.view, item, at: path(slot))
  }

  private func made(for item: Item, _ slot: ComponentGeometry.Slot, width: Double) -> Shown {
    let view = pool.view(for: item, role: .item)
    if let composite = view as? CompositeItemView {
      // Its surroundings are those of the place it will have.
      root.itemsView.addSubview(view)
      composite.restore(component.innerStands[slot.item] ?? [], width: width)
    }
    return Shown(view: view, item: item)
  }

  func remove(_ slot: ComponentGeometry.Slot) {
    guard let shown = items.removeValue(forKey: slot) else { return }
    owner?.didEndDisplaying(shown.view, shown.item, at: path(slot))
    if let composite = shown.view as? CompositeItemView {
      component.innerStands[slot.item] = composite.horizontalStands
    }
    pool.put(shown.view)
  }

  private func mountEdge(
    _ current: Shown?, _ item: Item?, _ role: Configuration.Role, _ frame: Rect?, _ seen: Rect,
    _ component: Component
  ) -> Shown? {
    guard let item, let frame, !seen.isEmpty, frame.intersects(seen) else {
      guard let current else { return nil }
      guard let frame, !current.moving.isResting else {
        leave(current, isEdge: true, isReplaced: false)
        return nil
      }
      current.moving.show(current.view, at: frame, now: now)
      return current
    }
    let edge = current ?? Shown(view: pool.view(for: item, role: role), item: item)
    if edge.view.superview !== root { root.addSubview(edge.view) }
    edge.view.place = component.edgePlace(width: component.geometry.width)
    edge.moving.show(edge.view, at: frame, now: now)
    if current == nil { owner?.didConfigureEdge(edge.view, item, at: path(role)) }
    return edge
  }

  private func mountPageIndicator(of component: Component) {
    let indicator = root.pageIndicator
    let frame = component.geometry.pageIndicatorFrame
    indicator.isHidden = frame == nil
    guard let frame else { return }
    let pages = component.pages
    self.indicator.show(indicator, at: frame, now: now)
    indicator.isOverlay = component.model.layout.pageIndicator == .overlay
    indicator.pageCount = pages.count
    indicator.currentPage = pages.current
  }

  func path(_ role: Configuration.Role) -> ItemPath {
    ItemPath(component: index, part: role == .header ? .header : .footer)
  }

  func path(_ slot: ComponentGeometry.Slot) -> ItemPath {
    ItemPath(component: index, item: slot.item)
  }
}
