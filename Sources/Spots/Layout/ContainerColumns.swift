// The columns of a container: where components stand across it. `ContainerLayout` stacks them.

/// The part of a container's width in which some of its components are stacked.
struct ColumnFrame: Equatable, Sendable {
  /// The left edge, in points.
  var x = 0.0
  /// In points, at least 0.
  var width: Double
  /// Whether components that set no limit keep to a readable width.
  var isReadable = false
  /// Whether the column stays in view while those beside it scroll on.
  var isSticky = false
}

/// The width that each component of a container has, and which of them stand side by side.
struct ContainerColumns: Sendable {
  /// Components, one after the other in the document, that stand side by side.
  struct Block: Sendable {
    /// The indexes of the components.
    let components: Range<Int>
    /// From left to right.
    let frames: [ColumnFrame]
    /// The column of each component, from the first of the block on.
    let columns: [Int]

    func column(of component: Int) -> Int { columns[component - components.lowerBound] }
  }

  /// All the width, for the components outside of blocks.
  let whole: ColumnFrame
  /// From top to bottom.
  let blocks: [Block]
  /// Whether components that name a column are stacked, for want of room side by side.
  let areStacked: Bool

  /// The least width of a column that shares the room, in points at normal text size.
  private static let leastWidth = 200.0

  /// Without blocks.
  init(width: Double) {
    (whole, blocks, areStacked) = (ColumnFrame(width: width), [], false)
  }

  /// - Parameters:
  ///   - columns: Those for a container of `width`. Components naming a later one get the last.
  ///   - width: Of the container, in points.
  ///   - readableWidth: The width that a column with rows takes, in points.
  ///   - hasRows: Whether a component has rows that become too long in a width.
  init(
    _ models: some RandomAccessCollection<ComponentModel>, _ columns: [Columns.Column],
    width: Double, textScale: Double, readableWidth: Double,
    hasRows: (ComponentModel, Double) -> Bool
  ) {
    let columns = columns.prefix(Columns.maximumCount).map { $0.scaled(by: textScale) }
    guard let room = Self.room(columns, width: width, textScale: textScale) else {
      blocks = []
      areStacked = columns.count > 1 && models.contains { $0.column != nil }
      whole = ColumnFrame(width: width, isReadable: models.contains { hasRows($0, width) })
      return
    }
    areStacked = false
    let places = models.map { $0.column?.clamped(to: 0...columns.count - 1) }
    blocks = Self.runs(of: places).map { run in
      func hasLongRows(_ column: Int, _ width: Double) -> Bool {
        zip(places[run], models.dropFirst(run.lowerBound)).contains {
          $0 == column && hasRows($1, width)
        }
      }
      let limits = columns.indices.map {
        columns[$0].width > 0
          ? 0 : columns[$0].maxWidth ?? (hasLongRows($0, room) ? readableWidth : 0)
      }
      var frames = Self.frames(columns, limits: limits, width: width)
      for index in frames.indices {
        frames[index].isReadable = hasLongRows(index, frames[index].width)
      }
      return Block(components: run, frames: frames, columns: places[run].compactMap { $0 })
    }
    let isReadable = zip(places, models).contains { $0 == nil && hasRows($1, width) }
    whole = ColumnFrame(width: width, isReadable: isReadable)
  }

  /// The ranges of components that stand in columns.
  private static func runs(of places: [Int?]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for (index, place) in places.enumerated() where place != nil {
      if let last = runs.last, last.upperBound == index {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }

  /// The width of a column that shares the room, before limits are applied; nil where there is no
  /// room for all columns side by side.
  private static func room(_ columns: [Columns.Column], width: Double, textScale: Double) -> Double?
  {
    let rest = width - columns.reduce(0) { $0 + $1.width }
    let count = columns.count { $0.width <= 0 }
    let room = rest / Double(max(count, 1))
    // With large text a sidebar would take the room of what it stands beside.
    let least = columns.reduce(leastWidth * textScale) { max($0, $1.width) }
    return columns.count > 1 && room >= (count > 0 ? least : 0) ? room : nil
  }

  /// The columns side by side, in the middle where their limits leave room.
  private static func frames(
    _ columns: [Columns.Column], limits: [Double], width: Double
  ) -> [ColumnFrame] {
    var widths = columns.map(\.width)
    var open = columns.indices.filter { columns[$0].width <= 0 }
    var rest = max(width - widths.reduce(0, +), 0)
    // Those that reach their limit leave their room to the others.
    while !open.isEmpty {
      let share = rest / Double(open.count)
      let full = open.filter { limits[$0] > 0 && limits[$0] <= share }
      for index in full.isEmpty ? open : full {
        widths[index] = full.isEmpty ? share : limits[index]
        rest -= widths[index]
      }
      open = full.isEmpty ? [] : open.filter { !full.contains($0) }
    }
    var x = max(((width - widths.reduce(0, +)) / 2).rounded(), 0)
    return zip(columns, widths).map { column, width in
      defer { x += width }
      return ColumnFrame(x: x, width: width, isSticky: column.isSticky)
    }
  }

  /// The column of the component at `index`, or all the width outside of blocks.
  ///
  /// - Complexity: O(log *b*), where *b* is the number of blocks.
  subscript(index: Int) -> ColumnFrame {
    guard let block = blocks.block(of: index) else { return whole }
    return block.frames[block.column(of: index)]
  }
}

extension [ContainerColumns.Block] {
  /// The block with a component; nil when it stands outside of blocks.
  func block(of component: Int) -> ContainerColumns.Block? {
    guard !isEmpty else { return nil }
    let index = partitioningIndex { $0.components.upperBound > component }
    return index < count && self[index].components.contains(component) ? self[index] : nil
  }
}

extension Columns.Column {
  fileprivate func scaled(by scale: Double) -> Columns.Column {
    Columns.Column(
      width: width.clamped(to: NumberRange.length) * scale,
      maxWidth: maxWidth.map { $0.clamped(to: NumberRange.length) * scale }, isSticky: isSticky)
  }
}
