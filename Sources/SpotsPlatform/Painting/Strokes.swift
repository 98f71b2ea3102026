/// Paints connected lines with round ends and corners.
///
/// Every segment adds its coverage to a buffer, which keeps the larger of two values. The color is
/// then blended onto the canvas once, so that a translucent line has no darker corners.
struct Strokes {
  private var coverage: [UInt8] = []

  /// - Parameters:
  ///   - points: In pixels.
  ///   - width: In pixels, at least 1.
  /// - Complexity: O(pixels near the line + pixels of its box inside `clip`).
  mutating func paint(
    _ points: [(x: Double, y: Double)], width: Double, clip: PixelRect, color: UInt32,
    on canvas: Canvas
  ) {
    let reach = width / 2 + 0.5
    let area = PixelRect(around: points, reach: reach).intersection(clip)
      .intersection(canvas.bounds)
    guard !area.isEmpty, let first = points.first else { return }
    let count = area.width * area.height
    coverage.removeAll(keepingCapacity: true)
    coverage.append(contentsOf: repeatElement(0, count: count))
    coverage.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for (start, end) in zip(points, points.count > 1 ? points[1...] : [first]) {
        Segment(start: start, end: end, reach: reach).add(to: base, area: area)
      }
      for y in area.top..<area.bottom {
        let row = base + (y - area.top) * area.width
        let pixels = canvas.row(y) + area.left
        for x in 0..<area.width {
          cover(pixels + x, color: color, coverage: row[x])
        }
      }
    }
  }
}

extension PixelRect {
  /// The pixels at most `reach` from the smallest rectangle around points, whose coordinates are
  /// within the limits of `PixelGrid`; none for no point.
  init(around points: [(x: Double, y: Double)], reach: Double) {
    self = .nothing
    guard let first = points.first else { return }
    var (left, right, top, bottom) = (first.x, first.x, first.y, first.y)
    for point in points {
      (left, right) = (min(left, point.x), max(right, point.x))
      (top, bottom) = (min(top, point.y), max(bottom, point.y))
    }
    self.init(
      left: Int((left - reach).rounded(.down)), top: Int((top - reach).rounded(.down)),
      right: Int((right + reach).rounded(.up)), bottom: Int((bottom + reach).rounded(.up)))
  }
}

/// The pixels at most `reach` from a straight line. Coverage fades out over the last pixel.
private struct Segment {
  let start: (x: Double, y: Double)
  let end: (x: Double, y: Double)
  let reach: Double

  func add(to buffer: UnsafeMutablePointer<UInt8>, area: PixelRect) {
    let rows = pixels(
      from: min(start.y, end.y) - reach, to: max(start.y, end.y) + reach, area.top..<area.bottom)
    for y in rows {
      let line = buffer + (y - area.top) * area.width - area.left
      for x in columns(y: Double(y) + 0.5, area.left..<area.right) {
        let inside = reach - distance(Double(x) + 0.5, Double(y) + 0.5)
        let value = UInt8((min(max(inside, 0), 1) * 255).rounded())
        line[x] = max(line[x], value)
      }
    }
  }

  /// The columns of the row through `y` that can be within reach: between both ends, and near the
  /// line where it crosses the row.
  private func columns(y: Double, _ limits: Range<Int>) -> Range<Int> {
    var low = min(start.x, end.x) - reach
    var high = max(start.x, end.x) + reach
    let dy = end.y - start.y
    if abs(dy) > reach {
      let slope = (end.x - start.x) / dy
      let stretch = reach * (1 + slope * slope).squareRoot()
      let x = start.x + (y - start.y) * slope
      low = max(low, x - stretch)
      high = min(high, x + stretch)
    }
    return pixels(from: low, to: high, limits)
  }

  /// The pixels from `low` to `high`, cut to `limits`; empty when there are none.
  private func pixels(from low: Double, to high: Double, _ limits: Range<Int>) -> Range<Int> {
    let first = Int(low.rounded(.down))
    let end = Int(high.rounded(.up))
    let start = min(max(first, limits.lowerBound), limits.upperBound)
    return start..<max(min(end, limits.upperBound), start)
  }

  private func distance(_ x: Double, _ y: Double) -> Double {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = dx * dx + dy * dy
    let along = length > 0 ? ((x - start.x) * dx + (y - start.y) * dy) / length : 0
    let t = min(max(along, 0), 1)
    let (ex, ey) = (x - start.x - t * dx, y - start.y - t * dy)
    return (ex * ex + ey * ey).squareRoot()
  }
}
