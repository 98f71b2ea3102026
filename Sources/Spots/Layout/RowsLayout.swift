// Lists, and grids whose items all have one width: rows of equally many items.

/// Items in rows of `columns`; a row is as high as its tallest item, the last may be partly filled.
///
/// With w the items' width and s the item spacing, column j starts at j · (w + s); where the
/// spacing leaves the items no width, the columns share the row. Row i starts at the sum of the
/// rows before it and i line spacings.
struct RowsLayout: ItemLayout {
  private let columns: Int
  private let itemWidth: Double
  private let columnStep: Double
  private let itemSpacing: Double
  private let rowWidth: Double
  private let lineSpacing: Double
  private let itemCount: Int
  /// Whether items are as high as their row.
  private let areEven: Bool
  private var rows: Extents
  /// The heights of single items, where a row has more than one.
  private var heights: Extents
  private var measuredRows = 0
  /// Whether the first measurement has set the estimate. If each one did, the height of the content
  /// would keep changing while it scrolls.
  private var hasEstimate = false

  static let firstEstimate = 44.0

  /// Creates a layout that has measured no rows yet; all lengths are in points.
  init(
    itemCount: Int, columns: Int, itemWidth: Double, rowWidth: Double, itemSpacing: Double,
    lineSpacing: Double, areEven: Bool = false
  ) {
    self.areEven = areEven
    self.itemCount = itemCount
    self.columns = max(columns, 1)
    self.itemWidth = itemWidth
    self.rowWidth = rowWidth
    self.itemSpacing = itemSpacing
    self.lineSpacing = lineSpacing
    let hasRoom = itemWidth > 0 || self.columns == 1
    columnStep = hasRoom ? itemWidth + itemSpacing : rowWidth / Double(self.columns - 1)
    let rowCount = (itemCount + self.columns - 1) / self.columns
    rows = Extents(count: rowCount, length: Self.firstEstimate + lineSpacing)
    heights =
      self.columns > 1 ? Extents(count: itemCount, length: Self.firstEstimate) : Extents()
  }

  /// As wide as a row; the height is an estimate until `isComplete`.
  var contentSize: Size {
    // Each row's extent includes the line spacing after it, the last row's too.
    Size(width: rowWidth, height: rows.count == 0 ? 0 : rows.total - lineSpacing)
  }

  /// Whether every row was measured.
  var isComplete: Bool { measuredRows == rows.count }

  /// Measures the rows that meet `rect`, and at least one.
  mutating func prepare(_ rect: Rect, measure: (Int) -> Size) {
    guard rows.count > 0, !isComplete else { return }
    // Leading rows with an estimated height of 0 cannot be found by an offset.
    let first = rect.y > 0 ? rows.index(at: rect.y) : 0
    var y = rows.offset(of: first)
    var row = first
    var start = first
    var lengths: [Double] = []
    while row < rows.count, y < rect.maxY || row == first {
      if rows.isKnown(row) {
        y += rows[row]
        store(&lengths, from: start)
        start = row + 1
      } else {
        let length = measureRow(row, measure) + lineSpacing
        lengths.append(length)
        y += length
      }
      row += 1
    }
    store(&lengths, from: start)
  }

  /// The frame of an item, with its own height unless all are as high as their row; O(log *n*).
  func frame(ofItem index: Int) -> Rect {
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    return Rect(
      x: Double(column) * columnStep, y: rows.offset(of: row), width: itemWidth,
      height: columns == 1 || areEven ? max(rows[row] - lineSpacing, 0) : heights[index])
  }

  /// The size of an item, as it was measured; nil until its row is measured.
  func knownSize(ofItem index: Int) -> Size? {
    guard rows.isKnown(index / columns) else { return nil }
    return Size(
      width: itemWidth, height: columns == 1 ? rows[index] - lineSpacing : heights[index])
  }

  /// All items of the rows that meet `rect`; O(log *n*).
  func items(in rect: Rect) -> Range<Int> {
    let rows = rows.indexes(from: rect.y, to: rect.maxY)
    return rows.lowerBound * columns..<min(rows.upperBound * columns, itemCount)
  }

  /// Whether each row is one item, so that one more or less changes no other row.
  var hasOneColumn: Bool { columns == 1 }

  /// The layout with `count` unmeasured items in place of those in `range`, and the known heights
  /// of the others; it must have one column.
  func replacing(_ range: Range<Int>, withCount count: Int) -> RowsLayout {
    var copy = RowsLayout(
      itemCount: itemCount - range.count + count, columns: 1, itemWidth: itemWidth,
      rowWidth: rowWidth, itemSpacing: itemSpacing, lineSpacing: lineSpacing)
    copy.rows = rows
    copy.hasEstimate = hasEstimate
    copy.measuredRows = measuredRows - rows.knownCount(in: range)
    let estimate = range.isEmpty ? nil : rows[range.lowerBound]
    copy.rows.remove(range)
    copy.rows.insert(count: count, length: estimate ?? estimateOfNew, at: range.lowerBound)
    return copy
  }

  /// Measures a row of one item again, unless it was not measured yet.
  mutating func remeasure(row: Int, measure: (Int) -> Size) {
    guard columns == 1, rows.isKnown(row) else { return }
    let length = measure(row).height + lineSpacing
    if length != rows[row] { rows.replace(row..<row + 1, with: [length]) }
  }

  private var estimateOfNew: Double {
    rows.count > 0 ? rows[0] : Self.firstEstimate + lineSpacing
  }

  private mutating func measureRow(_ row: Int, _ measure: (Int) -> Size) -> Double {
    let items = row * columns..<min((row + 1) * columns, itemCount)
    let measured = items.map { measure($0).height }
    if columns > 1 { heights.replace(items, with: measured) }
    return measured.max() ?? 0
  }

  private mutating func store(_ lengths: inout [Double], from start: Int) {
    guard !lengths.isEmpty else { return }
    rows.replace(start..<start + lengths.count, with: lengths)
    measuredRows += lengths.count
    if !hasEstimate {
      hasEstimate = true
      rows.setEstimate(lengths.reduce(0, +) / Double(lengths.count))
    }
    lengths.removeAll()
  }
}
