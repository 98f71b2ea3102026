/// Tells a controller's delegates what happened, most of it after each frame's views are mounted.
///
/// Owned by the controller; lives as long as it does.
@MainActor
final class DelegateReports {
  private unowned let controller: SpotsController
  private let scrollView: SpotsScrollView
  private var endDetector = EndDetector()
  private var isRefreshing = false
  /// Whether the delegate is still handling the last report that the beginning was reached.
  private var isAtBeginning = false
  private var lastOffset = 0.0
  /// The direction of the last scrolling; nil before the first.
  private(set) var scrollsUpwards: Bool?
  /// Reports that wait until all views are in place, with the states that the views had.
  private var pending: [(ViewEvent, View, ViewState, Item, ItemPath)] = []

  init(_ controller: SpotsController) {
    self.controller = controller
    scrollView = controller.scrollView
  }

  // MARK: Views

  /// Keeps what happened to a view until `deliver()`: delegates must not interrupt the mounting.
  func viewDid(_ event: ViewEvent, _ view: View, _ item: Item, at path: ItemPath) {
    let isHeard =
      event == .didChangeState
      ? controller.viewStateDelegate != nil : controller.componentDelegate != nil
    if isHeard { pending.append((event, view, view.state, item, path)) }
  }

  /// Tells what happened to views since the last time. Delegates may change the screen.
  func deliver() {
    let (reports, controller) = (pending, controller)
    pending.removeAll()
    for (event, view, state, item, path) in reports {
      let delegate = controller.componentDelegate
      switch event {
      case .willDisplay: delegate?.controller(controller, willDisplay: view, item: item, at: path)
      case .didEndDisplaying:
        delegate?.controller(controller, didEndDisplaying: view, item: item, at: path)
      case .didConfigureEdge where path.last.part == .header:
        delegate?.controller(controller, didConfigureHeader: view, item: item, at: path)
      case .didConfigureEdge:
        delegate?.controller(controller, didConfigureFooter: view, item: item, at: path)
      case .didChangeState:
        controller.viewStateDelegate?.controller(
          controller, didChange: state, of: view, item: item, at: path)
      }
    }
  }

  // MARK: Values

  /// Tells of the values that changed since the last time, each once.
  func reportValues(_ values: InputValues) {
    for (name, path) in values.takeChanges() {
      guard let item = scrollView.item(at: path), let value = values.value(of: item) else {
        continue
      }
      controller.componentDelegate?.controller(
        controller, didChangeValue: name, to: value, at: path)
    }
  }

  // MARK: Scrolling

  /// Tells of everything that scrolled since the last frame.
  ///
  /// - Parameter isTurning: Whether the wheel still turns a carousel.
  func reportScrolling(at now: Double, isTurning: (Component) -> Bool) {
    for component in scrollView.allMounted {
      reportCarousel(component, isTurning: isTurning(component))
    }
    reportContent(at: now)
    // With a filter, the last item shown need not be the last one there is.
    if scrollView.components.contains(where: { $0.isFiltered }) { return }
    guard
      endDetector.reachesEnd(
        offset: scrollView.verticalScroll.offset, viewportHeight: controller.size.height,
        contentHeight: scrollView.layout.contentHeight)
    else { return }
    let completion: @MainActor () -> Void = { [weak self] in
      self?.endDetector.complete()
      self?.controller.onNeedsFrame()
    }
    if let delegate = controller.scrollDelegate {
      delegate.controllerDidReachEnd(controller, completion: completion)
    } else {
      completion()
    }
  }

  /// Called when the same content turns out taller or shorter than estimated.
  func contentHeightDidChange(from old: Double) {
    endDetector.correct(old, to: scrollView.layout.contentHeight)
  }

  private func reportContent(at now: Double) {
    let offset = scrollView.verticalScroll.offset
    guard offset != lastOffset else { return }
    let isBack = lastOffset > 0 && offset <= 0
    scrollsUpwards = offset < lastOffset
    lastOffset = offset
    scrollView.scrollbar.contentMoved(at: now)
    controller.scrollDelegate?.controllerDidScroll(controller)
    guard isBack, !isAtBeginning, let delegate = controller.scrollDelegate else { return }
    isAtBeginning = true
    delegate.controllerDidReachBeginning(controller) { [weak self] in
      self?.isAtBeginning = false
    }
  }

  private func reportCarousel(_ component: Component, isTurning: Bool) {
    let scroll = component.scroll
    if scroll.reportedOffset != scroll.horizontalScroll.offset {
      scroll.reportedOffset = scroll.horizontalScroll.offset
      scroll.unreportedMotion = scroll.unreportedMotion ?? false
      if let delegate = controller.carouselDelegate, let path = path(of: component) {
        delegate.controller(controller, carouselDidScroll: path)
      }
    }
    if scroll.horizontalScroll.isMoving {
      scroll.unreportedMotion = !scroll.horizontalScroll.isDragging
    } else if !isTurning, let isAnimated = scroll.unreportedMotion {
      scroll.unreportedMotion = nil
      reportRest(of: component, isAnimated)
    }
  }

  private func reportRest(of component: Component, _ isAnimated: Bool) {
    let item = CarouselSnap.middleItem(
      at: component.horizontalScroll.offset, geometry: component.geometry,
      viewport: component.geometry.width)
    guard let delegate = controller.carouselDelegate, let item, let path = path(of: component)
    else { return }
    delegate.controller(controller, carouselDidEndScrolling: path, item: item, animated: isAnimated)
  }

  /// The path of a carousel; nil when it is gone, because a delegate has changed the screen.
  private func path(of component: Component) -> ComponentPath? {
    let path = component.path
    return controller.component(at: path) === component ? path : nil
  }

  // MARK: Refreshing

  /// Tells the delegate that fresh content is wanted.
  ///
  /// - Returns: Whether there is a delegate to tell.
  func askForRefresh() -> Bool {
    guard let delegate = controller.refreshDelegate else { return false }
    if !isRefreshing {
      isRefreshing = true
      delegate.controllerWantsRefresh(controller) { [weak self] in self?.isRefreshing = false }
    }
    return true
  }
}

/// Detects that the end of the content is near, once for each content height.
struct EndDetector: Equatable, Sendable {
  /// The estimated height of six rows, in points.
  private static let sixRows = 6 * RowsLayout.firstEstimate
  private var reportedHeight: Double?
  private var isHandling = false

  /// Whether to report the end now: it is less than two viewports away, or six rows when the
  /// content is shorter than two viewports; it was not reported at this content height; and the
  /// last report was completed. Lengths are in points.
  mutating func reachesEnd(offset: Double, viewportHeight: Double, contentHeight: Double) -> Bool {
    guard contentHeight > 0, !isHandling, reportedHeight != contentHeight else { return false }
    let isShort = contentHeight < 2 * viewportHeight
    let distance = isShort ? Self.sixRows : 2 * viewportHeight
    guard contentHeight - (offset + viewportHeight) < distance else { return false }
    reportedHeight = contentHeight
    isHandling = true
    return true
  }

  /// Follows a correction of the content height, which is no reason to report the end again.
  mutating func correct(_ old: Double, to new: Double) {
    if reportedHeight == old { reportedHeight = new }
  }

  /// Completes the last report, after which the next one may follow.
  mutating func complete() { isHandling = false }
}
