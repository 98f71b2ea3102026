// Passes tables between processes as text: one line for each part, its fields separated by tabs.

extension Table {
  /// The table as lines of text; names and notes must have neither tabs nor line ends.
  package var lines: String {
    var text = "table\t\(stage)\t\(note)\n"
    for row in rows {
      text += "row\t\(row.title)\n"
      for figure in row.figures { text += "figure\t\(figure.name)\t\(figure.value)\n" }
    }
    return text
  }

  /// The tables in `text`; nil when it is malformed.
  package static func tables(in text: String) -> [Table]? {
    var tables: [Table] = []
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      switch (fields.first, fields.count) {
      case ("table", 3): tables.append(Table(stage: fields[1], note: fields[2]))
      case ("row", 2) where !tables.isEmpty:
        tables[tables.count - 1].rows.append(Row(title: fields[1], figures: []))
      case ("figure", 3):
        guard let table = tables.indices.last, let row = tables[table].rows.indices.last,
          let value = Double(fields[2])
        else { return nil }
        tables[table].rows[row].figures.append(Figure(name: fields[1], value: value))
      default: return nil
      }
    }
    return tables
  }
}
