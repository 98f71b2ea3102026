// The container: stacks components and shows the part of them the one vertical offset asks for.

/// A stack of components that scroll as one.
///
/// Owns the vertical offset. Only components of which something can be seen have views.
public final class SpotsScrollView: View {
  private(set) var components: [Component] = []
  private(set) var stack = ContainerLayout()
  /// The vertical offset and its motion.
  public internal(set) var axis = ScrollAxis()
  /// The components with views, from top to bottom.
  private(set) var mounted: [Component] = []
  /// The indexes of the components of which something can be seen; kept for its memory.
  private var visibleComponents: [Int] = []
  /// Whether the components changed since views were mounted.
  private var isUnplaced = false
  /// Components that are gone, as long as their views leave.
  var departing: [Departing] = []
  /// What the stack was before the change that is being made.
  var before: Before?
  /// Whether the stack is inside a composite item, which stands still in it.
  var isNested = false
  private var anchor: ScrollAnchor?
  let scrollbar = Scrollbar()
  /// Asked at every layout, since the configuration may change.
  var stretchesLastComponent: () -> Bool = { false }

  /// Items measured in advance at each layout, so that usual screens have exact lengths from the
  /// start; longer ones are measured when they come near.
  private static let itemsInAdvance = 1000

  /// The height of all components together, at least the viewport's.
  public var contentHeight: Double { max(stack.contentHeight, frame.height) }

  // MARK: Layout

  /// Shows `components` from now on; those that were shown before keep their views.
  func setComponents(_ components: [Component]) {
    let staying = Set(components.map(ObjectIdentifier.init))
    for component in mounted where !staying.contains(ObjectIdentifier(component)) {
      if isChanging { depart(component) } else { component.unmount() }
    }
    self.components = components
    mounted.removeAll { !staying.contains(ObjectIdentifier($0)) }
    // Indexes have changed; whoever is still seen is mounted again by the next update.
    isUnplaced = true
    restack()
  }

  /// Arranges all components anew for the present width.
  func layOutComponents() {
    for component in components { component.layOut(width: frame.width, keepsViews: isChanging) }
    restack()
  }

  /// Measures every item of every component.
  func prepareAll() {
    for component in components { component.prepareAll() }
    restack()
  }

  /// Takes over the components' heights.
  private func restack() {
    var rest = Self.itemsInAdvance
    for component in components {
      let count = component.model.items.count
      guard count <= rest, !component.geometry.isComplete else {
        component.prepareBeginning()
        continue
      }
      rest -= count
      component.prepareAll()
    }
    stack = ContainerLayout(heights: components.map(\.height))
    stretchLast()
    updateRange()
  }

  /// Lets the last component that is not hidden fill what is left of the viewport.
  private func stretchLast() {
    guard stretchesLastComponent(),
      let last = components.indices.last(where: { !components[$0].isHidden })
    else { return }
    let room = frame.height - stack.offset(of: last)
    stack.setHeight(max(components[last].height, room), of: last)
  }

  private func updateRange() {
    axis.viewportLength = frame.height
    axis.setMaximum(contentHeight - frame.height)
  }

  /// Measures what can be seen and corrects the offset so that what was seen stays where it is.
  func measureVisible() {
    // Each round makes more sizes known, and a viewport holds only so many items.
    for _ in 0..<64 {
      let before = anchor.flatMap { $0.contentY(in: self) }
      guard prepareVisible() else { break }
      updateRange()
      if let before, let after = anchor?.contentY(in: self), after != before {
        axis.shift(by: after - before)
      }
    }
    anchor = ScrollAnchor(in: self)
  }

  private func prepareVisible() -> Bool {
    var isChanged = false
    updateVisible()
    for index in visibleComponents {
      let component = components[index]
      let placement = stack.placement(of: index, offset: axis.offset, viewport: frame.size)
      let visible = Rect(
        x: component.horizontal.offset, y: placement.inner, width: frame.width,
        height: placement.frame.height)
      if component.prepare(visible) {
        stack.setHeight(component.height, of: index)
        stretchLast()
        isChanged = true
      }
    }
    return isChanged
  }

  /// What is at the top of the window now, to be found again after a change.
  func currentAnchor() -> ScrollAnchor? { ScrollAnchor(in: self) }

  /// Scrolls so that `anchor` is where it was in the window. Motions go on from there.
  func restore(_ anchor: ScrollAnchor) {
    guard let y = anchor.contentY(in: self) else { return }
    axis.shift(by: y + anchor.inside - axis.offset)
    self.anchor = anchor
  }

  /// Forgets what was seen: the next measuring corrects nothing.
  func dropAnchor() {
    anchor = nil
  }

