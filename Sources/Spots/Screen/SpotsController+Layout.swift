// What lays a screen out anew: another size, other surroundings, components that are hidden.

extension SpotsController {
  /// The viewport, in points: the window without the strip at its bottom.
  public var size: Size {
    Size(width: root.frame.width, height: max(root.frame.height - bottomInset, 1))
  }

  /// Lays out, once, for a window of another size and for what has changed in the environment since
  /// the last layout; what is at the top of the window stays there. Does nothing when neither changed.
  ///
  /// - Parameter size: In points. The window stays as it is where a side is not above 0.
  public func resize(to size: Size) {
    let old = root.frame.size
    let new = size.width > 0 && size.height > 0 ? size : old
    let isEnvironmentNew = environment.version != laidOutVersion
    guard new != old || isEnvironmentNew else { return }
    let needsComponents = new.width != old.width || isEnvironmentNew
    let anchor = scrollView.currentAnchor()
    keepFocusInSight()
    if isEnvironmentNew { root.setNeedsLayoutThroughout() }
    root.frame = Rect(origin: .zero, size: new)
    scrollView.frame = Rect(origin: .zero, size: self.size)
    relayout(keeping: anchor, components: needsComponents)
  }

  /// Lays out for a viewport of another height.
  func layOutViewport() {
    let anchor = scrollView.currentAnchor()
    keepFocusInSight()
    scrollView.frame = Rect(origin: .zero, size: size)
    relayout(keeping: anchor, components: false)
  }

  /// Repeats the layout after a change to the environment, or to data that views take from elsewhere:
  /// every item is measured and configured again.
  public func environmentDidChange() {
    keepFocusInSight()
    root.setNeedsLayoutThroughout()
    relayout(keeping: scrollView.currentAnchor(), components: true)
  }

  /// Lays out anew after the sizes of pictures have become known that were not when views asked for
  /// them. What is at the top of the window stays there.
  public func imageSizesDidChange() {
    environment.imageSizesDidChange()
    environmentDidChange()
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
