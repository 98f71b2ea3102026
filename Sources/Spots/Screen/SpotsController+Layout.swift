// What lays a screen out anew: another size, other surroundings, components that are hidden.

extension SpotsController {
  /// The viewport, in points.
  public var size: Size { root.frame.size }

  /// Lays out for another viewport; what is at the top of the window stays there.
  public func resize(to size: Size) {
    guard size != self.size, size.width > 0, size.height > 0 else { return }
    let isWider = size.width != self.size.width
    let anchor = scrollView.currentAnchor()
    keepFocusInSight()
    root.frame = Rect(origin: .zero, size: size)
    scrollView.frame = root.bounds
    relayout(keeping: anchor, components: isWider)
  }

  /// Lays out anew after the environment changed.
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
    environmentDidChange()
  }

  private func relayout(keeping anchor: ScrollAnchor?, components isNeeded: Bool) {
    scrollView.dropAnchor()
    if isNeeded {
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
