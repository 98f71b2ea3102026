/// One column of a table; see `ComponentModel.columns`.
public struct TableColumn: Hashable, Sendable {
  /// The limits of a column's width, in points at normal text size. Between them a column is as
  /// wide as the widest text seen in it so far.
  public struct Width: Hashable, Sendable {
    /// The least width; nil for the title's, or less where the texts are shorter.
    public var min: Double?
    /// The greatest width; nil sets no limit.
    public var max: Double?
    /// The share of the room that is left; nil for one part in columns of text, and none in those
    /// of numbers.
    public var grow: Double?

    /// Creates limits; without any the texts decide.
    public init(min: Double? = nil, max: Double? = nil, grow: Double? = nil) {
      (self.min, self.max, self.grow) = (min, max, grow)
    }
  }

  /// Shown above the cells, and beside each value where the rows are folded.
  public var title: String
  /// The key of the value in a row of data; in an item that is written out `title`, `subtitle`,
  /// `text`, or a key of `meta`. Rows are sorted by it.
  public var field: String?
  /// The text of a cell, with holes for the values of its row; nil shows the value of `field`.
  public var text: String?
  /// The function that writes the value of `field`, by its name, and its other arguments:
  /// `percent`, `currency('EUR')`. Not used with `text`.
  public var format: String?
  /// The kind of the view that shows the cells, such as that of a nib; nil for a line of text. Its
  /// item is that of the row, with the text of the cell, if there is one, as its title.
  public var nib: String?
  /// The limits of the width.
  public var width: Width
  /// The place of a text that is narrower than its cell; nil puts numbers at the end, and other
  /// values at the beginning.
  public var align: Layout.Alignment?
  /// Whether a click on the title sorts the rows; nil for rows of data that have a value to be
  /// sorted by.
  public var isSortable: Bool?
  /// The widths of the component at which the column is shown; nil shows it at every width.
  public var when: WidthRange?

  /// The most columns of a table.
  public static var maximumCount: Int { 64 }

  /// Creates a column.
  public init(
    _ title: String = "", field: String? = nil, text: String? = nil, format: String? = nil,
    nib: String? = nil, width: Width = Width(), align: Layout.Alignment? = nil,
    isSortable: Bool? = nil, when: WidthRange? = nil
  ) {
    (self.title, self.field, self.text, self.format) = (title, field, text, format)
    (self.nib, self.width, self.align) = (nib, width, align)
    (self.isSortable, self.when) = (isSortable, when)
  }

  /// The call of a format's function for a value.
  static func call(_ format: String, of value: String) -> String {
    let name = format.prefix(while: \.isLetter)
    var others = format.dropFirst(name.count)
    if others.first == "(", others.last == ")" { others = others.dropFirst().dropLast() }
    return "\(name)(\(value)\(others.isEmpty ? "" : ", ")\(others))"
  }

  /// Whether its texts are numbers in the format that is asked for.
  package var hasNumberFormat: Bool {
    let name = format?.prefix { $0.isLetter }
    return text == nil && ["number", "currency", "percent", "bytes"].contains(name)
  }
}

/// The order of the rows of a table by one of its columns.
public enum SortOrder: String, Hashable, Sendable, CaseIterable {
  /// The least value first.
  case ascending
  /// The greatest value first.
  case descending
}
