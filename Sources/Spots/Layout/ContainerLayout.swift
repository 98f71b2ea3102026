// Nested scrolling without nested scroll views.
//
// A screen is a stack of components, each of which may be far taller than the window; some of them
// may stand side by side. Only the window scrolls. This file turns one scroll offset into the
// visible part of every component. The rule is OLEContainerScrollView's; it reads no view and keeps
// no state other than the components' heights and columns.

/// A stack of components without gaps, some of them side by side, and the rule for which part of
/// them a viewport shows.
package struct ContainerLayout: Sendable {
  /// The visible part of a component.
  package struct Placement: Equatable, Sendable {
    /// In the stack's coordinates: points from the top left of the whole content.
    package var frame: Rect
    /// The height of the component's own content above `frame`, in points.
    package var inner: Double
  }

  /// Components side by side, as one row of the stack.
  fileprivate struct Block: Sendable {
    let columns: ContainerColumns.Block
    /// Those of the columns, from left to right.
    let frames: [ColumnFrame]
    /// The index of the row.
    let row: Int
    var stacks: [Stack]
    /// The index of each component in its stack.
    let places: [Int]
  }

  /// The components of one column.
  fileprivate struct Stack: Sendable {
    var components: [Int] = []
    var heights = Extents()
  }

  /// A component in its stack: a column's, or that of the rows.
  private struct Place {
    /// nil for a component that is a row of its own.
    var block: Int?
    var column = 0
    var index: Int
  }

  /// The components that stand across all columns, and the blocks of those that stand side by side.
  private var rows: Extents
  private var blocks: [Block] = []
  private let whole: ColumnFrame
  /// The number of components, those of height 0 included.
  package let count: Int
  /// Whether the last component, if it stands across all columns, is a bar: at the bottom of the
  /// viewport, in front of the others, until its place is reached.
  var hasBar = false

  /// - Parameters:
  ///   - heights: The content height of each component, in points.
  ///   - columns: Where each of them stands.
  init(heights: [Double] = [], _ columns: ContainerColumns) {
    (whole, count) = (columns.whole, heights.count)
    var lengths: [Double] = []
    var start = 0
    for block in columns.blocks {
      lengths += heights[start..<block.components.lowerBound]
      let block = Block(block, columns.frames, row: lengths.count, heights: heights)
      blocks.append(block)
      lengths.append(block.height)
      start = block.columns.components.upperBound
    }
    rows = Extents()
    rows.replace(0..<0, with: start == 0 ? heights : lengths + heights[start...])
  }

  /// - Parameters:
  ///   - heights: The content height of each component, from top to bottom, in points.
  ///   - width: Of each of them, in points.
  package init(heights: [Double] = [], width: Double = 0) {
    self.init(heights: heights, ContainerColumns(width: width))
  }

  /// The height of everything, in points.
  package var contentHeight: Double { rows.total }

  // MARK: Components

  private func place(of index: Int) -> Place {
    guard !blocks.isEmpty else { return Place(index: index) }
    let next = blocks.partitioningIndex { $0.columns.components.upperBound > index }
    if next < blocks.count, blocks[next].columns.components.contains(index) {
      let block = blocks[next]
      return Place(
        block: next, column: block.columns.column(of: index),
        index: block.places[index - block.columns.components.lowerBound])
    }
    guard next > 0 else { return Place(index: index) }
    let before = blocks[next - 1]
    return Place(index: before.row + 1 + index - before.columns.components.upperBound)
  }

  /// The component or the block that is a row.
  private func content(ofRow row: Int) -> (component: Int, block: Int?) {
    let next = blocks.partitioningIndex { $0.row >= row }
    if next < blocks.count, blocks[next].row == row {
      return (blocks[next].columns.components.lowerBound, next)
    }
    guard next > 0 else { return (row, nil) }
    let before = blocks[next - 1]
    return (before.columns.components.upperBound + row - before.row - 1, nil)
  }

  /// The content height of a component, in points.
  package func height(of index: Int) -> Double {
    let place = place(of: index)
    guard let block = place.block else { return rows[place.index] }
    return blocks[block].stacks[place.column].heights[place.index]
  }

  /// Sets the content height of a component, in points; those below it move.
  mutating func setHeight(_ height: Double, of index: Int) {
    let place = place(of: index)
    guard let block = place.block else {
      return rows.replace(place.index..<place.index + 1, with: [height])
    }
    blocks[block].stacks[place.column].heights.replace(
      place.index..<place.index + 1, with: [height])
    let row = blocks[block].row
    if rows[row] != blocks[block].height {
      rows.replace(row..<row + 1, with: [blocks[block].height])
    }
  }

  /// The column of a component; for most of them, all the width.
  func column(of index: Int) -> ColumnFrame {
    let place = place(of: index)
    guard let block = place.block else { return whole }
    return blocks[block].frames[place.column]
  }

  /// The top left corner of a component when the content is scrolled to `offset`, in points from
  /// that of the content. It depends on the offset in sticky columns and for a bar only; for all
  /// others, y is the sum of the heights above.
  ///
  /// - Parameter height: The viewport's.
  package func origin(of index: Int, offset: Double, height: Double) -> Point {
    let place = place(of: index)
    guard let block = place.block else {
      let rise = barRise(of: index, offset, height)
      return Point(x: whole.x, y: rows.offset(of: place.index) - rise)
    }
    let top = rows.offset(of: blocks[block].row)
    let stack = blocks[block].stacks[place.column]
    return Point(
      x: blocks[block].frames[place.column].x,
      y: top + blocks[block].shift(ofColumn: place.column, top: top, offset, height)
        + stack.heights.offset(of: place.index))
  }

  /// Whether the component at `index` is a bar.
  func isBar(_ index: Int) -> Bool {
    hasBar && index == count - 1 && place(of: index).block == nil
  }

  /// The height of what the bar may cover of the component at `index`, in points.
  func coveredHeight(of index: Int) -> Double {
    hasBar && index != count - 1 && isBar(count - 1) ? height(of: count - 1) : 0
  }

  /// How far the bar is above its place; 0 for any other component.
  private func barRise(of index: Int, _ offset: Double, _ height: Double) -> Double {
    isBar(index) ? max(contentHeight - offset - height, 0) : 0
  }

  /// The bar at `y` of the content that is scrolled to `offset`; nil where it is not.
  private func bar(at y: Double, _ offset: Double, _ height: Double) -> Int? {
    guard hasBar, count > 0, isBar(count - 1) else { return nil }
    let top = origin(of: count - 1, offset: offset, height: height).y
    return (top..<top + self.height(of: count - 1)).contains(y) ? count - 1 : nil
  }

  /// How far a component of a sticky column is below where it is at an offset of 0, or a bar is
  /// above its place, as a negative number; 0 in all others.
  ///
  /// - Parameter height: The viewport's.
  func shift(of index: Int, offset: Double, height: Double) -> Double {
    let place = place(of: index)
    guard let block = place.block else { return -barRise(of: index, offset, height) }
    return blocks[block].shift(
      ofColumn: place.column, top: rows.offset(of: blocks[block].row), offset, height)
  }

  // MARK: The viewport

  /// The visible part of a component in a viewport scrolled to `offset`, where Y is the component's
  /// top:
  ///
  ///     offset < Y:  inner = 0,           y = Y
  ///     else:        inner = offset − Y,  y = offset
  ///     height = min(max(viewport bottom − y, 0), max(content height − inner, 0))
  package func placement(of index: Int, offset: Double, viewport: Size) -> Placement {
    let start = origin(of: index, offset: offset, height: viewport.height)
    let inner = max(offset - start.y, 0)
    let y = max(offset, start.y)
    let height = min(max(offset + viewport.height - y, 0), max(height(of: index) - inner, 0))
    return Placement(
      frame: Rect(x: start.x, y: y, width: column(of: index).width, height: height), inner: inner)
  }

  /// The indexes of the visible components, ascending.
  ///
  /// - Complexity: O(*m* · log *n*), where *m* is their number; those of height 0 cost nothing.
  package func visible(offset: Double, viewport: Size) -> [Int] {
    var indexes: [Int] = []
    appendVisible(offset: offset, viewport: viewport, to: &indexes)
    return indexes
  }

  /// Adds the indexes of the visible components to `indexes`.
  func appendVisible(offset: Double, viewport: Size, to indexes: inout [Int]) {
    let bottom = offset + viewport.height
    guard offset < contentHeight, bottom > 0 else { return }
    var next = rows.firstPositive(from: rows.index(at: max(offset, 0)))
    while let row = next, rows.offset(of: row) < bottom {
      let content = content(ofRow: row)
      if let block = content.block {
        let start = indexes.count
        blocks[block].appendVisible(
          offset: offset, height: viewport.height, top: rows.offset(of: row), to: &indexes)
        indexes.sort(from: start)
      } else {
        indexes.append(content.component)
      }
      next = rows.firstPositive(from: row + 1)
    }
    if hasBar, isBar(count - 1), indexes.last != count - 1, height(of: count - 1) > 0 {
      indexes.append(count - 1)
    }
  }

  /// The component at a point of the content that is scrolled to `offset`; nil where there is none.
  ///
  /// - Parameter height: The viewport's.
  package func component(at point: Point, offset: Double, height: Double) -> Int? {
    guard point.y >= 0, point.y < contentHeight else { return nil }
    if let bar = bar(at: point.y, offset, height) { return bar }
    let row = rows.index(at: point.y)
    let content = content(ofRow: row)
    guard let block = content.block.map({ blocks[$0] }) else { return content.component }
    let column = block.frames.firstIndex { $0.x <= point.x && point.x < $0.x + $0.width }
    guard let column else { return nil }
    let top = rows.offset(of: row)
    return block.stacks[column].component(
      at: point.y - top - block.shift(ofColumn: column, top: top, offset, height))
  }

  /// The component that tells where content scrolled to `y` is: the one there or, of those side by
  /// side, the one in the widest column that scrolls. nil outside of the content.
  package func component(at y: Double) -> Int? {
    guard y >= 0, y < contentHeight else { return nil }
    let row = rows.index(at: y)
    let content = content(ofRow: row)
    guard let block = content.block.map({ blocks[$0] }) else { return content.component }
    let top = rows.offset(of: row)
    var widest: (component: Int, width: Double)?
    for (frame, stack) in zip(block.frames, block.stacks) {
      guard let component = stack.component(at: y - top) else { continue }
      // A sticky column moves along, unless it is the longest; it counts where there is nothing
      // else.
      let movesAlong = frame.isSticky && stack.heights.total < block.height
      let width = movesAlong ? -1 / max(frame.width, 1) : frame.width
      if width > widest?.width ?? -.infinity { widest = (component, width) }
    }
    return widest?.component
  }

  // MARK: Neighbors

  /// The component below the one at `index` in its column, or above it; nil where there is none,
  /// and outside of columns.
  func neighbor(inColumnOf index: Int, isBelow: Bool) -> Int? {
    let place = place(of: index)
    guard let block = place.block else { return nil }
    let stack = blocks[block].stacks[place.column].components
    let next = place.index + (isBelow ? 1 : -1)
    return stack.indices.contains(next) ? stack[next] : nil
  }

  /// The components that come below or above the row of the one at `index`: the first or last one
  /// of each column, the nearest to `x` first, or the one across all columns. Empty when there is
  /// none.
  func entries(from index: Int, isBelow: Bool, near x: Double) -> [Int] {
    let place = place(of: index)
    let step = isBelow ? 1 : -1
    var row = (place.block.map { blocks[$0].row } ?? place.index) + step
    while row >= 0, row < rows.count {
      let content = content(ofRow: row)
      guard let block = content.block else { return [content.component] }
      let entries = blocks[block].entries(fromAbove: isBelow, near: x)
      if !entries.isEmpty { return entries }
      row += step
    }
    return []
  }

  /// The component in the next column to the left or to the right of that of `index`, at `y` or,
  /// where that column does not reach so far, the last one; nil where there is no further column.
  ///
  /// - Parameter y: In points from the top of the content that is scrolled to `offset`.
  func neighbor(
    of index: Int, isRight: Bool, near y: Double, offset: Double, height: Double
  ) -> Int? {
    let place = place(of: index)
    guard let block = place.block.map({ blocks[$0] }) else { return nil }
    let top = rows.offset(of: block.row)
    var column = place.column + (isRight ? 1 : -1)
    while block.stacks.indices.contains(column) {
      let stack = block.stacks[column]
      if stack.heights.total > 0 {
        let own = y - top - block.shift(ofColumn: column, top: top, offset, height)
        return stack.component(at: min(max(own, 0), stack.heights.total.nextDown))
      }
      column += isRight ? 1 : -1
    }
    return nil
  }
}

