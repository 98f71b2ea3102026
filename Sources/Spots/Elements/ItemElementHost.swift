/// A view for items whose content is an element, on the surface of a row or card.
///
/// Subclasses describe their content in `body(for:)`.
open class ItemElementHost: ElementHost, ItemConfigurable {
  private var item: Item?

  // MARK: Overridden by subclasses

  /// The content of `item`; nil shows nothing. Called to measure and to lay out the view, so it
  /// must depend on the item, `place` and the environment alone.
  open func body(for item: Item) -> (any Element)? { nil }

  /// The background of the body; `automatic` unless overridden.
  open var surface: ItemSurface { .automatic }

  /// The room around the body, in points; none without a surface.
  open var insets: EdgeInsets {
    guard surface != .none else { return .zero }
    let isRow = surface == .automatic && place.isRow
    let (side, edge) = isRow ? (place.margin, 8.0) : (12.0, 12.0)
    return EdgeInsets(top: edge, left: side, bottom: edge, right: side)
  }

  /// The corner radius of a card's surface, in points.
  open var cornerRadius: Double { 12 }

  /// The distance from the left edge to the start of the separator below a row, in points.
  open var separatorInset: Double { insets.left }

  // MARK: ItemConfigurable

  /// Whether `body(for:)` uses nothing that `configure(with:)` sets. `false` unless overridden,
  /// because a subclass may keep parts of the item when it is configured.
  open class var measuresUnconfigured: Bool { false }

  /// Keeps the item; its body is made in the next layout pass.
  open func configure(with item: Item) {
    self.item = item
    setNeedsLayout()
  }

  /// The height of the body and its insets; the width is 0 unless the body has a fixed one.
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
