// Geometry in points: y grows downwards, `Double` throughout. Pixels exist only where frames are
// painted, so nothing here rounds.

/// A position, in points.
public struct Point: Hashable, Sendable {
  /// In points, growing to the right.
  public var x: Double
  /// In points, growing downwards.
  public var y: Double

  /// Creates a point; both coordinates are 0 unless given.
  public init(x: Double = 0, y: Double = 0) {
    self.x = x
    self.y = y
  }

  /// The origin, (0, 0).
  @inlinable public static var zero: Point { Point() }

  /// `a` moved by the vector `b`.
  public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
  /// The vector from `b` to `a`.
  public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }

  package func distance(to other: Point) -> Double {
    let delta = other - self
    return (delta.x * delta.x + delta.y * delta.y).squareRoot()
  }
}

/// A width and a height, in points.
public struct Size: Hashable, Sendable {
  /// In points; infinite where an offered width has no limit.
  public var width: Double
  /// In points; infinite where an offered height has no limit.
  public var height: Double

  /// Creates a size; both sides are 0 unless given.
  public init(width: Double = 0, height: Double = 0) {
    self.width = width
    self.height = height
  }

  /// The size whose sides are both 0.
  @inlinable public static var zero: Size { Size() }
}

/// A rectangle, in points. Its far edges (`maxX`, `maxY`) do not belong to it.
public struct Rect: Hashable, Sendable {
  /// The left edge, in points.
  public var x: Double
  /// The top edge, in points.
  public var y: Double
  /// In points; the rectangle is empty unless this is above 0.
  public var width: Double
  /// In points; the rectangle is empty unless this is above 0.
  public var height: Double

  /// Creates a rectangle; every value is 0 unless given.
  public init(x: Double = 0, y: Double = 0, width: Double = 0, height: Double = 0) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Creates a rectangle from its top left corner and its size.
  public init(origin: Point, size: Size) {
    self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
  }

  /// The empty rectangle at the origin.
  @inlinable public static var zero: Rect { Rect() }

  /// The top left corner; setting it keeps the size.
  public var origin: Point {
    get { Point(x: x, y: y) }
    set { (x, y) = (newValue.x, newValue.y) }
  }
  /// The width and height; setting them keeps the top left corner.
  public var size: Size {
    get { Size(width: width, height: height) }
    set { (width, height) = (newValue.width, newValue.height) }
  }
  /// The right edge, in points.
  public var maxX: Double { x + width }
  /// The bottom edge, in points.
  public var maxY: Double { y + height }
  /// The horizontal center, in points.
  public var midX: Double { x + width / 2 }
  /// The vertical center, in points.
  public var midY: Double { y + height / 2 }
  /// Whether a side is 0, negative or NaN.
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// Whether `point` lies inside; the right and bottom edges do not count.
  public func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }

  /// Whether all of `other` lies inside.
  public func encloses(_ other: Rect) -> Bool {
    x <= other.x && other.maxX <= maxX && y <= other.y && other.maxY <= maxY
  }

  /// Whether both overlap by more than an edge; true for an empty rectangle inside the other.
  public func intersects(_ other: Rect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }

  /// The same rectangle in other units, `factor` of them to each of its own.
  package func scaled(by factor: Double) -> Rect {
    Rect(x: x * factor, y: y * factor, width: width * factor, height: height * factor)
  }

  /// The part both share; empty when they do not overlap.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left, y: top,
      width: max(min(maxX, other.maxX) - left, 0), height: max(min(maxY, other.maxY) - top, 0))
  }

  /// The smallest rectangle around both; an empty one adds nothing.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The rectangle moved by `dx` points to the right and `dy` points down.
  public func offsetBy(x dx: Double = 0, y dy: Double = 0) -> Rect {
    Rect(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// The rectangle inside `insets`; its sides never become negative.
  public func inset(by insets: EdgeInsets) -> Rect {
    Rect(
      x: x + insets.left, y: y + insets.top,
      width: max(width - insets.left - insets.right, 0),
      height: max(height - insets.top - insets.bottom, 0))
  }

  /// The rectangle `distance` further out on all four sides; negative goes inwards.
  public func expanded(by distance: Double) -> Rect {
    inset(by: EdgeInsets(top: -distance, left: -distance, bottom: -distance, right: -distance))
  }
}

/// Distances from the four sides, in points.
public struct EdgeInsets: Hashable, Sendable {
  /// In points; negative moves the edge up.
  public var top: Double
  /// In points; the right side on screens that read from right to left.
  public var left: Double
  /// In points; negative moves the edge down.
  public var bottom: Double
  /// In points; the left side on screens that read from right to left.
  public var right: Double

  /// Creates insets; every side is 0 unless given.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Insets of 0 on every side.
  @inlinable public static var zero: EdgeInsets { EdgeInsets() }
}

/// The limit of every length, in points, which keeps sums of lengths finite.
@inlinable package var longestLength: Double { 1e7 }

/// `length` limited to 0...`longestLength`; 0 for NaN.
@inlinable package func sane(_ length: Double) -> Double { length.clamped(to: 0...longestLength) }

/// A `length` that a view asks for, limited to 0...`longestLength`; 0 when it is not finite.
@inlinable package func finite(_ length: Double) -> Double { length.isFinite ? sane(length) : 0 }

extension Double {
  /// The nearest number in `range`; its lower bound for NaN.
  @inlinable package func clamped(to range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : min(max(self, range.lowerBound), range.upperBound)
  }
}

extension Int {
  /// The nearest number in `range`.
  @inlinable package func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
