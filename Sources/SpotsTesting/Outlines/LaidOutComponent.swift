import Spots

/// A component as it is laid out on a screen, or inside a composite item.
@MainActor
package struct LaidOutComponent {
  /// A header, an item or a footer.
  package struct Part {
    package let item: Item
    /// The name of its view.
    package let view: String
    /// As shown, in the component.
    package let frame: Rect
    /// The components inside it, in its own coordinates; nil unless it is composite.
    package let components: [LaidOutComponent]?
  }

  package let component: Component
  /// Its index in the stack that holds it.
  package let index: Int
  /// As shown, in that stack.
  package let frame: Rect
  /// The content offset.
  package let offset: Point
  /// The visible part of the component, in its own coordinates, not mirrored.
  private let window: Rect
  private let isMirrored: Bool

  /// - Parameter width: The width of the stack, in points.
  private init(
    _ component: Component, _ index: Int, _ placement: ContainerLayout.Placement, in width: Double,
    isMirrored: Bool
  ) {
    (self.component, self.index, self.isMirrored) = (component, index, isMirrored)
    frame = isMirrored ? placement.frame.mirrored(in: width) : placement.frame
    offset = Point(x: component.contentOffsetX, y: placement.inner)
    window = Rect(
      origin: Point(x: component.horizontalScroll.offset, y: placement.inner),
      size: placement.frame.size)
  }

  /// The components of a screen that is laid out already, from top to bottom.
  package static func all(of controller: SpotsController) -> [LaidOutComponent] {
    controller.components.enumerated().map { index, component in
      LaidOutComponent(
        component, index, controller.scrollView.placement(of: index), in: controller.size.width,
        isMirrored: controller.environment.isRightToLeft)
    }
  }

  /// The indexes of the items in the window, ascending.
  package var visibleItems: [Int] {
    guard !window.isEmpty else { return [] }
    let geometry = component.geometry
    let slots = geometry.slots(in: window).filter { geometry.frame(of: $0).intersects(window) }
    return Set(slots.map(\.item)).sorted()
  }

  /// Nil when the component has no such part.
  package func part(_ part: ItemPath.Part) -> Part? {
    let geometry = component.geometry
    let place =
      switch part {
      case .header: geometry.headerFrame(inner: offset.y)
      case .item(let index): geometry.frame(ofItem: index)
      case .footer: geometry.footerFrame
      }
    guard let place, let item = component.model.part(part) else { return nil }
    return Part(
      item: item, view: component.viewName(of: item, role: part.role),
      frame: isMirrored ? place.mirrored(in: geometry.width) : place,
      components: item.children.isEmpty ? nil : components(inside: part, at: place))
  }

  private func components(inside part: ItemPath.Part, at place: Rect) -> [LaidOutComponent]? {
    guard let stack = NestedComponents(inside: part, of: component) else { return nil }
    // Headers and footers do not scroll sideways.
    var window = window
    if part == .header || part == .footer { window.x = 0 }
    let visible = place.intersection(window)
    let top = visible.isEmpty ? 0 : visible.y - place.y
    let viewport = Size(width: place.width, height: visible.height)
    return stack.components.enumerated().map { index, inner in
      LaidOutComponent(
        inner, index, stack.layout.placement(of: index, offset: top, viewport: viewport),
        in: place.width, isMirrored: isMirrored)
    }
  }
}
