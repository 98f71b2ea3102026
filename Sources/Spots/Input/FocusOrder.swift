// Where the keyboard's focus can be, and where it goes from there: to the next part of the same
// component, into the components above and below, and into composite items.

/// A way to move from one item to another.
enum FocusDirection {
  case up, down, left, right
}

/// The order in which the keyboard goes through the parts of a screen. Keeps no state.
@MainActor
struct FocusOrder {
  let scrollView: SpotsScrollView

  // MARK: Reaching

  /// Whether the keyboard can be on a part, or on something inside it: an item, or a header or
  /// footer that a click activates, if any of it can be scrolled into view.
  func isReachable(_ path: ItemPath) -> Bool {
    guard let item = scrollView.paths.item(at: path),
      let component = scrollView.paths.component(of: path),
      let reach = scrollView.paths.reach(ofComponentOf: path)
    else { return false }
    if path.last.item == nil {
      // A header or footer that a click does not activate may have reachable parts inside.
      let isInert =
        item.action == nil && component.content.disclosure.isExpanded(path.last.part) == nil
        && entered(path, .down) == path
        && !(path.last.part == .header && component.content.columns?.sortsByTitles == true)
      if isInert || !scrollView.paths.isEnabled(path) { return false }
    }
    guard let frame = component.content.frame(of: path.last.part) else { return false }
    let isBelow = frame.y > reach.bottom - 0.5 && frame.maxY > reach.bottom + 0.5
    let isAbove = frame.maxY < reach.top + 0.5 && frame.y < reach.top - 0.5
    return !isBelow && !isAbove
  }

  /// Another part of the component that `path` is in; nil when the keyboard cannot be on it.
  private func reachable(_ part: ItemPath.Part, beside path: ItemPath) -> ItemPath? {
    let path = path.replacingLast(.init(component: path.last.component, part: part))
    return isReachable(path) ? path : nil
  }

  // MARK: Answering

  /// How many items are searched, since searching reads them.
  private static let inputReach = 256

  /// The next item of the same component that users answer; nil when there is none near.
  func nextInput(from path: ItemPath, isForward: Bool) -> ItemPath? {
    guard let item = path.last.item, let component = scrollView.paths.component(of: path) else {
      return nil
    }
    let shown = component.geometry.shown
    if isForward {
      let behind = shown[(shown.position(of: item).map { $0 + 1 } ?? shown.position(from: item))...]
      return firstInput(behind.prefix(Self.inputReach), of: component, beside: path)
    }
    let before = shown[..<shown.position(from: item)]
    return firstInput(before.suffix(Self.inputReach).reversed(), of: component, beside: path)
  }

  /// The last item that users answer in the component of `path`; nil when there is none near its
  /// end.
  func lastInput(of path: ItemPath) -> ItemPath? {
    guard path.last.item != nil, let component = scrollView.paths.component(of: path) else {
      return nil
    }
    let last = component.geometry.shown.suffix(Self.inputReach)
    return firstInput(last.reversed(), of: component, beside: path)
  }

  private func firstInput(
    _ items: some Sequence<Int>, of component: Component, beside path: ItemPath
  ) -> ItemPath? {
    for index in items {
      let item = component.model.items[index]
      let isInput = InputKind(of: item) != nil || item.valueName != nil
      guard isInput || component.view(at: index)?.controls.isEmpty == false,
        let path = reachable(.item(index), beside: path), scrollView.paths.isEnabled(path)
      else { continue }
      return path
    }
    return nil
  }

  // MARK: Neighbors

  /// The part next to the one at `path` on its own level; nil when there is none.
  func neighbor(of path: ItemPath, _ direction: FocusDirection) -> ItemPath? {
    guard let container = scrollView.paths.container(of: path)?.view,
      let component = scrollView.paths.component(of: path)
    else { return nil }
    let next = neighbor(of: path, direction, inside: component)
    if direction == .left || direction == .right {
      if let next, isBeside(next, path, in: component) { return next }
      return columnEntry(from: path, in: component, direction, container) ?? next
    }
    if let next { return next }
    var x = container.origin(of: path.last.component).x
    if let item = path.last.item { x += shownFrame(ofItem: item, in: component).midX }
    return entry(from: path, near: x, direction, in: container)
  }

  /// The part above or below the component of `path`: in its column, or else in what comes after
  /// all columns. Components that have none are passed over.
  private func entry(
    from path: ItemPath, near x: Double, _ direction: FocusDirection, in container: SpotsScrollView
  ) -> ItemPath? {
    let (layout, isBelow) = (container.layout, direction == .down)
    func entry(_ first: Int?) -> ItemPath? {
      var next = first
      while let index = next {
        let target = path.replacingLast(.init(component: index, part: .item(0)))
        let left = container.origin(of: index).x
        if let entry = self.entry(into: target, near: x - left, direction) { return entry }
        next = layout.neighbor(inColumnOf: index, isBelow: isBelow)
      }
      return nil
    }
    var index = path.last.component
    if let entry = entry(layout.neighbor(inColumnOf: index, isBelow: isBelow)) { return entry }
    while true {
      let entries = layout.entries(from: index, isBelow: isBelow, near: x)
      guard let next = entries.first else { return nil }
      if let entry = entries.lazy.compactMap(entry).first { return entry }
      index = next
    }
  }

