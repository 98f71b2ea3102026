// The contents of a table's cells, and the keys its rows are sorted by.

extension TableColumn {
  /// The text of a cell, with a hole for its value; empty for no text.
  var template: String {
    if let text { return text }
    guard let field else { return "" }
    let place = Self.place(of: field)
    guard let format else { return "{\(place)}" }
    // A format has no value for null, and an empty cell needs none.
    return "{\(place) == null ? '' : \(Self.call(format, of: place))}"
  }

  /// The expression by which rows are sorted; nil where there is none.
  package var sortKey: String? {
    if let field { return Self.isName(field) ? field : Self.place(of: field) }
    guard let text else { return nil }
    let holes = ExpressionTemplate.parse(text, in: DataScope.rowEnvironment).template.expressions
    guard holes.count == 1, text == "{\(holes[0].source)}" else { return nil }
    return holes[0].source
  }

  /// The same column of a table of data, which sorts its rows unless the column says otherwise.
  var sortedWithData: TableColumn {
    var column = self
    column.isSortable = isSortable ?? (sortKey != nil)
    return column
  }

  /// The expression of a field, whatever its name.
  private static func place(of field: String) -> String {
    let name = field.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    return "row['\(name)']"
  }

  /// Whether a field can be named in an expression as it is.
  private static func isName(_ field: String) -> Bool {
    let isWord = field.utf8.allSatisfy {
      0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 || $0 == UInt8(ascii: "_")
    }
    let isReserved = (DataScope.roots + ["true", "false", "null", "in"]).contains(field)
    return isWord && !isReserved && field.first?.isNumber == false
  }
}

extension ComponentModel {
  /// The column by which a table is sorted, and how; nil where none of them decides.
  package var sorting: (column: Int, order: SortOrder)? {
    guard let key = rows.sort.first else { return nil }
    for (index, column) in columns.enumerated() {
      guard let own = column.sortKey else { continue }
      if key == own { return (index, .ascending) }
      if key == "-" + own { return (index, .descending) }
    }
    return nil
  }
}

extension [TableColumn] {
  /// The values of the cells of a row.
  package func cells(of row: Item) -> [JSONValue] {
    if case .array(let cells)? = row.meta.values[RowTemplate.cellsKey] {
      return indices.map { $0 < cells.count ? cells[$0] : .null }
    }
    return map { column in
      switch column.field {
      case "title": .string(row.title)
      case "subtitle": .string(row.subtitle)
      case "text": .string(row.text)
      case let field?: row.meta.values[field] ?? .null
      case nil: .null
      }
    }
  }
}

extension RowTemplate {
  /// The key of `meta` with the values of a row of a table, in the order of its columns.
  static let cellsKey = "cells"

  /// The item of a row with holes, and among its `meta` what the cells of a table show.
  var filledItem: JSONValue {
    let item = item.flatMap { JSONValue.read($0.bytes).value } ?? .object([:])
    guard !cells.isEmpty, case .object(var members) = item else { return item }
    var meta: [String: JSONValue] = [:]
    if case .object(let own)? = members["meta"] { meta = own }
    meta[Self.cellsKey] = .array(cells.map { .string($0) })
    members["meta"] = .object(meta)
    return .object(members)
  }
}
