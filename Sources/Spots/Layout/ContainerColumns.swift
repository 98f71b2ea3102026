// The columns of a container: where components stand across it. `ContainerLayout` stacks them.

/// The part of a container's width in which some of its components are stacked.
struct ColumnFrame: Equatable, Sendable {
  /// The left edge, in points.
  var x = 0.0
  /// In points, at least 0.
  var width: Double
  /// The room inside the frame that components leave free at its sides unless their layout has an
  /// inset.
  var margins = EdgeInsets()
  /// The room that components whose layout has an inset leave free in addition to it.
  var ownMargins = EdgeInsets()
  /// The width that decides whether a component is shown: the container's, or the column's.
  var reference: Double
  /// The width of the container.
  var container: Double
  /// Whether enough room is left free beside rows to show that they end there.
  var isNarrow = false
  /// Whether other columns are beside it, so that what is in it ends where it does.
  var isBeside = false
  /// Whether the column stays in view while those beside it scroll on.
  var isSticky = false
  /// How the title of a header there stands out on a comfortable screen.
  var heading = CellStyle.Heading.part
}

/// The width that each component of a container has, and which of them stand side by side.
struct ContainerColumns: Sendable {
  /// Components, one after the other in the document, that stand side by side.
  struct Block: Sendable {
    /// The indexes of the components.
    let components: Range<Int>
    /// The column of each component, from the first of the block on.
    let columns: [Int]

    func column(of component: Int) -> Int { columns[component - components.lowerBound] }
  }

  /// The lane with its margins, for the components outside of blocks.
  let whole: ColumnFrame
  /// The columns of all blocks, from left to right.
  let frames: [ColumnFrame]
  /// From top to bottom.
  let blocks: [Block]
  /// Whether components that name a column are stacked, for want of room side by side.
  let areStacked: Bool

  /// The least width of a column that shares the room, in points at normal text size.
  private static let leastWidth = 200.0
  /// The least room beside rows that is worth to be seen, in points.
  private static let leastMargin = 16.0

  /// Without blocks.
  init(width: Double) {
    whole = ColumnFrame(width: width, reference: width, container: width)
    (frames, blocks, areStacked) = ([], [], false)
  }

  /// The columns for the components of a screen or a composite item.
  ///
  /// - Parameter limit: That of the screen's lane; nil inside a composite item.
  @MainActor
  init(
    _ models: some RandomAccessCollection<ComponentModel>, _ columns: Columns, width: Double,
    _ limit: LaneLimit?, _ environment: Environment
  ) {
    self.init(
      models, columns[environment.breakpoints.widthClass(of: width)], width: width,
      in: ContainerLane(for: models, width: width, limit, environment),
      textScale: environment.textScale)
  }

  /// - Parameters:
  ///   - columns: Those for a container of `width`. Components naming a later one get the last.
  ///   - width: Of the container, in points.
  init(
    _ models: some RandomAccessCollection<ComponentModel>, _ columns: [Columns.Column],
    width: Double, in lane: ContainerLane, textScale: Double
  ) {
    let columns = columns.prefix(Columns.maximumCount).map { $0.scaled(by: textScale) }
    let strip = min(width, lane.limit + 2 * lane.margin)
    let inner = max(strip - 2 * lane.margin, 0)
    let x = max(((width - strip) / 2).rounded(), 0)
    // Without margins they reach the edges of narrow windows, and those of the lane in wide ones.
    let side = max((strip - min(width, lane.limit)) / 2, 0)
    whole = ColumnFrame(
      x: x, width: strip, margins: EdgeInsets(left: lane.margin, right: lane.margin),
      ownMargins: EdgeInsets(left: side, right: side),
      reference: width, container: width, isNarrow: inner <= width - 2 * Self.leastMargin)
    let room = inner - lane.gap * Double(max(columns.count - 1, 0))
    guard Self.holds(columns, width: room, textScale: textScale) else {
      (frames, blocks) = ([], [])
      areStacked = columns.count > 1 && models.contains { $0.column != nil }
      return
    }
    areStacked = false
    let places = models.map { $0.column?.clamped(to: 0...columns.count - 1) }
    blocks = Self.runs(of: places).map { run in
      Block(components: run, columns: places[run].compactMap { $0 })
    }
    frames = Self.frames(columns, width: room, from: x, lane, container: width)
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

  /// Whether `width`, without the gaps, has room for all columns side by side.
  private static func holds(_ columns: [Columns.Column], width: Double, textScale: Double) -> Bool {
    let rest = width - columns.reduce(0) { $0 + $1.width }
    let count = columns.count { $0.width <= 0 }
    // With large text a sidebar would take the room of what it stands beside.
    let least = columns.reduce(leastWidth * textScale) { max($0, $1.width) }
    return columns.count > 1 && rest / Double(max(count, 1)) >= (count > 0 ? least : 0)
  }

  /// The columns side by side.
  ///
  /// - Parameters:
  ///   - width: Of all columns together, in points.
  ///   - start: The left edge of the lane's margin.
  private static func frames(
    _ columns: [Columns.Column], width: Double, from start: Double, _ lane: ContainerLane,
    container: Double
  ) -> [ColumnFrame] {
    let inner = min(lane.gap / 2, lane.bleed ?? .infinity)
    var edge = start + lane.margin
    return zip(columns.indices, widths(columns, width: width)).map { index, width in
      let margins = EdgeInsets(
        left: index == 0 ? lane.margin : inner,
        right: index == columns.count - 1 ? lane.margin : inner)
      defer { edge += width + lane.gap }
      let full = margins.left + width + margins.right
      return ColumnFrame(
        x: edge - margins.left, width: full, margins: margins,
        ownMargins: lane.bleed == nil ? EdgeInsets() : margins, reference: full,
        container: container, isNarrow: lane.gap > 0, isBeside: true,
        isSticky: columns[index].isSticky)
    }
  }

  /// The widths of the columns, without their margins.
  private static func widths(_ columns: [Columns.Column], width: Double) -> [Double] {
    var widths = columns.map(\.width)
    var open = columns.indices.filter { columns[$0].width <= 0 }
    var rest = max(width - widths.reduce(0, +), 0)
    // Those that reach their limit leave their room to the others.
    while !open.isEmpty {
      let share = rest / Double(open.count)
      let full = open.filter { columns[$0].maxWidth.map { $0 > 0 && $0 <= share } ?? false }
      for index in full.isEmpty ? open : full {
        widths[index] = full.isEmpty ? share : columns[index].maxWidth ?? share
        rest -= widths[index]
      }
      open = full.isEmpty ? [] : open.filter { !full.contains($0) }
    }
    return widths
  }

  /// The column of the component at `index`, or all the width outside of blocks.
  ///
  /// - Complexity: O(log *b*), where *b* is the number of blocks.
  subscript(index: Int) -> ColumnFrame {
    var frame = whole
    if let block = blocks.block(of: index) {
      let column = block.column(of: index)
      frame = frames[column]
      let isTop = block.columns.firstIndex(of: column) == index - block.components.lowerBound
      if isTop, block.components.lowerBound == 0 { frame.heading = .beside }
    }
    if index == 0 { frame.heading = .page }
    return frame
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
