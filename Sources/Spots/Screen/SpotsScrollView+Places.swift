// What is where in a stack of components, also inside of composite items.

extension SpotsScrollView {
  /// A part of the screen that lies under a point.
  struct Target {
    var path: ItemPath
    /// Whether a click there is meant for the part: its view may have an area for that.
    var isActive: Bool
  }

  /// What is at `point`, in the scroll view's own coordinates.
  func target(at point: Point) -> Target? {
    guard let (index, inside) = component(at: point), let hit = hit(index, inside) else {
      return nil
    }
    let path = ItemPath(component: index, part: hit.part)
    guard var target = hit.composite?.target(at: hit.inside) else {
      return Target(path: path, isActive: hit.isActive)
    }
    target.path = path.appending(target.path)
    return target
  }

  /// A part of a component, and a point in it.
  private struct Hit {
    var part: ItemPath.Part
    var inside: Point
    /// The part's view, when that has components inside.
    var composite: CompositeItemView?
    /// Whether the point is where the view takes clicks.
    var isActive: Bool

    @MainActor
    init(_ part: ItemPath.Part, at point: Point, in frame: Rect, _ view: View?) {
      (self.part, inside) = (part, point - frame.origin)
      composite = view as? CompositeItemView
      isActive = view?.activationArea?.contains(inside) ?? true
    }
  }

  /// The part of a component at `point` of its content, horizontal scrolling not added.
  private func hit(_ index: Int, _ point: Point) -> Hit? {
    let (geometry, views) = (components[index].geometry, components[index].views)
    let inner = inner(of: index)
    if let header = geometry.headerFrame(inner: inner), header.contains(point) {
      return Hit(.header, at: point, in: header, views.header?.view)
    }
    if let footer = geometry.footerFrame, footer.contains(point) {
      return Hit(.footer, at: point, in: footer, views.footer?.view)
    }
    let shifted = Point(x: point.x + components[index].horizontal.offset, y: point.y)
    guard let slot = geometry.slot(at: shifted) else { return nil }
    return Hit(
      .item(slot.item), at: shifted, in: geometry.frame(of: slot), views.items[slot]?.view)
  }

  /// How far a component is scrolled out of the top of the stack.
  private func inner(of index: Int) -> Double { max(axis.offset - stack.offset(of: index), 0) }

  /// The components at `point`, the innermost first, each with the point in its content.
  func componentsInside(at point: Point) -> [(component: Component, inside: Point)] {
    guard let (index, inside) = component(at: point) else { return [] }
    let found = [(components[index], inside)]
    guard let hit = hit(index, inside), let inner = hit.composite?.scrollView else { return found }
    return inner.componentsInside(at: hit.inside - inner.frame.origin) + found
  }

  /// The stack that holds the component of the path's last step, and where it begins in this one's
  /// content; nil when its views are not there.
  func stack(of path: ItemPath) -> (view: SpotsScrollView, origin: Point)? {
    guard let parent = path.parent else { return (self, .zero) }
    let step = parent.last
    guard let outer = stack(of: parent), outer.view.components.indices.contains(step.component)
    else { return nil }
    let component = outer.view.components[step.component]
    let shown = component.shown(step.part, inner: outer.view.inner(of: step.component))
    guard let shown, let composite = shown.view as? CompositeItemView else { return nil }
    let top = outer.view.stack.offset(of: step.component)
    return (composite.scrollView, outer.origin + shown.frame.origin + Point(y: top))
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
    guard let outer = self.component(of: parent), let around = reach(ofComponentOf: parent),
      let frame = outer.frame(of: parent.last.part)
    else { return nil }
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
      let inner = inner(of: path.component)
      return component.geometry.headerFrame(inner: inner)?.offsetBy(y: start)
    case .footer: return component.geometry.footerFrame?.offsetBy(y: start)
    }
  }
}
