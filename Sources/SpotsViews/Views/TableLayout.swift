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

    package init(_ index: Int, _ column: TableColumn) {
      (self.index, self.column) = (index, column)
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

  package init(
    all: [TableColumn], columns: [Column], isFolded: Bool, indent: Double, isBoxed: Bool
  ) {
    (self.all, self.columns, self.isFolded) = (all, columns, isFolded)
    (self.indent, self.isBoxed) = (indent, isBoxed)
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
