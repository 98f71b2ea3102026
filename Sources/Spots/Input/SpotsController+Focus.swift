// Where the focus goes from a part of the screen: to the next one of the same component, into the
// components above and below, and into composite items.

extension SpotsController {
  /// Whether the keyboard can stand on a part, or on something inside it: an item, or a header or
  /// footer that a click activates, of which something can be scrolled into view.
  func isReachable(_ path: ItemPath) -> Bool {
    guard let item = item(at: path), let component = scrollView.component(of: path),
      let reach = scrollView.reach(ofComponentOf: path)
    else { return false }
    if path.last.item == nil {
      // A header or footer that a click does not activate may have parts inside that it does.
      let isInert = item.action == nil && entered(path, .down) == path
      if isInert || item.isDisabled { return false }
    }
    guard let frame = component.frame(of: path.last.part) else { return false }
    let isBelow = frame.y > reach.bottom - 0.5 && frame.maxY > reach.bottom + 0.5
    let isAbove = frame.maxY < reach.top + 0.5 && frame.y < reach.top - 0.5
    return !isBelow && !isAbove
  }

  /// The part next to the one at `path` on its own level; nil when there is none.
  func neighbour(of path: ItemPath, _ direction: FocusDirection) -> ItemPath? {
    guard let stack = scrollView.stack(of: path)?.view,
      let component = scrollView.component(of: path)
    else { return nil }
    if let next = neighbour(of: path, direction, inside: component) { return next }
    guard direction == .up || direction == .down else { return nil }
    var x = 0.0
    if let item = path.last.item {
      let slot = component.geometry.slot(ofItem: item, near: component.horizontal.offset)
      x = component.geometry.frame(of: slot).midX - component.horizontal.offset
    }
    let step = direction == .down ? 1 : -1
    var index = path.last.component + step
    while stack.components.indices.contains(index) {
      let next = path.replacingLast(.init(component: index, part: .item(0)))
      if let entry = entry(into: next, near: x, direction) { return entry }
      index += step
    }
    return nil
  }

  /// The part next to the one at `path` in its component.
  private func neighbour(
    of path: ItemPath, _ direction: FocusDirection, inside component: Component
  ) -> ItemPath? {
    switch (path.last.part, direction) {
    case (.item(let item), _):
      if let next = itemPath(after: item, direction, path, component) { return next }
      if direction == .up { return reachable(.header, beside: path) }
      return direction == .down ? reachable(.footer, beside: path) : nil
    case (.header, .down):
      return itemEntry(into: path, near: 0, .down) ?? reachable(.footer, beside: path)
    case (.footer, .up):
      return itemEntry(into: path, near: 0, .up) ?? reachable(.header, beside: path)
    default: return nil
    }
  }

  /// The next item in `direction`; where that one is cut off, the nearest above it in its column of
  /// a carousel.
  private func itemPath(
    after item: Int, _ direction: FocusDirection, _ path: ItemPath, _ component: Component
  ) -> ItemPath? {
    let (geometry, model) = (component.geometry, component.model)
    var next = geometry.neighbour(of: item, direction, model: model)
    while let candidate = next {
      if let path = reachable(.item(candidate), beside: path) { return path }
      guard model.arrangement == .carousel, direction != .down else { return nil }
      next = geometry.neighbour(of: candidate, .up, model: model)
    }
    return nil
  }

  /// Another part of the component that `path` is in; nil when the keyboard cannot stand on it.
  private func reachable(_ part: ItemPath.Part, beside path: ItemPath) -> ItemPath? {
    let path = path.replacingLast(.init(component: path.last.component, part: part))
    return isReachable(path) ? path : nil
  }

  // MARK: Entering

  /// The part a path leads to when it is entered in `direction`: of a composite item the first or
  /// last one inside, as far as its views are there.
  func entered(_ path: ItemPath, _ direction: FocusDirection) -> ItemPath {
    let isForward = direction == .down || direction == .right
    let inside = path.appending(ItemPath(component: 0, item: 0))
    guard usable(inside) == inside, let components = scrollView.stack(of: inside)?.view.components
    else { return path }
    let indexes = isForward ? Array(components.indices) : components.indices.reversed()
    for index in indexes {
      let component = path.appending(ItemPath(component: index, item: 0))
      guard let entry = entry(into: component, near: 0, isForward ? .down : .up) else { continue }
      return entered(entry, direction)
    }
    return path
  }

