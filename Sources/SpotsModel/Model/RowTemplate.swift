/// How the items of a component are made from the rows of its screen's data.
package struct RowTemplate: Hashable, Sendable {
  /// The JSON pointer of the array of rows: below the root of the data, or below the nearest row if
  /// it does not begin with `/`; nil where items are written out.
  package var each: String?
  /// The name of the field that identifies a row; nil for none.
  package var key: String?
  /// The expression that is true for the rows that are shown; nil for all.
  package var condition: String?
  /// The fields or expressions by which rows are sorted, each with `-` before it for the greatest
  /// first; empty keeps the order of the data.
  package var sort: [String] = []
  /// The item of a row, with holes.
  package var item: JSONText?
  /// The texts of a table's cells, with holes, by column; empty for other components.
  var cells: [String] = []
  /// Shown while there are no rows; nil for nothing.
  package var empty: Item?
  /// Shown until the rows are there; nil for nothing.
  package var loading: Item?

  package init() {}
}
