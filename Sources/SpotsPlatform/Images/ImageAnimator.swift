/// Animates the images of a screen: animations play while they are in view, and an image that
/// arrives late fades in over its placeholder.
///
/// Time is a parameter. Nothing moves before `advance` is called for the first time, so that an
/// image painted once shows the beginning of animations and the end of fades.
struct ImageAnimator {
  private struct Animation {
    var timing: AnimationTiming
    var frame = 0
    var turns = 0
    /// When the next frame is due; nil while the animation is not in view, or over.
    var due: Double?
    var isOver: Bool { timing.plays.map { turns >= $0 } ?? false }
  }

  private struct Fade {
    /// Nil until the first frame after the image has arrived.
    var start: Double?
    var part = 0.0
  }

  /// Seconds that fading in takes.
  static let fadeTime = 0.12

  private var animations: [String: Animation] = [:]
  private var fades: [String: Fade] = [:]
  private var isRunning = false
  /// The animations in view.
  private var seen: Set<String> = []

  /// Whether there is an animation of `source`.
  func isAnimated(_ source: String) -> Bool { animations[source] != nil }

  /// The current frame of an animation; 0 for everything else.
  func frame(of source: String) -> Int { animations[source]?.frame ?? 0 }

  /// How far an image has faded in, 0 to 1.
  func fade(of source: String) -> Double { fades[source]?.part ?? 1 }

  /// Records that an image has arrived.
  ///
  /// - Parameter isAwaited: Whether its placeholder has been visible long enough for a fade.
  mutating func arrived(_ source: String, timing: AnimationTiming?, isAwaited: Bool) {
    if let timing {
      // An animation that gets another size keeps running.
      if animations[source]?.timing != timing { animations[source] = Animation(timing: timing) }
    } else {
      animations[source] = nil
    }
    if isRunning, isAwaited { fades[source] = Fade() }
  }

  mutating func forget(_ source: String) {
    animations[source] = nil
    fades[source] = nil
    seen.remove(source)
  }

  mutating func forgetAll() {
    (animations, fades, seen) = ([:], [:], [])
  }

  /// Sets the images in view. Animations that are not among them pause.
  mutating func show(_ sources: Set<String>) {
    for source in seen.subtracting(sources) { animations[source]?.due = nil }
    seen = sources
  }

  /// Returns animations to their first frame and ends all fades, until `advance` is called.
  ///
  /// - Returns: The sources that look different now.
  mutating func stop() -> [String] {
    isRunning = false
    var changed = Set(fades.keys)
    fades = [:]
    for (source, animation) in animations {
      if animation.frame > 0 { changed.insert(source) }
      animations[source] = Animation(timing: animation.timing)
    }
    return changed.sorted()
  }

  /// Shows each animation as it is once it has been in view for so many seconds; 0 for others.
  ///
  /// - Returns: Whether one looks different now.
  mutating func show(after seconds: [String: Double]) -> Bool {
    var hasChanged = false
    for (source, animation) in animations {
      let frame = animation.timing.frame(after: seconds[source] ?? 0)
      hasChanged = hasChanged || frame != animation.frame
      animations[source]?.frame = frame
    }
    return hasChanged
  }

  /// Advances everything to `now`.
  ///
  /// - Returns: The sources that look different now, and when the next one will; nil at rest.
  mutating func advance(to now: Double) -> (changed: [String], next: Double?) {
    isRunning = true
    var changed: [String] = []
    var next: Double?
    for source in seen.sorted() {
      guard let old = animations[source], !old.isOver else { continue }
      let new = Self.advanced(old, to: now)
      if new.frame != old.frame { changed.append(source) }
      if let due = new.due { next = min(next ?? due, due) }
      animations[source] = new
    }
    for (source, old) in fades.sorted(by: { $0.key < $1.key }) {
      let start = old.start ?? now
      let part = min(max((now - start) / Self.fadeTime, 0), 1)
      fades[source] = part < 1 ? Fade(start: start, part: part) : nil
      if part < 1 { next = now }
      if part != old.part { changed.append(source) }
    }
    return (changed, next)
  }

  private static func advanced(_ old: Animation, to now: Double) -> Animation {
    var new = old
    let delays = old.timing.delays
    guard let due = old.due, now - due < 1 else {
      // It has just come into view, or was not painted for a second: it goes on from here.
      new.due = now + delays[old.frame]
      return new
    }
    var next = due
    while next <= now, !new.isOver {
      new.frame += 1
      if new.frame == delays.count {
        new.turns += 1
        // The last frame stays at the end of the last turn.
        new.frame = new.isOver ? delays.count - 1 : 0
      }
      next += delays[new.frame]
    }
    new.due = new.isOver ? nil : next
    return new
  }
}
