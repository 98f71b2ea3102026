// The motion of one view to its place in the layout: a closed formula of the time since it began,
// so that frames may come at any moment.

/// A motion of one view, relative to the frame its layout gives it.
struct Transition: Equatable, Sendable {
  /// The side of its place from which a view enters or to which it leaves; its place clips it.
  enum Side: Equatable, Sendable {
    case left, right, top, bottom
  }

  /// In seconds.
  static let duration = 0.25

  var from: Displacement
  var to = Displacement.none
  var side: Side?
  /// The time of the first frame that shows it; nil before that.
  private(set) var since: Double?

  /// Whether a frame has shown it.
  var hasBegun: Bool { since != nil }

  /// Whether the view enters, rather than moves from another place.
  var isEntrance: Bool { side != nil || from.opacity < 1 || from.aperture < 1 }

  init(from: Displacement, to: Displacement = .none, side: Side? = nil) {
    self.from = from
    self.to = to
    self.side = side
  }

  mutating func start(at now: Double) {
    if since == nil { since = now }
  }

  func isOver(at now: Double) -> Bool { since.map { now >= $0 + Self.duration } ?? false }

  /// Eased out: 1 − (1 − p)³, where p is the elapsed part of the duration.
  func progress(at now: Double) -> Double {
    guard let since else { return 0 }
    let rest = 1 - min(max((now - since) / Self.duration, 0), 1)
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
