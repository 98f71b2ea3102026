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
      if let view = cells[place]?.view { layOut(view, in: column, clip) }
    }
  }

  private func layOut(_ view: any ItemConfigurable, in column: TableLayout.Column, _ clip: Rect?) {
    view.cellStyle = CellStyle(componentWidth: column.width)
    let item = TableLayout.item(item, ofCell: cellStyle.table?.text(of: item, in: column) ?? "")
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
    drawRowSurface(in: &list)
    cellStyle.table?.drawEdge(in: bounds, environment, into: &list)
    drawSeparator(
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
    reading.children = zip(table.columns, texts).map { column, text in
      var cell = Accessibility(role: .tableCell, label: text)
      if let view = column.makeView?() {
        let own = view.accessibility(for: TableLayout.item(item, ofCell: text))
        (cell.label, cell.details, cell.value) = (own.label, own.details, own.value)
      }
      cell.frame = Rect(x: column.x, y: 0, width: column.width, height: frame.height)
      return cell
    }
    reading.label = Accessibility.joined(reading.children.map(\.label))
    return reading
  }
}
