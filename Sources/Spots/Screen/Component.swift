/// One component on the screen: its model, where its parts are, and the views of what can be seen.
///
/// Owned by the controller; live across reloads as long as the screen has the component.
@MainActor
public final class Component {
  public private(set) var model: ComponentModel
  /// The arrangement at the present width.
  public private(set) var geometry: ComponentGeometry { didSet { sizing = geometry.sizing } }
  /// The geometry's; kept apart, since items are measured while the geometry changes.
  private(set) var sizing: ItemSizing
  /// The horizontal offset of a carousel.
  public internal(set) var horizontal = ScrollAxis()
  let view = ComponentView()
  private let pool: ReusePool
  private var shown: [Int: any ItemConfigurable] = [:]
  private var header: (any ItemConfigurable)?
  private var footer: (any ItemConfigurable)?
  /// Whether wide rows keep their content in a column in the middle.
  private(set) var isCentred: Bool
  /// How each item is being used; asked when views appear and when `refreshStates` is called.
  var stateOfPart: (ItemPath.Part) -> ViewState = { _ in [] }

  init(model: ComponentModel, width: Double, isCentred: Bool, pool: ReusePool) {
    self.model = model
    self.isCentred = isCentred
    self.pool = pool
    geometry = ComponentGeometry(model: model, width: width, headerHeight: 0, footerHeight: 0)
    sizing = geometry.sizing
    layOut(width: width)
  }

  /// The views of items that are in the view tree now, by index.
  public var visibleViews: [Int: any ItemConfigurable] { shown }

  // MARK: Layout

  /// Arranges everything anew for `width`.
  func layOut(width: Double) {
    geometry = makeGeometry(width: width)
    updateHorizontalRange(isNew: true)
    unmountItems()
  }

  /// Chooses between a column in the middle and the whole width.
  func setCentred(_ isCentred: Bool) {
    guard isCentred != self.isCentred else { return }
    self.isCentred = isCentred
    layOut(width: geometry.width)
  }

  /// Measures what is needed to know everything in `rect`, in content coordinates.
  ///
  /// - Returns: Whether the content's height changed.
  func prepare(_ rect: Rect) -> Bool {
    let height = geometry.contentSize.height
    geometry.prepare(rect, measure: measure)
    updateHorizontalRange()
    return geometry.contentSize.height != height
  }

  /// Measures every item.
  func prepareAll() {
    geometry.prepareAll(measure: measure)
    updateHorizontalRange()
  }

  private func makeGeometry(width: Double) -> ComponentGeometry {
    ComponentGeometry(
      model: model, width: width, headerHeight: height(of: model.header, .header, width),
      footerHeight: height(of: model.footer, .footer, width))
  }

  private func height(of item: Item?, _ role: Configuration.Role, _ width: Double) -> Double {
    guard let item else { return 0 }
    if item.size.height > 0 { return item.size.height }
    let size = pool.measure(
      item, role: role, place: edgePlace(width: width),
      containerSize: Size(width: width, height: .infinity))
    return size.height.isFinite ? min(max(size.height, 0), 1e7) : 0
  }

  private func measure(_ index: Int) -> Size {
    let item = model.items[index]
    let place = place(ofItem: index)
    return sizing.size(own: item.size) { room in
      pool.measure(item, role: .item, place: place, containerSize: room)
    }
  }

  /// - Parameter isNew: Nothing was measured yet, so that the range may turn out longer: what was
  ///   seen is not given up for an estimate.
  private func updateHorizontalRange(isNew: Bool = false) {
    horizontal.viewportLength = geometry.width
    let isEstimate = isNew && !geometry.isComplete
    horizontal.setMaximum(
      max(geometry.horizontalRange, isEstimate ? min(horizontal.offset, horizontal.maximum) : 0))
  }

  // MARK: Change

  /// Takes over a new version of the model. Views of items that stay are kept, and configured anew
  /// only when their item changed; sizes of items that did not change are kept.
  ///
  /// - Returns: What became of the items.
  @discardableResult
  func apply(_ new: ComponentModel) -> ItemDiff {
    let old = model
    let oldGeometry = geometry
    let diff = ItemDiff(from: old.items, to: new.items)
    model = new
    geometry = adjustedGeometry(from: oldGeometry, old: old, diff: diff)
    keepViews(diff)
    updateEdgeViews(old)
    updateHorizontalRange(isNew: true)
    return diff
  }

  private func adjustedGeometry(
    from old: ComponentGeometry, old oldModel: ComponentModel, diff: ItemDiff
  ) -> ComponentGeometry {
    var fresh = makeGeometry(width: old.width)
    let replaced = diff.replacedRange
    if let kept = old.replacingItems(
      replaced.old, model: model, headerHeight: fresh.headerHeight,
      footerHeight: fresh.footerHeight)
    {
      fresh = kept
      for change in diff.changes { fresh.remeasure(item: change.new, measure: measure) }
      return fresh
    }
    if old.isComplete, model.kind == oldModel.kind, fresh.sizing == old.sizing {
      fresh.prepareAll { index in
        if let origin = diff.origins[index], oldModel.items[origin] == model.items[index],
          let size = old.knownSize(ofItem: origin)
        {
          return size
        }
        return measure(index)
      }
    }
    return fresh
  }

