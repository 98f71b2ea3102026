/// A thin bar that shows which part of the content is seen. It appears while the content moves, or
/// the pointer is over it, and fades a moment after. It can be dragged.
public final class Scrollbar: View {
  /// Seconds from the last movement until the bar begins to fade, and how long it fades.
  private static let restTime = 0.8
  private static let fadeTime = 0.2
  private static let gap = 4.0
  private static let shortest = 32.0
  static let thickness = 8.0
  static let hoverThickness = 12.0

  private var lastMovement: Double?
  private var offset = 0.0
  private var length = 0.0
  private var viewport = Size.zero
  /// Whether the pointer is over the bar's track.
  private var isHovered = false
  /// Whether the pointer holds the thumb.
  var isHeld = false

  /// The strip at the right edge that belongs to the bar.
  var track: Rect {
    Rect(
      x: viewport.width - Self.hoverThickness - Self.gap, y: 0,
      width: Self.hoverThickness + Self.gap, height: viewport.height)
  }

  /// Whether there is a bar that can be pressed: one that shows.
  var isReachable: Bool { !isHidden && length > viewport.height + 0.5 }

  /// The content moved at `now`.
  func contentMoved(at now: Double) {
    lastMovement = now
  }

  /// The pointer moved to `point`; a bar under it appears and stays.
  func pointerMoved(_ point: Point, at now: Double) {
    let isOver = length > viewport.height + 0.5 && track.contains(point)
    if isOver || isHovered || isHeld { lastMovement = now }
    guard isOver != isHovered else { return }
    isHovered = isOver
    setNeedsDisplay()
  }

  /// Shows the state at `now`: the thumb of content `length` long seen from `offset` on, in a
  /// viewport; nothing when all of it fits or nothing moved for a while.
  ///
  /// - Returns: When the bar has to be updated next, or nil when it is at rest.
  func update(offset: Double, length: Double, viewport: Size, at now: Double) -> Double? {
    (self.offset, self.length, self.viewport) = (offset, length, viewport)
    guard let lastMovement, length > viewport.height + 0.5, viewport.height > 0 else {
      isHidden = true
      return nil
    }
    let isUsed = isHovered || isHeld
    let fading = isUsed ? -1 : (now - lastMovement - Self.restTime) / Self.fadeTime
    isHidden = fading >= 1
    guard fading < 1 else {
      self.lastMovement = nil
      return nil
    }
    opacity = 1 - max(fading, 0)
    let thickness = isUsed ? Self.hoverThickness : Self.thickness
    frame = Self.thumb(offset: offset, length: length, viewport: viewport, thickness: thickness)
    if isUsed { return nil }
    return fading < 0 ? lastMovement + Self.restTime : now
  }

  /// The thumb at the right edge: as much of the track as the viewport is of the content.
  static func thumb(
    offset: Double, length: Double, viewport: Size, thickness: Double = Scrollbar.thickness
  ) -> Rect {
    let track = max(viewport.height - gap * 2, 0)
    let height = min(max(track * viewport.height / max(length, 1), min(shortest, track)), track)
    let progress = min(max(offset / max(length - viewport.height, 1), 0), 1)
    return Rect(
      x: viewport.width - gap - thickness, y: gap + (track - height) * progress,
      width: thickness, height: height)
  }

  /// The offset of the content when the thumb's top is at `y`; the inverse of `thumb`.
  func offset(ofThumbAt y: Double) -> Double {
    let room = viewport.height - Self.gap * 2 - frame.height
    guard room > 0 else { return 0 }
    return min(max((y - Self.gap) / room, 0), 1) * max(length - viewport.height, 0)
  }

  public override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    list.fill(
      bounds, theme[.secondary].opacity(isHeld ? 0.7 : 0.5), cornerRadius: frame.width / 2)
  }
}
