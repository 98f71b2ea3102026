// The container: stacks components and shows the part of them that is at the one vertical offset.

/// A stack of components that scroll as one.
///
/// Owns the components and the vertical offset. Only components that can be seen, at least in part,
/// have views.
public final class SpotsScrollView: View {
  private(set) var components: [Component] = []
  /// Where each component is in the content.
  private(set) var layout = ContainerLayout()
  /// The columns for components that name one.
  var columns = Columns()
  /// The greatest width of what the container of a screen shows.
  var limit = LaneLimit.byContent(count: nil)
  /// The column of each component at the present width.
  private var columnFrames = ContainerColumns(width: 0)
  /// The room at both sides of the lane that everything keeps to, in points.
  package var laneInsets: EdgeInsets {
    let (whole, margins) = (columnFrames.whole, columnFrames.whole.margins)
    let end = whole.x + whole.width - margins.right
    return EdgeInsets(left: whole.x + margins.left, right: whole.container - end)
  }
  /// Whether components that name columns are stacked because those have no room side by side.
  package var areColumnsStacked: Bool { columnFrames.areStacked }
  /// The vertical offset and its motion.
  public internal(set) var verticalScroll = ScrollAxis()
  /// The components with views, in their order.
  private(set) var mounted: [Component] = []
  /// The indexes of the visible components; kept to reuse its memory.
  private var visibleComponents: [Int] = []
  /// Whether the components changed since views were mounted.
  private var isUnplaced = false
  /// Moves the components when the content changes.
  private(set) lazy var animator = ContainerAnimator(of: self)
  /// Whether the container is inside a composite item, in which it stands still.
  var isNested = false
  /// The path of the composite part that holds the container; nil on the screen.
  var containerPath: ItemPath?
  /// The screen around the components; nil while the container is on none.
  var screen: ComponentScreen?
  /// The content that stays in place as sizes become known.
  private var anchor: ScrollAnchor?
  /// The tab whose components are shown, besides those that are in all of them, where nil shows
  /// all; and the bar at the top of the screen, if there is one.
  var (shownTab, toolbar): (String?, ToolbarModel?)
  /// Whether a component of the screen wants its end to be in sight.
  private(set) var followsEnd = false
  /// Whether the user has not seen anything else than the end yet.
  private var isAtStart = true
  let scrollbar = Scrollbar()
  /// Asked at every layout, since the configuration may change.
  var stretchesLastComponent: () -> Bool = { false }

  /// How many items are measured at each layout, so that typical screens have exact lengths from
  /// the start; items of longer screens are measured when they come near the window.
  private static let itemsInAdvance = 1000

  /// The height of all components together, at least the viewport's, in points.
  public var contentHeight: Double { max(layout.contentHeight, frame.height) }

  /// Looks up parts by paths that begin in this container.
  var paths: ContainerPaths { ContainerPaths(view: self) }

  // MARK: Layout

  /// Whether nothing inside can be used.
  var isDisabled: Bool {
    sequence(first: self as View, next: \.superview).contains { $0.state.contains(.disabled) }
  }

  /// Shows `components` from now on, in this order; those that were shown before keep their views.
  ///
  /// - Parameter columnFrames: The result of `columnFrames(of:pool:)` for their models.
  func setComponents(_ components: [Component], _ columnFrames: ContainerColumns) {
    for (index, component) in components.enumerated() {
      (component.place.index, component.place.container) = (index, self)
    }
    self.columnFrames = columnFrames
    let staying = Set(components.map(ObjectIdentifier.init))
    let gone = mounted.filter { !staying.contains(ObjectIdentifier($0)) }
    self.components = components
    followsEnd =
      !isNested && components.contains { $0.model.followsEnd(amongOthers: components.count > 1) }
    mounted.removeAll { !staying.contains(ObjectIdentifier($0)) }
    for component in gone {
      if animator.isChanging { animator.depart(component) } else { component.unmount() }
    }
    // Indexes have changed. What is still seen is mounted again by the next layout.
    isUnplaced = true
    restack()
  }

  /// The columns of components with these models at the present width.
  func columnFrames(
    of models: some RandomAccessCollection<ComponentModel>, pool: ReusePool
  ) -> ContainerColumns {
    ContainerColumns(models, columns, width: frame.width, isNested ? nil : limit, pool.environment)
  }

  /// Arranges all components anew for the present width.
  func layOutComponents() {
    guard let pool = components.first?.content.pool else { return restack() }
    columnFrames = columnFrames(of: components.lazy.map(\.model), pool: pool)
    for (index, component) in components.enumerated() {
      component.layOut(in: columnFrames[index], isMoving: animator.isChanging)
    }
    restack()
  }

  /// Measures every item of every component.
  func prepareAll() {
    for component in components { component.prepareAll() }
    restack()
  }

