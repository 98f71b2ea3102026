// Pointer and wheel: what is under them, and whether they click, drag or scroll it.

extension SpotsController {
  /// How long a carousel that reached its end keeps the wheel from the screen, in seconds.
  private static let wheelLockTime = 0.2
  /// Content pulled down further than this is refreshed, in points.
  private static let refreshDistance = 60.0

  func pointerMoved(_ point: Point, at now: Double) {
    pointer.position = point
    if let start = pointer.start {
      pointer.velocity.add(point, at: now)
      if pointer.isStill, distance(point, start) > PointerTracking.threshold {
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
    if pressScrollbar(point, at: now) { return }
    pointer.start = point
    pointer.clicks = clicks
    pointer.drag = .none
    pointer.velocity = PointerVelocity()
    pointer.velocity.add(point, at: now)
    pointer.wheelGesture = nil
    keyboard.isActive = false
    scrollView.axis.stop(at: now)
    for (component, _) in scrollView.componentsInside(at: point) {
      component.horizontal.stop(at: now)
    }
    updateHover()
    pointer.pressed = pointer.hover
    refreshStates()
    onNeedsFrame()
  }

  func pointerReleased(_ point: Point, at now: Double) {
    pointer.position = point
    pointer.velocity.add(point, at: now)
    let pressed = pointer.pressed
    let isClick = pointer.start != nil && pointer.isStill
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
    scrollView.scrollbar.pointerMoved(Point(x: -1, y: -1), at: now)
    updateHover()
  }

  /// Finds what is under the pointer again, after it or the content moved.
  func updateHover() {
    let isOnScrollbar =
      scrollView.scrollbar.isReachable
      && (pointer.position.map(scrollView.scrollbar.track.contains) ?? false)
    let path = isOnScrollbar ? nil : pointer.position.flatMap { scrollView.path(at: $0) }
    guard path != pointer.hover else { return }
    pointer.hover = path
    refreshStates()
    onNeedsFrame()
  }

  private func click(_ pressed: ItemPath?, _ point: Point) {
    if let (component, page) = page(at: point) {
      component.horizontal.glide(
        to: component.offset(ofPage: page), at: pointer.velocity.lastTime)
      onNeedsFrame()
      return
    }
    guard let pressed, pressed == pointer.hover, item(at: pressed) != nil else { return }
    let component = scrollView.component(of: pressed)?.model
    let needed = component?.interaction.mouseClick == .double ? 2 : 1
    keyboard.path = pressed.last.item == nil ? keyboard.path : pressed
    guard pointer.clicks >= needed, needed == 1 || pointer.clicks % 2 == 0 else { return }
    activate(pressed)
  }

  /// The page of the indicator's dot at `point`, and its component.
  private func page(at point: Point) -> (component: Component, page: Int)? {
    for (component, inside) in scrollView.componentsInside(at: point) {
      guard let strip = component.geometry.pageIndicatorFrame, strip.contains(inside) else {
        continue
      }
      let page = component.views.root.pageIndicator.page(at: inside - strip.origin)
      if let page { return (component, page) }
    }
    return nil
  }

  /// Selects a part, and leads its action to the router or tells the delegate. Headers and footers
  /// only count when they have an action, disabled items never.
  func activate(_ path: ItemPath) {
    guard let item = item(at: path), path.last.item != nil || item.action != nil, !item.isDisabled
    else { return }
    if path.last.item != nil { selected = path }
    onNeedsFrame()
    if let action = item.action, let router, router.route(action) { return }
    componentDelegate?.controller(self, itemSelected: item, at: path)
  }

  // MARK: Drag

  private func beginDrag(from start: Point, to point: Point, at now: Double) {
    pointer.pressed = nil
    let isHorizontal = abs(point.x - start.x) > abs(point.y - start.y)
    if isHorizontal {
      let carousel = scrollView.componentsInside(at: start)
        .first { $0.component.horizontal.maximum > 0 }?.component
      guard let carousel else {
        pointer.drag = .idle
        return
      }
      pointer.carouselStart = carousel.horizontal.offset
      carousel.horizontal.beginDrag(at: start.x, now: now)
      pointer.drag = .carousel(carousel)
    } else {
      scrollView.axis.beginDrag(at: start.y, now: now)
      pointer.drag = .container
    }
    refreshStates()
  }

  private func continueDrag(to point: Point) {
    switch pointer.drag {
    case .none, .idle: return
    case .container: scrollView.axis.drag(to: point.y)
    case .scrollbar(let grip):
      let offset = scrollView.scrollbar.offset(ofThumbAt: point.y - grip)
      scrollView.axis.jump(to: offset)
      // What is measured there makes the content longer; the end stays the end.
      destination = offset >= scrollView.axis.maximum ? .bottom : nil
    case .carousel(let carousel): carousel.horizontal.drag(to: point.x)
    }
    onNeedsFrame()
  }

  private func endDrag(at now: Double) {
    let velocity = pointer.velocity.velocity(at: now)
    switch pointer.drag {
    case .none, .idle: return
    case .scrollbar:
      scrollView.scrollbar.isHeld = false
      scrollView.scrollbar.contentMoved(at: now)
    case .container:
      refreshIfPulled()
      scrollView.axis.endDrag(velocity: -velocity.y, at: now)
    case .carousel(let carousel):
      carousel.horizontal.endDrag(
        velocity: -velocity.x, at: now, snap: snap(of: carousel, from: pointer.carouselStart))
    }
    onNeedsFrame()
  }

  /// A press may have stopped a carousel at `point` on its way: it goes to where it may rest.
  private func settleCarousels(at point: Point, _ now: Double) {
    for (carousel, _) in scrollView.componentsInside(at: point) {
      let axis = carousel.horizontal
      guard !axis.isMoving, let snap = snap(of: carousel, from: axis.offset) else { continue }
      carousel.horizontal.glide(to: snap(axis.offset), at: now)
    }
  }

  /// A carousel the wheel moved comes to rest where it may, once the wheel has stopped.
  func endWheelGesture(at now: Double) {
    guard let gesture = pointer.wheelGesture, now >= gesture.until else { return }
    pointer.wheelGesture = nil
    let axis = gesture.carousel.horizontal
    guard !axis.isDragging, let snap = snap(of: gesture.carousel, from: gesture.start) else {
      return
    }
    gesture.carousel.horizontal.glide(to: snap(axis.target), at: now)
  }

  /// Where a carousel that began to move at `start` may come to rest; nil when anywhere.
  private func snap(of component: Component, from start: Double) -> ((Double) -> Double)? {
    let geometry = component.geometry
    let maximum = component.horizontal.maximum
    let width = geometry.width
    switch component.model.interaction.paginate {
    case .disabled: return nil
    case .item:
      return { CarouselSnap.item($0, geometry: geometry, maximum: maximum, viewport: width) }
    case .page:
      let itemWidth = component.model.items.isEmpty ? width : geometry.frame(ofItem: 0).width
      return {
        CarouselSnap.page(
          from: start, $0, itemWidth: itemWidth, maximum: maximum, viewport: width,
          period: geometry.period)
      }
    }
  }

  /// Tells the delegate when the content was pulled down far enough.
  private func refreshIfPulled() {
    if scrollView.axis.offset < -Self.refreshDistance { _ = askForRefresh() }
  }

  /// Tells the delegate that fresh content is wanted.
  ///
  /// - Returns: Whether there is one to tell.
  func askForRefresh() -> Bool {
    guard let refreshDelegate else { return false }
    if !isRefreshing {
      isRefreshing = true
      refreshDelegate.controllerWantsRefresh(self) { [weak self] in self?.isRefreshing = false }
    }
    return true
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

  // MARK: Wheel

  func wheel(
    _ point: Point, delta: Point, precise: Bool, modifiers: Modifiers, at now: Double
  ) {
    pointer.position = point
    // Shift turns a vertical wheel into a horizontal one.
    let isShifted = modifiers.contains(.shift) && delta.x == 0
    let horizontal = isShifted ? -delta.y : delta.x
    if horizontal != 0 { scrollCarousel(at: point, horizontal, precise, isShifted, now) }
    if delta.y != 0, !isShifted { scrollVertically(-delta.y, precise, now) }
  }

  private func scrollVertically(_ notches: Double, _ precise: Bool, _ now: Double) {
    scrollView.axis.wheel(notches, precise: precise, at: now)
    onNeedsFrame()
  }

  /// Moves the carousel at `point`. One that cannot move any further passes a shifted wheel on to
  /// the screen, but not in the same gesture.
  private func scrollCarousel(
    at point: Point, _ notches: Double, _ precise: Bool, _ isShifted: Bool, _ now: Double
  ) {
    let carousels = scrollView.componentsInside(at: point).map(\.component)
    if let carousel = carousels.first(where: { $0.horizontal.canMove(notches) }) {
      let isGoingOn = pointer.wheelGesture?.carousel === carousel
      let start = isGoingOn ? pointer.wheelGesture?.start : nil
      endOtherGesture(than: carousel, at: now)
      pointer.wheelGesture = .init(
        carousel: carousel, until: now + Self.wheelLockTime,
        start: start ?? carousel.horizontal.offset)
      carousel.horizontal.wheel(notches, precise: precise, at: now)
      onNeedsFrame()
      return
    }
    if let gesture = pointer.wheelGesture, now < gesture.until,
      carousels.contains(where: { $0 === gesture.carousel })
    {
      pointer.wheelGesture?.until = now + Self.wheelLockTime
      return
    }
    if isShifted { scrollVertically(notches, precise, now) }
  }

  /// The wheel moves `carousel` now; the one before comes to rest.
  private func endOtherGesture(than carousel: Component, at now: Double) {
    guard let gesture = pointer.wheelGesture, gesture.carousel !== carousel else { return }
    pointer.wheelGesture?.until = now
    endWheelGesture(at: now)
  }

  private func distance(_ a: Point, _ b: Point) -> Double {
    let delta = a - b
    return (delta.x * delta.x + delta.y * delta.y).squareRoot()
  }
}
