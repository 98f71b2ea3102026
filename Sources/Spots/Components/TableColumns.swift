/// The columns of a table on the screen: as wide as the texts that were seen in them. They only
/// become wider, so that nothing moves while rows come into view that need less.
///
/// Owned by the component's content; lives as long as it does.
@MainActor
final class TableColumns {
  private var columns: [TableColumn] = []
  private var sorting: (column: Int, order: SortOrder)?
  private var sort: [String] = []
  /// The keys that sorted the rows before the user did; nil if the user has not.
  private var ownSort: [String]?
  private let registry: Configuration
  private var environment: Environment
  /// How far the columns are scrolled sideways, in points.
  var offset = 0.0 { didSet { if offset != oldValue { made = nil } } }
  /// The widths and kinds of the values shown so far, by column.
  private var seen: [Seen] = []
  /// The widths that users gave to columns, in points.
  private var given: [Int: Double] = [:]
  private var room = Room()
  private var made: TableLayout?

  /// Whether the rows that are in view have yet to be seen.
  private(set) var hasSeenNothing = true

  private struct Seen {
    /// The width of the widest text, in points.
    var width = 0.0
    /// Whether the first value is a number; nil before there is one.
    var isNumber: Bool?
  }

  /// The room that the rows of a table have, in points.
  private struct Room: Equatable {
    /// The width of the rows.
    var width = 0.0
    /// The room at the ends of each.
    var margin = 0.0
    /// The distance of the rows from the edge of the header.
    var indent = 0.0
    /// The width of the component.
    var component = 0.0
    /// Whether the rows are in a box.
    var isBoxed = false
  }

  /// The width of a component below which rows are folded, in points at normal text size.
  private static let foldedWidth = 600.0
  /// The least width of a column, in points at normal text size, that says nothing about it.
  private static let leastWidth = 72.0
  /// The greatest width that texts alone give a column, in points at normal text size.
  private static let usualMost = 400.0
  /// The greatest width of a letter, in font sizes, for each of its bytes.
  private static let widestLetter = 1.25
  /// The most letters of a text that are measured.
  private static let mostMeasured = 200

  init(_ pool: ReusePool) { (registry, environment) = (pool.registry, pool.environment) }

  private var scale: Double { environment.textScale }

  /// Follows the model and the room that its rows have. In another room, columns are as wide as
  /// what is seen there.
  func arrange(_ model: ComponentModel, in room: ComponentRoom, _ environment: Environment) {
    let style = room.cellStyle(isFirst: false, isLast: false)
    let rows = Room(
      width: room.sizing.rowWidth, margin: style.margin, indent: room.layout.inset.left,
      component: room.lane.width, isBoxed: style.groupRadius > 0)
    let columns = Array(model.columns.prefix(TableColumn.maximumCount))
    if columns != self.columns { given = [:] }
    if columns != self.columns || rows != self.room
      || environment.version != self.environment.version
    {
      seen = columns.map { column in
        let font = environment.scaled(TableHeaderView.font)
        let title = environment.text.width(of: column.title, font: font)
        return Seen(width: (title + TableHeaderView.arrowRoom).rounded(.up))
      }
      hasSeenNothing = true
    }
    (self.columns, self.environment, self.room) = (columns, environment, rows)
    (sorting, sort) = (model.sorting, model.rows.sort)
    made = nil
  }

  /// The role of the views that show a part of a role.
  func role(_ role: ViewRole) -> ViewRole {
    switch role {
    case .item: isFolded ? .foldedRow : .tableRow
    case .header: isFolded ? .header : .tableHeader
    default: role
    }
  }

  /// Whether titles of columns sort the rows.
  var sortsByTitles: Bool { !isFolded && layout.columns.contains(where: \.isSortable) }

  /// The keys that sort the rows after a click on the title of a column; nil for a column that has
  /// nothing to sort by.
  func sort(by index: Int) -> [String]? {
    guard columns.indices.contains(index), let key = columns[index].sortKey else { return nil }
    let (own, descending) = (ownSort ?? sort, "-" + key)
    ownSort = own
    func first(_ field: String) -> [String] {
      [field] + own.filter { $0 != key && $0 != descending }
    }
    if sort.first == key { return first(descending) }
    if sort.first != descending { return first(key) }
    return own.first == key || own.first == descending ? first(key) : own
  }

  /// Gives a column a width, in points, as far as the others leave it; nil for that of its texts.
  func resize(_ index: Int, to width: Double?) {
    guard columns.indices.contains(index) else { return }
    let others = shown.filter { $0 != index }
    let room = others.reduce(rowRoom) { $0 - TableLayout.gap - (given[$1] ?? least(of: $1)) }
    let most = range > 0 ? Self.mostGiven : max(room, Self.leastGiven)
    given[index] = width.map { min(max($0, Self.leastGiven), most) }
    made = nil
  }

  /// The least width that users can give a column, in points.
  private static let leastGiven = 32.0
  /// The greatest width, in points, where columns are scrolled sideways.
  private static let mostGiven = 2000.0

  /// Makes columns wide enough for the texts of all rows in view, if they were seen elsewhere.
  func seeAgain(_ items: some Sequence<Item>) {
    guard hasSeenNothing else { return }
    hasSeenNothing = false
    for item in items { see(item) }
  }

