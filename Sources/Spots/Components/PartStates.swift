/// How the parts of a component are being used: which one the pointer is over, which has the
/// keyboard, and where the ring around that one belongs.
///
/// Part of the component's views.
@MainActor
struct PartStates {
  let parts: MountedParts
  let place: ComponentPlace
  let content: ComponentContent
  let scroll: CarouselScroll

  private var root: ComponentView { parts.root }
  private var geometry: ComponentGeometry { _read { yield content.geometry } }

  /// Asks again how each visible part is being used, and tells its view.
  func refresh() {
    let (own, screen) = (place.path, place.screen)
    var focus: (frame: Rect, radius: Double)?
    for slot in parts.slots {
      guard let mounted = parts.items[slot] else { continue }
      let state = set(mounted, at: own.item(slot.item), on: screen)
      guard state.contains(.focused), !mounted.view.marksFocus else { continue }
      let offset = scroll.itemsOffset
      if focus == nil || slot == geometry.slot(ofItem: slot.item, near: offset) {
        focus = (mounted.view.frame.offsetBy(x: -offset), mounted.view.focusCornerRadius)
      }
    }
    if let header = parts.header { set(header, at: own.part(.header), on: screen) }
    if let footer = parts.footer { set(footer, at: own.part(.footer), on: screen) }
    for container in parts.containers { container.scrollView.refreshStates() }
    if let edge = focusedEdge {
      let area = edge.activationArea?.offsetBy(x: edge.frame.x, y: edge.frame.y) ?? edge.frame
      // A header that sticks is partly outside.
      let visible = Rect(origin: root.contentOffset, size: root.frame.size)
      return root.showFocus(
        around: isHeaderStuck ? area.intersection(visible) : area,
        cornerRadius: edge.focusCornerRadius, isRow: true)
    }
    guard let focus else { return root.showFocus(around: nil) }
    root.showFocus(
      around: focus.frame, cornerRadius: focus.radius, isRow: content.hasRows, room: focusRoom)
  }

  /// Gives a view its state and returns it.
  @discardableResult
  private func set(
    _ mounted: MountedItem, at path: ItemPath, on screen: ComponentScreen?
  ) -> ViewState {
    var state = screen?.state(path) ?? []
    let isEnabled = content.pool.environment.isEnabled(mounted.item)
    if !isEnabled { state.insert(.disabled) }
    if !state.isDisjoint(with: [.hover, .highlighted]),
      !isEnabled || !mounted.view.answersClicks
        || place.lifted.map({ path == place.path.item($0.item) }) == true
    {
      state.subtract([.hover, .highlighted])
    }
    guard mounted.view.state != state else { return state }
    mounted.view.state = state
    screen?.onEffect(.event(.stateChanged(state, mounted.view, mounted.item, at: path)))
    return state
  }

  /// The header or footer that has the keyboard.
  var focusedEdge: View? {
    if let header = parts.header?.view, header.state.contains(.focused) { return header }
    return parts.footer.flatMap { $0.view.state.contains(.focused) ? $0.view : nil }
  }

  var isHeaderStuck: Bool { (geometry.headerFrame(inner: root.contentOffset.y)?.y ?? 0) > 0 }

  /// The area in which no part of a focus ring is cut off for good; what only the window cuts off
  /// can be scrolled to.
  private var focusRoom: Rect {
    // Only the footer is in front of the items, and only when the header sticks.
    let covering = isHeaderStuck ? geometry.footerFrame : nil
    let (width, x) = (geometry.contentSize.width, scroll.itemsOffset)
    let isEndless = geometry.period != nil
    return Rect(
      x: isEndless ? -width : -x, y: 0, width: isEndless ? width * 3 : width,
      height: covering?.y ?? geometry.contentSize.height)
  }
}
