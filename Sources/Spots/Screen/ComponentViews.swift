/// The views of the part of a component that can be seen.
///
/// Views come from the pool when their item comes into the window and go back when it leaves; each
/// is configured once, and again only when its item changed.
@MainActor
final class ComponentViews {
  let root = ComponentView()
  private let pool: ReusePool
  /// Whoever hears of views that come and go, and knows how each part is being used.
  weak var owner: (any ComponentViewsOwner)?
  /// The place of the component on the screen.
  var index = 0
  private(set) var items: [ComponentGeometry.Slot: Shown] = [:]
  private var header: Shown?
  private var footer: Shown?
  /// How far the carousels inside composite items were scrolled when these were seen last, by index.
  private var innerOffsets: [Int: [Double]] = [:]

  /// A view and what it shows.
  struct Shown {
    var view: any ItemConfigurable
    var item: Item
  }

  init(pool: ReusePool) {
    self.pool = pool
  }

  // MARK: Mounting

  /// Shows the part of `component` that starts `inner` points below its top and is `height` high.
  func mount(_ component: Component, inner: Double, height: Double) {
    let (geometry, x) = (component.geometry, component.horizontal.offset)
    root.contentOffset = Point(x: 0, y: inner)
    root.itemsView.contentOffset = Point(x: x, y: 0)
    mountItems(of: component, in: Rect(x: x, y: inner, width: geometry.width, height: height))
    let seen = Rect(x: 0, y: inner, width: geometry.width, height: height)
    header = mountEdge(
      header, component.model.header, .header, geometry.headerFrame(inner: inner), seen, component)
    footer = mountEdge(
      footer, component.model.footer, .footer, geometry.footerFrame, seen, component)
    root.orderEdges(header: header?.view, footer: footer?.view)
    mountPageIndicator(of: component)
    refreshStates(of: component)
  }

  /// Gives all views back.
  func unmount() {
    unmountItems()
    for edge in [header, footer] { if let edge { pool.put(edge.view) } }
    header = nil
    footer = nil
    root.removeFromSuperview()
  }

  func unmountItems() {
    for slot in shownSlots { remove(slot) }
  }

  /// In an order that is the same in every run of the program.
  private var shownSlots: [ComponentGeometry.Slot] {
    items.keys.sorted { ($0.turn, $0.item) < ($1.turn, $1.item) }
  }

  private func mountItems(of component: Component, in visible: Rect) {
    let geometry = component.geometry
    // An area without a height, as a hidden component has, lies in items but shows none.
    let slots =
      visible.isEmpty
      ? [] : geometry.slots(in: visible).filter { geometry.frame(of: $0).intersects(visible) }
    let wanted = Set(slots)
    for slot in shownSlots where !wanted.contains(slot) { remove(slot) }
    for slot in slots {
      let isNew = items[slot] == nil
      let view = items[slot]?.view ?? add(slot, component.model.items[slot.item])
      view.place = component.place(ofItem: slot.item)
      view.frame = geometry.frame(of: slot)
      if let composite = view as? CompositeItemView {
        if isNew { composite.restore(innerOffsets[slot.item] ?? []) }
        let part = view.frame.intersection(visible)
        composite.show(
          part.offsetBy(x: -view.frame.x, y: -view.frame.y), path: path(slot), owner: owner)
      }
    }
    // Slots come in the order of what they show.
    root.itemsView.orderSubviews(slots.compactMap { items[$0]?.view })
  }

  private func add(_ slot: ComponentGeometry.Slot, _ item: Item) -> any ItemConfigurable {
    let view = pool.view(for: item, role: .item)
    items[slot] = Shown(view: view, item: item)
    root.itemsView.addSubview(view)
    owner?.willDisplay(view, item, at: path(slot))
    return view
  }

  private func remove(_ slot: ComponentGeometry.Slot) {
    guard let shown = items.removeValue(forKey: slot) else { return }
    owner?.didEndDisplaying(shown.view, shown.item, at: path(slot))
    if let composite = shown.view as? CompositeItemView {
      innerOffsets[slot.item] = composite.horizontalOffsets
    }
    pool.put(shown.view)
  }

  private func mountEdge(
    _ current: Shown?, _ item: Item?, _ role: Configuration.Role, _ frame: Rect?, _ seen: Rect,
    _ component: Component
  ) -> Shown? {
    guard let item, let frame, !seen.isEmpty, frame.intersects(seen) else {
      if let current { pool.put(current.view) }
      return nil
    }
    let edge = current ?? Shown(view: pool.view(for: item, role: role), item: item)
    if edge.view.superview !== root { root.addSubview(edge.view) }
    edge.view.place = component.edgePlace(width: component.geometry.width)
    edge.view.frame = frame
    if current == nil { owner?.didConfigureEdge(edge.view, item, at: path(role)) }
    return edge
  }

