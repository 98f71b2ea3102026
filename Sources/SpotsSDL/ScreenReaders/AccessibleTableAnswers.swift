import Spots

/// Answers to questions of AT-SPI about a table and its cells. A cell is known by its row and
/// column, or by the index that counts the cells row after row.
@MainActor
struct AccessibleTableAnswers {
  let screen: AccessibleScreen
  /// A reference to a node, or to none.
  let reference: (AccessibleNode.ID?) -> BusValue

  func reply(to call: BusCall, about table: AccessibleNode) -> BusReply? {
    let headers = screen.columnHeaders(of: table.id)
    func number(_ index: Int) -> Int { Int(Int32(clamping: call.integer(index) ?? -1)) }
    let (first, second, count) = (number(0), number(1), max(headers.count, 1))
    switch call.member {
    case "GetAccessibleAt":
      return .values([reference(cell(first, second, of: table))])
    case "GetIndexAt": return .integer(first * count + second)
    case "GetRowAtIndex": return .integer(first / count)
    case "GetColumnAtIndex": return .integer(first % count)
    case "GetRowDescription": return .values([.string("")])
    case "GetColumnDescription":
      return .values([.string(headers.indices.contains(first) ? headers[first].name : "")])
    case "GetRowExtentAt", "GetColumnExtentAt": return .integer(1)
    case "GetRowHeader": return .values([reference(cell(first, 0, of: table))])
    case "GetColumnHeader":
      return .values([reference(headers.indices.contains(first) ? headers[first].id : nil)])
    case "GetRowColumnExtentsAtIndex":
      let (row, column) = (first / count, first % count)
      return .values([
        .bool(cell(row, column, of: table) != nil), .int(Int32(clamping: row)),
        .int(Int32(clamping: column)), .int(1), .int(1), .bool(isSelected(row, of: table)),
      ])
    default: return selectionReply(to: call, about: table, row: first)
    }
  }

  private func selectionReply(
    to call: BusCall, about table: AccessibleNode, row: Int
  ) -> BusReply? {
    switch call.member {
    case "GetSelectedRows":
      let rows = screen.selectedChildren(of: table.id).ranges.lazy.flatMap { $0 }
      return .values([.array("i", rows.prefix(Self.mostRows).map { .int(Int32(clamping: $0)) })])
    case "GetSelectedColumns": return .values([.array("i", [])])
    case "IsRowSelected", "IsSelected": return .values([.bool(isSelected(row, of: table))])
    case "IsColumnSelected", "AddRowSelection", "AddColumnSelection", "RemoveRowSelection",
      "RemoveColumnSelection":
      return .values([.bool(false)])
    default: return nil
    }
  }

  /// The most selected rows that are listed.
  private static let mostRows = 1000

  func properties(of table: AccessibleNode) -> [String: BusValue] {
    let selected = screen.selectedChildren(of: table.id).indexCount
    return [
      "NRows": .int(Int32(clamping: table.childCount)),
      "NColumns": .int(Int32(clamping: screen.columnHeaders(of: table.id).count)),
      "Caption": reference(nil), "Summary": reference(nil),
      "NSelectedRows": .int(Int32(clamping: selected)), "NSelectedColumns": .int(0),
    ]
  }

  // MARK: Cells

  func cellReply(to call: BusCall, about cell: AccessibleNode) -> BusReply? {
    let place = place(of: cell)
    switch call.member {
    case "GetRowColumnSpan":
      return .values([
        .bool(place != nil), .int(Int32(clamping: place?.row ?? -1)),
        .int(Int32(clamping: place?.column ?? -1)), .int(1), .int(1),
      ])
    case "GetColumnHeaderCells":
      let headers = place.map { screen.columnHeaders(of: $0.table) } ?? []
      let own = place.flatMap { headers.indices.contains($0.column) ? headers[$0.column] : nil }
      return .values([.array("(so)", own.map { [reference($0.id)] } ?? [])])
    case "GetRowHeaderCells":
      let first = place.flatMap { screen.node($0.table) }
        .flatMap { self.cell(place?.row ?? -1, 0, of: $0) }
      return .values([.array("(so)", first.map { [reference($0)] } ?? [])])
    default: return nil
    }
  }

  func cellProperties(of cell: AccessibleNode) -> [String: BusValue] {
    let place = place(of: cell)
    return [
      "ColumnSpan": .int(1), "RowSpan": .int(1), "Table": reference(place?.table),
      "Position": .structure([
        .int(Int32(clamping: place?.row ?? -1)), .int(Int32(clamping: place?.column ?? -1)),
      ]),
    ]
  }

  private func cell(
    _ row: Int, _ column: Int, of table: AccessibleNode
  ) -> AccessibleNode.ID? {
    guard let row = screen.child(row, of: table.id), let cells = screen.node(row)?.children,
      cells.indices.contains(column)
    else { return nil }
    return cells[column].id
  }

  private func isSelected(_ row: Int, of table: AccessibleNode) -> Bool {
    screen.selectedChildren(of: table.id).contains(row)
  }

  private func place(
    of cell: AccessibleNode
  ) -> (table: AccessibleNode.ID, row: Int, column: Int)? {
    guard let row = screen.parent(of: cell.id), let table = screen.parent(of: row),
      let index = screen.index(of: row), let column = screen.index(of: cell.id)
    else { return nil }
    return (table, index, column)
  }
}

extension BusReply {
  fileprivate static func integer(_ value: Int) -> BusReply {
    .values([.int(Int32(clamping: value))])
  }
}
