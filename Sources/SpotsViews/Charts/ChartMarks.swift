import Glibc

/// The lines, areas, bars and arcs that stand for the numbers of a chart.
struct ChartMarks {
  /// A command, and the area outside of which it paints nothing.
  struct Step {
    var command: DrawCommand
    /// Nil for no limit.
    var clip: Rect?
  }

  /// From back to front.
  private(set) var steps: [Step] = []
  private let scale: ChartScale
  /// The width of a device pixel, in points.
  private let pixel: Double
  /// The width of the strips that lines are cut into. A new point changes those alone in which it
  /// is seen.
  private static let strip = 64.0
  private static let lineWidth = 2.0

  init(_ scale: ChartScale, pixel: Double) { (self.scale, self.pixel) = (scale, pixel) }

  /// Adds a line, and the area between it and zero.
  ///
  /// - Parameter fill: The color of the area; nil for none.
  mutating func addLine(_ values: ChartValues, _ color: Color, fill: Color? = nil) {
    for run in scale.runs(of: values.numbers, pixel: pixel / 2) {
      if run.count == 1 {
        // One number between two gaps is a dot.
        steps.append(Step(command: .polyline(run, color, width: Self.lineWidth * 2)))
        continue
      }
      let base = scale.base
      cut(run) { points in
        guard let fill, let first = points.first, let last = points.last else { return nil }
        let corners = [Point(x: first.x, y: base)] + points + [Point(x: last.x, y: base)]
        return .polygon(corners, fill)
      }
      cut(run) { .polyline(Array($0), color, width: Self.lineWidth) }
    }
  }

  /// Adds a dot as at the end of a line.
  mutating func addDot(at point: Point, _ color: Color) {
    steps.append(Step(command: .polyline([point], color, width: Self.lineWidth * 2.5)))
  }

  /// Adds a command for each strip, made of the points that decide about its pixels.
  private mutating func cut(_ run: [Point], _ command: (ArraySlice<Point>) -> DrawCommand?) {
    guard let first = run.first, let last = run.last else { return }
    let (plot, reach) = (scale.plot, Self.lineWidth)
    let strips =
      Int(
        ((first.x - reach - plot.x) / Self.strip).rounded(.down))...Int(
        ((last.x + reach - plot.x) / Self.strip).rounded(.down))
    var start = 0
    for index in strips {
      let left = plot.x + Double(index) * Self.strip
      while start + 2 < run.count, run[start + 1].x < left - reach { start += 1 }
      var end = start + 1
      while end + 1 < run.count, run[end].x < left + Self.strip + reach { end += 1 }
      // At the ends of the plot, lines are seen to their full width.
      let clip = Rect(
        x: left, y: plot.y - reach, width: Self.strip, height: plot.height + reach * 2)
      if let command = command(run[start...end]) {
        steps.append(Step(command: command, clip: clip))
      }
    }
  }

  /// Adds bars side by side, or on top of each other.
  mutating func addBars(_ series: [(values: ChartValues, color: Color)], isStacked: Bool) {
    let count = min(series.map(\.values.numbers.count).max() ?? 0, scale.places)
    func numbers(_ index: Int) -> [Double] {
      series.map { index < $0.values.numbers.count ? $0.values.numbers[index] : .nan }
    }
    let group = scale.band > 3 ? scale.band * 0.72 : max(scale.band, pixel)
    if isStacked {
      for index in scale.bars(pixel: pixel, count: count, size: { Self.size(numbers($0)) }) {
        addStack(numbers(index), series.map(\.color), at: scale.x(index), width: group)
      }
      return
    }
    let width = group / Double(max(series.count, 1))
    for (place, (values, color)) in series.enumerated() {
      let size = { (index: Int) in
        index < values.numbers.count ? values.numbers[index].magnitude : .nan
      }
      let offset = (Double(place) + 0.5) * width - group / 2
      for index in scale.bars(pixel: pixel, count: count, size: size) {
        addBar(
          from: scale.base, to: scale.y(values.numbers[index]), at: scale.x(index) + offset,
          width: width - (width > 8 && series.count > 1 ? 1 : 0), color, isRound: true)
      }
    }
  }

  private static func size(_ numbers: [Double]) -> Double {
    numbers.allSatisfy(\.isNaN)
      ? .nan : numbers.reduce(0) { $1.isNaN ? $0 : $0 + $1.magnitude }
  }

  /// Numbers above zero are stacked up, the others down.
  private mutating func addStack(
    _ numbers: [Double], _ colors: [Color], at x: Double, width: Double
  ) {
    for isUp in [true, false] {
      let parts = numbers.indices.filter { isUp ? numbers[$0] > 0 : numbers[$0] < 0 }
      var sum = 0.0
      for part in parts {
        // A thin line tells the parts apart, whatever their colors.
        let gap = part == parts.first ? 0 : isUp ? -1.0 : 1
        let start = scale.y(sum) + gap
        sum += numbers[part]
        addBar(
          from: start, to: scale.y(sum), at: x, width: width, colors[part],
          isRound: part == parts.last)
      }
    }
  }

  /// Adds a bar, whose end is round unless others stand on it.
  private mutating func addBar(
    from start: Double, to end: Double, at x: Double, width: Double, _ color: Color, isRound: Bool
  ) {
    let (top, bottom) = (min(start, end), max(start, end))
    var bar = Rect(x: x - width / 2, y: top, width: width, height: max(bottom - top, pixel))
    let radius = isRound ? min(4, width / 3) : 0
    let plot = scale.plot
    let clip = Rect(
      x: bar.x, y: max(bar.y, plot.y), width: width,
      height: min(bar.maxY, plot.maxY) - max(bar.y, plot.y))
    guard radius >= 1 else {
      return steps.append(Step(command: .fill(bar, color, cornerRadius: 0), clip: clip))
    }
    // The corners at the other end are moved out of sight.
    bar.height += radius * 2
    if end > start { bar.y -= radius * 2 }
    steps.append(Step(command: .fill(bar, color, cornerRadius: radius), clip: clip))
  }

  // MARK: Circles

  /// A point on a circle.
  ///
  /// - Parameter angle: In radians, clockwise from the top.
  static func point(_ center: Point, _ radius: Double, _ angle: Double) -> Point {
    Point(x: center.x + sin(angle) * radius, y: center.y - cos(angle) * radius)
  }

  /// The points of an arc, near enough for it to look round.
  static func arc(
    _ center: Point, _ radius: Double, from start: Double, to end: Double
  ) -> [Point] {
    let steps = max(Int((abs(end - start) * radius / 3).rounded(.up)), 2)
    return (0...steps).map { step in
      point(center, radius, start + (end - start) * Double(step) / Double(steps))
    }
  }

  /// The part of a ring between two angles; nil where there is nothing to be seen.
  ///
  /// - Parameter gap: The distance to the next part, in points.
  static func ringPart(
    _ center: Point, radii: ClosedRange<Double>, from start: Double, to end: Double, gap: Double,
    _ color: Color
  ) -> DrawCommand? {
    let (outer, inner) = (gap / 2 / radii.upperBound, gap / 2 / radii.lowerBound)
    guard end - start > inner * 2 else { return nil }
    let points =
      arc(center, radii.upperBound, from: start + outer, to: end - outer)
      + arc(center, radii.lowerBound, from: end - inner, to: start + inner)
    return .polygon(points, color)
  }
}

extension DrawList {
  /// Adds what a chart draws.
  mutating func append(_ steps: [ChartMarks.Step]) {
    for step in steps {
      if let clip = step.clip {
        clipped(to: clip) { $0.append(step.command) }
      } else {
        append(step.command)
      }
    }
  }
}