  private func mountPageIndicator(of component: Component) {
    let indicator = root.pageIndicator
    let frame = component.geometry.pageIndicatorFrame
    indicator.isHidden = frame == nil
    guard let frame else { return }
    let pages = component.pages
    indicator.frame = frame
    indicator.isOverlay = component.model.layout.pageIndicator == .overlay
    indicator.pageCount = pages.count
    indicator.currentPage = pages.current
  }

  /// The views with components of their own.
  var composites: [CompositeItemView] { items.values.compactMap { $0.view as? CompositeItemView } }

  // MARK: Change

  /// After a change of the model: views whose item is still there follow it, the others go back.
  func keep(_ diff: ItemDiff, new: ComponentModel) {
    var newIndexes: [Int: Int] = [:]
    if !items.isEmpty || !innerOffsets.isEmpty {
      for (index, origin) in diff.origins.enumerated() {
        if let origin { newIndexes[origin] = index }
      }
    }
    var kept: [ComponentGeometry.Slot: Shown] = [:]
    for slot in shownSlots {
      guard var shown = items[slot] else { continue }
      guard let index = newIndexes[slot.item],
        pool.fits(shown.view, new.items[index], role: .item)
      else {
        remove(slot)
        continue
      }
      if shown.item != new.items[index] {
        shown.item = new.items[index]
        pool.configure(shown.view, with: shown.item)
      }
      kept[ComponentGeometry.Slot(item: index, turn: slot.turn)] = shown
    }
    items = kept
    innerOffsets = Dictionary(
      uniqueKeysWithValues: innerOffsets.compactMap { index, offsets in
        newIndexes[index].map { ($0, offsets) }
      })
    header = updated(header, new.header, .header)
    footer = updated(footer, new.footer, .footer)
  }

  private func updated(_ shown: Shown?, _ new: Item?, _ role: Configuration.Role) -> Shown? {
    guard var shown else { return nil }
    guard let new, pool.fits(shown.view, new, role: role) else {
      pool.put(shown.view)
      return nil
    }
    if shown.item != new {
      shown.item = new
      pool.configure(shown.view, with: new)
      owner?.didConfigureEdge(shown.view, new, at: path(role))
    }
    return shown
  }

  // MARK: States

  /// Asks again how each visible part is being used, and tells its view.
  func refreshStates(of component: Component) {
    var focus: (frame: Rect, radius: Double)?
    for slot in shownSlots {
      guard let shown = items[slot] else { continue }
      setState(of: shown, at: path(slot))
      let nearest = component.geometry.slot(ofItem: slot.item, near: component.horizontal.offset)
      if shown.view.state.contains(.focused), focus == nil || slot == nearest {
        let frame = shown.view.frame.offsetBy(x: -component.horizontal.offset)
        focus = (frame, shown.view.focusCornerRadius)
      }
    }
    if let header { setState(of: header, at: path(.header)) }
    if let footer { setState(of: footer, at: path(.footer)) }
    for composite in composites { composite.refreshStates() }
    root.showFocus(
      around: focus?.frame, cornerRadius: focus?.radius ?? 0, isRow: component.hasRows)
  }

  private func setState(of shown: Shown, at path: ItemPath) {
    var state = owner?.state(of: path) ?? []
    if shown.item.isDisabled {
      state.subtract([.hover, .highlighted])
      state.insert(.disabled)
    }
    guard shown.view.state != state else { return }
    shown.view.state = state
    owner?.didChangeState(of: shown.view, shown.item, at: path)
  }

  private func path(_ role: Configuration.Role) -> ItemPath {
    ItemPath(component: index, part: role == .header ? .header : .footer)
  }

  private func path(_ slot: ComponentGeometry.Slot) -> ItemPath {
    ItemPath(component: index, item: slot.item)
  }
}

/// Who a component's views belong to.
@MainActor
protocol ComponentViewsOwner: AnyObject {
  func state(of path: ItemPath) -> ViewState
  func willDisplay(_ view: View, _ item: Item, at path: ItemPath)
  func didEndDisplaying(_ view: View, _ item: Item, at path: ItemPath)
  func didConfigureEdge(_ view: View, _ item: Item, at path: ItemPath)
  func didChangeState(of view: View, _ item: Item, at path: ItemPath)
}
