import SpotsModel

/// A measured number; its name includes the unit.
package struct Figure {
  package var name: String
  package var value: Double

  package init(name: String, value: Double) {
    self.name = name
    self.value = value
  }
}

/// The measurements of one stage, a row for each case. All rows have the same figures.
package struct Table {
  /// The figures of one case.
  package struct Row {
    package var title: String
    package var figures: [Figure]

    package init(title: String, figures: [Figure]) {
      self.title = title
      self.figures = figures
    }
  }

  package var stage: String
  /// Explains the figures in a sentence or two.
  package var note: String
  package var rows: [Row] = []

  package init(stage: String, note: String, rows: [Row] = []) {
    self.stage = stage
    self.note = note
    self.rows = rows
  }
}

/// The tables of all stages, as text or as JSON.
package struct Report {
  private var tables: [Table] = []

  package init() {}

  package mutating func append(_ table: Table) {
    tables.append(table)
  }

  package var text: String { tables.map(text).joined(separator: "\n\n") }

  private func text(_ table: Table) -> String {
    let head = [table.stage] + (table.rows.first?.figures.map(\.name) ?? [])
    let lines =
      [head] + table.rows.map { row in [row.title] + row.figures.map { Self.rounded($0.value) } }
    let widths = head.indices.map { column in
      lines.reduce(0) { max($0, column < $1.count ? $1[column].count : 0) }
    }
    let body = lines.map { cells in
      zip(cells, widths).enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + blanks : blanks + cell.0
      }.joined(separator: "  ")
    }
    return (body + [table.note]).joined(separator: "\n")
  }

  /// `value` with about three significant digits.
  private static func rounded(_ value: Double) -> String {
    let digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
    let power = [1.0, 10, 100, 1000][digits]
    let text = ((value * power).rounded() / power).description
    return digits == 0 ? String(text.prefix { $0 != "." }) : text
  }

  /// A JSON array with an object for each row: the stage, the case and the exact figures.
  package var json: String {
    let rows = tables.flatMap { table in table.rows.map { (table.stage, $0) } }
    var json = JSONWriter(pretty: true)
    json.array(rows) { json, row in
      json.object { json in
        json.member("stage", row.0)
        json.member("case", row.1.title)
        for figure in row.1.figures { json.member(figure.name, figure.value) }
      }
    }
    return json.text
  }
}

/// An error that makes the figures meaningless.
package struct Failure: Error, CustomStringConvertible {
  package var description: String

  package init(description: String) { self.description = description }
}
