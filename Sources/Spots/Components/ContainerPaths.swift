/// Looks up items, components and frames by their paths, in a container and in those nested in its
/// composite parts.
///
/// Models are found wherever they are; components and places only where there are views.
@MainActor
struct ContainerPaths {
  /// The container in which the paths begin.
  let view: SpotsScrollView

  /// The item, header or footer at `path`, or the button of the toolbar; nil when there is none.
  func item(at path: ItemPath) -> Item? {
    if path.isInToolbar { return path.item.flatMap { view.toolbar?.item(at: $0) } }
    guard view.components.indices.contains(path.component) else { return nil }
    var item = view.components[path.component].model.part(path.part)
    for step in path.nested {
      let inner = item?.children ?? []
      item = inner.indices.contains(step.component) ? inner[step.component].part(step.part) : nil
    }
    return item
  }

  /// The model of the component at `path`; nil when there is none.
  func model(at path: ComponentPath) -> ComponentModel? {
    guard let parent = path.parent else {
      return view.components.indices.contains(path.index) ? view.components[path.index].model : nil
    }
    guard let children = item(at: parent)?.children else { return nil }
    return children.indices.contains(path.index) ? children[path.index] : nil
  }

  /// The part that input for `path` goes to: the outermost disabled part around it, or else itself.
  func usable(_ path: ItemPath) -> ItemPath {
    var (answering, level) = (path, path.parent)
    while let around = level {
      if !isEnabled(around) { answering = around }
      level = around.parent
    }
    return answering
  }

  /// Whether the part at a path is enabled by its own item and by values, whatever is around it.
  func isEnabled(_ path: ItemPath) -> Bool {
    item(at: path).map { view.environment?.isEnabled($0) ?? !$0.isDisabled } ?? false
  }

  /// Whether the part at a path is enabled, and all that is around it.
  func isUsable(_ path: ItemPath) -> Bool { isEnabled(path) && usable(path) == path }

  /// Whether a part can hide something.
  func isDisclosure(_ path: ItemPath) -> Bool {
    component(of: path)?.content.disclosure.isExpanded(path.last.part) != nil
  }

  /// The container that holds the component of the path's last step, and where it begins in this
  /// one's content; nil when it has no views.
  func container(of path: ItemPath) -> (view: SpotsScrollView, origin: Point)? {
    guard let parent = path.parent else { return (view, .zero) }
    let step = parent.last
    guard let outer = container(of: parent),
      outer.view.components.indices.contains(step.component)
    else { return nil }
    let component = outer.view.components[step.component]
    guard
      let mounted = component.mounted(step.part, inner: outer.view.inner(of: step.component)),
      let inner = mounted.item.container?.scrollView
    else { return nil }
    return (inner, outer.origin + mounted.frame.origin + outer.view.origin(of: step.component))
  }

  /// The component of the path's last step; nil when it is not there.
  func component(of path: ItemPath) -> Component? {
    guard let container = container(of: path)?.view,
      container.components.indices.contains(path.last.component)
    else { return nil }
    return container.components[path.last.component]
  }

  /// The stretch of the component of the path's last step that scrolling can bring into view, in
  /// the component's content. The rest is cut off by the component or by a composite item around
  /// it. nil when the component is hidden or not there.
  func reach(ofComponentOf path: ItemPath) -> (top: Double, bottom: Double)? {
    guard let container = container(of: path)?.view, let component = component(of: path),
      component.takesRoom
    else { return nil }
    let index = path.last.component
    let height =
      component.geometry.layout.dynamicHeight ? .infinity : container.layout.height(of: index)
    guard let parent = path.parent else { return (0, height) }
    guard let outer = self.component(of: parent), let around = reach(ofComponentOf: parent),
      let frame = outer.content.frame(of: parent.last.part)
    else { return nil }
    let start = frame.y + container.origin(of: index).y
    return (
      max(0, around.top - start, frame.y - start),
      min(height, around.bottom - start, frame.maxY - start)
    )
  }

  /// The frame of a part in the container's content, horizontal scrolling subtracted; nil when
  /// there is none, or a filter has left it out.
  func contentFrame(of path: ItemPath) -> Rect? {
    if !path.nested.isEmpty {
      guard let (inner, origin) = container(of: path) else { return nil }
      let step = ItemPath(component: path.last.component, part: path.last.part)
      return inner.paths.contentFrame(of: step)?.offsetBy(x: origin.x, y: origin.y)
    }
    guard view.components.indices.contains(path.component),
      view.components[path.component].takesRoom
    else {
      return nil
    }
    let component = view.components[path.component]
    let (geometry, x) = (component.geometry, component.scroll.itemsOffset)
    let start = view.origin(of: path.component)
    switch path.part {
    case .item(let index):
      guard geometry.shown.contains(index) else { return nil }
      let slot = geometry.slot(ofItem: index, near: x)
      return geometry.frame(of: slot).offsetBy(x: start.x - x, y: start.y)
    case .header:
      return geometry.headerFrame(inner: view.inner(of: path.component))?
        .offsetBy(x: start.x, y: start.y)
    case .footer: return geometry.footerFrame?.offsetBy(x: start.x, y: start.y)
    }
  }

  /// Checks that there is a part at `path`.
  ///
  /// - Throws: `ChangeError.noComponent` or `.noItem` when there is none.
  func require(_ path: ItemPath) throws(ChangeError) {
    guard item(at: path) == nil else { return }
    let count = try view.existingComponent(at: path.component).model.items.count
    throw .noItem(index: path.item ?? 0, count: count)
  }
}
