// Keys: moving the focus, activating, and scrolling by pages.

extension SpotsController {
  /// What stays of a page when the next one is shown, in points.
  private static let pageOverlap = 40.0

  /// - Returns: Whether the key meant something here.
  func keyPressed(_ key: Key, _ modifiers: Modifiers, at now: Double) -> Bool {
    guard modifiers.isDisjoint(with: [.control, .alt]) else { return false }
    switch key {
    case .up: moveFocus(.up, at: now)
    case .down: moveFocus(.down, at: now)
    case .left: moveFocus(.left, at: now)
    case .right: moveFocus(.right, at: now)
    case .tab: moveToComponent(forward: !modifiers.contains(.shift), at: now)
    case .enter, .space:
      guard let path = keyboard.path else { return false }
      setFocus(path, at: now)
      activate(path)
    case .pageDown: scrollBy(size.height - Self.pageOverlap, at: now)
    case .pageUp: scrollBy(Self.pageOverlap - size.height, at: now)
    case .home: scrollView.axis.glide(to: 0, at: now)
    case .end: go(to: .bottom, at: now)
    case .function(5): return askForRefresh()
    default: return false
    }
    onNeedsFrame()
    return true
  }

  private func scrollBy(_ distance: Double, at now: Double) {
    scrollView.axis.glide(to: scrollView.axis.target + distance, at: now)
  }

  private func moveFocus(_ direction: FocusDirection, at now: Double) {
    guard let path = keyboard.path.map(usable), path.last.item != nil, isNearWindow(path) else {
      if let first = firstVisibleItem() { setFocus(entered(first, .down), at: now) }
      return
    }
    // From the inside out: the next item of the same component, else the next component, else what
    // comes after the composite item around.
    var level: ItemPath? = path
    while let current = level {
      if let next = neighbour(of: current, direction) {
        setFocus(entered(next, direction), at: now)
        return
      }
      level = current.parent
    }
    // Nothing further to reach: show what is left of the content.
    if direction == .up { scrollView.axis.glide(to: 0, at: now) }
    if direction == .down { scrollView.axis.glide(to: scrollView.axis.maximum, at: now) }
  }

  /// The item next to the one at `path` on its own level; nil when there is none.
  private func neighbour(of path: ItemPath, _ direction: FocusDirection) -> ItemPath? {
    guard let item = path.last.item, let stack = scrollView.stack(of: path)?.view,
      let component = scrollView.component(of: path)
    else { return nil }
    let next = component.geometry.neighbour(of: item, direction, model: component.model)
    if let next {
      return path.replacingLast(.init(component: path.last.component, part: .item(next)))
    }
    guard direction == .up || direction == .down else { return nil }
    let slot = component.geometry.slot(ofItem: item, near: component.horizontal.offset)
    let x = component.geometry.frame(of: slot).midX - component.horizontal.offset
    let step = direction == .down ? 1 : -1
    var index = path.last.component + step
    while stack.components.indices.contains(index) {
      if let item = entry(into: stack.components[index], near: x, direction) {
        return path.replacingLast(.init(component: index, part: .item(item)))
      }
      index += step
    }
    return nil
  }

  /// The item a path leads to when it is entered in `direction`: of a composite item the first or
  /// last one inside, as far as its views are there.
  private func entered(_ path: ItemPath, _ direction: FocusDirection) -> ItemPath {
    let isForward = direction == .down || direction == .right
    let inside = path.appending(ItemPath(component: 0, item: 0))
    guard usable(inside) == inside, let components = scrollView.stack(of: inside)?.view.components
    else { return path }
    let indexes = isForward ? Array(components.indices) : components.indices.reversed()
    for index in indexes {
      guard let item = entry(into: components[index], near: 0, isForward ? .down : .up) else {
        continue
      }
      return entered(path.appending(ItemPath(component: index, item: item)), direction)
    }
    return path
  }

  /// The item of a component that is entered from above or below at `x`.
  private func entry(
    into component: Component, near x: Double, _ direction: FocusDirection
  ) -> Int? {
    let count = component.model.items.count
    guard count > 0, !component.isHidden else { return nil }
    let geometry = component.geometry
    let edge = direction == .down ? 0 : count - 1
    let offset = component.horizontal.offset
    let row: Rect
    if component.model.arrangement == .carousel {
      row = Rect(x: offset, y: -1e9, width: geometry.width, height: 2e9)
    } else {
      row = Rect(
        x: 0, y: geometry.frame(ofItem: edge).y, width: geometry.width, height: 0.5)
    }
    let nearest = geometry.slots(in: row).min {
      abs(geometry.frame(of: $0).midX - offset - x) < abs(geometry.frame(of: $1).midX - offset - x)
    }
    return nearest?.item ?? edge
  }

  private func moveToComponent(forward: Bool, at now: Double) {
    guard let path = keyboard.path, keyboard.isActive else {
      if let first = firstVisibleItem() { setFocus(first, at: now) }
      return
    }
    let step = forward ? 1 : -1
    let count = components.count
    for distance in 1...max(count, 1) {
      let index = ((path.component + step * distance) % count + count) % count
      if let item = entry(into: components[index], near: 0, .down) {
        setFocus(entered(ItemPath(component: index, item: item), .down), at: now)
        return
      }
    }
  }

  /// Gives the keyboard to an item and scrolls it into view.
  func setFocus(_ path: ItemPath, at now: Double) {
    let path = usable(path)
    keyboard = KeyboardFocus(path: path, isActive: true, isRevealing: true)
    reveal(path, at: now)
    refreshStates()
    onNeedsFrame()
  }

  /// Scrolls as little as is needed for all of the item, and a little around it, to be seen.
  private func reveal(_ path: ItemPath, at now: Double) {
    guard let item = path.last.item, let stack = scrollView.stack(of: path),
      let component = scrollView.component(of: path)
    else { return }
    let slot = component.geometry.slot(ofItem: item, near: component.horizontal.target)
    let frame = component.geometry.frame(of: slot)
    let start = stack.origin.y + stack.view.stack.offset(of: path.last.component)
    // The first item brings the header with it.
    let top = item == 0 ? start : start + frame.y - 8
    let sticky = component.model.layout.headerMode == .sticky ? component.geometry.headerHeight : 0
    scrollView.axis.reveal(top - (item == 0 ? 0 : sticky), start + frame.maxY + 8, at: now)
    if component.model.arrangement == .carousel { component.reveal(slot, at: now) }
  }

  /// What is measured on the way moves the item: its place is looked up again in every frame until
  /// it is seen.
  ///
  /// - Returns: Whether the screen is still on its way.
  func continueRevealing(at now: Double) -> Bool {
    guard let path = keyboard.path else {
      keyboard.isRevealing = false
      return false
    }
    reveal(path, at: now)
    keyboard.isRevealing =
      scrollView.axis.isMoving || scrollView.component(of: path)?.horizontal.isMoving ?? false
    return keyboard.isRevealing
  }

  private func isNearWindow(_ path: ItemPath) -> Bool {
    guard let frame = scrollView.contentFrame(of: path) else { return false }
    let target = scrollView.axis.target
    return frame.maxY > target - size.height && frame.y < target + size.height * 2
  }

  /// The first item that begins in the window; when none does, the first one that is seen.
  private func firstVisibleItem() -> ItemPath? {
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
  }
}
