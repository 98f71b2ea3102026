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
    case .tab: moveToNextStop(forward: !modifiers.contains(.shift), at: now)
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
    guard let path = keyboard.path.map(usable), item(at: path) != nil, isNearWindow(path) else {
      if let first = firstVisible() { setFocus(entered(first, .down), at: now) }
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

  /// Each component has three stops: its header and its footer, if a click activates them, and its
  /// items, of which the first one is entered.
  private func moveToNextStop(forward: Bool, at now: Double) {
    guard let path = keyboard.path, keyboard.isActive else {
      if let first = firstVisibleStop() { setFocus(first, at: now) }
      return
    }
    let count = components.count * TabStop.perComponent
    let start = TabStop(path).number
    for distance in stride(from: 1, through: count, by: 1) {
      let number = start + (forward ? distance : -distance)
      guard let entry = entry(into: TabStop(number: (number % count + count) % count)) else {
        continue
      }
      return setFocus(entered(entry, .down), at: now)
    }
  }

  /// Gives the keyboard to a part and scrolls it into view.
  func setFocus(_ path: ItemPath, at now: Double) {
    let path = usable(path)
    keyboard = KeyboardFocus(path: path, isActive: true, isRevealing: true)
    reveal(path, at: now)
    refreshStates()
    onNeedsFrame()
  }

  /// Scrolls as little as is needed for all of the item, and a little around it, to be seen. A
  /// header that sticks is seen where it sticks.
  private func reveal(_ path: ItemPath, at now: Double) {
    guard let item = path.last.item else {
      guard let frame = scrollView.contentFrame(of: path) else { return }
      return scrollView.axis.reveal(frame.y, frame.maxY, at: now)
    }
    guard let stack = scrollView.stack(of: path), let component = scrollView.component(of: path)
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
}
