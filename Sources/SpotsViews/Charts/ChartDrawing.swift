/// All that a chart draws at one size, but for the marks of the place that is looked at.
@MainActor
struct ChartDrawing {
  /// From back to front.
  private(set) var steps: [ChartMarks.Step] = []
  /// Nil for charts without places along an axis.
  private(set) var scale: ChartScale?
  private let chart: Chart
  private let environment: Environment
  private let format: ValueFormat
  private var theme: Theme { environment.theme }

  init(_ chart: Chart, in size: Size, _ environment: Environment) {
    (self.chart, self.environment) = (chart, environment)
    format = ValueFormat(chart.format, environment.language)
    switch chart.style {
    case .donut: drawDonut(in: size)
    case .gauge: drawGauge(in: size)
    case .line, .area, .bar, .stacked: drawPlot(in: size)
    }
  }

  private mutating func add(_ command: DrawCommand?, clip: Rect? = nil) {
    if let command { steps.append(ChartMarks.Step(command: command, clip: clip)) }
  }

  // MARK: Plots

  private var isBanded: Bool { chart.style == .bar || chart.style == .stacked }

  private mutating func drawPlot(in size: Size) {
    let lineHeight = environment.scaled(.caption).lineHeight
    let moments = chart.labels.moments
    let hasNames = chart.labels.count > 0
    let (top, bottom) = (lineHeight / 2, hasNames ? lineHeight + 8 : lineHeight / 2)
    let height = size.height - top - bottom
    guard height > 8, size.width > 40 else { return }
    let ticks = NumberTicks(
      covering: Self.numbers(chart), most: Int(height / (lineHeight * 1.7)) + 1,
      ends: (chart.minimum?.ifFinite, chart.maximum?.ifFinite))
    let texts = ticks.values.map {
      AxisText(
        format.text($0, step: ticks.step), in: environment, room: size.width / 3, isNumber: true)
    }
    let widest = texts.map(\.width).max() ?? 0
    let left = environment.onPixel(widest.rounded(.up) + 8)
    // Lines are as wide as this, and so are seen at both ends.
    let plot = Rect(x: left, y: top, width: size.width - left - 3, height: height)
    let scale = ChartScale(
      plot: plot, range: ticks.range, places: max(chart.count, chart.places, 1),
      times: isBanded ? nil : times(moments), isBanded: isBanded)
    self.scale = scale
    drawGrid(ticks, texts, scale)
    drawNumbers(scale)
    drawThresholds(scale)
    for (text, x) in PlaceAxis(chart.labels, moments, on: scale, in: environment).texts {
      let corner = Point(x: x - text.width / 2, y: plot.maxY + 8)
      add(text.command(at: corner, theme[.secondary]))
    }
  }

