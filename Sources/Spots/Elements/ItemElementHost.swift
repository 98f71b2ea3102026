/// A view for items whose content is an element, on the surface of a row or card.
///
/// Subclasses describe their content in `body(for:)`.
open class ItemElementHost: ElementHost, ItemConfigurable {
  private var item: Item?

  // MARK: Overridden by subclasses

  /// What is to be seen of `item`; nil shows nothing. Must depend on the item and the surroundings
  /// alone. Asked when the view is measured and when it is laid out.
  open func body(for item: Item) -> (any Element)? { nil }

  open var surface: ItemSurface { .automatic }

  /// Room around the body, in points.
  open var insets: EdgeInsets {
    guard surface != .none else { return .zero }
    let isRow = surface == .automatic && place.isRow
    let (side, edge) = isRow ? (place.margin, 8.0) : (12.0, 12.0)
    return EdgeInsets(top: edge, left: side, bottom: edge, right: side)
  }

  /// Of a surface that is no row's, in points.
  open var cornerRadius: Double { 12 }

  /// How far from the left side the line between a row and the next begins, in points.
  open var separatorInset: Double { insets.left }

  // MARK: ItemConfigurable

  /// Whether `body(for:)` uses nothing that `configure(with:)` sets. `false` unless overridden, as
  /// a subclass may keep some of the item when it is configured.
  open class var measuresUnconfigured: Bool { false }

  open func configure(with item: Item) {
    self.item = item
    setNeedsLayout()
  }

  /// As high as the body; its width is the layout's, unless the body has a fixed one.
  open func computeSize(for item: Item, containerSize: Size) -> Size {
    guard let environment, let body = body(for: item) else { return .zero }
    let node = ElementNode(Inset(insets, body), environment)
    let isRigid = node.limits(.horizontal).isRigid
    let size = Self.size(of: node, width: containerSize.width)
    return Size(width: isRigid ? size.width : 0, height: size.height)
  }

  open override func layoutSubviews() {
    mount(item.flatMap(body).map { Inset(insets, $0) })
  }

  open override func draw(in list: inout DrawList) {
    switch surface {
    case .automatic where place.isRow:
      drawRowSurface(in: &list)
      drawSeparator(in: &list, from: separatorInset)
    case .automatic, .card: drawCellSurface(in: &list, cornerRadius: cornerRadius)
    case .none: break
    }
  }

  open override var focusCornerRadius: Double {
    place.isRow && surface != .card ? max(place.groupRadius, 6) : cornerRadius
  }
}
