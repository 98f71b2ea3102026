// Grids without a span: items keep their own widths and wrap like words.

/// Items packed from left to right with `itemSpacing` between them; one that does not fit starts
/// the next row, `lineSpacing` below. A row is as high as its tallest item.
///
/// A row's break depends on all items before it, so rows are made from the top down, as far as they
/// are needed. The height of the rest is estimated by the average of the items placed so far.
struct PackedLayout: ItemLayout {
  private struct Row: Sendable {
    var firstItem: Int
    var y: Double
    var height: Double
  }

  private let itemCount: Int
  private let rowWidth: Double
  private let itemSpacing: Double
  private let lineSpacing: Double
  private var rows: [Row] = []
  private var frames: [Rect] = []

  /// Creates a layout that has placed no items yet; all lengths are in points.
  init(itemCount: Int, rowWidth: Double, itemSpacing: Double, lineSpacing: Double) {
    self.itemCount = itemCount
    self.rowWidth = rowWidth
    self.itemSpacing = itemSpacing
    self.lineSpacing = lineSpacing
  }

  /// Whether every item was placed.
  var isComplete: Bool { frames.count == itemCount }

  /// As wide as a row; the height is an estimate until `isComplete`.
  var contentSize: Size {
    Size(width: rowWidth, height: builtHeight + estimatedRest)
  }

  /// Measures and places items from the top down to the bottom of `rect`.
  mutating func prepare(_ rect: Rect, measure: (Int) -> Size) {
    while frames.count < itemCount, rows.last.map({ $0.y < rect.maxY }) ?? true {
      place(measure(frames.count))
    }
  }

  /// The frame of an item; for one that was not placed yet, an estimate as wide as a row.
  func frame(ofItem index: Int) -> Rect {
    if index < frames.count { return frames[index] }
    let y = builtHeight + (heightPerItem * Double(index - frames.count)).rounded()
    return Rect(x: 0, y: y, width: rowWidth, height: RowsLayout.firstEstimate)
  }

  /// The size of an item; nil until it is placed.
  func knownSize(ofItem index: Int) -> Size? {
    index < frames.count ? frames[index].size : nil
  }

  /// The placed items of the rows that meet `rect`; O(log *n*).
  func items(in rect: Rect) -> Range<Int> {
    guard let first = rows.first, rect.maxY > first.y else { return 0..<0 }
    let top = rows.partitioningIndex { $0.y + $0.height > rect.y }
    let bottom = rows.partitioningIndex { $0.y >= rect.maxY }
    guard top < bottom else { return 0..<0 }
    let end = bottom < rows.count ? rows[bottom].firstItem : frames.count
    return rows[top].firstItem..<end
  }

  private mutating func place(_ size: Size) {
    let index = frames.count
    if let row = rows.last, let previous = frames.last {
      let x = previous.maxX + itemSpacing
      if x + size.width <= rowWidth + 0.001 {
        frames.append(Rect(x: x, y: row.y, width: size.width, height: size.height))
        rows[rows.count - 1].height = max(row.height, size.height)
        return
      }
      rows.append(Row(firstItem: index, y: row.y + row.height + lineSpacing, height: size.height))
    } else {
      rows.append(Row(firstItem: index, y: 0, height: size.height))
    }
    frames.append(Rect(x: 0, y: rows[rows.count - 1].y, width: size.width, height: size.height))
  }

  private var builtHeight: Double { rows.last.map { $0.y + $0.height } ?? 0 }

  private var heightPerItem: Double {
    frames.isEmpty
      ? RowsLayout.firstEstimate : (builtHeight + lineSpacing) / Double(frames.count)
  }

  private var estimatedRest: Double {
    isComplete ? 0 : (heightPerItem * Double(itemCount - frames.count)).rounded()
  }
}
