/// The columns of a table as they are shown, which its rows and the titles above them share.
package final class TableLayout: Sendable {
  /// A column that is shown.
  package struct Column: Sendable {
    /// Its index among all columns of the table.
    package var index: Int
    package var column: TableColumn
    package var alignment = Label.Alignment.leading
    /// The left edge of its cells, in points, in the rows.
    package var x = 0.0
    /// The width of its cells, in points.
    package var width = 0.0
    /// Whether a click on the title sorts the rows.
    package var isSortable = false
    /// How the rows are sorted by it; nil if they are not.
    package var order: SortOrder?
    /// Makes a view that shows the cells; nil for lines of text.
    package var makeView: (@MainActor @Sendable () -> any ItemConfigurable)?

    package init(_ index: Int, _ column: TableColumn) {
      (self.index, self.column) = (index, column)
    }

    /// The style of the view of a cell, which begins where the title of the column does.
    @MainActor
    func cellStyle(width: Double) -> CellStyle {
      var style = CellStyle(margin: 0, componentWidth: width)
      style.isPartOfRow = true
      return style
    }
  }

  /// All columns of the table, in the order of a row's cells.
  package let all: [TableColumn]
  /// The columns that are shown, from the leading edge on.
  package let columns: [Column]
  /// Whether each row is a list of titles and values, since there is no room for columns.
  package let isFolded: Bool
  /// The distance of the rows from the leading edge of the header, in points.
  package let indent: Double
  /// Whether the rows are in a box of their own, below the titles of the columns.
  package let isBoxed: Bool
  /// The part of a row, in points, in which cells are seen that are scrolled sideways; nil where
  /// all columns have room. The first one may stay beside it.
  package let window: Range<Double>?
  /// Whether a column is scrolled out of sight behind the first one.
  package let hidesColumns: Bool
  /// The part of the scrolled columns that is seen, within 0...1.
  package let seenPart: ClosedRange<Double>

  package init(
    all: [TableColumn], columns: [Column], isFolded: Bool, indent: Double = 0,
    isBoxed: Bool = false, window: Range<Double>? = nil, hidesColumns: Bool = false,
    seenPart: ClosedRange<Double> = 0...1
  ) {
    (self.all, self.columns, self.isFolded) = (all, columns, isFolded)
    (self.indent, self.isBoxed) = (indent, isBoxed)
    (self.window, self.hidesColumns, self.seenPart) = (window, hidesColumns, seenPart)
  }

  /// Whether the first column stays while the others are scrolled.
  private var staysFirst: Bool { columns.first.map { $0.x < window?.lowerBound ?? 0 } ?? false }

  /// The part of a column's cell that is seen, from its left edge in points; nil for all of it.
  package func clip(_ place: Int, height: Double) -> Rect? {
    let column = columns[place]
    guard let window, place > 0 || !staysFirst else { return nil }
    let start = min(max(window.lowerBound - column.x, 0), column.width)
    let end = min(window.upperBound - column.x, column.width)
    if start <= 0, end >= column.width { return nil }
    return Rect(x: start, y: 0, width: max(end - start, 0), height: height)
  }

  /// The room between two columns, in points.
  package static let gap = 20.0
  /// The most bytes of a cell's text that are shown.
  private static let longest = 1000

  /// The texts of the cells of a row in the columns that are shown.
  package func texts(of item: Item) -> [String] {
    let cells = all.cells(of: item)
    return columns.map { Self.text(of: cells[$0.index]) }
  }

  /// The text of the cell of a row in a column.
  package func text(of item: Item, in column: Column) -> String {
    Self.text(of: all.cells(of: item)[column.index])
  }

  /// The item for the view of a cell: that of the row, with the text of the cell as its title.
  package static func item(_ row: Item, ofCell text: String) -> Item {
    guard !text.isEmpty else { return row }
    var item = row
    item.title = text
    return item
  }

  /// Draws the line between the column that stays and those that are scrolled behind it.
  @MainActor
  package func drawEdge(
    in bounds: Rect, _ environment: Environment?, into list: inout DrawList
  ) {
    guard hidesColumns, let window, let environment else { return }
    list.fill(
      Rect(
        x: bounds.x + window.lowerBound, y: bounds.y, width: environment.hairline,
        height: bounds.height),
      environment.theme[.separator])
  }

  /// The text of a cell.
  package static func text(of value: JSONValue) -> String {
    if case .bool(let isTrue) = value { return isTrue ? "true" : "false" }
    let text = value.typedText
    return text.utf8.count <= longest ? text : String(text.prefix(longest / 4))
  }
}

extension TableLayout: Hashable {
  package static func == (a: TableLayout, b: TableLayout) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The limits of the width of one of a table's columns, in points.
package struct ColumnRange {
  /// The width that its texts need, between the limits.
  package var wanted: Double
  package var least: Double
  package var most: Double
  /// The share of the room that is left.
  package var grow: Double

  package init(wanted: Double, least: Double, most: Double, grow: Double) {
    self.least = least
    self.most = max(most, least)
    self.wanted = min(max(wanted, least), self.most)
    self.grow = grow
  }

  /// The widths of columns in `room` points: the wanted ones and, by their shares, what is left.
  /// If there is too little room, the widest columns become narrower, down to their least widths.
  ///
  /// - Complexity: O(*n*²), for columns that reach their limits one after the other.
  package static func widths(of columns: [ColumnRange], in room: Double) -> [Double] {
    var widths = columns.map(\.wanted)
    var rest = room - widths.reduce(0, +)
    if rest < 0 {
      func limited(to most: Double) -> [Double] {
        columns.map { max(min($0.wanted, most), $0.least) }
      }
      var (low, high) = (0.0, widths.max() ?? 0)
      for _ in 0..<50 {
        let middle = (low + high) / 2
        if limited(to: middle).reduce(0, +) <= room { low = middle } else { high = middle }
      }
      return limited(to: low)
    }
    for _ in columns where rest > 0.01 {
      let growing = columns.indices.filter {
        columns[$0].grow > 0 && widths[$0] < columns[$0].most
      }
      let shares = growing.reduce(0) { $0 + columns[$1].grow }
      guard shares > 0 else { break }
      let share = rest / shares
      for index in growing {
        let grown = min(widths[index] + columns[index].grow * share, columns[index].most)
        rest -= grown - widths[index]
        widths[index] = grown
      }
    }
    return widths
  }
}
