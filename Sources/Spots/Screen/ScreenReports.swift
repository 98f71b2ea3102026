/// Tells the program what happened on a screen, most of it after each frame's views are mounted.
///
/// Owned by the presentation state; lives as long as it does.
@MainActor
final class ScreenReports {
  private let scrollView: SpotsScrollView
  private let outlet: ScreenOutlet
  private var endDetector = EndDetector()
  private var isRefreshing = false
  /// Whether the program is still handling the last report that the beginning was reached.
  private var isAtBeginning = false
  private var lastOffset = 0.0
  /// The direction of the last scrolling; nil before the first.
  private var scrollsUpwards: Bool?
  /// The images that come into view next if scrolling goes on, nearest first.
  var imagesAhead: [String] {
    scrollsUpwards.map { ImagesAhead(view: scrollView).sources(upwards: $0) } ?? []
  }
  /// Events of views that have happened since the last delivery.
  private var pending: [SpotsEvent] = []
  /// Keeps its memory for what happens next.
  private var spare: [SpotsEvent] = []

  init(_ scrollView: SpotsScrollView, _ outlet: ScreenOutlet) {
    (self.scrollView, self.outlet) = (scrollView, outlet)
  }

  /// Keeps an event until `deliver()`: programs must not interrupt the mounting.
  func add(_ event: SpotsEvent) { pending.append(event) }

  /// Tells of the events since the last time. Programs may change the screen.
  func deliver() {
    guard !pending.isEmpty else { return }
    var events = spare
    spare = []
    swap(&events, &pending)
    for event in events { outlet.tell(event) }
    events.removeAll(keepingCapacity: true)
    spare = events
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
    for component in scrollView.components where component.isFiltered { return }
    guard
      endDetector.reachesEnd(
        offset: scrollView.verticalScroll.offset, viewportHeight: scrollView.frame.height,
        contentHeight: scrollView.layout.contentHeight)
    else { return }
    let completion: @MainActor () -> Void = { [weak self] in
      self?.endDetector.complete()
      self?.outlet.needsFrame()
    }
    if !outlet.tell(.reachedEnd(completion)) { completion() }
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
    outlet.tell(.scrolled)
    guard isBack, !isAtBeginning else { return }
    isAtBeginning = true
    let completion: @MainActor () -> Void = { [weak self] in self?.isAtBeginning = false }
    if !outlet.tell(.reachedBeginning(completion)) { completion() }
  }

  private func reportCarousel(_ component: Component, isTurning: Bool) {
    let scroll = component.scroll
    guard !component.content.scrollsInRows else { return }
    if scroll.reportedOffset != scroll.horizontalScroll.offset {
      scroll.reportedOffset = scroll.horizontalScroll.offset
      scroll.unreportedMotion = scroll.unreportedMotion ?? false
      if let path = path(of: component) { outlet.tell(.carouselScrolled(path)) }
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
    guard let item, let path = path(of: component) else { return }
    outlet.tell(.carouselEnded(path, item: item, animated: isAnimated))
  }

  /// The path of a carousel; nil when it is gone, because the program has changed the screen.
  private func path(of component: Component) -> ComponentPath? {
    let path = component.path
    return scrollView.paths.component(of: path.part(.header)) === component ? path : nil
  }

  // MARK: Refreshing

  /// Tells the program that fresh content is wanted, unless it is still getting some.
  ///
  /// - Returns: Whether it handles that.
  func askForRefresh() -> Bool {
    if isRefreshing { return true }
    isRefreshing = true
    let isHandled = outlet.tell(.refresh { [weak self] in self?.isRefreshing = false })
    if !isHandled { isRefreshing = false }
    return isHandled
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