extension ContainerLayout.Block {
  init(
    _ columns: ContainerColumns.Block, _ frames: [ColumnFrame], row: Int, heights: [Double]
  ) {
    var stacks = [ContainerLayout.Stack](repeating: ContainerLayout.Stack(), count: frames.count)
    var places: [Int] = []
    for index in columns.components {
      let column = columns.column(of: index)
      places.append(stacks[column].components.count)
      stacks[column].components.append(index)
    }
    for column in stacks.indices {
      stacks[column].heights.replace(0..<0, with: stacks[column].components.map { heights[$0] })
    }
    self.init(columns: columns, frames: frames, row: row, stacks: stacks, places: places)
  }

  fileprivate var height: Double { stacks.reduce(0) { max($0, $1.heights.total) } }

  /// How far a sticky column is below its normal place: its top stays at the viewport's or, if the
  /// column is taller, its bottom at the viewport's, as long as it does not leave the block.
  fileprivate func shift(
    ofColumn column: Int, top: Double, _ offset: Double, _ height: Double
  ) -> Double {
    guard frames[column].isSticky else { return 0 }
    let own = stacks[column].heights.total
    return min(max(offset - top + min(height - own, 0), 0), self.height - own)
  }

  fileprivate func appendVisible(
    offset: Double, height: Double, top: Double, to indexes: inout [Int]
  ) {
    for (column, stack) in stacks.enumerated() {
      let start = top + shift(ofColumn: column, top: top, offset, height)
      let bottom = offset + height - start
      guard stack.heights.total > max(offset - start, 0), bottom > 0 else { continue }
      var next = stack.heights.firstPositive(
        from: stack.heights.index(at: max(offset - start, 0)))
      while let index = next, stack.heights.offset(of: index) < bottom {
        indexes.append(stack.components[index])
        next = stack.heights.firstPositive(from: index + 1)
      }
    }
  }

  /// The first or the last component of each column that has any, the nearest to `x` first.
  fileprivate func entries(fromAbove: Bool, near x: Double) -> [Int] {
    stacks.indices.filter { stacks[$0].heights.total > 0 }
      .sorted { frames[$0].distance(to: x) < frames[$1].distance(to: x) }
      .compactMap { fromAbove ? stacks[$0].components.first : stacks[$0].components.last }
  }
}

extension ContainerLayout.Stack {
  /// The component at `y` points from the top of the stack; nil outside of it.
  fileprivate func component(at y: Double) -> Int? {
    guard y >= 0, y < heights.total else { return nil }
    return components[heights.index(at: y)]
  }
}

extension [Int] {
  /// Sorts the few elements from `start` on, without allocating memory.
  fileprivate mutating func sort(from start: Int) {
    for end in indices.dropFirst(start + 1) {
      var index = end
      while index > start, self[index - 1] > self[index] {
        swapAt(index - 1, index)
        index -= 1
      }
    }
  }
}

extension ColumnFrame {
  fileprivate func distance(to x: Double) -> Double {
    max(self.x - x, x - self.x - width, 0)
  }
}
