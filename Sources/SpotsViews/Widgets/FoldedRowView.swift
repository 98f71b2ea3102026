/// A row of a table that is too narrow for columns: the first value as a title, and below it the
/// others, each beside the title of its column, and then the views that columns have of their own.
package final class FoldedRowView: ElementCell {
  package override class var measuresUnconfigured: Bool { true }

  package override func body(for item: Item) -> (any Element)? {
    guard let table = cellStyle.table, let environment else { return nil }
    let (texts, own) = (table.texts(of: item), ownElements(for: item, table))
    guard !own.isEmpty || texts.contains(where: { !$0.isEmpty }) else {
      return LabelElement(item.title, color: .role(.secondary), lineLimit: 0)
    }
    let shown = table.columns.indices.filter { $0 > 0 && own[$0] == nil && !texts[$0].isEmpty }
    let font = environment.scaled(.subtitle)
    let widths = table.columns.dropFirst().map {
      environment.text.width(of: $0.column.title, font: font)
    }
    let width = widths.max() ?? 0
    let room = min(width.rounded(.up), (cellStyle.componentWidth * Self.titleShare).rounded())
    func line(_ place: Int, _ value: any Element, _ alignment: Flex.Alignment) -> any Element {
      let title = LabelElement(
        table.columns[place].column.title, font: .subtitle, color: .role(.secondary))
      return Row(
        spacing: 12, alignment: alignment, [title.sized(width: room), value.flexed(grow: 1)])
    }
    let lines = shown.map { place in
      line(place, LabelElement(texts[place], font: .subtitle, lineLimit: 2), .start)
    }
    let views = own.keys.filter { $0 > 0 }.sorted().compactMap { place in
      own[place].map { line(place, $0, .center) }
    }
    let title = own[0] ?? LabelElement(texts.first ?? "", font: .bodyMedium, lineLimit: 2)
    return Column(spacing: 2, [title] + lines + views)
  }

  /// What the views of columns show, by the places of these.
  private func ownElements(for item: Item, _ table: TableLayout) -> [Int: any Element] {
    var elements: [Int: any Element] = [:]
    for (place, column) in table.columns.enumerated() {
      guard let view = column.makeView?() as? ElementCell else { continue }
      view.takeEnvironment(of: self)
      view.cellStyle = column.cellStyle(width: cellStyle.componentWidth)
      elements[place] = view.body(
        for: TableLayout.item(item, ofCell: table.text(of: item, in: column)))
    }
    return elements
  }

  /// The most of a row's width that the titles of the columns take.
  private static let titleShare = 0.4

  /// Each value with the title of its column, and the parts that users operate.
  package override func accessibility(for item: Item) -> Accessibility {
    guard let table = cellStyle.table else { return Accessibility(item) }
    let own = ownElements(for: item, table).mapValues {
      Accessibility(reading: $0.accessibleParts(words))
    }
    let texts = zip(table.columns, table.texts(of: item)).enumerated().map { index, cell in
      let text = own[index].map { $0.role == nil ? $0.label : "" } ?? cell.1
      return index == 0 || text.isEmpty ? text : "\(cell.0.column.title): \(text)"
    }
    if own.isEmpty, texts.allSatisfy(\.isEmpty) { return Accessibility(item) }
    var reading = Accessibility(label: Accessibility.joined(texts))
    if !own.isEmpty {
      reading.children = placedParts(of: item).filter { part in
        part.role.map { ![.text, .image, .paragraph].contains($0) } ?? false
      }
    }
    return reading
  }
}
