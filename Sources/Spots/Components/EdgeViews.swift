/// The views of the header and the footer of a component, which are in sight or on their way.
///
/// Part of the component's views.
@MainActor
struct EdgeViews {
  let parts: MountedParts
  let place: ComponentPlace
  let content: ComponentContent
  let animator: ComponentAnimator
  let nested: NestedContainers

  private var root: ComponentView { parts.root }
  private var pool: ReusePool { content.pool }
  private var geometry: ComponentGeometry { _read { yield content.geometry } }

  /// Shows those that are in the visible part of the component, as that is now.
  func mount() {
    let inner = root.contentOffset.y
    parts.header = mounted(
      parts.header, content.header, .header, geometry.headerFrame(inner: inner))
    parts.footer = mounted(parts.footer, content.model.footer, .footer, geometry.footerFrame)
  }

  private func mounted(
    _ current: MountedItem?, _ item: Item?, _ role: ViewRole, _ frame: Rect?
  ) -> MountedItem? {
    let seen = Rect(origin: root.contentOffset, size: root.frame.size)
    guard let item, let frame, !seen.isEmpty, frame.intersects(seen) else {
      guard let current else { return nil }
      guard let frame, !current.moving.isResting else {
        place.nestedStates.remember(current, role.part)
        animator.leave(current, isEdge: true, isReplaced: false)
        return nil
      }
      show(current, role, at: frame)
      return current
    }
    let style = content.edgeStyle
    let edge = current ?? make(item, role, style, frame)
    edge.view.cellStyle = style
    show(edge, role, at: frame)
    return edge
  }

  private func make(
    _ item: Item, _ role: ViewRole, _ style: CellStyle, _ frame: Rect
  ) -> MountedItem {
    let view = pool.view(
      for: item, role: content.viewRole(role), in: root, cellStyle: style, frame: frame)
    let mounted = MountedItem(view: view, item: item, width: frame.width)
    mounted.container?.isEdge = true
    place.nestedStates.restore(mounted, role.part)
    tellConfigured(mounted, role)
    return mounted
  }

  private func tellConfigured(_ edge: MountedItem, _ role: ViewRole) {
    place.tell(.didConfigureEdge(edge.view, edge.item, at: place.path.part(role.part)))
  }

  /// Shows a view where it is now.
  private func show(_ edge: MountedItem, _ role: ViewRole, at frame: Rect) {
    if edge.width != frame.width {
      parts.configure(edge, width: frame.width)
      tellConfigured(edge, role)
    }
    edge.moving.show(edge.view, at: frame, now: animator.now)
    nested.show(in: edge, at: frame, x: 0, role.part)
  }

  /// Configures both anew where they belong now.
  func rebuild() {
    for role in ViewRole.edges {
      guard let edge = parts.edge(role) else { continue }
      edge.moving = ItemTransition()
      edge.view.cellStyle = content.edgeStyle
      parts.configure(edge, width: geometry.lane.width)
      tellConfigured(edge, role)
    }
  }

  /// Configures anew those whose items satisfy `isWanted`.
  func reconfigure(where isWanted: (Item) -> Bool) {
    for case let edge? in [parts.header, parts.footer] where isWanted(edge.item) {
      parts.configure(edge, width: edge.width)
    }
  }

  /// Returns both to the pool.
  func unmount() {
    for role in ViewRole.edges {
      guard let edge = parts.edge(role) else { continue }
      place.nestedStates.remember(edge, role.part)
      pool.enqueue(edge.view)
    }
    (parts.header, parts.footer) = (nil, nil)
  }

  /// Adapts the views to the present model.
  func adopt() {
    // The edges of a component that has collapsed leave as they were.
    let isHeaderShown = geometry.headerFrame(inner: 0) != nil
    let isFooterShown = geometry.footerFrame != nil
    parts.header = adopted(parts.header, isHeaderShown ? content.header : nil, .header)
    parts.footer = adopted(parts.footer, isFooterShown ? content.model.footer : nil, .footer)
  }

  private func adopted(_ edge: MountedItem?, _ new: Item?, _ role: ViewRole) -> MountedItem? {
    guard let edge else { return nil }
    guard let new, pool.fits(edge.view, new, role: content.viewRole(role)) else {
      animator.leave(edge, isEdge: true, isReplaced: new != nil)
      return nil
    }
    if edge.item != new {
      edge.item = new
      parts.configure(edge, width: geometry.lane.width)
      tellConfigured(edge, role)
    }
    return edge
  }

  /// Lets go of both, because the component is gone.
  func leave() {
    for case let edge? in [parts.header, parts.footer] {
      animator.leave(edge, isEdge: true, isReplaced: false)
    }
    (parts.header, parts.footer) = (nil, nil)
  }

  /// Starts the motions of components inside.
  func startInside(_ animation: Animation) {
    startInside(.header, geometry.headerFrame(inner: root.contentOffset.y), animation)
    startInside(.footer, geometry.footerFrame, animation)
  }

  private func startInside(_ role: ViewRole, _ frame: Rect?, _ animation: Animation) {
    guard let edge = parts.edge(role), let frame, let container = edge.container else { return }
    show(edge, role, at: frame)
    container.scrollView.animator.start(animation)
  }
}

extension ViewRole {
  fileprivate static let edges = [header, footer]

  /// The part of a component that a header's or footer's role is for.
  fileprivate var part: ItemPath.Part { self == .header ? .header : .footer }
}
