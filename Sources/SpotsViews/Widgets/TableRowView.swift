/// A row of a table: a line of text in each column, or a view of the column's own.
///
/// Rows that are no data, such as one that says that there is none, show their title.
package final class TableRowView: View, ItemConfigurable {
  private var labels: [Label] = []
  /// The views of columns that have their own, by the places of these.
  private var cells: [Int: Cell] = [:]
  private var item = Item()
  /// Whether the row has its title in place of cells.
  private var isWhole = false

  private struct Cell {
    let kind: String
    let view: any ItemConfigurable
  }

  package static var hasUniformHeight: Bool { true }
  package static var measuresUnconfigured: Bool { true }

  /// The least height of a row, in points at normal text size.
  private static let leastHeight = 36.0
  package static let font = Font.body

  package func configure(with item: Item) {
    self.item = item
    show()
  }

  package func computeSize(for item: Item, containerSize: Size) -> Size {
    let line = environment?.scaled(Self.font).lineHeight ?? 0
    return Size(height: max(Self.leastHeight, (line + 14).rounded(.up)))
  }

  /// Shows the texts of the item.
  private func show() {
    guard let table = cellStyle.table else { return }
    let texts = table.texts(of: item)
    let hasOwnViews = table.columns.contains { $0.makeView != nil }
    isWhole = !hasOwnViews && texts.allSatisfy(\.isEmpty) && !item.title.isEmpty
    if hasOwnViews || !cells.isEmpty { showCells(table, texts) }
    if isWhole { return show([item.title]) }
    show(texts)
    for (label, column) in zip(labels, table.columns) { label.alignment = column.alignment }
  }

  /// Shows the item in the views that columns have of their own.
  private func showCells(_ table: TableLayout, _ texts: [String]) {
    for (place, column) in table.columns.enumerated() where !isWhole {
      guard let makeView = column.makeView, let kind = column.column.nib else { continue }
      if cells[place]?.kind != kind {
        cells[place]?.view.removeFromSuperview()
        let view = makeView()
        cells[place] = Cell(kind: kind, view: view)
        addSubview(view)
      }
      cells[place]?.view.configure(with: TableLayout.item(item, ofCell: texts[place]))
      cells[place]?.view.setNeedsLayout()
    }
    for (place, cell) in cells {
      let isWanted = table.columns.indices.contains(place) && !isWhole
      guard !isWanted || table.columns[place].column.nib != cell.kind else { continue }
      cell.view.removeFromSuperview()
      cells[place] = nil
    }
  }

  package func prepareForReuse() { for cell in cells.values { cell.view.prepareForReuse() } }

  private func show(_ texts: [String]) {
    while labels.count < texts.count {
      labels.append(Label(Self.font))
      addSubview(labels[labels.count - 1])
    }
    for (index, label) in labels.enumerated() {
      label.text = index < texts.count ? texts[index] : ""
      label.color = isWhole ? .secondary : .primary
    }
  }

  package override func layoutSubviews() {
    guard let table = cellStyle.table, let environment else { return }
    if !isWhole, table.columns.count != labels.count { show() }
    let height = environment.scaled(Self.font).lineHeight
    let y = environment.onPixel((frame.height - height) / 2)
    if isWhole {
      let width = max(frame.width - cellStyle.margin * 2, 0)
      labels.first?.frame = Rect(x: cellStyle.margin, y: y, width: width, height: height)
      labels.first?.presentation.clip = nil
      return
    }
    for (place, column) in table.columns.enumerated() where labels.indices.contains(place) {
      let (label, clip) = (labels[place], table.clip(place, height: frame.height))
      label.frame = Rect(x: column.x, y: y, width: column.width, height: height)
      label.alignment = column.alignment
      label.presentation.clip = clip
      label.isHidden = cells[place] != nil
      let item = TableLayout.item(item, ofCell: table.text(of: item, in: column))
      if let view = cells[place]?.view { layOut(view, of: item, in: column, clip) }
    }
  }

  /// - Parameter item: That of the cell.
  private func layOut(
    _ view: any ItemConfigurable, of item: Item, in column: TableLayout.Column, _ clip: Rect?
  ) {
    view.cellStyle = column.cellStyle(width: column.width)
    let own = view.computeSize(
      for: item, containerSize: Size(width: column.width, height: frame.height))
    let height = min(own.height > 0 ? own.height : frame.height, frame.height)
    view.frame = Rect(
      x: column.x, y: environment?.onPixel((frame.height - height) / 2) ?? 0, width: column.width,
      height: height)
    view.presentation.clip = clip.map {
      Rect(x: $0.x, y: 0, width: $0.width, height: height)
    }
  }

  package override func draw(in list: inout DrawList) {
    CellSurface(of: self).drawRow(in: &list)
    cellStyle.table?.drawEdge(in: bounds, environment, into: &list)
    CellSurface(of: self).drawSeparator(
      in: &list, from: cellStyle.margin,
      to: frame.width - (cellStyle.isWideRow ? cellStyle.margin : 0))
  }

  package override var focusCornerRadius: Double { max(cellStyle.groupRadius, 6) }

  /// The texts of the cells, each of which is a part of its own.
  package func accessibility(for item: Item) -> Accessibility {
    guard let table = cellStyle.table else { return Accessibility(item) }
    let texts = table.texts(of: item)
    let hasOwnViews = table.columns.contains { $0.makeView != nil }
    if !hasOwnViews, texts.allSatisfy(\.isEmpty) { return Accessibility(item) }
    var reading = Accessibility(role: .tableRow)
    // A view that shows no row has no cells yet.
    if table.columns.enumerated().contains(where: {
      $1.makeView != nil && cells[$0]?.kind != $1.column.nib
    }) {
      showCells(table, texts)
    }
    reading.children = zip(table.columns, texts).enumerated().map { place, pair in
      let (column, text) = pair
      var cell = Accessibility(role: .tableCell, label: text)
      if let view = cells[place]?.view {
        let item = TableLayout.item(item, ofCell: text)
        layOut(view, of: item, in: column, table.clip(place, height: frame.height))
        cell.read(view.accessibility(for: item), in: view.frame)
      }
      cell.frame = Rect(x: column.x, y: 0, width: column.width, height: frame.height)
      return cell
    }
    reading.label = Accessibility.joined(reading.children.map(\.label))
    return reading
  }
}

extension Accessibility {
  /// Describes a cell by its view, whose parts it has: those with a role of their own.
  fileprivate mutating func read(_ own: Accessibility, in frame: Rect) {
    if own.role == nil {
      (label, details, value) = (own.label, own.details, own.value)
    } else {
      label = ""
    }
    children = (own.role == nil ? own.children : [own]).map { part in
      var part = part
      part.frame = part.frame?.offsetBy(x: frame.x, y: frame.y) ?? frame
      return part
    }
  }
}
