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
  var header: Shown? { didSet { if header !== oldValue { isSorted = false } } }
  var footer: Shown? { didSet { if footer !== oldValue { isSorted = false } } }
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
    /// The width the layout offered when the view was configured, in points.
    var width: Double
    var moving: Moving

    init(view: any ItemConfigurable, item: Item, width: Double, moving: Moving = Moving()) {
      self.view = view
      self.item = item
      self.width = width
      self.moving = moving
    }
  }

  init(of component: Component) {
    self.component = component
    pool = component.pool
  }

  var owner: (any ComponentViewsOwner)? { component.owner }

  private var index: Int { component.index }

  /// The component's, since they outlive the views.
  private var innerStands: InnerStands {
    get { component.innerStands }
    set { component.innerStands = newValue }
  }

  // MARK: Mounting

  /// Shows the part of `component` that starts `inner` points below its top and is `height` high.
  func mount(_ component: Component, inner: Double, height: Double, now: Double) {
    self.now = now
    let geometry = component.geometry
    let x = component.shownOffsetX(in: root.environment)
    root.contentOffset = Point(x: 0, y: inner)
    root.itemsView.contentOffset = Point(x: x, y: 0)
    mountItems(of: component, in: Rect(x: x, y: inner, width: geometry.width, height: height))
    header = mountEdge(
      header, component.model.header, .header, geometry.headerFrame(inner: inner), component)
    footer = mountEdge(
      footer, component.model.footer, .footer, geometry.footerFrame, component)
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
    unmountParts()
    (indicator, edges, isComing) = (Moving(), Moving(), false)
    root.removeFromSuperview()
  }

  /// Gives the views of items, header and footer back.
  func unmountParts() {
    for slot in shownSlots { remove(slot) }
    for view in leaving { pool.put(view.view) }
    leaving.removeAll()
    for role in [Configuration.Role.header, .footer] {
      guard let edge = edge(role) else { continue }
      innerStands.remember(edge.view, path(role).part)
      pool.put(edge.view)
    }
    (header, footer) = (nil, nil)
  }

  /// In an order that is the same in every run of the program.
  var shownSlots: [ComponentGeometry.Slot] {
    sortItems()
    return sortedSlots
  }

  /// The views with components of their own: the header's, those of items in the order of their
  /// places, the footer's.
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
    appendComposite(header)
    for slot in sortedSlots { appendComposite(items[slot]) }
    appendComposite(footer)
  }

  private func appendComposite(_ shown: Shown?) {
    if let composite = shown?.view as? CompositeItemView { sortedComposites.append(composite) }
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
        add(slot, component.knownItem(at: slot.item), of: component)
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

  /// Shows an item's view where it is now.
  func showItem(_ shown: Shown, _ slot: ComponentGeometry.Slot, of component: Component) {
    let place = component.geometry.frame(of: slot)
    if shown.width != place.width { configure(shown, width: place.width) }
    shown.moving.show(shown.view, at: place, now: now)
    if let composite = shown.view as? CompositeItemView {
      show(composite, of: shown, at: place, x: root.itemsView.contentOffset.x, path(slot))
    }
  }

  /// Shows the view of a header or footer where it is now.
  func showEdge(_ edge: Shown, _ role: Configuration.Role, at place: Rect) {
    if edge.width != place.width {
      configure(edge, width: place.width)
      owner?.didConfigureEdge(edge.view, edge.item, at: path(role))
    }
    edge.moving.show(edge.view, at: place, now: now)
    if let composite = edge.view as? CompositeItemView {
      show(composite, of: edge, at: place, x: 0, path(role))
    }
  }

  /// Shows the visible parts of the components inside a view at `place`, to which the view may still
  /// be moving.
  ///
  /// - Parameter x: The left edge of the window in the coordinates of `place`.
  private func show(
    _ composite: CompositeItemView, of shown: Shown, at place: Rect, x: Double, _ path: ItemPath
  ) {
    let visible = Rect(origin: Point(x: x, y: root.contentOffset.y), size: root.frame.size)
    // On its way it shows what it will show there too.
    let part = place.intersection(visible).offsetBy(x: -place.x, y: -place.y)
    let passing = shown.moving.isResting ? .zero : passingPart(of: composite, x: x)
    composite.show(part.union(passing), path: path, owner: owner, now: now)
  }

  /// Shows the item in the view that has it already, where the layout offers `width` now.
  func configure(_ shown: Shown, width: Double) {
    shown.width = width
    pool.configure(shown.view, with: shown.item, width: width)
  }

  private func add(_ slot: ComponentGeometry.Slot, _ item: Item, of component: Component) {
    let frame = component.geometry.frame(of: slot)
    let shown = revived(item, width: frame.width) ?? made(for: item, slot, frame, component)
    items[slot] = shown
    if shown.view.superview !== root.itemsView { root.itemsView.addSubview(shown.view) }
    owner?.willDisplay(shown.view, item, at: path(slot))
  }

  private func made(
    for item: Item, _ slot: ComponentGeometry.Slot, _ frame: Rect, _ component: Component
  ) -> Shown {
    let view = pool.view(
      for: item, role: .item, in: root.itemsView, place: component.place(ofItem: slot.item),
      frame: frame)
    innerStands.restore(view, .item(slot.item))
    return Shown(view: view, item: item, width: frame.width)
  }

  func remove(_ slot: ComponentGeometry.Slot) {
    guard let shown = items.removeValue(forKey: slot) else { return }
    owner?.didEndDisplaying(shown.view, shown.item, at: path(slot))
    innerStands.remember(shown.view, .item(slot.item))
    pool.put(shown.view)
  }

  private func mountEdge(
    _ current: Shown?, _ item: Item?, _ role: Configuration.Role, _ frame: Rect?,
    _ component: Component
  ) -> Shown? {
    let seen = Rect(origin: root.contentOffset, size: root.frame.size)
    guard let item, let frame, !seen.isEmpty, frame.intersects(seen) else {
      guard let current else { return nil }
      guard let frame, !current.moving.isResting else {
        innerStands.remember(current.view, path(role).part)
        leave(current, isEdge: true, isReplaced: false)
        return nil
      }
      showEdge(current, role, at: frame)
      return current
    }
    let place = component.edgePlace(width: component.geometry.width)
    let edge = current ?? madeEdge(item, role, place, frame)
    edge.view.place = place
    showEdge(edge, role, at: frame)
    return edge
  }

  private func madeEdge(
    _ item: Item, _ role: Configuration.Role, _ place: ItemPlace, _ frame: Rect
  ) -> Shown {
    let view = pool.view(for: item, role: role, in: root, place: place, frame: frame)
    (view as? CompositeItemView)?.isEdge = true
    innerStands.restore(view, path(role).part)
    owner?.didConfigureEdge(view, item, at: path(role))
    return Shown(view: view, item: item, width: frame.width)
  }

  /// The header or the footer, while it has a view.
  func edge(_ role: Configuration.Role) -> Shown? { role == .header ? header : footer }

  /// The place that shows an item: `nearest` where that has a view, else the first one that has.
  func slot(showing nearest: ComponentGeometry.Slot) -> ComponentGeometry.Slot? {
    items[nearest] == nil ? shownSlots.first { $0.item == nearest.item } : nearest
  }

  /// Where the components inside composite parts stand, seen or not.
  var presentStands: InnerStands {
    var stands = innerStands
    for slot in shownSlots {
      if let shown = items[slot] { stands.remember(shown.view, .item(slot.item)) }
    }
    if let header { stands.remember(header.view, .header) }
    if let footer { stands.remember(footer.view, .footer) }
    return stands
  }

  /// Scrolls the components inside composite parts to where they stood.
  func restore(_ stands: InnerStands) {
    for slot in shownSlots {
      if let shown = items[slot] { stands.restore(shown.view, .item(slot.item)) }
    }
    if let header { stands.restore(header.view, .header) }
    if let footer { stands.restore(footer.view, .footer) }
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