  /// Stacks the components again, with their present heights.
  func restack() {
    var rest = Self.itemsInAdvance
    for component in components where !component.place.hides(component.model.tab) {
      let count = component.geometry.shown.count
      guard count <= rest, !component.geometry.isComplete else {
        component.prepareBeginning()
        continue
      }
      rest -= count
      component.prepareAll()
    }
    layout = ContainerLayout(heights: components.map(\.height), columnFrames)
    let last = isNested ? nil : components.last?.model
    layout.hasBar = last?.isBar(inQuestion: environment?.hasActionBar == true) == true
    stretchLast()
    updateRange()
  }

  /// Lets the last component that takes room fill what is left of the viewport, if that is wanted
  /// or a bar below it is to be at the bottom.
  private func stretchLast() {
    guard stretchesLastComponent() || layout.hasBar && components.last?.model.isBar == true,
      let last = components.indices.last(where: {
        components[$0].takesRoom && !layout.isBar($0)
      })
    else { return }
    // The room must not depend on the offset.
    let top = layout.origin(of: last, offset: 0, height: frame.height).y
    let room = frame.height - top - layout.coveredHeight(of: last)
    layout.setHeight(max(components[last].height, room), of: last)
  }

  private func updateRange() {
    verticalScroll.viewportLength = frame.height
    verticalScroll.setMaximum(contentHeight - frame.height)
  }

  /// Measures what can be seen, and corrects the offset so that what was visible stays in place.
  func measureVisible() {
    if anchor == nil, isFollowing { restore(.end) }
    settle {
      let before = anchor.flatMap { $0.contentY(in: self) }
      guard prepareVisible() else { return false }
      updateRange()
      if let before, let after = anchor?.contentY(in: self), after != before {
        verticalScroll.shift(by: after - before)
      }
      return true
    }
    isAtStart = isAtStart && verticalScroll.maximum <= 0
    if isFollowing { for component in components { component.place.newRowCount = 0 } }
    anchor = currentAnchor()
  }

  /// Whether the end of the content is in the window and stays there, whatever comes.
  var isFollowing: Bool {
    followsEnd && (isAtStart || verticalScroll.offset >= verticalScroll.maximum - 0.5)
  }

  private func prepareVisible() -> Bool {
    var isChanged = false
    updateVisible()
    for index in visibleComponents {
      let component = components[index]
      component.endUnseenMotion()
      let placement = layout.placement(
        of: index, offset: verticalScroll.offset, viewport: frame.size)
      let visible = Rect(
        x: component.scroll.itemsOffset, y: placement.inner, width: placement.frame.width,
        height: placement.frame.height)
      if component.prepare(visible) {
        layout.setHeight(component.height, of: index)
        stretchLast()
        isChanged = true
      }
    }
    return isChanged
  }

  /// What is at the top of the window now, to be found again after a change.
  func currentAnchor() -> ScrollAnchor? { ScrollAnchor(in: self) }

  /// Scrolls so that `anchor` is where it was in the window. Motions continue from there.
  func restore(_ anchor: ScrollAnchor) {
    guard let y = anchor.contentY(in: self) else { return }
    verticalScroll.shift(by: y + anchor.inside - verticalScroll.offset)
    self.anchor = anchor
  }

  /// Forgets the anchor, so that the next measuring corrects nothing.
  func dropAnchor() { anchor = nil }

  /// Jumps to `offset`; for a container inside another one that scrolls.
  func scroll(toFixed offset: Double) {
    updateRange()
    // An item that is still getting shorter shows more than there is.
    verticalScroll.setMaximum(max(verticalScroll.maximum, offset))
    verticalScroll.jump(to: offset)
  }

  // MARK: Views

  /// Updates which components can be seen.
  private func updateVisible() {
    visibleComponents.removeAll(keepingCapacity: true)
    layout.appendVisible(
      offset: verticalScroll.offset, viewport: frame.size, to: &visibleComponents)
  }

  /// The offset the content is drawn at, rounded to whole pixels: all of it moves by the same
  /// distance from one frame to the next, so that painted pixels can be reused. A container inside
  /// an item moves with the item and is not rounded again.
  var shownOffset: Double {
    isNested
      ? verticalScroll.offset : environment?.onPixel(verticalScroll.offset) ?? verticalScroll.offset
  }

  /// Gives the visible components their frames and their views, as they are at `now`.
  func mountVisible(at now: Double) {
    updateVisible()
    verticalScroll.isInstant = environment?.reducesMotion ?? false
    if !mounted.isPart(visibleComponents, of: components) { mounted = mountable() }
    let shown = mounted
    isUnplaced = false
    let offset = shownOffset
    for component in shown {
      let placement = layout.placement(of: component.index, offset: offset, viewport: frame.size)
      component.views.root.frame = placement.frame.offsetBy(y: -offset)
      component.views.root.isRaised =
        layout.shift(of: component.index, offset: offset, height: frame.height) < 0
      if component.views.root.superview !== self { addSubview(component.views.root) }
      component.mount(inner: placement.inner, height: placement.frame.height, now: now)
    }
    animator.placeDeparting(at: now)
    // In most frames nothing has to be put in order.
    if shown.isOrder(of: subviews) { return }
    // From back to front: what leaves, what comes in, what stays.
    let coming = shown.filter(\.views.animator.isComing)
    orderSubviews(
      animator.departing.map(\.component.views.root) + coming.map(\.views.root)
        + shown.filter { !$0.views.animator.isComing }.map(\.views.root))
  }