  /// The frame of an item in its component, horizontal scrolling subtracted.
  private func shownFrame(ofItem item: Int, in component: Component) -> Rect {
    let offset = component.scroll.itemsOffset
    let slot = component.geometry.slot(ofItem: item, near: offset)
    return component.geometry.frame(of: slot).offsetBy(x: -offset)
  }

  /// Whether two parts of a component are in one row.
  private func isBeside(_ a: ItemPath, _ b: ItemPath, in component: Component) -> Bool {
    guard component.model.arrangement != .carousel else { return true }
    let (a, b) = (a.last.part, b.last.part)
    return component.content.frame(of: a)?.y == component.content.frame(of: b)?.y
  }

  /// The part beside the one at `path` in the next column of the container; nil when there is none.
  private func columnEntry(
    from path: ItemPath, in component: Component, _ direction: FocusDirection,
    _ container: SpotsScrollView
  ) -> ItemPath? {
    guard let frame = component.content.frame(of: path.last.part) else { return nil }
    let (scroll, height) = (container.verticalScroll.offset, container.frame.height)
    let y = container.origin(of: path.last.component).y + frame.midY
    let beside = container.layout.neighbor(
      of: path.last.component, isRight: direction == .right, near: y, offset: scroll,
      height: height)
    guard let beside else { return nil }
    let target = path.replacingLast(.init(component: beside, part: .item(0)))
    let geometry = container.components[beside].geometry
    let line = Rect(
      x: container.components[beside].scroll.itemsOffset,
      y: y - container.origin(of: beside).y, width: geometry.width, height: 0.5)
    let slots = direction == .right ? geometry.slots(in: line) : geometry.slots(in: line).reversed()
    let nearest = slots.lazy.compactMap { reachable(.item($0.item), beside: target) }.first
    if let nearest { return nearest }
    // Below the last row, or at the height of an edge.
    let edge: FocusDirection = line.y > geometry.headerHeight ? .up : .down
    return itemEntry(into: target, near: direction == .right ? 0 : geometry.width, edge)
      ?? itemOrEdge(of: target)
  }

