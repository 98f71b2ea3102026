/// The parts of a whole, as a donut shows them.
struct ChartParts {
  /// A part of the whole.
  struct Part: Hashable {
    var title: String
    /// Above 0.
    var value: Double
    var color: Paint?
    /// The place among the numbers, which decides the color.
    var index: Int
  }

  /// Those above zero, in their order; the last one stands for all that are too many to be told
  /// apart.
  private(set) var parts: [Part] = []
  /// The sum of all parts.
  private(set) var sum = 0.0
  private static let most = 12

  init(_ chart: Chart) {
    let series = chart.shownSeries
    if series.count == 1, let values = series.first?.values.numbers {
      var names: [String] = []
      if case .texts(let texts) = chart.labels { names = texts }
      for (index, value) in values.enumerated() {
        add(index < names.count ? names[index] : "", value, nil, index)
      }
    } else {
      for (index, series) in series.enumerated() {
        add(series.title, series.values.last ?? .nan, series.color, index)
      }
    }
  }

  private mutating func add(_ title: String, _ value: Double, _ color: Paint?, _ index: Int) {
    guard value > 0 else { return }
    sum += value
    if parts.count < Self.most {
      parts.append(Part(title: title, value: value, color: color, index: index))
    } else {
      parts[Self.most - 1].title = "…"
      parts[Self.most - 1].value += value
    }
  }
}