  /// The components that get views or keep them; the others return theirs.
  private func mountable() -> [Component] {
    var shown = visibleComponents.map { components[$0] }
    let seen = Set(shown.map(ObjectIdentifier.init))
    for component in mounted where !seen.contains(ObjectIdentifier(component)) {
      // A component on its way out of the window stays until it is outside.
      if component.views.animator.isMoving {
        shown.append(component)
      } else {
        component.unmount()
      }
    }
    return shown.sorted { $0.index < $1.index }
  }

  /// The component at `index`.
  ///
  /// - Throws: `ChangeError.noComponent` when there is none.
  func existingComponent(at index: Int) throws(ChangeError) -> Component {
    guard components.indices.contains(index) else {
      throw .noComponent(index: index, count: components.count)
    }
    return components[index]
  }

  /// Releases the views of all components.
  func unmountAll() {
    for component in components { component.unmount() }
  }

  /// Releases all components and their views; others can be set afterwards.
  func removeComponents() {
    for component in mounted { component.unmount() }
    mounted = []
    animator.endDepartures()
    animator.cancel()
    anchor = nil
    for component in components { component.place.container = nil }
    setComponents([], ContainerColumns(width: 0))
    (containerPath, screen) = (nil, nil)
  }

  /// Asks again how each visible part is being used.
  func refreshStates() {
    guard !isUnplaced else { return }
    for component in mounted { component.views.states.refresh() }
  }

  /// The components with views, including those inside composite items.
  package var allMounted: [Component] {
    // A loop, since a closure would check its actor for each of them in every frame.
    for component in mounted where !component.views.parts.containers.isEmpty {
      return mounted.flatMap {
        [$0] + $0.views.parts.containers.flatMap(\.scrollView.allMounted)
      }
    }
    return mounted
  }

  /// All components, and those inside composite parts that have views now.
  var allComponents: [Component] {
    components + mounted.flatMap { $0.views.parts.containers.flatMap(\.scrollView.allComponents) }
  }

  /// Whether a component is still on the screen, or inside an item.
  func keeps(_ component: Component) -> Bool {
    components.contains { $0 === component } || component.place.container?.isNested == true
  }

  /// The indexes of the components that have views now, ascending.
  var mountedComponents: [Int] { mounted.map(\.index) }

  /// The visible part of the component at `index`, which must exist.
  package func placement(of index: Int) -> ContainerLayout.Placement {
    layout.placement(of: index, offset: verticalScroll.offset, viewport: frame.size)
  }

  /// Whether other columns are beside the one of the component at `index`.
  package func isBesideOthers(_ index: Int) -> Bool { layout.column(of: index).isBeside }

  /// The top left corner of the component at `index` in the content, as it is scrolled now.
  package func origin(of index: Int) -> Point {
    layout.origin(of: index, offset: verticalScroll.offset, height: frame.height)
  }

  /// How far a sticky column has brought the component at `index` along when the content is
  /// scrolled to `offset`; 0 in any other column.
  func shift(of index: Int, at offset: Double) -> Double {
    layout.shift(of: index, offset: offset, height: frame.height)
  }

  /// How far the component at `index` is scrolled out of the top of the container.
  func inner(of index: Int) -> Double { max(verticalScroll.offset - origin(of: index).y, 0) }

  /// The scroll positions of the components, in their order, for when they have no views.
  var scrollStates: [NestedScrollStates.Entry] {
    components.map { .init(state: $0.scroll.state, inside: $0.presentStates) }
  }

  /// Scrolls the components to where they were.
  func restore(_ states: [NestedScrollStates.Entry]) {
    for (component, kept) in zip(components, states) {
      component.scroll.restore(kept.state)
      component.restore(inside: kept.inside)
    }
  }
}

// Loops, since a closure would check its actor for each component in every frame.
extension [Component] {
  /// Whether these are the components at `indexes` of a list.
  @MainActor
  fileprivate func isPart(_ indexes: [Int], of all: [Component]) -> Bool {
    guard count == indexes.count else { return false }
    for (component, index) in zip(self, indexes) where component !== all[index] { return false }
    return true
  }

  /// Whether these are the views of the components, in their order, and none is coming in.
  @MainActor
  fileprivate func isOrder(of views: [View]) -> Bool {
    guard views.count == count else { return false }
    for (view, component) in zip(views, self)
    where view !== component.views.root || component.views.animator.isComing { return false }
    return true
  }
}
