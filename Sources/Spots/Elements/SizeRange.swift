/// A direction of layout.
public enum Axis: String, Hashable, Sendable, CaseIterable {
  /// Along the width, and along the height.
  case horizontal, vertical

  var other: Axis { self == .horizontal ? .vertical : .horizontal }
}

/// The sizes that are possible for an element, in points: at least `minimum`, at most `maximum`.
///
/// The minimum is finite and never above the maximum, whose sides may be infinite.
public struct SizeRange: Hashable, Sendable {
  /// Finite; each side is at least 0.
  public let minimum: Size
  /// Each side is at least that of `minimum`, and may be infinite.
  public let maximum: Size

  /// Creates a range; negative numbers and NaN count as 0, and `maximum` is at least `minimum`.
  public init(
    minimum: Size = .zero, maximum: Size = Size(width: .infinity, height: .infinity)
  ) {
    self.minimum = Size(width: sane(minimum.width), height: sane(minimum.height))
    self.maximum = Size(
      width: max(Self.bound(maximum.width), self.minimum.width),
      height: max(Self.bound(maximum.height), self.minimum.height))
  }

  /// The range that contains `size` alone.
  public static func exactly(_ size: Size) -> SizeRange {
    SizeRange(minimum: size, maximum: size)
  }

  /// The size in the range that is nearest to `size`, always finite.
  public func clamp(_ size: Size) -> Size {
    Size(
      width: min(max(sane(size.width), minimum.width), maximum.width),
      height: min(max(sane(size.height), minimum.height), maximum.height))
  }

  private static func bound(_ length: Double) -> Double {
    length == .infinity ? length : sane(length)
  }

  func span(_ axis: Axis) -> LengthRange {
    LengthRange(minimum: minimum[axis], maximum: maximum[axis])
  }

  init(main: LengthRange, cross: LengthRange, axis: Axis) {
    self.init(
      minimum: Size(main: main.minimum, cross: cross.minimum, axis: axis),
      maximum: Size(main: main.maximum, cross: cross.maximum, axis: axis))
  }
}

/// The possible lengths of a side, in points.
struct LengthRange: Hashable {
  var minimum = 0.0
  var maximum = Double.infinity

  var isExact: Bool { minimum == maximum }

  static func exactly(_ length: Double) -> LengthRange {
    LengthRange(minimum: length, maximum: length)
  }

  func clamp(_ length: Double) -> Double { min(max(length, minimum), maximum) }
}

extension Size {
  init(main: Double, cross: Double, axis: Axis) {
    self = axis == .horizontal ? Size(width: main, height: cross) : Size(width: cross, height: main)
  }

  subscript(axis: Axis) -> Double { axis == .horizontal ? width : height }
}

extension Rect {
  init(main: Double, cross: Double, size: Size, axis: Axis) {
    let origin = Size(main: main, cross: cross, axis: axis)
    self.init(x: origin.width, y: origin.height, width: size.width, height: size.height)
  }
}
