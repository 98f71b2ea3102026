// How each part of a component is being used, as its view is told, and the ring around the one that
// has the keyboard.

extension ComponentViews {
  /// Asks again how each visible part is being used, and tells its view.
  func refreshStates(of component: Component) {
    var focus: (frame: Rect, radius: Double)?
    for slot in shownSlots {
      guard let shown = items[slot] else { continue }
      setState(of: shown, at: path(slot))
      let nearest = component.geometry.slot(ofItem: slot.item, near: component.horizontal.offset)
      if shown.view.state.contains(.focused), focus == nil || slot == nearest {
        let frame = shown.view.frame.offsetBy(x: -component.horizontal.offset)
        focus = (frame, shown.view.focusCornerRadius)
      }
    }
    if let header { setState(of: header, at: path(.header)) }
    if let footer { setState(of: footer, at: path(.footer)) }
    for composite in composites { composite.refreshStates() }
    if let edge = focusedEdge {
      let area = edge.activationArea?.offsetBy(x: edge.frame.x, y: edge.frame.y)
      return root.showFocus(
        around: area ?? edge.frame, cornerRadius: edge.focusCornerRadius, isRow: true)
    }
    guard let focus else { return root.showFocus(around: nil) }
    root.showFocus(
      around: focus.frame, cornerRadius: focus.radius, isRow: component.hasRows,
      room: focusRoom(of: component))
  }

  /// The header or footer that has the keyboard.
  private var focusedEdge: View? {
    [header?.view, footer?.view].compactMap { $0 }.first { $0.state.contains(.focused) }
  }

  /// Whether what is marked is below the header and scrolls under it.
  func isHeaderCovering(_ component: Component) -> Bool {
    focusedEdge == nil && isHeaderStuck(of: component)
  }

  func isHeaderStuck(of component: Component) -> Bool {
    (component.geometry.headerFrame(inner: root.contentOffset.y)?.y ?? 0) > 0
  }

  /// Where nothing cuts off a ring for good. What only the window cuts off can be scrolled to.
  private func focusRoom(of component: Component) -> Rect {
    let geometry = component.geometry
    // In front of the items there is nothing but the footer, and that only when the header sticks.
    let covering = isHeaderStuck(of: component) ? geometry.footerFrame : nil
    let (width, x) = (geometry.contentSize.width, component.horizontal.offset)
    let isEndless = geometry.period != nil
    return Rect(
      x: isEndless ? -width : -x, y: 0, width: isEndless ? width * 3 : width,
      height: covering?.y ?? geometry.contentSize.height)
  }

  private func setState(of shown: Shown, at path: ItemPath) {
    var state = owner?.state(of: path) ?? []
    if shown.item.isDisabled {
      state.subtract([.hover, .highlighted])
      state.insert(.disabled)
    }
    guard shown.view.state != state else { return }
    shown.view.state = state
    owner?.didChangeState(of: shown.view, shown.item, at: path)
  }
}
