/// The header of a table: its own title, if it has one, and the titles of the columns below, which
/// stay in sight.
package final class TableHeaderView: View, ItemConfigurable {
  /// The font of the titles of the columns.
  package static let font = Font(size: 13, lineHeight: 18, weight: .semibold)
  /// The room for the arrow beside a title, in points.
  package static let arrowRoom = 16.0
  private let heading = HeaderView()
  private var titles: [ColumnTitle] = []
  /// The titles of the columns that are shown, and nil for those that do not sort the rows.
  package var titleControls: [Control?] {
    titles.filter { !$0.isHidden }.map { $0.isForPointer ? nil : $0 }
  }
  private var edges: [ColumnEdge] = []
  private var hasHeading = false

  package class var measuresUnconfigured: Bool { true }

  package required init() {
    super.init()
    addSubview(heading)
  }

  /// The height of the titles of the columns, in points.
  package static func titleHeight(in environment: Environment) -> Double {
    max(32, (environment.scaled(font).lineHeight + 14).rounded(.up))
  }

  private var titleHeight: Double { environment.map(Self.titleHeight) ?? 0 }

  /// Whether there is nothing to show above the titles of the columns.
  private static func isBlank(_ item: Item) -> Bool {
    [item.title, item.subtitle, item.text, item.meta.string("actionTitle")].allSatisfy(\.isEmpty)
  }

  package func configure(with item: Item) {
    hasHeading = !Self.isBlank(item)
    heading.isHidden = !hasHeading
    heading.cellStyle = cellStyle
    heading.configure(with: item)
  }

  package func computeSize(for item: Item, containerSize: Size) -> Size {
    let above =
      Self.isBlank(item)
      ? 0 : heading.measure(item, cellStyle: cellStyle, containerSize: containerSize).height
    return Size(height: above + titleHeight)
  }

  package override func layoutSubviews() {
    guard let table = cellStyle.table else { return }
    let top = max(frame.height - titleHeight, 0)
    heading.cellStyle = cellStyle
    heading.frame = Rect(x: 0, y: 0, width: frame.width, height: top)
    while titles.count < table.columns.count {
      titles.append(ColumnTitle())
      edges.append(ColumnEdge())
      addSubview(titles[titles.count - 1])
      addSubview(edges[edges.count - 1])
    }
    for (index, title) in titles.enumerated() {
      title.isHidden = index >= table.columns.count
      edges[index].isHidden = title.isHidden
      guard !title.isHidden else { continue }
      let column = table.columns[index]
      title.column = column
      let clip = table.clip(index, height: frame.height - top)
      title.start = clip?.x ?? 0
      title.frame = Rect(
        x: table.indent + column.x + title.start, y: top, width: clip?.width ?? column.width,
        height: frame.height - top)
      title.presentation.clip = clip == nil ? nil : title.bounds
      place(edges[index], after: column, in: table, top)
    }
  }

  /// The last edge only moves where columns may be wider than the row.
  private func place(
    _ edge: ColumnEdge, after column: TableLayout.Column, in table: TableLayout, _ top: Double
  ) {
    let end = column.x + column.width + TableLayout.gap / 2
    edge.column = column
    edge.frame = Rect(
      x: table.indent + end - ColumnEdge.width / 2, y: top, width: ColumnEdge.width,
      height: frame.height - top)
    if let window = table.window {
      edge.isHidden = end < window.lowerBound || end > window.upperBound
    } else {
      edge.isHidden = column.index == table.columns.last?.index
    }
  }

  package override func stateDidChange() { heading.state = state }

  package override func draw(in list: inout DrawList) {
    guard let environment else { return }
    list.fill(bounds, environment.theme[.background])
    let titles = Rect(
      x: cellStyle.table?.indent ?? 0, y: frame.height - titleHeight, width: frame.width,
      height: titleHeight)
    cellStyle.table?.drawEdge(in: titles, environment, into: &list)
    if let table = cellStyle.table, let window = table.window, table.seenPart != 0...1 {
      let length = window.upperBound - window.lowerBound
      let part = table.seenPart
      list.fill(
        Rect(
          x: titles.x + window.lowerBound + part.lowerBound * length, y: frame.height - 4,
          width: (part.upperBound - part.lowerBound) * length, height: 3),
        environment.theme[.secondary].opacity(0.5), cornerRadius: 1.5)
    }
    guard cellStyle.table?.isBoxed == false else { return }
    let line = environment.hairline
    list.fill(
      Rect(x: 0, y: frame.height - line, width: frame.width, height: line),
      environment.theme[.separator])
  }

  package override var activationArea: Rect? {
    hasHeading ? heading.activationArea ?? heading.frame : .zero
  }

  package override var focusCornerRadius: Double { heading.focusCornerRadius }

  package override var answersClicks: Bool { false }

  /// A heading, if there is one, and the titles of the columns.
  package func accessibility(for item: Item) -> Accessibility {
    var reading =
      Self.isBlank(item) ? Accessibility(role: .group) : heading.accessibility(for: item)
    guard let table = cellStyle.table, let environment else { return reading }
    let height = Self.titleHeight(in: environment)
    for column in table.columns {
      var title = Accessibility(
        role: .columnHeader, label: column.column.title,
        details: column.order.map { words(.sorted, ["order": $0.rawValue]) } ?? "")
      title.frame = Rect(
        x: table.indent + column.x, y: frame.height - height, width: column.width, height: height)
      reading.children.append(title)
    }
    return reading
  }
}

