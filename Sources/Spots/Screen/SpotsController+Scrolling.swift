// Scrolling by program: to an offset, to an item, to the end.

extension SpotsController {
  /// Where an item shall stand in the viewport.
  public enum ScrollPosition: Sendable {
    case top, center, bottom
  }

  /// The offset of the container, in points from the top of the content.
  public var contentOffset: Double { scrollView.axis.offset }

  /// The pictures that come into view next if scrolling continues in the last direction, nearest
  /// first; none before the screen was scrolled.
  ///
  /// - Complexity: O(*n*) in the items within one window height, which are read if they have not been
  ///   yet.
  public func imagesAhead() -> [String] {
    scrollsUpwards.map { scrollView.imagesAhead(upwards: $0) } ?? []
  }

  /// All that can be scrolled to, in points: as wide as the viewport, at least as high.
  public var contentSize: Size { Size(width: size.width, height: scrollView.contentHeight) }

  /// The visible part of a component, by the container's rule; there must be one at the index.
  public func placement(of component: Int) -> ContainerLayout.Placement {
    scrollView.stack.placement(of: component, offset: contentOffset, viewport: size)
  }

  /// Scrolls to `offset` at once, cut to the content.
  public func scroll(to offset: Double) {
    leaveForAnotherPlace()
    scrollView.axis.jump(to: offset)
  }

  /// Scrolls to `offset`, cut to the content, from `now` on.
  public func scroll(to offset: Double, animatedAt now: Double) {
    leaveForAnotherPlace()
    scrollView.axis.glide(to: offset, at: now)
  }

  /// Scrolls a carousel to `offset` at once, cut to its content.
  public func scroll(carousel component: Int, to offset: Double) {
    guard components.indices.contains(component) else { return }
    components[component].beginGesture()
    components[component].horizontal.jump(to: offset)
    isStale = true
    onNeedsFrame()
  }

  /// Shows the screen as when it was opened: everything is scrolled to its beginning, nothing is
  /// selected, and no item has the keyboard.
  public func startOver() {
    deselect()
    keyboard = KeyboardFocus()
    for component in components { component.startOver() }
    scroll(to: 0)
    refreshStates()
  }

  /// Scrolls an item to a place of the viewport, and its carousel so that it is in the middle; one
  /// that snaps to where it rests with the item.
  ///
  /// - Parameter now: When the movement begins; nil goes there at once.
  /// - Returns: Whether there is such an item.
  @discardableResult
  public func scroll(
    to path: ItemPath, position: ScrollPosition = .top, animatedAt now: Double? = nil
  ) -> Bool {
    guard let item = path.item, self.item(at: path) != nil else { return false }
    let component = components[path.component]
    let slot = component.geometry.slot(ofItem: item, near: component.horizontal.offset)
    let x = component.restingOffset(of: slot)
    go(to: .item(path, position), at: now)
    guard component.model.arrangement == .carousel else { return true }
    if let now {
      component.horizontal.glide(to: x, at: now)
    } else {
      component.horizontal.jump(to: x)
    }
    return true
  }

  /// Scrolls to the end of the content.
  ///
  /// - Parameter now: When the movement begins; nil goes there at once.
  public func scrollToBottom(animatedAt now: Double? = nil) {
    go(to: .bottom, at: now)
  }

  /// Scrolls an item to a place of the viewport, and its carousel so that it is in the middle; one
  /// that snaps to where it rests with the item.
  ///
  /// - Parameter animated: Whether it glides there, from the next frame on.
  /// - Returns: Whether there is such an item.
  @discardableResult
  public func scrollTo(
    component: Int, item: Int, position: ScrollPosition = .top, animated: Bool = true
  ) -> Bool {
    let path = ItemPath(component: component, item: item)
    guard animated else { return scroll(to: path, position: position) }
    guard self.item(at: path) != nil else { return false }
    wait(toScrollTo: .item(path, position))
    return true
  }

  /// Scrolls to the end of the content.
  ///
  /// - Parameter animated: Whether it glides there, from the next frame on.
  public func scrollToBottom(animated: Bool) {
    if animated { wait(toScrollTo: .bottom) } else { scrollToBottom() }
  }

  private func wait(toScrollTo destination: Destination) {
    leaveForAnotherPlace()
    waitingDestination = destination
  }

  /// Leaves for the place that was asked for since the last frame.
  func beginScrolling(at now: Double) {
    guard let destination = waitingDestination else { return }
    waitingDestination = nil
    switch destination {
    case .item(let path, let position): scroll(to: path, position: position, animatedAt: now)
    case .bottom: scrollToBottom(animatedAt: now)
    }
  }

  // MARK: Places that move while they are measured

  /// A place whose offset is an estimate until it is seen.
  enum Destination: Equatable {
    case item(ItemPath, ScrollPosition)
    case bottom
  }

  func go(to destination: Destination, at now: Double?) {
    leaveForAnotherPlace()
    guard let offset = offset(of: destination) else { return }
    self.destination = destination
    if let now {
      scrollView.axis.glide(to: offset, at: now)
    } else {
      scrollView.axis.jump(to: offset)
    }
  }

  /// Looks the place up again, since what is measured on the way moves it, until it is reached.
  ///
  /// - Returns: Whether the screen is still on its way.
  func continueToDestination(at now: Double) -> Bool {
    // Each round measures what the last one brought into view; usually two are enough.
    for _ in 0..<16 {
      guard let destination, let target = offset(of: destination) else { break }
      if scrollView.axis.isMoving {
        scrollView.axis.glide(to: target, at: now)
        if scrollView.axis.isMoving { return true }
      } else {
        guard abs(target - contentOffset) > 1e-6 else { break }
        scrollView.axis.jump(to: target)
      }
      update()
    }
    destination = nil
    return false
  }

  private func offset(of destination: Destination) -> Double? {
    guard case .item(let path, let position) = destination else { return scrollView.axis.maximum }
    guard let frame = scrollView.contentFrame(of: path) else { return nil }
    let offset: Double =
      switch position {
      case .top: frame.y
      case .center: frame.midY - size.height / 2
      case .bottom: frame.maxY - size.height
      }
    return min(max(offset, 0), scrollView.axis.maximum)
  }

  private func leaveForAnotherPlace() {
    keyboard.isRevealing = false
    destination = nil
    waitingDestination = nil
    isStale = true
    onNeedsFrame()
  }
}

extension Component {
  /// Scrolls to the beginning, the carousels inside composite items too.
  func startOver() {
    beginGesture()
    restore(nil)
    innerStands = InnerStands()
    for composite in viewsIfLoaded?.composites ?? [] {
      for component in composite.scrollView.components { component.startOver() }
    }
  }
}
