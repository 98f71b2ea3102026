extension RowList {
  /// The columns of a table that shows the rows: one for each field that is no list and no object,
  /// in the order in which the first rows have them. Their values decide how all are written: days
  /// and times as the user's language does it, and fractions with as many digits as they have.
  ///
  /// - Complexity: O(bytes of the first hundred rows).
  package var tableColumns: [TableColumn] {
    var (names, values) = ([String](), [String: FieldValues]())
    for row in prefix(100) {
      row.source.read(row.index) { bytes, extent in
        _ = ScreenReader().readDocument(Array(bytes[extent])) { cursor throws(SyntaxError) in
          guard cursor.scanner.current == UInt8(ascii: "{") else { return }
          try cursor.beginFreeObject()
          var isFirst = true
          while let key = try cursor.nextFreeKey(&isFirst) {
            let name = cursor.scanner.text(of: key)
            let start = cursor.scanner.at
            let value = try FreeValue.read(from: &cursor)
            let text = UnsafeBufferPointer(
              start: cursor.scanner.base + start, count: cursor.scanner.at - start)
            if values[name] == nil { names.append(name) }
            values[name, default: FieldValues()].add(value, text)
          }
        }
      }
    }
    if names.isEmpty, !isEmpty { return [TableColumn("Value", text: "{row}")] }
    let columns = names.compactMap { name in
      values[name].flatMap { $0.isNested ? nil : TableColumn(name, field: name, format: $0.format) }
    }
    return Array(columns.prefix(TableColumn.maximumCount))
  }
}

/// The properties that all values of a field share.
private struct FieldValues {
  /// Whether one of them has parts.
  var isNested = false
  private var areDays = true
  private var areMoments = true
  private var areNumbers = true
  /// The digits after the point; nil before there is a number.
  private var digits: Int?
  private var hasEqualDigits = true
  private var isEmpty = true

  mutating func add(_ value: JSONValue, _ text: UnsafeBufferPointer<UInt8>) {
    switch value {
    case .null, .string(""): return
    case .array, .object: isNested = true
    case .integer, .number: add(number: text)
    case .string(let text):
      areNumbers = false
      // A time of day is short enough as it is.
      let moment = text.utf8.count < 10 ? nil : Moment(text)
      areMoments = areMoments && moment != nil
      areDays = areDays && moment?.isDay == true
    case .bool: (areNumbers, areMoments) = (false, false)
    }
    isEmpty = false
  }

  private mutating func add(number text: UnsafeBufferPointer<UInt8>) {
    areMoments = false
    let point = text.firstIndex(of: UInt8(ascii: "."))
    let count = point.map { text.count - $0 - 1 } ?? 0
    let isPlain = !text.contains { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
    hasEqualDigits = hasEqualDigits && isPlain && digits ?? count == count
    digits = count
  }

  /// The format of a column; nil shows the values as they are.
  var format: String? {
    if isEmpty { return nil }
    if areMoments { return areDays ? "date('yMMMd')" : "date('yMMMdjm')" }
    guard areNumbers, hasEqualDigits, let digits, 1...6 ~= digits else { return nil }
    return "number('group-off .\(String(repeating: "0", count: digits))')"
  }
}

extension Screen {
  /// A screen that shows its data, rows like these, as a table.
  package init(tableOf rows: RowList) {
    var table = ComponentModel(kind: .table, filter: .words, columns: rows.tableColumns)
    table.rows.each = ""
    table.rows.empty = Item(title: "No rows")
    self.init(components: [table])
    data = JSONText(Array("null".utf8))
  }

  /// A screen that shows its data, lines of text, as a log.
  package static var log: Screen {
    var log = ComponentModel(kind: .log, filter: .words)
    log.rows.each = ""
    log.rows.item = JSONText(Array(#"{"title":"{row}"}"#.utf8))
    log.rows.empty = Item(title: "No lines")
    var screen = Screen(components: [log])
    screen.data = JSONText(Array("null".utf8))
    return screen
  }
}
