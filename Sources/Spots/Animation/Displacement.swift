/// The difference between a view as it is shown and the frame its layout gives it; `none` for a
/// view at rest. Lengths are in points.
struct Displacement: Equatable, Sendable {
  var x = 0.0
  var y = 0.0
  /// Added to the size of the frame.
  var width = 0.0
  var height = 0.0
  /// 0 to 1.
  var opacity = 1.0
  /// The visible part of the height, around the middle: 0 to 1.
  var aperture = 1.0

  static let none = Displacement()

  /// Creates the displacement that shows a view with the frame `rect` at `shown`.
  init(from rect: Rect, to shown: Rect, opacity: Double = 1, aperture: Double = 1) {
    self.init(
      x: shown.x - rect.x, y: shown.y - rect.y, width: shown.width - rect.width,
      height: shown.height - rect.height, opacity: opacity, aperture: aperture)
  }

  init(
    x: Double = 0, y: Double = 0, width: Double = 0, height: Double = 0, opacity: Double = 1,
    aperture: Double = 1
  ) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.opacity = opacity
    self.aperture = aperture
  }

  /// Whether the difference is too small to see.
  var isNothing: Bool {
    abs(x) < 0.01 && abs(y) < 0.01 && abs(width) < 0.01 && abs(height) < 0.01
      && opacity > 0.999 && aperture > 0.999
  }

  func applied(to rect: Rect) -> Rect {
    Rect(
      x: rect.x + x, y: rect.y + y, width: max(rect.width + width, 0),
      height: max(rect.height + height, 0))
  }

  /// The displacement `part` of the way from this one to `end`, 0 to 1.
  func going(_ part: Double, to end: Displacement) -> Displacement {
    func between(_ a: Double, _ b: Double) -> Double { part >= 1 ? b : a + (b - a) * part }
    return Displacement(
      x: between(x, end.x), y: between(y, end.y), width: between(width, end.width),
      height: between(height, end.height), opacity: between(opacity, end.opacity),
      aperture: between(aperture, end.aperture))
  }
}

extension Displacement {
  /// Creates the displacement at which an entering item begins and a leaving one ends.
  init(outside animation: Animation, size: Size, isCarousel: Bool) {
    switch animation {
    case .automatic:
      self = isCarousel ? Self(x: -size.width, opacity: 0) : Self(y: -size.height, opacity: 0)
    case .fade: self = Self(opacity: 0)
    case .left: self = Self(x: -size.width)
    case .right: self = Self(x: size.width)
    case .top: self = Self(y: -size.height)
    case .bottom: self = Self(y: size.height)
    case .middle: self = Self(aperture: 0)
    case .none: self = .none
    }
  }
}
