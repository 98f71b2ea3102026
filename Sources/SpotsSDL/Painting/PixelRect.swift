import Spots

/// A rectangle of whole pixels. Its far edges do not belong to it.
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

  /// What a union starts with: it changes no other rectangle.
  static let nothing = PixelRect(
    left: 1 << 40, top: 1 << 40, right: -(1 << 40), bottom: -(1 << 40))

  func moved(x: Int, y: Int) -> PixelRect {
    PixelRect(left: left + x, top: top + y, right: right + x, bottom: bottom + y)
  }

  /// The parts above, below, left and right of `hole`, which lies inside.
  func without(_ hole: PixelRect) -> [PixelRect] {
    [
      PixelRect(left: left, top: top, right: right, bottom: hole.top),
      PixelRect(left: left, top: hole.bottom, right: right, bottom: bottom),
      PixelRect(left: left, top: hole.top, right: hole.left, bottom: hole.bottom),
      PixelRect(left: hole.right, top: hole.top, right: right, bottom: hole.bottom),
    ]
  }

  func expanded(by distance: Int) -> PixelRect {
    PixelRect(
      left: left - distance, top: top - distance, right: right + distance,
      bottom: bottom + distance)
  }
}

/// Turns points into pixels: the one place that rounds.
///
/// Edges are rounded, not sizes, so that rectangles which share an edge in points share it in
/// pixels too. Halves go up, with a little added so that an edge which misses the half by an error
/// of the arithmetic goes up as well; a hairline of `1 / scale` points is then always one pixel.
struct PixelGrid: Hashable, Sendable {
  /// Pixels per point, above 0.
  let scale: Double

  /// Far outside any surface, near enough to add a few of them up.
  private static let limit = 16_777_216.0

  /// The pixel edge nearest to `value` points.
  func edge(_ value: Double) -> Int {
    Self.integer((value * scale + 0.5 + 1e-6).rounded(.down))
  }

  /// A length in pixels, not rounded, cut to what a surface can hold. NaN is 0.
  func length(_ value: Double) -> Double {
    let pixels = value * scale
    return pixels > 0 ? min(pixels, Self.limit) : 0
  }

  /// A width of lines in whole pixels, at least 1.
  func lineWidth(_ value: Double) -> Int { max(Self.integer((value * scale).rounded()), 1) }

  /// A place in pixels, rounded to 1024ths of one: so a line looks the same wherever it is moved by
  /// whole pixels, whatever the errors of the arithmetic.
  func position(_ point: Point) -> (x: Double, y: Double) {
    (Self.snapped(Self.finite(point.x * scale)), Self.snapped(Self.finite(point.y * scale)))
  }

  static func snapped(_ pixels: Double) -> Double { (pixels * 1024).rounded() / 1024 }

  func rect(_ rect: Rect) -> PixelRect {
    PixelRect(
      left: edge(rect.x), top: edge(rect.y), right: edge(rect.maxX), bottom: edge(rect.maxY))
  }

  /// The pixels `rect` touches, and one more on each side for the softness of edges.
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
