// What lays a screen out anew: another size, other surroundings, components that are hidden.

extension SpotsController {
  /// The viewport, in points.
  public var size: Size { root.frame.size }

  /// Lays out, once, for another viewport and for what has changed in the environment since the
  /// last layout; what is at the top of the window stays there. Does nothing when neither changed.
  ///
  /// - Parameter size: In points. The viewport stays as it is where a side is not above 0.
  public func resize(to size: Size) {
    let new = size.width > 0 && size.height > 0 ? size : self.size
    let isEnvironmentNew = environment.version != laidOutVersion
    guard new != self.size || isEnvironmentNew else { return }
    let needsComponents = new.width != self.size.width || isEnvironmentNew
    let anchor = scrollView.currentAnchor()
    keepFocusInSight()
    if isEnvironmentNew { root.setNeedsLayoutThroughout() }
    root.frame = Rect(origin: .zero, size: new)
    scrollView.frame = root.bounds
    relayout(keeping: anchor, components: needsComponents)
  }

  /// Lays out anew after the environment changed, or what views take from elsewhere: every item is
  /// measured and configured again.
  public func environmentDidChange() {
    keepFocusInSight()
    root.setNeedsLayoutThroughout()
    relayout(keeping: scrollView.currentAnchor(), components: true)
  }

  /// Has the next frame bring what has the keyboard into the window when it is there before a change
  /// of the layout; what the user scrolled away from stays where it is.
  private func keepFocusInSight() {
    guard let path = focused, let frame = scrollView.contentFrame(of: path) else { return }
    if frame.intersects(scrollView.bounds.offsetBy(y: contentOffset)) {
      keyboard.isRevealing = true
    }
  }

  /// Measures every item, so that nothing is an estimate.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items on the screen.
  public func prepareAll() {
    scrollView.prepareAll()
    onNeedsFrame()
  }

  /// Shows or hides a component; a hidden one takes no room. Nothing happens when there is none at
  /// `index`.
  public func setHidden(_ isHidden: Bool, component index: Int) {
    guard components.indices.contains(index), components[index].isHidden != isHidden else { return }
    var anchor = scrollView.currentAnchor()
    components[index].isHidden = isHidden
    // What was at the top is gone: the next component comes in its place.
    if isHidden, anchor?.component == index {
      anchor = ScrollAnchor(component: index, item: nil, inside: 0)
    }
    relayout(keeping: anchor, components: false)
  }

  /// Shows everything anew after views or nibs were registered while the screen is shown.
  public func registrationsDidChange() {
    for component in components { component.unmount() }
    pool.removeAll()
    environmentDidChange()
  }

  private func relayout(keeping anchor: ScrollAnchor?, components isNeeded: Bool) {
    scrollView.dropAnchor()
    if isNeeded {
      laidOutVersion = environment.version
      scrollView.layOutComponents()
    } else {
      scrollView.setComponents(components)
    }
    if let anchor { scrollView.restore(anchor) }
    for view in overlays { view.setNeedsLayout() }
    isStale = true
    onNeedsFrame()
    deliverReports()
  }
}
