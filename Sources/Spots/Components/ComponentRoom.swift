/// The room of a component at one width: the lane it keeps to, its spacing, the sizes of its items,
/// and the styles of what stands there.
@MainActor
struct ComponentRoom {
  /// The layout for this width, with the screen's spacing where it has none of its own.
  let layout: Layout
  let lane: Lane
  let widths: ItemSizing.Widths
  let sizing: ItemSizing
  /// Whether items are rows that run across the component.
  let hasRows: Bool
  /// The room that all items leave because some need it.
  var siblings = SiblingNeeds()
  private let isComfortable: Bool
  private let isReorderable: Bool
  private let isGrid: Bool
  private let heading: CellStyle.Heading
  /// Whether there is room beside the lane.
  private let isNarrow: Bool
  /// Whether the margins of the column are beside the lane, in place of an inset.
  private let hasMargins: Bool
  /// Whether other columns are beside that of the component.
  private let isBeside: Bool

  /// The width, in points, up to which the parts of a row stay together.
  private static let longestRow = 960.0
  /// The width of a container, in points, from which on carousels end where grids do.
  private static let widePeek = 1024.0
  /// How many times as wide as their least width few items become.
  private static let growth = 1.6
  /// The room beside the text of a cell, in points.
  static let cellMargin = 12.0
  private static let groupRadius = 12.0
  private static let comfortableGap = 12.0

  /// - Parameters:
  ///   - itemCount: How many items are shown.
  ///   - hasHeader: Whether a header stands above them.
  init(
    _ model: ComponentModel, itemCount: Int, hasHeader: Bool, in column: ColumnFrame,
    _ environment: Environment
  ) {
    let (textScale, breakpoints) = (environment.textScale, environment.breakpoints)
    isComfortable = environment.spacing == .comfortable
    isReorderable = model.interaction.isReorderable
    isGrid = model.arrangement == .grid
    var layout = model.layout(for: breakpoints.widthClass(of: column.width)).clamped
    hasMargins = layout.ownInset == nil && column.margins != EdgeInsets()
    let margins = layout.ownInset == nil ? column.margins : column.ownMargins
    let free = Lane(x: margins.left, width: max(column.width - margins.left - margins.right, 0))
    isBeside = column.isBeside
    lane = Self.lane(in: free, for: model, layout, isBeside ? nil : textScale)
    if lane.width < free.width {
      layout = model.layout(for: breakpoints.widthClass(of: lane.width)).clamped
    }
    if isComfortable { layout = Self.spaced(layout, for: model, hasHeader: hasHeader) }
    // Each row of a table is as wide as the titles above it.
    if model.kind == .table { (layout.span, layout.minItemWidth) = (0, 0) }
    self.layout = layout
    var arranged = model
    arranged.layout = layout
    // Carousels show where they go on in narrow windows only: in wide ones they end where grids do.
    let isWide = column.container > CellStyle.readableWidth
    widths = ItemSizing.Widths(
      beyond: column.container < Self.widePeek ? column.width - lane.maxX : nil,
      growth: isWide || isComfortable ? Self.growth : nil)
    sizing = ItemSizing(
      model: arranged, itemCount: itemCount, width: lane.width, widths, textScale: textScale)
    hasRows = [.table, .log].contains(model.kind) || model.kind == .list && sizing.span < 2
    heading = isComfortable ? column.heading : .usual
    isNarrow = column.isNarrow || lane.width <= column.width - 2 * Lane.margin(ofRow: 0)
  }

  /// The part of `free` that a component keeps to: less than all where its layout says so, or where
  /// rows would become too long.
  ///
  /// - Parameter textScale: nil where rows may have any length.
  private static func lane(
    in free: Lane, for model: ComponentModel, _ layout: Layout, _ textScale: Double?
  ) -> Lane {
    if layout.maxWidth != nil { return free.limited(to: layout.maxWidth, layout.align) }
    let hasRows = model.hasRows(in: layout) && !model.items.isEmpty
    let longest = hasRows ? textScale.map { longestRow * max($0, 1) } : nil
    return free.limited(to: longest, .leading)
  }

  /// `layout` on a comfortable screen. Rows of a list stay together.
  private static func spaced(
    _ layout: Layout, for model: ComponentModel, hasHeader: Bool
  ) -> Layout {
    var spaced = layout
    if layout.ownItemSpacing == nil { spaced.itemSpacing = comfortableGap }
    if layout.ownLineSpacing == nil, !model.hasRows(in: layout),
      ![.table, .log].contains(model.kind)
    {
      spaced.lineSpacing = comfortableGap
    }
    if layout.ownInset == nil, !model.hasOnlyActions {
      // A header has room of its own below its text, and buttons around them.
      spaced.inset = EdgeInsets(top: hasHeader ? 0 : comfortableGap, bottom: comfortableGap)
    }
    return spaced
  }

  // MARK: Styles

  /// How an item draws its edges and margins.
  ///
  /// - Parameters:
  ///   - isFirst: Whether it is the first of those shown.
  ///   - isLast: Whether it is the last of them.
  func cellStyle(isFirst: Bool, isLast: Bool) -> CellStyle {
    var style = CellStyle(isRow: hasRows, margin: Self.cellMargin, componentWidth: lane.width)
    (style.titleLines, style.subtitleLines) = (siblings.titleLines, siblings.subtitleLines)
    style.sharesHeight = isGrid && layout.itemRatio == 0
    guard hasRows else { return style }
    // Rows with space between them are groups of one.
    let isApart = layout.lineSpacing > 0
    let isInset = layout.inset.left > 0 && layout.inset.right > 0
    (style.isFirst, style.isLast) = (isApart || isFirst, isApart || isLast)
    style.margin = rowMargin
    style.groupRadius = isInset || isNarrow ? Self.groupRadius : 0
    style.hasPictures = siblings.havePictures
    style.isMovable = isReorderable
    return style
  }

  /// The room between the sides of a row and its text, in points, the same in all columns.
  private var rowMargin: Double { Lane.margin(ofRow: isBeside ? 0 : sizing.rowWidth) }

  /// The style of header and footer, whose text is aligned with the items' text or edge.
  var edgeStyle: CellStyle {
    var style = CellStyle(margin: 0, componentWidth: lane.width)
    style.heading = heading
    if hasMargins { return style }
    let (left, margin) = (layout.inset.left, rowMargin)
    // On a comfortable screen rows are in a box, aligned with the cards above and below.
    let isBoxed = left > 0 && isComfortable
    let beside = left > 0 ? max(left, Lane.margin(ofRow: 0)) : margin
    style.margin = hasRows && !isBoxed ? left + margin : beside
    return style
  }
}
