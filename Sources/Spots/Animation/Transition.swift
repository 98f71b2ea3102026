/// The animation of a content change: how items enter, and in reverse how they leave. Items that
/// stay glide to their new frames, unless the animation is `none`.
///
/// `left` and `right` are sides of the window, also on screens that read from right to left.
public enum Animation: String, Sendable, CaseIterable {
  /// Fades while it slides from above by its own height; in carousels by its own width, from the
  /// side at which they begin.
  case automatic
  /// Fades in its place.
  case fade
  /// Slides from the left of its place, by its own width.
  case left
  /// Slides from the right of its place, by its own width.
  case right
  /// Slides from above its place, by its own height.
  case top
  /// Slides from below its place, by its own height.
  case bottom
  /// Opens from the horizontal line in the middle of its place.
  case middle
  /// Shows the new content immediately.
  case none

  /// The animation that looks like this one after left and right are exchanged.
  var mirrored: Animation {
    switch self {
    case .left: .right
    case .right: .left
    case .automatic, .fade, .top, .bottom, .middle, .none: self
    }
  }
}

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
  /// Creates the displacement that shows a view with the frame `rect` at `shown`.
  init(from rect: Rect, to shown: Rect, opacity: Double = 1, aperture: Double = 1) {
    self.init(
      x: shown.x - rect.x, y: shown.y - rect.y, width: shown.width - rect.width,
      height: shown.height - rect.height, opacity: opacity, aperture: aperture)
  }

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

// The motion of one view to its place in the layout: a closed formula of the time since it began,
// so that frames may come at any moment.

/// A motion of one view, relative to the frame its layout gives it.
struct Transition: Equatable, Sendable {
  /// The side from which a view enters its place, or to which it leaves; the place clips it.
  enum Side: Equatable, Sendable {
    case left, right, top, bottom
  }

  /// In seconds, unless a motion has another.
  static let duration = 0.25

  var from: Displacement
  var to = Displacement.none
  var side: Side?
  /// The time of the first frame that shows it; nil before that.
  private(set) var since: Double?
  var duration = Self.duration

  /// Whether a frame has shown it.
  var hasBegun: Bool { since != nil }

  /// Whether the view enters, rather than moves from another place.
  var isEntrance: Bool { side != nil || from.opacity < 1 || from.aperture < 1 }

  mutating func start(at now: Double) {
    if since == nil { since = now }
  }

  /// The same motion on the screen of a view whose place is so many points to the left and above.
  func offsetBy(x: Double, y: Double) -> Transition {
    var result = self
    (result.from.x, result.from.y) = (from.x + x, from.y + y)
    (result.to.x, result.to.y) = (to.x + x, to.y + y)
    return result
  }

  func isOver(at now: Double) -> Bool { since.map { now >= $0 + duration } ?? false }

  /// Eased out: 1 − (1 − p)³, where p is the elapsed part of the duration.
  func progress(at now: Double) -> Double {
    guard let since else { return 0 }
    let rest = 1 - min(max((now - since) / duration, 0), 1)
    return 1 - rest * rest * rest
  }

  func displacement(at now: Double) -> Displacement {
    from.going(progress(at: now), to: to)
  }

  /// The visible part of the view, in its own coordinates; nil when nothing is cut off.
  ///
  /// - Parameter size: The size at which the view is shown.
  func aperture(at now: Double, size: Size) -> Rect? {
    let shown = displacement(at: now)
    let bounds = Rect(origin: .zero, size: size)
    if shown.aperture < 1 {
      let height = size.height * shown.aperture
      return Rect(
        x: -Self.bleed, y: (size.height - height) / 2, width: size.width + Self.bleed * 2,
        height: height)
    }
    guard let side else { return nil }
    return Self.place(bounds.offsetBy(x: -shown.x, y: -shown.y), side, self.bleed(of: shown, size))
  }

  /// The distance that shadows reach beyond a view, in points.
  private static let bleed = 24.0

  /// The room for the shadow on the side of the motion, which grows with the visible part.
  private func bleed(of shown: Displacement, _ size: Size) -> Double {
    let distance = max(abs(shown.x) / max(size.width, 1), abs(shown.y) / max(size.height, 1))
    return Self.bleed * (1 - min(distance, 1))
  }

  private static func place(_ rect: Rect, _ side: Side, _ near: Double) -> Rect {
    var (left, right, top, bottom) = (bleed, bleed, bleed, bleed)
    switch side {
    case .left: left = near
    case .right: right = near
    case .top: top = near
    case .bottom: bottom = near
    }
    return Rect(
      x: rect.x - left, y: rect.y - top, width: rect.width + left + right,
      height: rect.height + top + bottom)
  }
}

extension Transition.Side {
  init?(_ animation: Animation) {
    switch animation {
    case .left: self = .left
    case .right: self = .right
    case .top: self = .top
    case .bottom: self = .bottom
    case .automatic, .fade, .middle, .none: return nil
    }
  }
}
