/// The fields of the columns of tables.
enum TableKeys {
  /// The fields of a column's `width`, in points at normal text size.
  static let width = Fields<TableColumn.Width>(
    "table-width", of: TableColumn.Width(), noun: "a width",
    [
      Field(optional: \.min, "min", .number(), "The least width."),
      Field(optional: \.max, "max", .number(), "The greatest width."),
      Field(
        optional: \.grow, "grow", .number(NumberRange.span),
        "The share of the room that is left; text has 1 and numbers 0 unless given."),
    ])

  /// The fields of one of a table's `columns`.
  static let column = Fields<TableColumn>(
    "table-column", of: TableColumn(), noun: "a column",
    [
      Field(\.title, "title", .string, fallback: "\"\"", "The text above the cells."),
      Field(
        optional: \.field, "field", .string,
        "The key of the value: in a row of data, or in an item or its 'meta'."),
      Field(
        optional: \.text, "text", .string,
        "The text of a cell of a row of data, with holes; the value of 'field' unless given."),
      Field(
        optional: \.format, "format", format,
        "The function that writes the value of 'field', such as 'percent'."),
      Field(
        optional: \.nib, "nib", .itemKind,
        "The view that shows a cell, by its kind; it gets the item of the row."),
      Field(\.width, "width", widthValue, "A fixed width in points, or its limits."),
      Field(
        optional: \.align, "align", .word,
        "The place of the texts; numbers are at the end unless given."),
      Field(
        optional: \.isSortable, "sortable", .bool,
        "Whether a click on the title sorts the rows; rows of data are unless given."),
      Field(
        optional: \.when, "when", .object(LayoutKeys.widthRange),
        "The widths of the component at which the column is shown."),
    ])

  /// A function that writes a value, by its name, and its other arguments.
  private static let format: FieldValue<String> = {
    let name = FieldValue<String>.string.converted { text, subject in
      do throws(ExpressionFault) {
        _ = try Expression(TableColumn.call(text, of: "value"), in: ValueFormat.names)
        return text
      } catch {
        throw FieldFault(
          "\(subject) expects a function such as 'percent' or \"currency('EUR')\": \(error.message)"
        )
      }
    }
    return FieldValue(name.type, read: name.read) { $0.string($1) }
  }()

  /// Limits, or a number for a width that is fixed.
  private static let widthValue: FieldValue<TableColumn.Width> = {
    let (limits, number) = (FieldValue.object(width), FieldValue<Double>.number())
    return FieldValue(.either([number.type, limits.type])) { cursor throws(SyntaxError) in
      if cursor.scanner.current == UInt8(ascii: "{") { return try limits.read(&cursor) }
      return try number.read(&cursor).map { TableColumn.Width(min: $0, max: $0) }
    } write: { json, width in
      if let min = width.min, width == TableColumn.Width(min: min, max: min) {
        return json.number(min)
      }
      limits.write?(&json, width)
    }
  }()

  /// An array of columns, of which there may be so many.
  static let columns = FieldValue<[TableColumn]>(.array(.object(column.table.name))) {
    cursor throws(SyntaxError) in
    var count = 0
    return try cursor.list("an array of columns") { cursor throws(SyntaxError) in
      let start = cursor.scanner.at
      guard let column = try column.read(from: &cursor) else { return nil }
      count += 1
      if count == TableColumn.maximumCount + 1 {
        cursor.report(.warning, .limit, at: start) { _ in
          "a table has at most \(TableColumn.maximumCount) columns; from here on they are left out"
        }
      }
      return count > TableColumn.maximumCount ? nil : column
    }
  } write: { json, columns in
    json.array(columns) { column.write($1, to: &$0) }
  }
}
