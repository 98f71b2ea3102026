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
    default: return false
    }
    onNeedsFrame()
    return true
  }

  private func scrollBy(_ distance: Double, at now: Double) {
    scrollView.axis.glide(to: scrollView.axis.target + distance, at: now)
  }

  private func moveFocus(_ direction: FocusDirection, at now: Double) {
    guard let path = keyboard.path, let index = path.item, isNearWindow(path) else {
      if let first = firstVisibleItem() { setFocus(first, at: now) }
      return
    }
    let component = components[path.component]
    if let next = component.geometry.neighbour(of: index, direction, model: component.model) {
      setFocus(ItemPath(component: path.component, item: next), at: now)
    } else if direction == .up || direction == .down {
      leave(path, direction, at: now)
    }
  }

  /// Goes to the nearest item of the next component that has any.
  private func leave(_ path: ItemPath, _ direction: FocusDirection, at now: Double) {
    let x = scrollView.contentFrame(of: path)?.midX ?? 0
    let step = direction == .down ? 1 : -1
    var next = path.component + step
    while components.indices.contains(next) {
      if let item = entry(into: next, near: x, direction) {
        setFocus(ItemPath(component: next, item: item), at: now)
        return
      }
      next += step
    }
    // Nothing further to reach: show what is left of the content.
    scrollView.axis.glide(to: direction == .down ? scrollView.axis.maximum : 0, at: now)
  }

  /// The item of a component that is entered from above or below at `x`.
  private func entry(into index: Int, near x: Double, _ direction: FocusDirection) -> Int? {
    let component = components[index]
    let count = component.model.items.count
    guard count > 0, !component.isHidden else { return nil }
    let geometry = component.geometry
    let edge = direction == .down ? 0 : count - 1
    let offset = component.horizontal.offset
    let row: Rect
    if component.model.arrangement == .carousel {
      row = Rect(x: offset, y: -1e9, width: size.width, height: 2e9)
    } else {
      row = Rect(x: 0, y: geometry.frame(ofItem: edge).y, width: size.width, height: 0.5)
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
      if let item = entry(into: index, near: 0, .down) {
        setFocus(ItemPath(component: index, item: item), at: now)
        return
      }
    }
  }

  /// Gives the keyboard to an item and scrolls it into view.
  func setFocus(_ path: ItemPath, at now: Double) {
    keyboard = KeyboardFocus(path: path, isActive: true, isRevealing: true)
    reveal(path, at: now)
    refreshStates()
    onNeedsFrame()
  }

  /// Scrolls as little as is needed for all of the item, and a little around it, to be seen.
  private func reveal(_ path: ItemPath, at now: Double) {
    guard let item = path.item else { return }
    let component = components[path.component]
    let slot = component.geometry.slot(ofItem: item, near: component.horizontal.target)
    let frame = component.geometry.frame(of: slot)
    let start = scrollView.stack.offset(of: path.component)
    // The first item brings the header with it.
    let top = item == 0 ? start : start + frame.y - 8
    let sticky = component.model.layout.headerMode == .sticky ? component.geometry.headerHeight : 0
    scrollView.axis.reveal(top - (item == 0 ? 0 : sticky), start + frame.maxY + 8, at: now)
    if component.model.arrangement == .carousel {
      components[path.component].horizontal.reveal(frame.x - 16, frame.maxX + 16, at: now)
    }
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
      scrollView.axis.isMoving || components[path.component].horizontal.isMoving
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
