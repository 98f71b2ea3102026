/// A row of a table: a line of text in each column.
///
/// Rows that are no data, such as one that says that there is none, show their title.
package final class TableRowView: View, ItemConfigurable {
  private var labels: [Label] = []
  private var item = Item()
  /// Whether the row has its title in place of cells.
  private var isWhole = false

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
    isWhole = texts.allSatisfy(\.isEmpty) && !item.title.isEmpty
    if isWhole { return show([item.title]) }
    show(texts)
    for (label, column) in zip(labels, table.columns) { label.alignment = column.alignment }
  }

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
      return
    }
    for (label, column) in zip(labels, table.columns) {
      label.frame = Rect(x: column.x, y: y, width: column.width, height: height)
      label.alignment = column.alignment
    }
  }

  package override func draw(in list: inout DrawList) {
    drawRowSurface(in: &list)
    drawSeparator(
      in: &list, from: cellStyle.margin,
      to: frame.width - (cellStyle.isWideRow ? cellStyle.margin : 0))
  }

  package override var focusCornerRadius: Double { max(cellStyle.groupRadius, 6) }

  /// The texts of the cells, each of which is a part of its own.
  package func accessibility(for item: Item) -> Accessibility {
    guard let table = cellStyle.table else { return Accessibility(item) }
    let texts = table.texts(of: item)
    if texts.allSatisfy(\.isEmpty) { return Accessibility(item) }
    var reading = Accessibility(role: .tableRow, label: Accessibility.joined(texts))
    reading.children = zip(table.columns, texts).map { column, text in
      var cell = Accessibility(role: .tableCell, label: text)
      cell.frame = Rect(x: column.x, y: 0, width: column.width, height: frame.height)
      return cell
    }
    return reading
  }
}