/// The title of a column, which sorts the rows when it is clicked.
package final class ColumnTitle: Control {
  private let label = Label(TableHeaderView.font, .secondary)

  package internal(set) var column = TableLayout.Column(0, TableColumn()) {
    didSet {
      label.text = column.column.title
      label.alignment = column.alignment
      setNeedsLayout()
    }
  }

  /// How much of the title is out of sight before its frame, in points.
  var start = 0.0 { didSet { if start != oldValue { setNeedsLayout() } } }

  package required init() {
    super.init()
    addSubview(label)
  }

  package override var sense: Sense { column.isSortable ? .click : [] }
  package override var isForPointer: Bool { !column.isSortable }

  private var arrowRoom: Double { column.order == nil ? 0 : TableHeaderView.arrowRoom }

  package override func layoutSubviews() {
    guard let environment else { return }
    let height = environment.scaled(TableHeaderView.font).lineHeight
    label.color = column.order == nil ? .secondary : .primary
    label.frame = Rect(
      x: (column.alignment == .trailing ? arrowRoom : 0) - start,
      y: environment.onPixel((frame.height - height) / 2),
      width: max(column.width - arrowRoom, 0), height: height)
  }

  /// Shift with the Left or Right key makes the column narrower or wider.
  package override func keyPressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard modifiers == .shift, key == .left || key == .right else {
      return super.keyPressed(key, modifiers)
    }
    let width = column.width + (key == .left ? -Self.step : Self.step)
    report(.resize(column: column.index, width), of: self)
    return true
  }

  /// How much a key changes the width, in points.
  private static let step = 16.0

  package override func activate() { report(.sort(column: column.index), of: self) }

  package override func draw(in list: inout DrawList) {
    guard let environment else { return }
    let area = bounds.inset(by: EdgeInsets(top: 3, left: -6, bottom: 3, right: -6))
    let tint = state.contains(.highlighted) ? 0.14 : 0.08 * hoverProgress(in: &list)
    if tint > 0 {
      list.fill(area, environment.theme[.primary].opacity(tint), cornerRadius: 6)
    }
    if let order = column.order {
      let own = label.sizeThatFits(Size(width: .infinity, height: .infinity)).width
      let text = min(own, label.frame.width)
      let x =
        switch column.alignment {
        case .leading: text + 10
        case .center: (column.width + text) / 2 + 10
        case .trailing: column.width - text - 10
        }
      let square = Rect(x: x - start, y: bounds.midY, width: 0, height: 0).expanded(by: 5)
      IconView.draw(
        order == .ascending ? .up : .down, in: square, environment.theme[.primary], into: &list)
    }
    if state.contains(.focused) {
      list.append(.stroke(area, environment.theme[.focusRing], width: 2, cornerRadius: 6))
    }
  }
}

/// The edge between two columns, which the pointer moves; two clicks make the column as wide as its
/// texts.
private final class ColumnEdge: Control {
  /// In points.
  static let width = 12.0

  var column = TableLayout.Column(0, TableColumn())
  /// Where the edge was taken.
  private var start = 0.0

  override var sense: Sense { [.drag, .edge] }
  override var isForPointer: Bool { true }

  override func pointerPressed(at point: Point, clicks: Int) {
    start = point.x
    if clicks == 2 { report(.resize(column: column.index, nil), of: self) }
  }

  override func pointerDragged(to point: Point) {
    // The edge has followed the pointer so far.
    guard point.x != start else { return }
    report(.resize(column: column.index, column.width + point.x - start), of: self)
  }

  override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    let isUsed = state.contains(.highlighted) || hoverProgress(in: &list) > 0
    list.fill(
      Rect(x: (frame.width / 2).rounded(), y: 9, width: 1, height: max(frame.height - 18, 0)),
      isUsed ? theme[.accent] : theme[.separator])
  }
}
