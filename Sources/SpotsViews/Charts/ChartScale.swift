/// Turns the numbers of a chart into places in its area.
struct ChartScale {
  /// The area of the numbers, in points.
  let plot: Rect
  /// The least and the greatest number of the scale.
  let range: ClosedRange<Double>
  /// The number of places along the axis, at least 1.
  let places: Int
  /// The times of the places, ascending, and those at the ends of the axis; nil for places that are
  /// equally far from each other.
  let times: (places: [Double], range: ClosedRange<Double>)?
  /// Whether each place is the middle of a band, as of bars, so that none is at the edge.
  let isBanded: Bool

  /// The width of a band.
  var band: Double { plot.width / Double(places) }

  /// The x coordinate of a place.
  func x(_ index: Int) -> Double {
    if let times = times?.places, times.indices.contains(index) { return x(at: times[index]) }
    if isBanded { return plot.x + (Double(index) + 0.5) * band }
    return places > 1
      ? plot.x + Double(index) / Double(places - 1) * plot.width : plot.midX
  }

  /// The x coordinate of a time.
  func x(at time: Double) -> Double {
    guard let range = times?.range, range.upperBound > range.lowerBound else { return plot.midX }
    let part = (time - range.lowerBound) / (range.upperBound - range.lowerBound)
    return plot.x + part * plot.width
  }

  /// The y coordinate of a number; those far beyond the scale are just far enough.
  func y(_ value: Double) -> Double {
    let part = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    return plot.maxY - min(max(part, -100), 100) * plot.height
  }

  /// The y coordinate at which bars begin: zero, or the end of the scale that is nearest to it.
  var base: Double { y(min(max(0, range.lowerBound), range.upperBound)) }

  /// The place nearest to an x coordinate.
  ///
  /// - Complexity: O(log *n*).
  func index(nearest x: Double) -> Int {
    guard let (times, range) = times, !times.isEmpty else {
      let part = (x - plot.x) / max(plot.width, 1)
      let index = isBanded ? (part * Double(places) - 0.5) : part * Double(places - 1)
      return Int(min(max(index.rounded(), 0), Double(places - 1)))
    }
    let length = range.upperBound - range.lowerBound
    let time = range.lowerBound + (x - plot.x) / max(plot.width, 1) * length
    let next = times.partitioningIndex { $0 >= time }
    guard next > 0, next < times.count else { return min(next, times.count - 1) }
    return time - times[next - 1] <= times[next] - time ? next - 1 : next
  }

  // MARK: Reduction

  /// The points of a line, in the runs between its gaps, without those that make no difference to
  /// its pixels: of all points in a column the first and the last, the lowest and the highest.
  ///
  /// - Parameter pixel: The width of a column, in points, above 0; half a pixel for lines with soft
  ///   edges.
  /// - Complexity: O(*n*); the result has at most four points for each column of each run.
  func runs(of numbers: [Double], pixel: Double) -> [[Point]] {
    var (runs, run): ([[Point]], [Point]) = ([], [])
    var column = PixelColumn()
    for (index, number) in numbers.enumerated() {
      guard !number.isNaN else {
        column.end(in: &run)
        if !run.isEmpty { runs.append(run) }
        run.removeAll()
        continue
      }
      let point = Point(x: x(index), y: y(number))
      let place = ((point.x - plot.x) / pixel).rounded(.down)
      if place != column.place {
        column.end(in: &run)
        column.place = place
      }
      column.add(point)
    }
    column.end(in: &run)
    return run.isEmpty ? runs : runs + [run]
  }

  /// The points of a line in one column of pixels.
  private struct PixelColumn {
    var place = -Double.infinity
    private var count = 0
    private var (first, last) = (Point.zero, Point.zero)
    private var low = (order: 0, point: Point.zero)
    private var high = (order: 0, point: Point.zero)

    mutating func add(_ point: Point) {
      if count == 0 { (first, low, high) = (point, (0, point), (0, point)) }
      if point.y > low.point.y { low = (count, point) }
      if point.y < high.point.y { high = (count, point) }
      last = point
      count += 1
    }

    /// Moves the points to the end of a line.
    mutating func end(in line: inout [Point]) {
      guard count > 0 else { return }
      line.append(first)
      let inner = low.order < high.order ? [low, high] : [high, low]
      for (order, point) in inner where order > 0 && order < count - 1 && point != line.last {
        line.append(point)
      }
      if count > 1 { line.append(last) }
      (count, place) = (0, -.infinity)
    }
  }

  /// The places of bars, one for each column of pixels if there are more: that with the greatest
  /// size.
  ///
  /// - Parameter size: The size of what is drawn at a place; NaN for nothing.
  func bars(pixel: Double, count: Int, size: (Int) -> Double) -> [Int] {
    guard band < pixel else { return (0..<count).filter { !size($0).isNaN } }
    var bars: [Int] = []
    var last = (column: -Double.infinity, size: 0.0)
    for index in 0..<count {
      let (size, column) = (size(index), ((x(index) - plot.x) / pixel).rounded(.down))
      if size.isNaN { continue }
      if column != last.column {
        bars.append(index)
        last = (column, size)
      } else if size > last.size {
        bars[bars.count - 1] = index
        last.size = size
      }
    }
    return bars
  }
}
