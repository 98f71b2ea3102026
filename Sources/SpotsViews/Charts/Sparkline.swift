/// A line without axes, as large as a word, which shows how a number has changed.
@MainActor
public struct Sparkline: ViewElement, Equatable {
  /// The numbers from the first to the last.
  public var values: ChartValues
  /// Nil for the theme's accent color.
  public var color: Paint?

  /// Creates a line.
  public init(_ values: ChartValues, color: Paint? = nil) {
    (self.values, self.color) = (values, color)
  }

  /// Sets every property.
  public func updateView(_ view: SparklineView, with context: ViewElementContext) {
    (view.values, view.color) = (values, color)
  }

  /// A picture, with the least, the greatest and the last number.
  public var accessibility: Accessibility? {
    let chart = Chart(.line, [Chart.Series(values)])
    return Accessibility(role: .image, label: ChartReading(chart, .standard).summary)
  }
}

/// The view of `Sparkline`: 72 by 24 points where it is free, more with larger text.
public final class SparklineView: View {
  /// The numbers from the first to the last.
  public var values: ChartValues = [] {
    didSet { if values != oldValue { redraw() } }
  }
  /// Nil for the theme's accent color.
  public var color: Paint? {
    didSet { if color != oldValue { redraw() } }
  }

  private var drawn: (size: Size, version: Int, steps: [ChartMarks.Step])?

  private func redraw() {
    drawn = nil
    setNeedsDisplay()
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    let growth = environment?.growth ?? 1
    return Size(width: min(size.width, 72 * growth), height: 24 * growth)
  }

  public override func draw(in list: inout DrawList) { list.append(steps) }

  private var steps: [ChartMarks.Step] {
    guard let environment, !frame.isEmpty, let range = values.range else { return [] }
    if let drawn, drawn.size == frame.size, drawn.version == environment.version {
      return drawn.steps
    }
    // Equal numbers are a line through the middle.
    let isFlat = range.lowerBound == range.upperBound
    let scale = ChartScale(
      plot: bounds.expanded(by: -3),
      range: isFlat ? range.lowerBound - 1...range.upperBound + 1 : range,
      places: max(values.numbers.count, 1), times: nil, isBanded: false)
    let color = environment.theme.mark(color)
    var marks = ChartMarks(scale, pixel: environment.hairline)
    marks.addLine(values, color)
    if let index = values.numbers.lastIndex(where: { !$0.isNaN }) {
      let end = Point(x: scale.x(index), y: scale.y(values.numbers[index]))
      marks.addDot(at: end, color)
    }
    drawn = (frame.size, environment.version, marks.steps)
    return marks.steps
  }
}

/// A title and a subtitle, the line of the item's chart, and the last number.
public final class SparklineItemView: ElementCell {
  public override class var measuresUnconfigured: Bool { true }

  public override func body(for item: Item) -> (any Element)? {
    let chart = item.chart ?? Chart()
    let series = chart.shownSeries.first ?? Chart.Series()
    let format = ValueFormat(chart.format, environment?.language ?? .standard)
    let lines = CardItemView.titleLimit(environment?.textScale ?? 1)
    let title = LabelElement(
      item.title, font: item.subtitle.isEmpty ? .body : .bodyMedium, lineLimit: lines)
    let subtitle = LabelElement(
      item.subtitle, font: .subtitle, color: .role(.secondary), lineLimit: lines)
    let texts = Column([title, subtitle].filter { !$0.text.isEmpty })
    let last = LabelElement(
      series.values.last.map { format.text($0) } ?? "", font: .callout, alignment: .trailing)
    return Row(
      spacing: 12, alignment: .center,
      [
        texts.flexed(grow: 1, shrink: 1, basis: 0),
        Sparkline(series.values, color: series.color).flexed(shrink: 0),
        Sized(SizeLimits(minimumWidth: 44 * (environment?.growth ?? 1)), last),
      ])
  }

  /// The texts, with the numbers in words.
  public override func accessibility(for item: Item) -> Accessibility {
    var reading = Accessibility(item)
    let chart = item.chart ?? Chart()
    let words = ChartReading(chart, environment?.language ?? .standard)
    reading.details = Accessibility.joined([reading.details, words.summary])
    return reading
  }
}