  /// The part next to the one at `path` in its component.
  private func neighbor(
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

  /// The next item in `direction`; if that one is cut off, the nearest above it in its column of a
  /// carousel.
  private func itemPath(
    after item: Int, _ direction: FocusDirection, _ path: ItemPath, _ component: Component
  ) -> ItemPath? {
    let arrangement = component.model.arrangement
    let neighbors = ItemNeighbors(in: component.geometry, arrangement)
    var next = neighbors.neighbor(of: item, direction)
    while let candidate = next {
      if let path = reachable(.item(candidate), beside: path) { return path }
      guard arrangement == .carousel, direction != .down else { return nil }
      next = neighbors.neighbor(of: candidate, .up)
    }
    return nil
  }

  /// The part nearest to the one at `path`, which is gone, after a change: what is in its place
  /// now, else what was before it.
  func neighbor(ofGone path: ItemPath, _ move: ContentMove) -> ItemPath? {
    let origins = move.origins
    // If no component is left, it is another screen.
    guard origins.contains(where: { $0 != nil }) else { return nil }
    let next = origins.firstIndex { ($0 ?? -1) >= path.component } ?? origins.count
    if origins.indices.contains(next), origins[next] == path.component,
      let neighbor = neighbor(ofGone: path, in: next, move.diffs[next])
    {
      return neighbor
    }
    func entry(_ component: Int, _ direction: FocusDirection) -> ItemPath? {
      self.entry(into: ItemPath(component: component, item: 0), near: 0, direction)
    }
    return (next..<origins.count).lazy.compactMap { entry($0, .down) }.first
      ?? (0..<next).reversed().lazy.compactMap { entry($0, .up) }.first
  }

  /// The part nearest to one that is gone, in its component, now the one at `index`.
  private func neighbor(ofGone path: ItemPath, in index: Int, _ diff: ItemDiff?) -> ItemPath? {
    let shown = scrollView.components[index].geometry.shown
    guard let item = path.item, let last = shown.last else {
      return itemOrEdge(of: ItemPath(component: index, item: 0))
    }
    // What was inside a composite item may be gone although the item is there.
    let own = diff.map { $0.newIndex(of: item) } ?? item
    let place = own ?? diff?.nearestKept(atOrBefore: item).map { $0.new + 1 } ?? 0
    let position = shown.position(from: place)
    let next = position < shown.count ? shown[position] : last
    let neighbor = ItemPath(component: index, item: next)
    return isReachable(neighbor) ? neighbor : itemOrEdge(of: neighbor)
  }

  // MARK: Entering

  /// The part a path leads to when it is entered in `direction`: in a composite item that has
  /// views, the first or last part inside.
  func entered(_ path: ItemPath, _ direction: FocusDirection) -> ItemPath {
    let isForward = direction == .down || direction == .right
    let inside = path.appending(ItemPath(component: 0, item: 0))
    guard scrollView.paths.usable(inside) == inside,
      let components = scrollView.paths.container(of: inside)?.view.components
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
  private func entry(
    into path: ItemPath, near x: Double, _ direction: FocusDirection
  ) -> ItemPath? {
    let (first, last): (ItemPath.Part, ItemPath.Part) =
      direction == .down ? (.header, .footer) : (.footer, .header)
    return reachable(first, beside: path) ?? itemEntry(into: path, near: x, direction)
      ?? reachable(last, beside: path)
  }

  /// The first item of the component of `path`; without any, its header or footer.
  private func itemOrEdge(of path: ItemPath) -> ItemPath? {
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

  /// The item of the component of `path` that is entered from above or below at `x`.
  private func itemEntry(
    into path: ItemPath, near x: Double, _ direction: FocusDirection
  ) -> ItemPath? {
    guard let component = scrollView.paths.component(of: path),
      let edge = edgeItem(of: path, component, direction)
    else { return nil }
    let geometry = component.geometry
    let offset = component.scroll.itemsOffset
    let row: Rect
    if component.model.arrangement == .carousel {
      row = .strip(x: offset, width: geometry.width)
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
    let shown = component.geometry.shown
    guard let edge = direction == .down ? shown.first : shown.last else { return nil }
    if reachable(.item(edge), beside: path) != nil { return edge }
    guard let reach = scrollView.paths.reach(ofComponentOf: path), reach.bottom.isFinite else {
      return nil
    }
    let (geometry, top) = (component.geometry, max(reach.top, 0))
    let seen = geometry.items(
      in: Rect(x: 0, y: top, width: geometry.contentSize.width, height: reach.bottom - top))
    func isWanted(_ item: Int) -> Bool { reachable(.item(item), beside: path) != nil }
    return direction == .down ? seen.first(where: isWanted) : seen.last(where: isWanted)
  }

  // MARK: The window

  /// The first item that begins in the window; when none does, the first one that is seen, and
  /// without any the first header or footer.
  func firstVisible() -> ItemPath? {
    var seen: ItemPath?
    let components = scrollView.components
    for index in scrollView.mountedComponents where components.indices.contains(index) {
      let items = components[index].visibleIndexes
      let item = items.first {
        guard let frame = scrollView.paths.contentFrame(of: ItemPath(component: index, item: $0))
        else { return false }
        return frame.y >= scrollView.verticalScroll.offset - 0.5
      }
      if let item { return ItemPath(component: index, item: item) }
      seen = seen ?? items.first.map { ItemPath(component: index, item: $0) }
    }
    return seen
      ?? scrollView.mountedComponents.lazy.compactMap { index in
        self.itemOrEdge(of: ItemPath(component: index, item: 0))
      }.first
  }

  /// The part that the first Tab focuses: the first one in the window, which may be a header with
  /// an action.
  func firstVisibleStop() -> ItemPath? {
    let first = firstVisible()
    let headers = scrollView.mountedComponents.lazy
      .prefix { $0 <= first?.component ?? .max }
      .map { ItemPath(component: $0, part: .header) }
    let header = headers.first { header in
      let frame = self.scrollView.paths.contentFrame(of: header)
      return self.isReachable(header)
        && frame.map { $0.y >= self.scrollView.verticalScroll.offset - 0.5 } ?? false
    }
    return header ?? first
  }

  /// Whether a part is at most one window height away from where the screen scrolls to.
  func isNearWindow(_ path: ItemPath) -> Bool {
    let scroll = scrollView.verticalScroll
    let moved =
      scrollView.shift(of: path.component, at: scroll.target)
      - scrollView.shift(of: path.component, at: scroll.offset)
    guard let frame = scrollView.paths.contentFrame(of: path)?.offsetBy(y: moved) else {
      return false
    }
    let (target, height) = (scroll.target, scrollView.frame.height)
    return frame.maxY > target - height && frame.y < target + height * 2
  }
}

/// A place the Tab key stops at: the header of a component, its items as one, or its footer.
struct TabStop: Equatable {
  enum Part: Int, CaseIterable {
    case header, items, footer
  }

  var component: Int
  var part: Part

  static let perComponent = Part.allCases.count

  /// The stop that `path` belongs to.
  init(_ path: ItemPath) {
    component = path.component
    part =
      switch path.part {
      case .header: .header
      case .item: .items
      case .footer: .footer
      }
  }

  /// - Parameter number: Stops are counted from the top of the screen, three for each component.
  init(number: Int) {
    component = number / Self.perComponent
    part = Part.allCases[number % Self.perComponent]
  }

  var number: Int { component * Self.perComponent + part.rawValue }
}
