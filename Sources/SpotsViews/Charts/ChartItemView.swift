/// A title, a subtitle, the chart of the item, and a legend where there are several series.
public final class ChartItemView: ElementCell {
  public override class var measuresUnconfigured: Bool { true }

  public override func body(for item: Item) -> (any Element)? {
    guard let environment else { return nil }
    let chart = item.chart ?? Chart()
    let texts = [
      LabelElement(item.title, font: .headline, lineLimit: 0),
      LabelElement(item.subtitle, font: .subtitle, color: .role(.secondary), lineLimit: 0),
    ].filter { !$0.text.isEmpty }
    let head: [any Element] = texts.isEmpty ? [] : [Column(spacing: 2, texts)]
    let legend = legend(of: chart, environment)
    guard chart.style == .donut else {
      let plot = ChartElement(chart).flexed(grow: 1)
      let foot = legend.isEmpty ? [] : [Row(spacing: 16, wraps: true, lineSpacing: 4, legend)]
      return Column(spacing: 8, head + [plot] + foot)
    }
    let side = 160 * environment.growth
    let ring = ChartElement(chart).sized(width: side, height: side)
    let names = Column(spacing: 6, alignment: .start, legend)
    let row = Row(
      spacing: 24, alignment: .center, wraps: true, lineSpacing: 12,
      [ring.flexed(shrink: 0), names])
    return Column(spacing: 12, head + [row])
  }

  /// The names of series, or the parts of a donut with their numbers.
  private func legend(of chart: Chart, _ environment: Environment) -> [any Element] {
    if chart.style == .donut {
      let (whole, format) = (ChartParts(chart), ValueFormat(chart.format, environment.language))
      return whole.parts.map { part in
        entry(
          part.title, format.text(part.value),
          environment.theme.mark(part.color, series: part.index))
      }
    }
    let series = chart.shownSeries
    guard chart.style != .gauge, series.contains(where: { !$0.title.isEmpty }) else { return [] }
    return series.enumerated().map { index, series in
      entry(series.title, "", environment.theme.mark(series.color, series: index))
    }
  }

  private func entry(_ title: String, _ value: String, _ color: Color) -> any Element {
    let mark = Box(color: .color(color), cornerRadius: 5).sized(width: 10, height: 10)
    let texts = [
      LabelElement(title, font: .caption, color: .role(.secondary)),
      LabelElement(value, font: .caption),
    ].filter { !$0.text.isEmpty }
    return Row(spacing: 6, [mark.flexed(shrink: 0)] + texts)
  }

  public override var insets: EdgeInsets {
    let side = cellStyle.isRow ? cellStyle.margin : 16
    return EdgeInsets(top: 12, left: side, bottom: 12, right: side)
  }

  package override var answersClicks: Bool { false }

  public override var mainControl: Control? {
    layoutIfNeeded()
    return controls.first
  }

  /// The chart, with its numbers in words: in short, and place by place.
  public override func accessibility(for item: Item) -> Accessibility {
    var reading = Accessibility(item)
    let words = ChartReading(item.chart ?? Chart(), environment?.language ?? .standard)
    reading.role = .chart
    reading.details = Accessibility.joined([reading.details, words.summary])
    reading.children = words.places.map { Accessibility(role: .text, label: $0) }
    return reading
  }
}
