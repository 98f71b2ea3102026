/// A chart as an element: lines, areas, bars, a donut or a gauge.
@MainActor
public struct ChartElement: ViewElement, Equatable {
  /// The numbers, and how they are drawn.
  public var chart: Chart

  /// Creates a chart.
  public init(_ chart: Chart) { self.chart = chart }

  /// Shows the chart.
  public func updateView(_ view: ChartView, with context: ViewElementContext) { view.chart = chart }

  /// A chart without a name, with its numbers in words.
  public var accessibility: Accessibility? {
    Accessibility(role: .chart, details: ChartReading(chart, .standard).summary)
  }
}

/// The view of `ChartElement`: half as high as wide, but at least 140 and at most 240 points before
/// text scale, or 150 for a gauge.
///
/// The pointer over a place, and the arrow keys, show the numbers there.
public final class ChartView: Control {
  /// The numbers, and how they are drawn.
  public var chart = Chart() {
    didSet {
      guard chart != oldValue else { return }
      drawn = nil
      if let place, place >= chart.count { self.place = nil }
      setNeedsDisplay()
    }
  }
  /// The place along the axis whose numbers are shown; nil for none.
  public private(set) var place: Int? { didSet { if place != oldValue { setNeedsDisplay() } } }

  private var drawn: (size: Size, version: Int, drawing: ChartDrawing)?

  /// The drawing at the present size, made again only when the chart, the size or the environment
  /// has changed.
  private var drawing: ChartDrawing? {
    guard let environment, !frame.isEmpty else { return nil }
    if let drawn, drawn.size == frame.size, drawn.version == environment.version {
      return drawn.drawing
    }
    let drawing = ChartDrawing(chart, in: frame.size, environment)
    drawn = (frame.size, environment.version, drawing)
    return drawing
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    let width = size.width.isFinite ? size.width : 320 * growth
    let most = chart.style == .gauge ? 150.0 : 240
    return Size(width: width, height: min(max(width / 2, 140), most) * growth)
  }

  // MARK: Looking at places

  /// The number of numbers of which the arrow keys skip none.
  private static let mostSteps = 400

  /// Shows the numbers of a place; nil shows none.
  private func look(at index: Int?) {
    place = index.map { min(max($0, 0), max(chart.count - 1, 0)) }
  }

  package override func pointerMoved(to point: Point) {
    look(at: chart.count > 0 ? drawing?.scale?.index(nearest: point.x) : nil)
  }

  public override func stateDidChange() {
    super.stateDidChange()
    if !state.contains(.hover), !hasKeyboard { place = nil }
  }

  public override func keyboardDidChange() {
    if !hasKeyboard { place = nil }
    super.keyboardDidChange()
  }

  /// A click is one on the item.
  public override func activate() { send(.activated(action: nil)) }

  /// The left and right arrows, Home and End look at places, and Escape at none.
  public override func keyPressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard modifiers.isEmpty, drawing?.scale != nil, chart.count > 0 else {
      return super.keyPressed(key, modifiers)
    }
    let step = max(chart.count / Self.mostSteps, 1)
    switch key {
    case .left: look(at: place.map { $0 - step } ?? chart.count - 1)
    case .right: look(at: place.map { $0 + step } ?? 0)
    case .home: look(at: 0)
    case .end: look(at: chart.count - 1)
    case .escape where place != nil: look(at: nil)
    default: return super.keyPressed(key, modifiers)
    }
    return true
  }

  /// The place that is looked at, for users who do not see it; nil for none.
  package var accessibleValue: AccessibleValue? {
    guard let place, let environment else { return nil }
    var value = AccessibleValue(
      Double(place + 1), minimum: 1, maximum: Double(max(chart.count, 1)), step: 1)
    value.text = ChartReading(chart, environment.language).text(at: place)
    return value
  }

  // MARK: Drawing

  public override func draw(in list: inout DrawList) {
    guard let drawing, let environment else { return }
    list.append(drawing.steps)
    if let place, let scale = drawing.scale {
      ChartCallout(chart, place, on: scale, in: bounds, environment).draw(in: &list)
    }
    drawKeyboardMark(around: bounds.expanded(by: -2), cornerRadius: 6, in: &list)
  }
}

/// The numbers of the place that is looked at, beside a line through it.
@MainActor
private struct ChartCallout {
  private let scale: ChartScale
  private let bounds: Rect
  private let environment: Environment
  private let place: Int
  private let heading: AxisText
  private var rows: [(color: Color, text: AxisText, value: Double)] = []
  private var theme: Theme { environment.theme }
  private static let padding = 8.0
  private static let mostRows = 8

  init(
    _ chart: Chart, _ place: Int, on scale: ChartScale, in bounds: Rect, _ environment: Environment
  ) {
    (self.scale, self.bounds, self.environment) = (scale, bounds, environment)
    self.place = place
    let reading = ChartReading(chart, environment.language)
    let room = bounds.width * 0.7
    heading = AxisText(reading.label(at: place), in: environment, room: room)
    for (index, series) in chart.shownSeries.enumerated().prefix(Self.mostRows) {
      let numbers = series.values.numbers
      let value = place < numbers.count ? numbers[place] : .nan
      let text = reading.text(of: value, series)
      rows.append(
        (
          theme.mark(series.color, series: index),
          AxisText(text, .callout, in: environment, room: room), value
        ))
    }
  }

  func draw(in list: inout DrawList) {
    let x = scale.x(place)
    list.fill(
      Rect(
        x: environment.onPixel(x - 0.5), y: scale.plot.y, width: max(environment.hairline, 1),
        height: scale.plot.height), theme.outline)
    if !scale.isBanded {
      for row in rows where scale.range.contains(row.value) {
        let dot = Rect(x: x, y: scale.y(row.value), width: 0, height: 0).expanded(by: 4)
        list.fill(dot.expanded(by: 2), theme[.surface], cornerRadius: 6)
        list.fill(dot, row.color, cornerRadius: 4)
      }
    }
    drawBox(beside: x, in: &list)
  }

  private func drawBox(beside x: Double, in list: inout DrawList) {
    let swatch = 16.0
    let width =
      max(heading.width, (rows.map(\.text.width).max() ?? 0) + swatch) + Self.padding * 2
    let height =
      (heading.width > 0 ? heading.height : 0) + rows.reduce(0) { $0 + $1.text.height }
      + Self.padding * 2 - 4
    // On the side with more room, so that the pointer does not cover it.
    let left = x < scale.plot.midX ? x + 10 : x - 10 - width
    let box = Rect(
      x: environment.onPixel(min(max(left, 0), max(bounds.width - width, 0))), y: scale.plot.y,
      width: width, height: height)
    list.append(
      .shadow(box, Color.black.opacity(0.2), blur: 8, offset: 2, cornerRadius: 8))
    list.fill(box, theme.raisedSurface, cornerRadius: 8)
    list.append(
      .stroke(box, theme[.separator], width: environment.hairline, cornerRadius: 8))
    var y = box.y + Self.padding - 2
    if let command = heading.command(
      at: Point(x: box.x + Self.padding, y: y), theme[.secondary])
    {
      list.append(command)
      y += heading.height
    }
    for row in rows {
      let mark = Rect(
        x: box.x + Self.padding, y: y + row.text.height / 2 - 4, width: 8, height: 8)
      list.fill(mark, row.color, cornerRadius: 4)
      let corner = Point(x: box.x + Self.padding + swatch, y: y)
      if let command = row.text.command(at: corner, theme[.primary]) { list.append(command) }
      y += row.text.height
    }
  }
}
