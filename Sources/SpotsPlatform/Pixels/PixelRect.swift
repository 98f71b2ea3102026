import SpotsViews

/// A rectangle of whole pixels, excluding those at `right` and `bottom`.
struct PixelRect: Hashable, Sendable {
  var left: Int
  var top: Int
  var right: Int
  var bottom: Int

  var width: Int { max(right - left, 0) }
  var height: Int { max(bottom - top, 0) }
  var isEmpty: Bool { right <= left || bottom <= top }

  func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
  }

  /// The smallest rectangle around both.
  func union(_ other: PixelRect) -> PixelRect {
    PixelRect(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }

  /// The start value for unions: an empty rectangle that changes no other.
  static let nothing = PixelRect(
    left: 1 << 40, top: 1 << 40, right: -(1 << 40), bottom: -(1 << 40))

  func moved(x: Int, y: Int) -> PixelRect {
    PixelRect(left: left + x, top: top + y, right: right + x, bottom: bottom + y)
  }

  enum Side: CaseIterable {
    case above, below, left, right
  }

  /// The part on one side of `hole`, which lies inside. The four parts do not overlap.
  func part(_ side: Side, of hole: PixelRect) -> PixelRect {
    var part = self
    switch side {
    case .above: part.bottom = hole.top
    case .below: part.top = hole.bottom
    case .left: (part.top, part.bottom, part.right) = (hole.top, hole.bottom, hole.left)
    case .right: (part.top, part.bottom, part.left) = (hole.top, hole.bottom, hole.right)
    }
    return part
  }

  func expanded(by distance: Int) -> PixelRect {
    PixelRect(
      left: left - distance, top: top - distance, right: right + distance,
      bottom: bottom + distance)
  }

  /// A rectangle of this size, in pixels, centered in `self`.
  func centered(width: Int, height: Int) -> PixelRect {
    let left = left + (self.width - width) / 2
    let top = top + (self.height - height) / 2
    return PixelRect(left: left, top: top, right: left + width, bottom: top + height)
  }

  /// The columns from `left` to `right`, cut to the rectangle; an empty range inside it when there
  /// are none.
  func columns(from left: Int, to right: Int) -> Range<Int> {
    let start = min(max(left, self.left), self.right)
    return start..<max(min(right, self.right), start)
  }
}

/// Turns points into pixels: the one place that rounds.
///
/// Edges are rounded, not sizes, so rectangles that share an edge in points share it in pixels.
/// Halves round up, and so does an edge that misses the half by a rounding error, so that a
/// hairline of `1 / scale` points is always one pixel.
struct PixelGrid: Hashable, Sendable {
  /// Pixels per point, above 0.
  let scale: Double

  /// In pixels: outside any surface, yet small enough that sums cannot overflow.
  private static let limit = 16_777_216.0

  /// The pixel edge nearest to `value` points.
  func edge(_ value: Double) -> Int {
    Self.integer((value * scale + 0.5 + 1e-6).rounded(.down))
  }

  /// A length in pixels, not rounded, clamped to 0 … `limit`; 0 for NaN.
  func length(_ value: Double) -> Double {
    let pixels = value * scale
    return pixels > 0 ? min(pixels, Self.limit) : 0
  }

  /// The width of a line in whole pixels, at least 1.
  func lineWidth(_ value: Double) -> Int { max(Self.integer((value * scale).rounded()), 1) }

  /// A point in pixels, rounded to 1/1024 pixel, so that rounding errors do not change the look of
  /// a line that moves by whole pixels.
  func position(_ point: Point) -> (x: Double, y: Double) {
    (Self.snapped(Self.finite(point.x * scale)), Self.snapped(Self.finite(point.y * scale)))
  }

  static func snapped(_ pixels: Double) -> Double { (pixels * 1024).rounded() / 1024 }

  func rect(_ rect: Rect) -> PixelRect {
    PixelRect(
      left: edge(rect.x), top: edge(rect.y), right: edge(rect.maxX), bottom: edge(rect.maxY))
  }

  /// The pixels that `rect` touches, and one more on each side for soft edges.
  func outerRect(_ rect: Rect) -> PixelRect {
    PixelRect(
      left: Self.integer((rect.x * scale + 1e-6).rounded(.down)),
      top: Self.integer((rect.y * scale + 1e-6).rounded(.down)),
      right: Self.integer((rect.maxX * scale - 1e-6).rounded(.up)),
      bottom: Self.integer((rect.maxY * scale - 1e-6).rounded(.up))
    ).expanded(by: 1)
  }

  private static func finite(_ value: Double) -> Double {
    value.isNaN ? 0 : min(max(value, -limit), limit)
  }

  private static func integer(_ value: Double) -> Int { Int(finite(value)) }
}
