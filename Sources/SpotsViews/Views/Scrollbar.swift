/// A thin, draggable bar that shows which part of the content is visible. It appears while the
/// content moves or the pointer is over it, and fades shortly after. It stays within the margin
/// that screens leave at their sides, so that it covers nothing that can be read or clicked.
package final class Scrollbar: View {
  /// The delay after the last movement, and the duration of the fade that follows, in seconds.
  private static let restTime = 0.8
  private static let fadeTime = 0.2
  /// The distances from the window's side, and from its top and bottom, in points.
  private static let sideGap = 3.0
  static let gap = 4.0
  private static let shortest = 32.0
  static let thickness = 4.0
  package static let hoverThickness = 8.0
  /// The width of the rim around the thumb, in points. It has the color of the background, so that
  /// the thumb stands out from pictures, too.
  private static let rim = 1.0

  private var lastMovement: Double?
  private var offset = 0.0
  private var length = 0.0
  private var viewport = Size.zero
  /// Whether the pointer is over `track`.
  private var isHovered = false
  /// Whether the pointer holds the thumb.
  package var isHeld = false

  /// The strip at the right edge that reacts to the pointer, as wide as the bar under the pointer
  /// with its distance from the edge.
  package var track: Rect {
    Rect(
      x: viewport.width - Self.hoverThickness - Self.sideGap, y: 0,
      width: Self.hoverThickness + Self.sideGap, height: viewport.height)
  }

  /// Whether the bar is visible and can be pressed.
  package var isReachable: Bool { !isHidden && length > viewport.height + 0.5 }

  /// Shows the bar with the next update.
  package func contentMoved(at now: Double) {
    lastMovement = now
  }

  /// Shows the bar while `point` is over its track.
  package func pointerMoved(_ point: Point, at now: Double) {
    let isOver = length > viewport.height + 0.5 && track.contains(point)
    if isOver || isHovered || isHeld { lastMovement = now }
    guard isOver != isHovered else { return }
    isHovered = isOver
    setNeedsDisplay()
  }

  /// Shows the state at `now`: the thumb of content `length` points high, scrolled to `offset`. The
  /// bar is hidden if all content fits in the viewport, or nothing has moved for a while.
  ///
  /// - Returns: The time of the next update, or nil if none is needed.
  package func update(offset: Double, length: Double, viewport: Size, at now: Double) -> Double? {
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

  /// The frame of the thumb at the right edge. Its share of the track is the viewport's share of
  /// the content, but at least 32 points.
  static func thumb(
    offset: Double, length: Double, viewport: Size, thickness: Double = Scrollbar.thickness
  ) -> Rect {
    let track = max(viewport.height - gap * 2, 0)
    let height = min(max(track * viewport.height / max(length, 1), min(shortest, track)), track)
    let progress = min(max(offset / max(length - viewport.height, 1), 0), 1)
    return Rect(
      x: viewport.width - sideGap - thickness, y: gap + (track - height) * progress,
      width: thickness, height: height)
  }

  /// The offset of the content that puts the top of the thumb at `y`; the inverse of `thumb`.
  package func offset(ofThumbAt y: Double) -> Double {
    let room = viewport.height - Self.gap * 2 - frame.height
    guard room > 0 else { return 0 }
    return min(max((y - Self.gap) / room, 0), 1) * max(length - viewport.height, 0)
  }

  package override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    let radius = frame.width / 2
    let rim = bounds.expanded(by: Self.rim)
    list.fill(rim, theme[.background].opacity(0.6), cornerRadius: radius + Self.rim)
    list.fill(bounds, theme[.secondary].opacity(isHeld ? 1 : 0.85), cornerRadius: radius)
  }
}
