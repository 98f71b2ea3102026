/// A thin bar that shows which part of the content is seen. It appears while the content moves and
/// fades a moment after.
public final class Scrollbar: View {
  /// Seconds from the last movement until the bar begins to fade, and how long it fades.
  private static let restTime = 0.8
  private static let fadeTime = 0.2
  static let thickness = 8.0
  private static let shortest = 32.0

  private var lastMovement: Double?

  /// The content moved at `now`.
  func contentMoved(at now: Double) {
    lastMovement = now
  }

  /// Shows the state at `now`: the thumb of content `length` long seen from `offset` on, in a
  /// viewport; nothing when all of it fits or nothing moved for a while.
  ///
  /// - Returns: When the bar has to be updated next, or nil when it is at rest.
  func update(offset: Double, length: Double, viewport: Size, at now: Double) -> Double? {
    guard let lastMovement, length > viewport.height + 0.5, viewport.height > 0 else {
      isHidden = true
      return nil
    }
    let age = now - lastMovement
    let fading = (age - Self.restTime) / Self.fadeTime
    isHidden = fading >= 1
    guard fading < 1 else {
      self.lastMovement = nil
      return nil
    }
    opacity = 1 - max(fading, 0)
    frame = Self.thumb(offset: offset, length: length, viewport: viewport)
    return fading < 0 ? lastMovement + Self.restTime : now
  }

  /// The thumb at the right edge: as much of the track as the viewport is of the content.
  static func thumb(offset: Double, length: Double, viewport: Size) -> Rect {
    let gap = 4.0
    let track = max(viewport.height - gap * 2, 0)
    let height = min(max(track * viewport.height / max(length, 1), min(shortest, track)), track)
    let progress = min(max(offset / max(length - viewport.height, 1), 0), 1)
    return Rect(
      x: viewport.width - gap - thickness, y: gap + (track - height) * progress,
      width: thickness, height: height)
  }

  public override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    list.fill(bounds, theme[.secondary].opacity(0.5), cornerRadius: Self.thickness / 2)
  }
}
