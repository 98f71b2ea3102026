import Glibc

// One scroll offset and everything that moves it: wheel, drag, fling, rubber band, snapping. Every
// motion is a closed formula of the time since it began, so that frames may come at any moment and
// tests can ask for any of them.

/// An offset from 0 to `maximum`, in points, and its present motion. Times are in seconds of any
/// monotonic clock. Positions, targets and velocities that are NaN move nothing.
public struct ScrollAxis: Equatable, Sendable {
  /// A formula for the offset, by the time since the motion began.
  private enum Motion: Equatable, Sendable {
    case none
    /// Follows the pointer: `grip` is the sum of the offset and the pointer's position.
    case drag(grip: Double)
    /// target + (start − target) · e^(−t/τ)
    case glide(start: Double, target: Double, since: Double, timeConstant: Double)
    /// start + v · τ · (1 − e^(−t/τ)), until it leaves the range or is as slow as `restSpeed`
    case fling(start: Double, velocity: Double, since: Double)
    /// Critically damped: target + (x + (v + ω·x) · t) · e^(−ω·t), with x = start − target
    case spring(start: Double, velocity: Double, target: Double, since: Double)
  }

  /// Points that one notch of a wheel scrolls: three lines of text.
  package static let notch = 60.0
  private static let flingTimeConstant = 0.325
  private static let glideTimeConstant = 0.055
  private static let springFrequency = 14.0
  private static let restSpeed = 12.0
  private static let mostTurns = 1e6

  /// The present offset; outside of 0...`maximum` in endless content, or when pulled past an end.
  public private(set) var offset = 0.0
  /// The largest offset, in points; at least 0.
  public private(set) var maximum = 0.0
  /// The length, in points, after which the content repeats endlessly in both directions; nil for
  /// content with ends.
  public private(set) var period: Double?
  /// The viewport's length along the axis; limits how far content is pulled past its ends.
  package var viewportLength = 0.0
  /// Whether glides jump to their target; content that is dragged or flung still moves.
  package var isInstant = false
  private var motion = Motion.none

  /// Creates an offset at rest, with nothing to scroll.
  package init() {}

  /// Whether a motion is under way; a drag is one even while the pointer stands still.
  public var isMoving: Bool { motion != .none }

  /// Whether the pointer holds the content.
  public var isDragging: Bool {
    if case .drag = motion { return true }
    return false
  }

  /// The offset at which the motion ends if nothing interferes; while dragging, the present one.
  public var target: Double {
    switch motion {
    case .none, .drag: offset
    case .glide(_, let target, _, _), .spring(_, _, let target, _): target
    case .fling(let start, let velocity, _):
      clamped(Self.flingPosition(start, velocity, after: .infinity))
    }
  }

  /// Sets the largest offset and, for endless content, its period. An offset at rest beyond the
  /// end is moved to it; a motion to the old end goes on to the new one.
  package mutating func setMaximum(_ value: Double, period: Double? = nil) {
    let value = value.isNaN ? 0 : max(value, 0)
    guard value != maximum || period != self.period else { return }
    let wasEnd = maximum
    maximum = value
    self.period = period
    guard period == nil else { return }
    switch motion {
    case .none: offset = clamped(offset)
    case .glide(let start, let target, let since, let constant):
      let end = target > 0 && target >= wasEnd ? value : clamped(target)
      motion = .glide(start: start, target: end, since: since, timeConstant: constant)
    case .spring(let start, let velocity, let target, let since):
      let end = target > 0 && target >= wasEnd ? value : clamped(target)
      motion = .spring(start: start, velocity: velocity, target: end, since: since)
    case .drag, .fling: break
    }
  }

