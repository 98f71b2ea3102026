/// A row of a table that is too narrow for columns: the first value as a title, and below it the
/// others, each beside the title of its column.
package final class FoldedRowView: ElementCell {
  package override class var measuresUnconfigured: Bool { true }

  package override func body(for item: Item) -> (any Element)? {
    guard let table = cellStyle.table, let environment else { return nil }
    let texts = table.texts(of: item)
    guard texts.contains(where: { !$0.isEmpty }) else {
      return LabelElement(item.title, color: .role(.secondary), lineLimit: 0)
    }
    let shown = zip(table.columns, texts).dropFirst().filter { !$0.1.isEmpty }
    let font = environment.scaled(.subtitle)
    let widths = table.columns.dropFirst().map {
      environment.text.width(of: $0.column.title, font: font)
    }
    let width = widths.max() ?? 0
    let room = min(width.rounded(.up), (cellStyle.componentWidth * Self.titleShare).rounded())
    let lines = shown.map { column, text -> any Element in
      Row(
        spacing: 12, alignment: .start,
        [
          LabelElement(column.column.title, font: .subtitle, color: .role(.secondary))
            .sized(width: room),
          LabelElement(text, font: .subtitle, lineLimit: 2).flexed(grow: 1),
        ])
    }
    let title = LabelElement(texts.first ?? "", font: .bodyMedium, lineLimit: 2)
    return Column(spacing: 2, [title] + lines)
  }

  /// The most of a row's width that the titles of the columns take.
  private static let titleShare = 0.4

  /// Each value with the title of its column.
  package override func accessibility(for item: Item) -> Accessibility {
    guard let table = cellStyle.table else { return Accessibility(item) }
    let texts = zip(table.columns, table.texts(of: item)).enumerated().map { index, cell in
      index == 0 || cell.1.isEmpty ? cell.1 : "\(cell.0.column.title): \(cell.1)"
    }
    if texts.allSatisfy(\.isEmpty) { return Accessibility(item) }
    return Accessibility(label: Accessibility.joined(texts))
  }
}
