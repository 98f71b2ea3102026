/// The numbers and names that a chart takes from rows of data. Rows that were there before are not
/// read again.
struct ChartPoints: Sendable {
  /// The fields of each row that a chart reads.
  struct Fields: Hashable {
    let label: String?
    /// Nil for rows that are numbers themselves.
    let values: [String?]

    init(_ chart: Chart) {
      (label, values) = (chart.labelField, chart.shownSeries.map(\.field))
    }
  }

  private var rows = RowList()
  private let label: [ExpressionStep]?
  private let steps: [[ExpressionStep]]
  private var columns: [[Double]]
  private var labels: [JSONValue] = []
  /// The labels as charts have them.
  private var places = ChartLabels.texts([])

  init(_ fields: Fields) {
    label = fields.label.map { [.key($0)] }
    steps = fields.values.map { field in field.map { [.key($0)] } ?? [] }
    columns = fields.values.map { _ in [] }
  }

  /// The number of rows at the start of `other` that are known.
  private func known(in other: RowList, isQuick: Bool = false) -> Int {
    rows.equalRun(
      0, other, 0, step: 1, atMost: min(rows.count, other.count), isQuick: isQuick)
  }

  /// The number of rows to be read, as far as can be told at once.
  func unread(in other: RowList) -> Int { other.count - known(in: other, isQuick: true) }

  /// Follows the rows to another version.
  ///
  /// - Complexity: O(rows from the first that differs on), and copying the others' numbers.
  mutating func follow(_ new: RowList) {
    let known = known(in: new)
    if known == rows.count, known == new.count { return }
    for column in columns.indices {
      columns[column].removeSubrange(known...)
      columns[column].reserveCapacity(new.count)
    }
    if label != nil { labels.removeSubrange(known...) }
    for index in known..<new.count {
      let row = new[index]
      for column in columns.indices { columns[column].append(row.chartNumber(steps[column])) }
      guard let label else { continue }
      if case .found(let value) = row.lookUp(label) {
        labels.append(value)
      } else {
        labels.append(.null)
      }
    }
    rows = new
    if label != nil { places = Self.places(labels) }
  }

  /// Times in a zone become seconds at once, and are not read again for each size of a chart.
  private static func places(_ labels: [JSONValue]) -> ChartLabels {
    var seconds: [Double] = []
    for label in labels {
      if let number = label.number {
        seconds.append(number)
      } else if case .string(let text) = label, let moment = Moment(text), moment.hasZone {
        seconds.append(moment.seconds)
      } else {
        return .texts(labels.map(\.typedText))
      }
    }
    return labels.isEmpty ? .texts([]) : .seconds(ChartValues(seconds))
  }

  /// Gives `chart` the numbers and names.
  func fill(_ chart: inout Chart) {
    var columns = columns[...]
    if chart.shownSeries.count > chart.series.count {
      chart.own.values = ChartValues(columns.removeFirst())
    }
    for (index, column) in columns.enumerated() {
      chart.series[index].values = ChartValues(column)
    }
    if label != nil { chart.labels = places }
  }
}

extension DataRow {
  /// The number at a place; NaN where there is none.
  fileprivate func chartNumber(_ steps: [ExpressionStep]) -> Double {
    let lookup: ExpressionLookup = steps.isEmpty ? .found(value) : lookUp(steps)
    guard case .found(let value) = lookup else { return .nan }
    if case .string(let text) = value { return Double(text) ?? .nan }
    return value.number ?? .nan
  }
}

/// Gives the charts of an item, and of those inside it, the numbers of the rows they name.
///
/// - Parameter fill: Called with each chart that takes its numbers from data.
func fillCharts(of item: inout Item, _ fill: (inout Chart) -> Void) {
  if var chart = item.chart, chart.source != nil {
    fill(&chart)
    item.chart = chart
  }
  guard !item.children.isEmpty else { return }
  for component in item.children.indices {
    for index in item.children[component].items.indices
    where hasCharts(item.children[component].items[index]) {
      fillCharts(of: &item.children[component].items[index], fill)
    }
  }
}

/// Whether a chart in an item takes its numbers from data.
private func hasCharts(_ item: Item) -> Bool {
  item.chart?.source != nil || item.children.contains { $0.items.contains(where: hasCharts) }
}
