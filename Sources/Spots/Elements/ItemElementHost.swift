/// A view for items whose content is an element, on the surface of a row or card.
///
/// Subclasses describe their content in `body(for:)`.
open class ItemElementHost: ElementHost, ItemConfigurable {
  private var content: (any Element)?

  // MARK: Overridden by subclasses

  /// What is to be seen of `item`; nil shows nothing. Must depend on the item and the surroundings
  /// alone.
  open func body(for item: Item) -> (any Element)? { nil }

  open var surface: ItemSurface { .automatic }

  /// Room around the body, in points.
  open var insets: EdgeInsets {
    guard surface == .automatic else { return .zero }
    let side = place.isRow ? place.margin : 12
    let edge = place.isRow ? 8.0 : 12
    return EdgeInsets(top: edge, left: side, bottom: edge, right: side)
  }

  // MARK: ItemConfigurable

  public func configure(with item: Item) {
    content = body(for: item)
    setNeedsLayout()
  }

  /// As high as the body; its width is the layout's, unless the body has a fixed one.
  public func computeSize(for item: Item, containerSize: Size) -> Size {
    guard let environment, let body = body(for: item) else { return .zero }
    let node = ElementNode(Inset(insets, body), environment)
    let isRigid = node.limits(.horizontal).isRigid
    let size = Self.size(of: node, width: containerSize.width)
    return Size(width: isRigid ? size.width : 0, height: size.height)
  }

  open override func layoutSubviews() {
    element = content.map { Inset(insets, $0) }
    super.layoutSubviews()
  }

  open override func draw(in list: inout DrawList) {
    guard surface == .automatic else { return }
    if place.isRow {
      drawRowSurface(in: &list)
      drawSeparator(in: &list, from: insets.left)
    } else {
      drawCellSurface(in: &list, cornerRadius: Self.cornerRadius)
    }
  }

  open override var focusCornerRadius: Double {
    place.isRow ? max(place.groupRadius, 6) : Self.cornerRadius
  }

  private static let cornerRadius = 12.0
}
