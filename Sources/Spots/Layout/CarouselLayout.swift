// Carousels: columns of equally many items, side by side.

/// Items in columns of `itemsPerRow`; column j starts where column j − 1 ends, plus `itemSpacing`.
///
/// A column is as wide as its widest item. All items take the height of the tallest one that is
/// known, h: with k items per column, item i sits in column i / k at y = (i mod k) · (h + ls), and
/// the content is k · (h + ls) − ls high.
struct CarouselLayout: ItemLayout {
  private let itemCount: Int
  private let itemsPerColumn: Int
  private let fixedWidth: Double?
  private let itemSpacing: Double
  private let lineSpacing: Double
  private var columns: Extents
  private var widths, heights: Extents
  private var itemHeight = 0.0
  private var measuredColumns = 0
  private var hasEstimate = false

  /// - Parameter fixedWidth: The width of every item, or nil when they have their own.
  init(
    itemCount: Int, itemsPerColumn: Int, fixedWidth: Double?, itemSpacing: Double,
    lineSpacing: Double
  ) {
    self.itemCount = itemCount
    self.itemsPerColumn = max(itemsPerColumn, 1)
    self.fixedWidth = fixedWidth
    self.itemSpacing = itemSpacing
    self.lineSpacing = lineSpacing
    let columnCount = itemCount.dividedRoundingUp(by: self.itemsPerColumn)
    let estimate = fixedWidth ?? Self.firstEstimate
    columns = Extents(count: columnCount, length: estimate + itemSpacing)
    widths = Extents(count: itemCount, length: estimate)
    heights = Extents(count: itemCount, length: 0)
  }

  private static let firstEstimate = 160.0

  /// Zero without items; an estimate until `isComplete`.
  var contentSize: Size {
    guard columns.count > 0 else { return .zero }
    // Each column's extent includes the spacing after it, the last column's too.
    let k = Double(itemsPerColumn)
    return Size(
      width: columns.total - itemSpacing, height: k * (itemHeight + lineSpacing) - lineSpacing)
  }

  /// Whether every column was measured.
  var isComplete: Bool { measuredColumns == columns.count }

  /// Measures the columns that meet `rect`, and at least one.
  mutating func prepare(_ rect: Rect, measure: (Int) -> Size) {
    guard columns.count > 0, !isComplete else { return }
    // Leading columns with an estimated width of 0 cannot be found by an offset.
    var column = rect.x > 0 ? columns.index(at: rect.x) : 0
    var x = columns.offset(of: column)
    repeat {
      if !columns.isKnown(column) { measureColumn(column, measure) }
      x += columns[column]
      column += 1
    } while column < columns.count && x < rect.maxX
  }

  /// The frame of an item, as high as the tallest measured one; O(log *n*).
  func frame(ofItem index: Int) -> Rect {
    let (column, row) = index.quotientAndRemainder(dividingBy: itemsPerColumn)
    return Rect(
      x: columns.offset(of: column), y: Double(row) * (itemHeight + lineSpacing),
      width: widths[index], height: itemHeight)
  }

  /// The size of an item, which may be shorter than its frame; nil until its column is measured.
  func knownSize(ofItem index: Int) -> Size? {
    guard columns.isKnown(index / itemsPerColumn) else { return nil }
    return Size(width: widths[index], height: heights[index])
  }

  /// All items of the columns that meet `rect`; O(log *n*).
  func items(in rect: Rect) -> Range<Int> {
    let columns = columns.indexes(from: rect.x, to: rect.maxX)
    return columns.lowerBound * itemsPerColumn..<min(columns.upperBound * itemsPerColumn, itemCount)
  }

  private mutating func measureColumn(_ column: Int, _ measure: (Int) -> Size) {
    let items = column * itemsPerColumn..<min((column + 1) * itemsPerColumn, itemCount)
    let sizes = items.map(measure)
    widths.replace(items, with: sizes.map(\.width))
    heights.replace(items, with: sizes.map(\.height))
    let width = sizes.map(\.width).max() ?? 0
    columns.replace(column..<column + 1, with: [width + itemSpacing])
    itemHeight = max(itemHeight, sizes.map(\.height).max() ?? 0)
    measuredColumns += 1
    if !hasEstimate {
      hasEstimate = true
      columns.setEstimate(width + itemSpacing)
      widths.setEstimate(width)
    }
  }
}
