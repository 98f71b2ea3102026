/// Fills polygons with soft edges.
///
/// Every edge adds, to the pixels it crosses, the signed area to its right, and to the next pixel
/// the rest of its height; summing up a row gives the coverage of each pixel. The sums are whole
/// numbers, so that they do not depend on the part of the polygon that is painted.
struct PolygonFill {
  private var sums: [Int32] = []
  /// The coverage of a whole pixel.
  private static let full = 65_536.0
  /// Pixels beyond this distance from the origin are not on any surface.
  private static let farthest = 65_536.0

  /// - Parameters:
  ///   - points: The corners, in pixels, each side between two and the last to the first one. Where
  ///     sides cross, both parts are filled.
  /// - Complexity: O(pixels near the sides + pixels of the polygon's box inside `clip`).
  mutating func paint(
    _ points: [(x: Double, y: Double)], clip: PixelRect, color: UInt32, on canvas: Canvas
  ) {
    let area = PixelRect(around: points, reach: 0).intersection(clip).intersection(canvas.bounds)
    guard !area.isEmpty, points.count > 2 else { return }
    // The sum of a column also counts in the next one.
    let stride = area.width + 2
    sums.removeAll(keepingCapacity: true)
    sums.append(contentsOf: repeatElement(0, count: stride * area.height))
    sums.withUnsafeMutableBufferPointer { sums in
      guard let base = sums.baseAddress else { return }
      for index in points.indices {
        let next = points[index + 1 < points.count ? index + 1 : 0]
        Side(points[index], next)?.add(to: base, stride: stride, area: area)
      }
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: area.width) { mask in
        guard let mask = mask.baseAddress else { return }
        for y in area.top..<area.bottom {
          let row = base + (y - area.top) * stride
          var sum: Int32 = 0
          for x in 0..<area.width {
            sum &+= row[x]
            mask[x] = UInt8(min(Int(sum.magnitude) * 255 + 32_768, 255 * 65_536 + 32_768) >> 16)
          }
          coverRow(canvas.row(y) + area.left, color: color, mask: mask, count: area.width)
        }
      }
    }
  }

  /// A side that is not level, from its upper to its lower end.
  private struct Side {
    let start: (x: Double, y: Double)
    let end: (x: Double, y: Double)
    let slope: Double
    /// -1 for a side that leads up.
    let sign: Double

    init?(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) {
      func near(_ point: (x: Double, y: Double)) -> (x: Double, y: Double) {
        (min(max(point.x, -farthest), farthest), min(max(point.y, -farthest), farthest))
      }
      let (a, b) = (near(a), near(b))
      guard a.y != b.y else { return nil }
      (start, end, sign) = a.y < b.y ? (a, b, 1) : (b, a, -1)
      slope = (end.x - start.x) / (end.y - start.y)
    }

    func add(to sums: UnsafeMutablePointer<Int32>, stride: Int, area: PixelRect) {
      let first = max(Int(start.y.rounded(.down)), area.top)
      let last = min(Int(end.y.rounded(.up)), area.bottom)
      guard first < last else { return }
      for y in first..<last {
        let (top, bottom) = (max(Double(y), start.y), min(Double(y + 1), end.y))
        guard top < bottom else { continue }
        add(
          from: start.x + (top - start.y) * slope, to: start.x + (bottom - start.y) * slope,
          height: (bottom - top) * sign, in: sums + (y - area.top) * stride,
          area.left...area.right)
      }
    }

    /// Adds the part of the side in one row of pixels.
    private func add(
      from a: Double, to b: Double, height: Double, in row: UnsafeMutablePointer<Int32>,
      _ columns: ClosedRange<Int>
    ) {
      let (left, right) = (min(a, b), max(a, b))
      let first = Int(left.rounded(.down))
      let last = max(Int(right.rounded(.up)) - 1, first)
      let total = Int32((height * full).rounded())
      // The sum, up to and including a column, of the areas to the right of the side.
      var before: Int32 = 0
      func note(_ column: Int, _ sum: Int32) {
        if column <= columns.upperBound + 1 {
          row[min(max(column, columns.lowerBound), columns.upperBound + 1) - columns.lowerBound] &+=
            sum &- before
        }
        before = sum
      }
      if last > first, first < columns.lowerBound {
        // Only the sum at the left edge counts of what lies before it.
        let column = min(last + 1, columns.lowerBound) - 1
        note(column, sum(upTo: column, left, right, first, last, height))
      }
      let visible = max(first, columns.lowerBound)
      if visible <= min(last, columns.upperBound) {
        for column in visible...min(last, columns.upperBound) {
          note(column, sum(upTo: column, left, right, first, last, height))
        }
      }
      note(last + 1, total)
    }

    /// The part of a row's height that counts in a column: all of it right of the side, and as much
    /// as lies right of the side within the column.
    private func sum(
      upTo column: Int, _ left: Double, _ right: Double, _ first: Int, _ last: Int, _ height: Double
    ) -> Int32 {
      guard last > first else {
        return Int32(((Double(column + 1) - (left + right) / 2) * height * full).rounded())
      }
      let (start, end) = (max(Double(column), left), min(Double(column + 1), right))
      let share = start - left + (end - start) * (Double(column + 1) - (start + end) / 2)
      return Int32((share / (right - left) * height * full).rounded())
    }
  }
}
