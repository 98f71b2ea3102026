// Where the views of a component stand, so that rows of one list look like one surface and headers
// line up with what is below them.

extension Component {
  /// Lists wider than this are centred in a column, where nothing but lists is on the screen: beside
  /// a grid, whose items use the whole width, they begin where the grid begins.
  private static let readableWidth = 1200.0
  private static let margin = 16.0
  private static let cellMargin = 12.0
  private static let groupRadius = 12.0

  /// Whether items are rows that run across the component.
  var hasRows: Bool { model.kind == .list && ItemSizing.span(of: model) < 2 }

  func place(ofItem index: Int) -> ItemPlace {
    guard hasRows else { return ItemPlace(isRow: false, margin: Self.cellMargin) }
    // Rows apart from each other are each a group of their own.
    let isApart = model.layout.lineSpacing > 0
    let isInset = model.layout.inset.left > 0 && model.layout.inset.right > 0
    return ItemPlace(
      isRow: true, isFirst: isApart || index == 0,
      isLast: isApart || index == model.items.count - 1,
      margin: rowMargin(rowWidth: sizing.rowWidth),
      groupRadius: isInset ? Self.groupRadius : 0)
  }

  /// The place of header and footer: their text begins where the text or the edge of the items does.
  func edgePlace(width: Double) -> ItemPlace {
    let left = sane(model.layout.inset.left)
    guard hasRows else { return ItemPlace(margin: max(left, Self.margin)) }
    let rowWidth = max(width - left - sane(model.layout.inset.right), 0)
    return ItemPlace(margin: left + rowMargin(rowWidth: rowWidth))
  }

  private func rowMargin(rowWidth: Double) -> Double {
    guard isCentred else { return Self.margin }
    return max(Self.margin, ((rowWidth - Self.readableWidth) / 2).rounded())
  }
}