  /// Gives views on the screen their new index, and those whose item is gone back to the pool.
  private func keepViews(_ diff: ItemDiff) {
    let changed = Set(diff.changes.map(\.new))
    var kept: [Int: any ItemConfigurable] = [:]
    if !shown.isEmpty {
      for (index, origin) in diff.origins.enumerated() {
        guard let origin, let view = shown[origin] else { continue }
        guard pool.fits(view, model.items[index], role: .item) else { continue }
        shown[origin] = nil
        kept[index] = view
        if changed.contains(index) { pool.configure(view, with: model.items[index]) }
      }
    }
    for view in shown.values { pool.put(view) }
    shown = kept
  }

  private func updateEdgeViews(_ old: ComponentModel) {
    header = updated(header, old.header, model.header, .header)
    footer = updated(footer, old.footer, model.footer, .footer)
  }

  private func updated(
    _ view: (any ItemConfigurable)?, _ old: Item?, _ new: Item?, _ role: Configuration.Role
  ) -> (any ItemConfigurable)? {
    guard let view else { return nil }
    guard let new, pool.fits(view, new, role: role) else {
      pool.put(view)
      return nil
    }
    if old != new { pool.configure(view, with: new) }
    return view
  }

  // MARK: Views

  /// Shows the part of the component that starts `inner` points below its top and is `height` high.
  func mount(inner: Double, height: Double) {
    view.contentOffset = Point(x: 0, y: inner)
    let visible = Rect(
      x: horizontal.offset, y: inner, width: geometry.width, height: height)
    mountItems(in: visible)
    view.itemsView.contentOffset = Point(x: horizontal.offset, y: 0)
    header = mountEdge(header, model.header, .header, geometry.headerFrame(inner: inner), visible)
    footer = mountEdge(footer, model.footer, .footer, geometry.footerFrame, visible)
    view.orderEdges(header: header, footer: footer)
    mountPageIndicator()
    refreshStates()
  }

  /// Gives all views back.
  func unmount() {
    unmountItems()
    for edge in [header, footer] { if let edge { pool.put(edge) } }
    header = nil
    footer = nil
    view.removeFromSuperview()
    // Nobody sees the rest of the motion.
    if horizontal.isMoving { horizontal.jump(to: horizontal.target) }
  }

  private func unmountItems() {
    for view in shown.values { pool.put(view) }
    shown = [:]
  }

  private func mountItems(in visible: Rect) {
    let range = geometry.items(in: visible)
    for (index, view) in shown where !range.contains(index) {
      pool.put(view)
      shown[index] = nil
    }
    for index in range {
      let frame = geometry.frame(ofItem: index)
      guard frame.intersects(visible) else {
        if let view = shown.removeValue(forKey: index) { pool.put(view) }
        continue
      }
      let view = shown[index] ?? makeView(index)
      view.place = place(ofItem: index)
      view.frame = frame
    }
    view.itemsView.orderSubviews(shown.sorted { $0.key < $1.key }.map(\.value))
  }

  private func makeView(_ index: Int) -> any ItemConfigurable {
    let view = pool.view(for: model.items[index], role: .item)
    shown[index] = view
    self.view.itemsView.addSubview(view)
    return view
  }

  private func mountEdge(
    _ current: (any ItemConfigurable)?, _ item: Item?, _ role: Configuration.Role, _ frame: Rect?,
    _ visible: Rect
  ) -> (any ItemConfigurable)? {
    let seen = Rect(x: 0, y: visible.y, width: visible.width, height: visible.height)
    guard let item, let frame, frame.intersects(seen) else {
      if let current { pool.put(current) }
      return nil
    }
    let edge = current ?? pool.view(for: item, role: role)
    if edge.superview !== view { view.addSubview(edge) }
    edge.place = edgePlace(width: geometry.width)
    edge.frame = frame
    return edge
  }

  private func mountPageIndicator() {
    let indicator = view.pageIndicator
    let frame = geometry.pageIndicatorFrame
    indicator.isHidden = frame == nil
    guard let frame else { return }
    indicator.frame = frame
    indicator.isOverlay = model.layout.pageIndicator == .overlay
    indicator.pageCount = pages.count
    indicator.currentPage = pages.current
  }

  /// The number of pages of a carousel and the one that is shown.
  var pages: (count: Int, current: Int) {
    let width = max(geometry.width, 1)
    let count = Int(min(((geometry.contentSize.width - 0.5) / width).rounded(.up), 10_000))
    let isAtEnd = horizontal.maximum > 0 && horizontal.offset >= horizontal.maximum - 0.5
    let current = isAtEnd ? count - 1 : Int((max(horizontal.offset, 0) / width).rounded())
    return (count, min(current, count - 1))
  }

  /// Asks again how each visible part is being used, and tells its view.
  func refreshStates() {
    var focus: (frame: Rect, radius: Double)?
    for (index, itemView) in shown {
      itemView.state = stateOfPart(.item(index))
      if itemView.state.contains(.focused) {
        let frame = itemView.frame.offsetBy(x: -horizontal.offset)
        focus = (frame, itemView.focusCornerRadius)
      }
    }
    header?.state = stateOfPart(.header)
    footer?.state = stateOfPart(.footer)
    view.showFocus(
      around: focus?.frame, cornerRadius: focus?.radius ?? 0, isRow: hasRows)
  }

  /// The name of the view type that shows a part.
  public func viewName(of item: Item, role: Configuration.Role) -> String {
    pool.viewName(forKind: item.kind, role: role)
  }
}
