// What is where in a stack of components, also inside of composite items.

extension SpotsScrollView {
  /// A part of the screen that lies under a point.
  struct Hit {
    var path: ItemPath
    /// Whether a click there is meant for the part: its view may have an area for that.
    var isActive = true

    @MainActor
    init(_ path: ItemPath, _ view: View?, at place: Point) {
      self.path = path
      if let area = view?.activationArea { isActive = area.contains(place) }
    }
  }

  /// What is at `point`, in the scroll view's own coordinates.
  func hit(at point: Point) -> Hit? {
    guard let (index, inside) = component(at: point) else { return nil }
    let component = components[index]
    let inner = max(axis.offset - stack.offset(of: index), 0)
    if let header = component.geometry.headerFrame(inner: inner), header.contains(inside) {
      let path = ItemPath(component: index, part: .header)
      return Hit(path, component.views.header?.view, at: inside - header.origin)
    }
    if let footer = component.geometry.footerFrame, footer.contains(inside) {
      let path = ItemPath(component: index, part: .footer)
      return Hit(path, component.views.footer?.view, at: inside - footer.origin)
    }
    let shifted = Point(x: inside.x + component.horizontal.offset, y: inside.y)
    guard let slot = component.geometry.slot(at: shifted) else { return nil }
    let path = ItemPath(component: index, item: slot.item)
    let view = component.views.items[slot]?.view
    let place = shifted - component.geometry.frame(of: slot).origin
    guard let composite = view as? CompositeItemView, var hit = composite.hit(at: place) else {
      return Hit(path, view, at: place)
    }
    hit.path = path.appending(hit.path)
    return hit
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

  /// The stretch that scrolling can bring into view of the component of the path's last step, in the
  /// component's own content; what is outside is cut off by the component, or by a composite item
  /// around it. nil when the component is hidden or not there.
  func reach(ofComponentOf path: ItemPath) -> (top: Double, bottom: Double)? {
    guard let stack = stack(of: path)?.view, let component = component(of: path),
      !component.isHidden
    else { return nil }
    let index = path.last.component
    let height = component.model.layout.dynamicHeight ? .infinity : stack.stack.height(of: index)
    guard let parent = path.parent else { return (0, height) }
    guard let item = parent.last.item, let outer = self.component(of: parent),
      let around = reach(ofComponentOf: parent)
    else { return nil }
    let frame = outer.geometry.frame(ofItem: item)
    let start = frame.y + stack.stack.offset(of: index)
    return (
      max(0, around.top - start, frame.y - start),
      min(height, around.bottom - start, frame.maxY - start)
    )
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