  /// Moves the content to `offset` immediately, limited to the range, and ends every motion.
  ///
  /// Endless content that would be more than a million periods away moves to the equivalent offset
  /// within one period, because fractions would lose their precision there.
  package mutating func jump(to offset: Double) {
    motion = .none
    guard !offset.isNaN, offset.isFinite || period == nil else { return }
    if let period, abs(offset) > period * Self.mostTurns {
      self.offset = offset.truncatingRemainder(dividingBy: period)
    } else {
      self.offset = clamped(offset)
    }
  }

  /// Moves the coordinates by `distance`, because content before the visible part became longer or
  /// shorter; what is visible and how it moves stay the same.
  package mutating func shift(by distance: Double) {
    guard !distance.isNaN else { return }
    offset += distance
    switch motion {
    case .none: offset = clamped(offset)
    case .drag(let grip): motion = .drag(grip: grip + distance)
    case .glide(let start, let target, let since, let constant):
      motion = .glide(
        start: start + distance, target: clamped(target + distance), since: since,
        timeConstant: constant)
    case .fling(let start, let velocity, let since):
      motion = .fling(start: start + distance, velocity: velocity, since: since)
    case .spring(let start, let velocity, let target, let since):
      motion = .spring(
        start: start + distance, velocity: velocity, target: clamped(target + distance),
        since: since)
    }
  }

  /// Stops the motion; content that was pulled past an end springs back.
  package mutating func stop(at now: Double) {
    advance(to: now)
    settle(velocity: 0, at: now)
  }

  /// Glides to `target`, limited to the range.
  package mutating func glide(to target: Double, at now: Double) {
    guard !target.isNaN else { return }
    advance(to: now)
    let target = clamped(target)
    guard abs(target - offset) > 0.5, !isInstant else {
      jump(to: target)
      return
    }
    motion = .glide(
      start: offset, target: target, since: now, timeConstant: Self.glideTimeConstant)
  }

  /// Glides as little as needed to make the stretch from `start` to `end` visible, or its start if
  /// it is longer than the viewport.
  package mutating func reveal(_ start: Double, _ end: Double, at now: Double) {
    let present = target
    if start < present || end - start > viewportLength {
      glide(to: start, at: now)
    } else if end > present + viewportLength {
      glide(to: end - viewportLength, at: now)
    }
  }

  /// Scrolls by `notches` of a wheel, positive towards the end. Whole notches are animated, precise
  /// ones move the content immediately.
  package mutating func wheel(_ notches: Double, precise: Bool, at now: Double) {
    let distance = notches * Self.notch
    if precise {
      advance(to: now)
      jump(to: offset + distance)
    } else {
      glide(to: target + distance, at: now)
    }
  }

  /// Whether a movement towards the end (positive) or the beginning (negative) would move anything.
  package func canMove(_ direction: Double) -> Bool {
    direction > 0 ? target < highest - 0.5 : target > lowest + 0.5
  }

  /// Begins a drag at the pointer's `position` along the axis, in points; other motions end.
  package mutating func beginDrag(at position: Double, now: Double) {
    guard !position.isNaN else { return }
    advance(to: now)
    motion = .drag(grip: stretched(offset) + position)
  }

  /// Moves the content with the pointer, now at `position`; past an end it follows more slowly.
  package mutating func drag(to position: Double) {
    guard case .drag(let grip) = motion, !position.isNaN else { return }
    offset = givingWay(grip - position)
  }

  /// Ends a drag with `velocity`, in points per second, positive towards the end.
  ///
  /// - Parameter snap: Maps the offset at which the motion would end to where it ends instead.
  package mutating func endDrag(velocity: Double, at now: Double, snap: ((Double) -> Double)? = nil)
  {
    guard case .drag = motion else { return }
    motion = .none
    let velocity = velocity.isNaN ? 0 : velocity
    if let snap, offset >= lowest, offset <= highest {
      let target = clamped(snap(offset + velocity * Self.flingTimeConstant))
      motion = .glide(start: offset, target: target, since: now, timeConstant: 0.09)
      return
    }
    settle(velocity: velocity, at: now)
  }