  // MARK: Views

  /// Finds out again which components can be seen.
  private func updateVisible() {
    visibleComponents.removeAll(keepingCapacity: true)
    stack.appendVisible(offset: axis.offset, viewport: frame.size, to: &visibleComponents)
  }

  /// The offset the content is drawn at: rounded to whole pixels, so that all of it moves by the same
  /// distance from one frame to the next and painted pixels can be reused. A stack inside an item
  /// moves with the item and is not rounded again.
  var shownOffset: Double {
    isNested ? axis.offset : environment?.onPixel(axis.offset) ?? axis.offset
  }

  /// Gives the visible components their place and their views, as they are at `now`.
  func mountVisible(at now: Double) {
    updateVisible()
    axis.isInstant = environment?.reducesMotion ?? false
    let isSame = mounted.elementsEqual(visibleComponents) { $0 === components[$1] }
    if !isSame { mounted = mountable() }
    let shown = mounted
    isUnplaced = false
    let offset = shownOffset
    for component in shown {
      let placement = stack.placement(
        of: component.index, offset: offset, viewport: frame.size)
      component.views.root.frame = placement.frame.offsetBy(y: -offset)
      if component.views.root.superview !== self { addSubview(component.views.root) }
      component.mount(inner: placement.inner, height: placement.frame.height, now: now)
    }
    placeDeparting(at: now)
    // In most frames nothing has to be put in order.
    let isInOrder = subviews.elementsEqual(shown) { $0 === $1.views.root && !$1.views.isComing }
    if isInOrder { return }
    // What leaves is behind what comes, and that behind what stays.
    let coming = shown.filter(\.views.isComing)
    orderSubviews(
      departing.map(\.component.views.root) + coming.map(\.views.root)
        + shown.filter { !$0.views.isComing }.map(\.views.root))
  }

  /// The components to have views from now on; the others give theirs back.
  private func mountable() -> [Component] {
    var shown = visibleComponents.map { components[$0] }
    let seen = Set(shown.map(ObjectIdentifier.init))
    for component in mounted where !seen.contains(ObjectIdentifier(component)) {
      // What moves out of the window is seen until it is outside.
      if component.views.isMoving { shown.append(component) } else { component.unmount() }
    }
    return shown.sorted { $0.index < $1.index }
  }

  /// The pictures of the items up to one window height beyond the visible part, below or above it, and
  /// up to one window width beside the visible part of carousels; nearest first.
  ///
  /// - Complexity: O(*n*) in these items, which are read if they have not been yet.
  func imagesAhead(upwards: Bool) -> [String] {
    var beside: [String] = []
    for index in visibleComponents where components[index].model.kind == .carousel {
      let component = components[index]
      let x = component.horizontal.offset + frame.width
      beside += images(
        of: component, in: Rect(x: x, y: 0, width: frame.width, height: frame.height))
    }
    let start = axis.offset + (upwards ? -frame.height : frame.height)
    var beyond: [String] = []
    for index in stack.visible(offset: start, viewport: frame.size) {
      let top = start - stack.offset(of: index)
      let part = Rect(
        x: components[index].horizontal.offset, y: top, width: frame.width, height: frame.height)
      beyond += images(of: components[index], in: part)
    }
    return beside + (upwards ? beyond.reversed() : beyond)
  }

  private func images(of component: Component, in part: Rect) -> [String] {
    component.geometry.slots(in: part).map { component.knownItem(at: $0.item).image }
      .filter { !$0.isEmpty }
  }

  /// Stands at `offset` without any motion; for a stack inside another that scrolls.
  func scroll(toFixed offset: Double) {
    updateRange()
    // An item that is on its way to be shorter shows more than there is.
    axis.setMaximum(max(axis.maximum, offset))
    axis.jump(to: offset)
  }

  /// Gives all views back.
  func unmountAll() {
    for component in mounted { component.unmount() }
    mounted = []
    endDepartures()
  }

  /// Releases all components and their views; other components can be added then.
  func removeComponents() {
    unmountAll()
    (before, anchor) = (nil, nil)
    for component in components { component.owner = nil }
    setComponents([])
  }

  func refreshStates() {
    guard !isUnplaced else { return }
    for component in mounted { component.views.refreshStates(of: component) }
  }

  /// The components with views, those inside of composite items too.
  var allMounted: [Component] {
    guard mounted.contains(where: { !$0.views.composites.isEmpty }) else { return mounted }
    return mounted.flatMap { [$0] + $0.views.composites.flatMap(\.scrollView.allMounted) }
  }

  /// The indexes of the components that have views now, ascending.
  var mountedComponents: [Int] { mounted.map(\.index) }
}
