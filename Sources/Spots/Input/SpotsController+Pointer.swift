// The pointer: what is under it, and whether it clicks that.

extension SpotsController {
  func pointerMoved(_ point: Point, at now: Double) {
    pointer.position = point
    if let start = pointer.start {
      pointer.velocity.add(point, at: now)
      if pointer.isStill, point.distance(to: start) > PointerTracking.threshold {
        beginDrag(from: start, to: point, at: now)
      }
      continueDrag(to: point)
    } else if case .scrollbar = pointer.drag {
      continueDrag(to: point)
    }
    scrollView.scrollbar.pointerMoved(point, at: now)
    updateHover()
  }

  func pointerPressed(_ point: Point, clicks: Int, at now: Double) {
    pointer.position = point
    updateHover()
    pointer.series.press(point, on: pointer.hover, clicks: clicks)
    if pointer.series.isOwn, pressScrollbar(point, at: now) { return }
    pointer.start = point
    pointer.drag = .none
    pointer.velocity = PointerVelocity()
    pointer.velocity.add(point, at: now)
    breakWheelGesture(at: now)
    keyboard.isActive = false
    scrollView.axis.stop(at: now)
    for (component, _) in scrollView.componentsInside(at: point) {
      component.horizontal.stop(at: now)
    }
    updateHover()
    pointer.pressed = pointer.series.isOwn ? pointer.hover : nil
    refreshStates()
    onNeedsFrame()
  }

  func pointerReleased(_ point: Point, at now: Double) {
    pointer.position = point
    pointer.velocity.add(point, at: now)
    let pressed = pointer.pressed
    let isClick = pointer.start != nil && pointer.isStill && pointer.series.isOwn
    endDrag(at: now)
    if isClick, let start = pointer.start { settleCarousels(at: start, now) }
    pointer.start = nil
    pointer.pressed = nil
    pointer.drag = .none
    updateHover()
    if isClick { click(pressed, point) }
    refreshStates()
  }

  func pointerLeft(at now: Double) {
    pointer.position = nil
    pointer.series = ClickSeries()
    scrollView.scrollbar.pointerMoved(Point(x: -1, y: -1), at: now)
    updateHover()
  }

  /// Whether a click at the pointer's position would activate something that has an action, as a
  /// link or a button does, or turn to the page of a dot; false while the pointer drags.
  public var isPointerOverAction: Bool {
    guard pointer.isStill else { return false }
    if let point = pointer.position, !isOnScrollbar(point), page(at: point) != nil { return true }
    guard let path = pointer.hover, let item = item(at: path) else { return false }
    return item.action != nil && !item.isDisabled
  }

  private func isOnScrollbar(_ point: Point) -> Bool {
    scrollView.scrollbar.isReachable && scrollView.scrollbar.track.contains(point)
  }

  /// Finds what is under the pointer again, after it or the content moved.
  func updateHover() {
    let isOnScrollbar = pointer.position.map(isOnScrollbar) ?? false
    let path = isOnScrollbar ? nil : pointer.position.flatMap(activePath(at:)).map(usable)
    guard path != pointer.hover else { return }
    pointer.hover = path
    refreshStates()
    onNeedsFrame()
  }

  /// The part that a click at `point` is meant for.
  private func activePath(at point: Point) -> ItemPath? {
    guard let target = scrollView.target(at: point), target.isActive else { return nil }
    return target.path
  }

  private func click(_ pressed: ItemPath?, _ point: Point) {
    if let (component, page) = page(at: point) {
      component.horizontal.glide(
        to: component.offset(ofPage: page), at: pointer.velocity.lastTime)
      onNeedsFrame()
      return
    }
    guard let pressed, pressed == pointer.hover, let item = item(at: pressed) else { return }
    let component = scrollView.component(of: pressed)?.model
    let needed = component?.interaction.mouseClick == .double ? 2 : 1
    if pressed.last.item != nil || item.action != nil { keyboard.path = pressed }
    if pointer.series.activates(pressed, needed: needed) { activate(pressed) }
  }

  /// The page of the indicator's dot at `point`, and its component.
  private func page(at point: Point) -> (component: Component, page: Int)? {
    for (component, inside) in scrollView.componentsInside(at: point) {
      let isDeaf = (component.owner as? CompositeItemView)?.isDisabled ?? false
      guard !isDeaf, let strip = component.geometry.pageIndicatorFrame, strip.contains(inside)
      else { continue }
      let page = component.views.root.pageIndicator.page(at: inside - strip.origin)
      if let page { return (component, page) }
    }
    return nil
  }

  /// Selects a part, and leads its action to the router or tells the delegate. Headers and footers
  /// only count when they have an action, disabled items never.
  func activate(_ path: ItemPath) {
    let path = usable(path)
    guard let item = item(at: path), path.last.item != nil || item.action != nil, !item.isDisabled
    else { return }
    if path.last.item != nil { selected = path }
    onNeedsFrame()
    if let action = item.action, let router, router.route(action) { return }
    componentDelegate?.controller(self, itemSelected: item, at: path)
  }

  /// The part that answers for the one at `path`: a disabled composite item for all that is inside.
  func usable(_ path: ItemPath) -> ItemPath {
    var (answering, level) = (path, path.parent)
    while let around = level {
      if item(at: around)?.isDisabled ?? false { answering = around }
      level = around.parent
    }
    return answering
  }

  /// Takes hold of the scrollbar's thumb, or turns a page where its track is pressed.
  ///
  /// - Returns: Whether the scrollbar was pressed.
  private func pressScrollbar(_ point: Point, at now: Double) -> Bool {
    let bar = scrollView.scrollbar
    guard bar.isReachable, bar.track.contains(point) else { return false }
    pointer.start = nil
    pointer.pressed = nil
    if point.y >= bar.frame.y, point.y < bar.frame.maxY {
      bar.isHeld = true
      pointer.drag = .scrollbar(grip: point.y - bar.frame.y)
      scrollView.axis.stop(at: now)
    } else {
      let direction = point.y < bar.frame.y ? -1.0 : 1
      scrollView.axis.glide(to: scrollView.axis.target + direction * size.height, at: now)
    }
    onNeedsFrame()
    return true
  }
}
