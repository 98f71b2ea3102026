/// A chart in words, for users who do not see it.
struct ChartReading {
  private let chart: Chart
  private let format: ValueFormat
  private let language: Language
  private let words: Words
  /// The most places that are described one by one; of more, so many in equal distances.
  private static let mostPlaces = 100

  init(_ chart: Chart, _ language: Language) {
    (self.chart, self.language) = (chart, language)
    (format, words) = (ValueFormat(chart.format, language), Words(language))
  }

  /// The kind of the chart, and of each series the least, the greatest and the last number.
  var summary: String {
    switch chart.style {
    case .gauge: return format.text(chart.shownSeries.first?.values.last ?? .nan)
    case .donut:
      let parts = ChartParts(chart).parts.map { "\($0.title) \(format.text($0.value))" }
      return Accessibility.joined(parts)
    case .line, .area, .bar, .stacked:
      return Accessibility.joined(chart.shownSeries.map(summary))
    }
  }

  private func summary(_ series: Chart.Series) -> String {
    let title = series.title.isEmpty ? "" : series.title + ": "
    guard let range = series.values.range, let last = series.values.last else {
      return title + words[.noValues]
    }
    let (least, greatest) = (format.text(range.lowerBound), format.text(range.upperBound))
    return title
      + words(.values, ["least": least, "greatest": greatest, "last": format.text(last)])
  }

  /// The places and their numbers.
  var places: [String] {
    guard ![.gauge, .donut].contains(chart.style) else { return [] }
    let count = chart.count
    let step = max((count + Self.mostPlaces - 1) / Self.mostPlaces, 1)
    return stride(from: 0, to: count, by: step).map(text)
  }

  /// A place and its numbers.
  func text(at place: Int) -> String {
    let numbers = chart.shownSeries.map { series in
      let numbers = series.values.numbers
      return text(of: place < numbers.count ? numbers[place] : .nan, series)
    }
    let label = label(at: place)
    let joined = Accessibility.joined(numbers)
    return label.isEmpty ? joined : "\(label): \(joined)"
  }

  /// A number with the name of its series.
  func text(of value: Double, _ series: Chart.Series) -> String {
    let text = format.text(value)
    return series.title.isEmpty ? text : "\(series.title) \(text)"
  }

  /// The name or the time of a place; empty for none.
  func label(at place: Int) -> String {
    guard place < chart.labels.count else { return "" }
    let moment: Moment?
    switch chart.labels {
    case .texts(let texts):
      moment = Moment(texts[place])
      if moment == nil { return texts[place] }
    case .seconds(let seconds): moment = Moment(seconds: seconds.numbers[place])
    }
    guard let moment else { return "" }
    if moment.isDay { return language.text(moment, "yMMMEd") }
    let time = moment.seconds.truncatingRemainder(dividingBy: 60) == 0 ? "jm" : "jms"
    // A time of day is one of the first day of 1970.
    return language.text(moment, moment.hasZone || moment.day != 0 ? "MMMd" + time : time)
  }
}