  /// Makes columns wide enough for the texts of a row.
  func see(_ item: Item) {
    let font = environment.scaled(TableRowView.font)
    for (index, value) in columns.cells(of: item).enumerated() {
      if seen[index].isNumber == nil, value != .null {
        seen[index].isNumber = value.number != nil
        made = nil
      }
      let text = TableLayout.text(of: value)
      // No letter is wider than its bytes let it be, so that few texts are measured.
      guard Double(text.utf8.count) * font.size * Self.widestLetter > seen[index].width else {
        continue
      }
      let start = String(text.prefix(Self.mostMeasured))
      let width = environment.text.width(of: start, font: font).rounded(.up)
      if width > seen[index].width { (seen[index].width, made) = (width, nil) }
    }
  }

  /// Whether rows are folded, since there is no room for the columns side by side.
  var isFolded: Bool { room.component < Self.foldedWidth * max(scale, 1) }

  /// How far columns can be scrolled sideways, in points; 0 where all have room.
  var range: Double { layout.isFolded ? 0 : max(length - room.width, 0) }
  /// The width of all columns and the margins around them, in points, in `made`.
  private var length = 0.0

  /// The offset at which the column at a place is seen whole, from another one.
  func offset(showing column: TableLayout.Column, from offset: Double) -> Double {
    guard let window = layout.window else { return offset }
    let (start, gap) = (column.x + self.offset, TableLayout.gap / 2)
    let first = start - window.lowerBound - gap
    return min(max(offset, start + column.width + gap - window.upperBound), max(first, 0))
  }

  private var rowRoom: Double { max(room.width - room.margin * 2, 0) }

  /// The indexes of the columns that are shown at this width.
  private var shown: [Int] {
    columns.indices.filter { columns[$0].when?.contains(room.component) ?? true }
  }

  private func isNumber(_ index: Int) -> Bool {
    columns[index].hasNumberFormat || seen[index].isNumber == true
  }

  /// The least width of a column, in points, which does not depend on its texts.
  private func least(of index: Int) -> Double {
    (columns[index].width.min ?? Self.leastWidth) * scale
  }

  private func range(of index: Int) -> ColumnRange {
    if let width = given[index] {
      return ColumnRange(wanted: width, least: width, most: width, grow: 0)
    }
    let own = columns[index].width
    let least = self.least(of: index)
    let most = own.max.map { $0 * scale } ?? .infinity
    let wanted = min(seen[index].width, max(Self.usualMost * scale, own.min ?? 0))
    return ColumnRange(
      wanted: wanted, least: own.min == nil ? min(least, max(wanted, 24)) : least, most: most,
      grow: own.grow ?? (isNumber(index) ? 0 : 1))
  }

  /// The columns as rows and header show them.
  var layout: TableLayout {
    if let made { return made }
    let layout = makeLayout()
    made = layout
    return layout
  }

  private func makeLayout() -> TableLayout {
    let shown = shown
    let gaps = TableLayout.gap * Double(max(shown.count - 1, 0))
    var ranges = shown.map(range)
    // Something has to take the room that is left.
    if !ranges.contains(where: { $0.grow > 0 }) {
      for index in ranges.indices where columns[shown[index]].width.grow == nil {
        ranges[index].grow = 1
      }
    }
    let isScrolled = ranges.reduce(gaps) { $0 + $1.least } > rowRoom
    let widths =
      isScrolled
      ? ranges.map(\.wanted) : ColumnRange.widths(of: ranges, in: max(rowRoom - gaps, 0))
    length = widths.reduce(gaps + room.margin * 2, +)
    // A wide first column would leave no room for those that are scrolled.
    let staysFirst = isScrolled && widths[0] < rowRoom * Self.mostFixed
    let shift = isScrolled ? min(offset, max(length - room.width, 0)) : 0
    var x = room.margin
    let laidOut = zip(shown, widths).enumerated().map { place, pair in
      let (index, width) = (pair.0, pair.1.rounded(.down))
      var column = column(index)
      (column.x, column.width) = (place == 0 && staysFirst ? x : x - shift, width)
      x += width + TableLayout.gap
      return column
    }
    let whole = length - room.width
    let start = staysFirst ? room.margin + widths[0].rounded(.down) + TableLayout.gap / 2 : 0
    let window = isScrolled ? start..<max(room.width, start) : nil
    let seen = window.map { max($0.upperBound - $0.lowerBound, 1) } ?? 1
    let all = seen + max(whole, 0)
    return TableLayout(
      all: columns, columns: laidOut, isFolded: isFolded, indent: room.indent,
      isBoxed: room.isBoxed, window: window, hidesColumns: staysFirst && shift > 0,
      seenPart: isScrolled ? shift / all...(shift + seen) / all : 0...1)
  }

  /// The greatest share of a row that the first column takes while others are scrolled.
  private static let mostFixed = 0.5

  private func column(_ index: Int) -> TableLayout.Column {
    var column = TableLayout.Column(index, columns[index])
    column.alignment = alignment(of: index)
    column.isSortable = columns[index].isSortable ?? false
    column.order = sorting?.column == index ? sorting?.order : nil
    if let kind = columns[index].nib {
      column.makeView = { [registry] in registry.source(forKind: kind, role: .item).makeView() }
    }
    return column
  }

  private func alignment(of index: Int) -> Label.Alignment {
    switch columns[index].align {
    case .leading: .leading
    case .center: .center
    case .trailing: .trailing
    case nil: isNumber(index) ? .trailing : .leading
    }
  }
}