  /// Updates the offset, and the motion that moves it, to the time `now`.
  package mutating func advance(to now: Double) {
    switch motion {
    case .none, .drag: return
    case .glide(let start, let target, let since, let constant):
      offset = target + (start - target) * exp(-(max(now - since, 0)) / constant)
      if abs(offset - target) < 0.5 { finish(at: target) }
    case .fling(let start, let velocity, let since):
      advanceFling(start, velocity, since, now)
    case .spring(let start, let velocity, let target, let since):
      let t = max(now - since, 0)
      let x = start - target
      let w = Self.springFrequency
      offset = target + (x + (velocity + w * x) * t) * exp(-w * t)
      if t > 0.1, abs(offset - target) < 0.5 { finish(at: target) }
    }
  }

  private mutating func advanceFling(
    _ start: Double, _ velocity: Double, _ since: Double, _ now: Double
  ) {
    let decay = Self.flingTimeConstant
    let t = max(now - since, 0)
    let position = Self.flingPosition(start, velocity, after: t)
    let edge = velocity > 0 ? highest : lowest
    if (position - edge) * velocity > 0 {
      // The time at which it crossed the edge, and its velocity then.
      let rest = 1 - (edge - start) / (velocity * decay)
      let crossing = since - decay * log(max(rest, 1e-9))
      motion = .spring(start: edge, velocity: velocity * rest, target: edge, since: crossing)
      advance(to: now)
    } else {
      offset = position
      if abs(velocity) * exp(-t / decay) <= Self.restSpeed { finish(at: position) }
    }
  }

  /// The offset of a fling `t` seconds after its start; it rests below `restSpeed`.
  private static func flingPosition(
    _ start: Double, _ velocity: Double, after t: Double
  ) -> Double {
    let speed = max(abs(velocity) * exp(-t / flingTimeConstant), restSpeed)
    let distance = max(abs(velocity) - speed, 0) * flingTimeConstant
    return start + (velocity < 0 ? -distance : distance)
  }

  private mutating func settle(velocity: Double, at now: Double) {
    if offset < lowest || offset > highest {
      motion = .spring(start: offset, velocity: velocity, target: clamped(offset), since: now)
    } else if abs(velocity) > Self.restSpeed * 4, maximum > 0 {
      motion = .fling(start: offset, velocity: velocity, since: now)
    } else {
      motion = .none
    }
  }

  private mutating func finish(at offset: Double) {
    motion = .none
    self.offset = clamped(offset)
  }

  private func clamped(_ offset: Double) -> Double { min(max(offset, lowest), highest) }

  private var lowest: Double { period == nil ? 0 : -.infinity }
  private var highest: Double { period == nil ? maximum : .infinity }

  /// The offset shown for a drag to `offset`. Past an end the content follows more and more slowly,
  /// and never by more than the viewport: by d · (1 − 1 / (0.55 · x / d + 1)) for x points past the
  /// end and a viewport of d.
  private func givingWay(_ offset: Double) -> Double {
    let excess = offset - clamped(offset)
    guard excess != 0, viewportLength > 0 else { return clamped(offset) }
    let give = viewportLength * (1 - 1 / (0.55 * abs(excess) / viewportLength + 1))
    return clamped(offset) + (excess < 0 ? -give : give)
  }

  /// The inverse of `givingWay`.
  private func stretched(_ offset: Double) -> Double {
    let give = offset - clamped(offset)
    guard give != 0, viewportLength > 0, abs(give) < viewportLength else { return offset }
    let excess = viewportLength / 0.55 * (1 / (1 - abs(give) / viewportLength) - 1)
    return clamped(offset) + (give < 0 ? -excess : excess)
  }
}

/// The earlier of two times, either of which may be nil for never.
package func earlier(_ a: Double?, _ b: Double?) -> Double? {
  guard let a, let b else { return a ?? b }
  return min(a, b)
}
