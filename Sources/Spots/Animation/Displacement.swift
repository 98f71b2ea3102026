/// How a view is shown other than where and how it belongs; the values of a view at rest are those
/// of `none`.
struct Displacement: Equatable, Sendable {
  var x = 0.0
  var y = 0.0
  /// What the view is wider and higher.
  var width = 0.0
  var height = 0.0
  /// 0 to 1.
  var opacity = 1.0
  /// The part of the height that is seen, around the middle: 0 to 1.
  var aperture = 1.0

  static let none = Displacement()

  /// What leads from `rect` to `shown`.
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

  /// Whether nobody can see a difference.
  var isNothing: Bool {
    abs(x) < 0.01 && abs(y) < 0.01 && abs(width) < 0.01 && abs(height) < 0.01
      && opacity > 0.999 && aperture > 0.999
  }

  func applied(to rect: Rect) -> Rect {
    Rect(
      x: rect.x + x, y: rect.y + y, width: max(rect.width + width, 0),
      height: max(rect.height + height, 0))
  }

  /// The way from this to `end`, `part` of it gone: 0 to 1.
  func going(_ part: Double, to end: Displacement) -> Displacement {
    func between(_ a: Double, _ b: Double) -> Double { part >= 1 ? b : a + (b - a) * part }
    return Displacement(
      x: between(x, end.x), y: between(y, end.y), width: between(width, end.width),
      height: between(height, end.height), opacity: between(opacity, end.opacity),
      aperture: between(aperture, end.aperture))
  }
}

extension Displacement {
  /// Where an item that comes in begins, and one that leaves ends.
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
