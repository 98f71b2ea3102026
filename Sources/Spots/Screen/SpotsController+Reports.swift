// What delegates are told, most of it after each frame's views are in place.

extension SpotsController {
  /// Tells of carousels that moved, and of those that came to rest.
  func reportCarousels() {
    for component in scrollView.allMounted {
      let axis = component.horizontal
      if component.reportedOffset != axis.offset {
        component.reportedOffset = axis.offset
        component.unreportedMotion = component.unreportedMotion ?? false
        reportOffset(of: component)
      }
      if axis.isMoving {
        component.unreportedMotion = !axis.isDragging
      } else if pointer.wheelGesture?.carousel !== component,
        let isAnimated = component.unreportedMotion
      {
        component.unreportedMotion = nil
        reportRest(of: component, isAnimated)
      }
    }
  }

  /// The path of a carousel; nil when it is gone, since whoever was told of another one may have
  /// changed the screen.
  private func path(ofReported component: Component) -> ComponentPath? {
    let path = component.path
    return self.component(at: path) === component ? path : nil
  }

  private func reportOffset(of component: Component) {
    guard let carouselDelegate, let path = path(ofReported: component) else { return }
    carouselDelegate.controller(self, carouselDidScroll: path)
  }

  private func reportRest(of component: Component, _ isAnimated: Bool) {
    let item = CarouselSnap.middleItem(
      at: component.horizontal.offset, geometry: component.geometry,
      viewport: component.geometry.width)
    guard let carouselDelegate, let item, let path = path(ofReported: component) else { return }
    carouselDelegate.controller(
      self, carouselDidEndScrolling: path, item: item, animated: isAnimated)
  }

  func reportScrolling(at now: Double) {
    if contentOffset != lastOffset {
      let isBack = lastOffset > 0 && contentOffset <= 0
      scrollsUpwards = contentOffset < lastOffset
      lastOffset = contentOffset
      scrollView.scrollbar.contentMoved(at: now)
      scrollDelegate?.controllerDidScroll(self)
      if isBack { reportBeginning() }
    }
    guard
      endDetector.reachesEnd(
        offset: contentOffset, viewportHeight: size.height,
        contentHeight: scrollView.stack.contentHeight)
    else { return }
    let completion: @MainActor () -> Void = { [weak self] in
      self?.endDetector.complete()
      self?.onNeedsFrame()
    }
    if let scrollDelegate {
      scrollDelegate.controllerDidReachEnd(self, completion: completion)
    } else {
      completion()
    }
  }

  private func reportBeginning() {
    guard !isAtBeginning, let scrollDelegate else { return }
    isAtBeginning = true
    scrollDelegate.controllerDidReachBeginning(self) { [weak self] in
      self?.isAtBeginning = false
    }
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

  /// Tells what happened to views since the last time. Whoever is told may change the screen.
  func deliverReports() {
    let reports = pendingReports
    pendingReports.removeAll()
    for report in reports { report() }
  }
}