  /// The times of the places, unless they are out of order, with room for those to come.
  private func times(_ moments: [Moment]?) -> (places: [Double], range: ClosedRange<Double>)? {
    guard let moments, moments.count > 1 else { return nil }
    let times = moments.map(\.seconds)
    let (first, last) = (times[0], times[times.count - 1])
    guard last > first, zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) else { return nil }
    let isFull = chart.places <= times.count
    let step = (last - first) / Double(times.count - 1)
    return (times, first...(isFull ? last : first + step * Double(chart.places - 1)))
  }

  /// The least and the greatest number to be seen.
  private static func numbers(_ chart: Chart) -> ClosedRange<Double> {
    var (low, high) = (Double.infinity, -Double.infinity)
    func note(_ range: ClosedRange<Double>?) {
      guard let range else { return }
      (low, high) = (min(low, range.lowerBound), max(high, range.upperBound))
    }
    if chart.style == .stacked {
      let series = chart.shownSeries.map(\.values.numbers)
      for index in 0..<(series.map(\.count).max() ?? 0) {
        var (down, up) = (0.0, 0.0)
        for numbers in series where index < numbers.count && !numbers[index].isNaN {
          if numbers[index] > 0 { up += numbers[index] } else { down += numbers[index] }
        }
        note(down...up)
      }
    } else {
      for series in chart.shownSeries { note(series.values.range) }
    }
    for threshold in chart.thresholds where threshold.value.isFinite {
      note(threshold.value...threshold.value)
    }
    guard low <= high else { return 0...1 }
    // Bars and areas tell by their size, so they begin at zero, as do lines that are not far off.
    let isFromZero = chart.style != .line || low > 0 && low < high / 2
    return isFromZero ? min(low, 0)...max(high, 0) : low...high
  }

  private mutating func drawGrid(
    _ ticks: NumberTicks, _ texts: [AxisText], _ scale: ChartScale
  ) {
    let line = environment.hairline
    // Lines of high contrast would outdo the numbers.
    let color = theme[.separator].mixed(with: theme[.surface], theme.isHighContrast ? 0.5 : 0)
    for (value, text) in zip(ticks.values, texts) {
      let y = scale.y(value)
      let isZero = value == 0
      add(
        .fill(
          Rect(
            x: scale.plot.x, y: environment.onPixel(y - line / 2), width: scale.plot.width,
            height: line), isZero ? theme.outline : color, cornerRadius: 0))
      let corner = Point(x: scale.plot.x - 8 - text.width, y: y - text.height / 2)
      add(text.command(at: corner, theme[.secondary]))
    }
  }

  private mutating func drawNumbers(_ scale: ChartScale) {
    var marks = ChartMarks(scale, pixel: environment.hairline)
    let series = chart.shownSeries.enumerated().map { index, series in
      (values: series.values, color: theme.mark(series.color, series: index))
    }
    switch chart.style {
    case .bar, .stacked: marks.addBars(series, isStacked: chart.style == .stacked)
    default:
      for (values, color) in series {
        marks.addLine(values, color, fill: chart.style == .area ? color.opacity(0.2) : nil)
      }
    }
    steps += marks.steps
  }

  private mutating func drawThresholds(_ scale: ChartScale) {
    for threshold in chart.thresholds where scale.range.contains(threshold.value) {
      let (y, plot) = (scale.y(threshold.value), scale.plot)
      let color = theme.mark(threshold.color ?? .role(.warning))
      // Dashes tell it from a series of equal numbers.
      for x in stride(from: plot.x, to: plot.maxX, by: 8) {
        add(
          .fill(
            Rect(x: x, y: y - 0.75, width: min(5, plot.maxX - x), height: 1.5), color,
            cornerRadius: 0))
      }
      let text = AxisText(threshold.title, in: environment, room: plot.width / 2)
      guard text.width > 0 else { continue }
      let ground = room(for: text, at: y, scale)
      add(.fill(ground, theme[.surface].opacity(0.85), cornerRadius: 4))
      add(text.command(at: Point(x: ground.x + 4, y: ground.y), theme[.secondary]))
    }
  }

  /// The place of a threshold's name, above or below its mark and at either end: the first where no
  /// number is drawn.
  private func room(for text: AxisText, at y: Double, _ scale: ChartScale) -> Rect {
    let (plot, size) = (scale.plot, Size(width: text.width + 8, height: text.height))
    let rooms = [y - size.height - 2, y + 3].flatMap { y in
      [plot.maxX - size.width, plot.x].map { Rect(origin: Point(x: $0, y: y), size: size) }
    }.filter { $0.y >= plot.y && $0.maxY <= plot.maxY }
    return rooms.first { isFree($0, scale) } ?? rooms.first
      ?? Rect(origin: Point(x: plot.maxX - size.width, y: y + 3), size: size)
  }

  /// Whether no line or bar crosses a part of the plot, as far as some of its places tell.
  private func isFree(_ room: Rect, _ scale: ChartScale) -> Bool {
    let first = max(scale.index(nearest: room.x) - 1, 0)
    let last = scale.index(nearest: room.maxX) + 1
    let places = stride(from: first, through: last, by: max((last - first) / 100, 1))
    return chart.shownSeries.allSatisfy { series in
      let numbers = series.values.numbers
      let drawn = places.compactMap { place in
        place < numbers.count && !numbers[place].isNaN ? scale.y(numbers[place]) : nil
      }
      guard let top = drawn.min(), let bottom = drawn.max() else { return true }
      return bottom < room.y || top > room.maxY
    }
  }

  // MARK: Circles

  private mutating func drawDonut(in size: Size) {
    let radius = min(size.width, size.height) / 2
    guard radius > 8 else { return }
    let center = Point(x: size.width / 2, y: size.height / 2)
    let whole = ChartParts(chart)
    let radii = radius * 0.66...radius
    var angle = 0.0
    for part in whole.parts {
      let end = angle + part.value / whole.sum * 2 * .pi
      add(
        ChartMarks.ringPart(
          center, radii: radii, from: angle, to: end, gap: whole.parts.count > 1 ? 2 : 0,
          theme.mark(part.color, series: part.index)))
      angle = end
    }
    if whole.parts.isEmpty {
      add(
        ChartMarks.ringPart(
          center, radii: radii, from: 0, to: 2 * .pi, gap: 0, theme[.surfacePressed]))
    }
    draw(format.text(whole.sum), at: center, room: radius * 1.2)
  }

  /// The angle from the top at which a gauge begins and ends, in radians.
  private static let reach = 2.1

  private mutating func drawGauge(in size: Size) {
    let thickness = 14 * environment.growth
    // The arc ends above the lower end of its circle.
    let radius = min(size.width / 2, size.height / 1.55) - thickness / 2 - 2
    guard radius > thickness else { return }
    let center = Point(x: size.width / 2, y: radius + thickness / 2 + 2)
    let value = chart.shownSeries.first?.values.last ?? .nan
    let low = chart.minimum?.ifFinite ?? min(value.isNaN ? 0 : value, 0)
    let high = chart.maximum?.ifFinite ?? 1
    let range = low...max(high, low + 1e-9)
    func angle(_ value: Double) -> Double {
      let part = (value - low) / (range.upperBound - low)
      return (min(max(part, 0), 1) * 2 - 1) * Self.reach
    }
    func arc(to end: Double, _ color: Color) -> DrawCommand {
      .polyline(
        ChartMarks.arc(center, radius, from: -Self.reach, to: end), color, width: thickness)
    }
    add(arc(to: Self.reach, theme[.surfacePressed]))
    let passed = chart.thresholds.filter { $0.value <= value }.max { $0.value < $1.value }
    let own = chart.shownSeries.first?.color
    let color = passed.map { $0.color ?? .role(.warning) } ?? own
    if !value.isNaN { add(arc(to: angle(value), theme.mark(color))) }
    for threshold in chart.thresholds where threshold.value > low && threshold.value < high {
      let ends = [-1, 1].map {
        ChartMarks.point(center, radius + $0 * (thickness / 2 + 2), angle(threshold.value))
      }
      add(.polyline(ends, theme.mark(threshold.color ?? .role(.warning)), width: 2))
    }
    draw(format.text(value), at: center, room: radius * 1.4)
  }

  /// Draws the number in the middle of a circle.
  private mutating func draw(_ text: String, at center: Point, room: Double) {
    var shown = AxisText(text, .title, in: environment, room: 1e4, isNumber: true)
    if shown.width > room {
      shown = AxisText(text, .headline, in: environment, room: room, isNumber: true)
    }
    let corner = Point(x: center.x - shown.width / 2, y: center.y - shown.height / 2)
    add(shown.command(at: corner, theme[.primary]))
  }
}

extension Double {
  fileprivate var ifFinite: Double? { isFinite ? self : nil }
}
