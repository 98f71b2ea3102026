// The container: stacks components and shows the part of them the one vertical offset asks for.

/// A stack of components that scroll as one.
///
/// Owns the vertical offset. Only components of which something can be seen have views.
public final class SpotsScrollView: View {
  private(set) var components: [Component] = []
  private(set) var stack = ContainerLayout()
  /// The vertical offset and its motion.
  public internal(set) var axis = ScrollAxis()
  private var mounted = 0..<0
  /// Components that still have the views they had before the components changed.
  private var unplaced: [Component] = []
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
    for component in self.components where !staying.contains(ObjectIdentifier(component)) {
      component.unmount()
    }
    self.components = components
    // Indexes have changed; whoever is still seen is mounted again by the next update.
    unplaced += components.filter { $0.views.root.superview != nil }
    for component in unplaced { component.views.root.removeFromSuperview() }
    mounted = 0..<0
    restack()
  }

  /// Arranges all components anew for the present width.
  func layOutComponents() {
    for component in components { component.layOut(width: frame.width) }
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

  private var visibleComponents: Range<Int> {
    stack.visible(offset: axis.offset, viewport: frame.size)
  }

  /// Gives the visible components their place and their views.
  func mountVisible() {
    let visible = visibleComponents
    for index in mounted where !visible.contains(index) && components.indices.contains(index) {
      components[index].unmount()
    }
    for component in unplaced where !visible.contains(component.views.index) {
      component.unmount()
    }
    unplaced.removeAll()
    mounted = visible
    for index in visible {
      let component = components[index]
      let placement = stack.placement(of: index, offset: axis.offset, viewport: frame.size)
      component.views.root.frame = placement.frame.offsetBy(y: -axis.offset)
      if component.views.root.superview !== self { addSubview(component.views.root) }
      component.mount(inner: placement.inner, height: placement.frame.height)
    }
    orderSubviews(visible.map { components[$0].views.root })
  }

  /// Stands at `offset` without any motion; for a stack inside another that scrolls.
  func scroll(toFixed offset: Double) {
    updateRange()
    axis.jump(to: offset)
  }

  /// Gives all views back.
  func unmountAll() {
    for index in mounted where components.indices.contains(index) { components[index].unmount() }
    mounted = 0..<0
  }

  func refreshStates() {
    for index in mounted where components.indices.contains(index) {
      components[index].views.refreshStates(of: components[index])
    }
  }

  /// The components with views, those inside of composite items too.
  var allMounted: [Component] {
    mounted.filter(components.indices.contains).flatMap { index in
      [components[index]] + components[index].views.composites.flatMap(\.scrollView.allMounted)
    }
  }

  /// The components that have views now.
  var mountedComponents: Range<Int> { mounted }

  // MARK: Places

  /// What is at `point`, in the scroll view's own coordinates.
  func path(at point: Point) -> ItemPath? {
    guard let (index, inside) = component(at: point) else { return nil }
    let component = components[index]
    let inner = max(axis.offset - stack.offset(of: index), 0)
    if let header = component.geometry.headerFrame(inner: inner), header.contains(inside) {
      return ItemPath(component: index, part: .header)
    }
    if let footer = component.geometry.footerFrame, footer.contains(inside) {
      return ItemPath(component: index, part: .footer)
    }
    let shifted = Point(x: inside.x + component.horizontal.offset, y: inside.y)
    guard let slot = component.geometry.slot(at: shifted) else { return nil }
    let path = ItemPath(component: index, item: slot.item)
    guard let composite = component.views.items[slot]?.view as? CompositeItemView else {
      return path
    }
    let place = shifted - component.geometry.frame(of: slot).origin
    return composite.path(at: place).map(path.appending) ?? path
  }

  /// The components at `point`, the innermost first, each with the point in its content.
  func componentsInside(at point: Point) -> [(component: Component, inside: Point)] {
    guard let (index, inside) = component(at: point) else { return [] }
    let component = components[index]
    let shifted = Point(x: inside.x + component.horizontal.offset, y: inside.y)
    var found = [(component, inside)]
    if let slot = component.geometry.slot(at: shifted),
      let composite = component.views.items[slot]?.view as? CompositeItemView
    {
      let place = shifted - component.geometry.frame(of: slot).origin
      let inner = composite.scrollView
      found = inner.componentsInside(at: place - inner.frame.origin) + found
    }
    return found
  }

  /// The stack that holds the component of the path's last step, and where it begins in this one's
  /// content; nil when its views are not there.
  func stack(of path: ItemPath) -> (view: SpotsScrollView, origin: Point)? {
    guard let parent = path.parent else { return (self, .zero) }
    guard let outer = stack(of: parent), let item = parent.last.item,
      outer.view.components.indices.contains(parent.last.component)
    else { return nil }
    let component = outer.view.components[parent.last.component]
    let shown = component.views.items.first { $0.key.item == item }
    guard let shown, let composite = shown.value.view as? CompositeItemView else { return nil }
    let frame = component.geometry.frame(of: shown.key)
    let top = outer.view.stack.offset(of: parent.last.component)
    return (
      composite.scrollView,
      Point(
        x: outer.origin.x + frame.x - component.horizontal.offset,
        y: outer.origin.y + top + frame.y)
    )
  }

  /// The component of the path's last step; nil when it is not there.
  func component(of path: ItemPath) -> Component? {
    guard let stack = stack(of: path)?.view,
      stack.components.indices.contains(path.last.component)
    else { return nil }
    return stack.components[path.last.component]
  }

  /// The component at `point`, and the point in the component's content, horizontal scrolling not
  /// added.
  func component(at point: Point) -> (index: Int, inside: Point)? {
    let y = point.y + axis.offset
    guard bounds.contains(point), let index = stack.component(at: y) else { return nil }
    return (index, Point(x: point.x, y: y - stack.offset(of: index)))
  }

  /// The frame of a part in the stack's content, horizontal scrolling taken off.
  func contentFrame(of path: ItemPath) -> Rect? {
    if !path.nested.isEmpty {
      guard let (inner, origin) = stack(of: path) else { return nil }
      let step = ItemPath(component: path.last.component, part: path.last.part)
      return inner.contentFrame(of: step)?.offsetBy(x: origin.x, y: origin.y)
    }
    guard components.indices.contains(path.component) else { return nil }
    let component = components[path.component]
    let start = stack.offset(of: path.component)
    switch path.part {
    case .item(let index):
      guard component.model.items.indices.contains(index) else { return nil }
      let slot = component.geometry.slot(ofItem: index, near: component.horizontal.offset)
      return component.geometry.frame(of: slot)
        .offsetBy(x: -component.horizontal.offset, y: start)
    case .header:
      let inner = max(axis.offset - start, 0)
      return component.geometry.headerFrame(inner: inner)?.offsetBy(y: start)
    case .footer: return component.geometry.footerFrame?.offsetBy(y: start)
    }
  }
}