  /// The part of the component of `path` that is entered from above or below at `x`.
  func entry(into path: ItemPath, near x: Double, _ direction: FocusDirection) -> ItemPath? {
    let (first, last): (ItemPath.Part, ItemPath.Part) =
      direction == .down ? (.header, .footer) : (.footer, .header)
    return reachable(first, beside: path) ?? itemEntry(into: path, near: x, direction)
      ?? reachable(last, beside: path)
  }

  /// The first item of the component of `path`; without any, its header or footer.
  func itemOrEdge(of path: ItemPath) -> ItemPath? {
    itemEntry(into: path, near: 0, .down) ?? reachable(.header, beside: path)
      ?? reachable(.footer, beside: path)
  }

  /// The part that Tab leads to; nil when there is nothing at the stop.
  func entry(into stop: TabStop) -> ItemPath? {
    let path = ItemPath(component: stop.component, item: 0)
    switch stop.part {
    case .header: return reachable(.header, beside: path)
    case .items: return itemEntry(into: path, near: 0, .down)
    case .footer: return reachable(.footer, beside: path)
    }
  }

  /// The part that the first Tab focuses: the first one in the window, which may be a header with
  /// an action.
  func firstVisibleStop() -> ItemPath? {
    let first = firstVisible()
    let headers = scrollView.mountedComponents.lazy
      .prefix { $0 <= first?.component ?? .max }
      .map { ItemPath(component: $0, part: .header) }
    let header = headers.first { header in
      let frame = self.scrollView.contentFrame(of: header)
      return self.isReachable(header) && frame.map { $0.y >= self.contentOffset - 0.5 } ?? false
    }
    return header ?? first
  }

  /// The item of the component of `path` that is entered from above or below at `x`.
  private func itemEntry(
    into path: ItemPath, near x: Double, _ direction: FocusDirection
  ) -> ItemPath? {
    guard let component = scrollView.component(of: path),
      let edge = edgeItem(of: path, component, direction)
    else { return nil }
    let geometry = component.geometry
    let offset = component.horizontal.offset
    let row: Rect
    if component.model.arrangement == .carousel {
      row = Rect(x: offset, y: -1e9, width: geometry.width, height: 2e9)
    } else {
      row = Rect(x: 0, y: geometry.frame(ofItem: edge).y, width: geometry.width, height: 0.5)
    }
    let reachable = geometry.slots(in: row).filter {
      self.reachable(.item($0.item), beside: path) != nil
    }
    let nearest = reachable.min {
      abs(geometry.frame(of: $0).midX - offset - x) < abs(geometry.frame(of: $1).midX - offset - x)
    }
    return self.reachable(.item(nearest?.item ?? edge), beside: path)
  }

  /// The first or the last item that is not cut off.
  private func edgeItem(
    of path: ItemPath, _ component: Component, _ direction: FocusDirection
  ) -> Int? {
    let edge = direction == .down ? 0 : component.model.items.count - 1
    if reachable(.item(edge), beside: path) != nil { return edge }
    guard let reach = scrollView.reach(ofComponentOf: path), reach.bottom.isFinite else {
      return nil
    }
    let (geometry, top) = (component.geometry, max(reach.top, 0))
    let seen = geometry.items(
      in: Rect(x: 0, y: top, width: geometry.contentSize.width, height: reach.bottom - top))
    func isWanted(_ item: Int) -> Bool { reachable(.item(item), beside: path) != nil }
    return direction == .down ? seen.first(where: isWanted) : seen.last(where: isWanted)
  }

  /// The first item that begins in the window; when none does, the first one that is seen, and
  /// without any the first header or footer.
  func firstVisible() -> ItemPath? {
    var seen: ItemPath?
    for index in scrollView.mountedComponents where components.indices.contains(index) {
      let window = scrollView.bounds.offsetBy(y: contentOffset)
      let items = components[index].visibleViews.keys.sorted()
      let item = items.first {
        guard let frame = scrollView.contentFrame(of: ItemPath(component: index, item: $0))
        else { return false }
        return frame.y >= window.y - 0.5
      }
      if let item { return ItemPath(component: index, item: item) }
      seen = seen ?? items.first.map { ItemPath(component: index, item: $0) }
    }
    return seen
      ?? scrollView.mountedComponents.lazy.compactMap { index in
        self.itemOrEdge(of: ItemPath(component: index, item: 0))
      }.first
  }
}
