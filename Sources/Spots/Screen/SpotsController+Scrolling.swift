// Scrolling by program: to an offset, to an item, to the end.

extension SpotsController {
  /// Where an item shall stand in the viewport.
  public enum ScrollPosition: Sendable {
    case top, center, bottom
  }

  /// The offset of the container, in points from the top of the content.
  public var contentOffset: Double { scrollView.axis.offset }

  public var contentSize: Size { Size(width: size.width, height: scrollView.contentHeight) }

  /// The visible part of a component, by the container's rule.
  public func placement(of component: Int) -> ContainerLayout.Placement {
    scrollView.stack.placement(of: component, offset: contentOffset, viewport: size)
  }

  /// Scrolls to `offset` at once, cut to the content.
  public func scroll(to offset: Double) {
    keyboard.isRevealing = false
    scrollView.axis.jump(to: offset)
    onNeedsFrame()
  }

  /// Scrolls to `offset`, cut to the content, from `now` on.
  public func scroll(to offset: Double, animatedAt now: Double) {
    scrollView.axis.glide(to: offset, at: now)
    onNeedsFrame()
  }

  /// Scrolls a carousel to `offset` at once, cut to its content.
  public func scroll(carousel component: Int, to offset: Double) {
    guard components.indices.contains(component) else { return }
    components[component].horizontal.jump(to: offset)
    onNeedsFrame()
  }

  /// Scrolls an item to a place of the viewport, and its carousel so that it is in the middle.
  ///
  /// - Parameter now: When the movement begins; nil goes there at once.
  /// - Returns: Whether there is such an item.
  @discardableResult
  public func scroll(
    to path: ItemPath, position: ScrollPosition = .top, animatedAt now: Double? = nil
  ) -> Bool {
    guard let item = path.item, self.item(at: path) != nil else { return false }
    let component = components[path.component]
    let frame = component.geometry.frame(ofItem: item)
      .offsetBy(y: scrollView.stack.offset(of: path.component))
    let offset: Double =
      switch position {
      case .top: frame.y
      case .center: frame.midY - size.height / 2
      case .bottom: frame.maxY - size.height
      }
    let slot = component.geometry.slot(ofItem: item, near: component.horizontal.offset)
    let x = component.geometry.frame(of: slot).midX - size.width / 2
    if let now {
      scrollView.axis.glide(to: offset, at: now)
      if component.model.kind == .carousel { component.horizontal.glide(to: x, at: now) }
    } else {
      scrollView.axis.jump(to: offset)
      if component.model.kind == .carousel { component.horizontal.jump(to: x) }
    }
    onNeedsFrame()
    return true
  }

  /// Scrolls to the end of the content.
  ///
  /// - Parameter now: When the movement begins; nil goes there at once.
  public func scrollToBottom(animatedAt now: Double? = nil) {
    if let now {
      scrollView.axis.glide(to: scrollView.axis.maximum, at: now)
    } else {
      scrollView.axis.jump(to: scrollView.axis.maximum)
    }
    onNeedsFrame()
  }
}
