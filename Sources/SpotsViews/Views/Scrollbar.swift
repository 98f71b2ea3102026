/// A thin, draggable bar that shows which part of the content is visible. It appears while the
/// content moves or the pointer is over it, and fades shortly after. It stays within the margin
/// that screens leave at their sides, so that it covers nothing that can be read or clicked.
package final class Scrollbar: Control {
  /// A request of the pointer to the content.
  package enum Request {
    /// Content at an offset, in points, at once.
    case offset(Double)
    /// The page after the present one, or for a negative number the one before.
    case page(Double)
  }

  /// The delay after the last movement, and the duration of the fade that follows, in seconds.
  private static let restTime = 0.8
  private static let fadeTime = 0.2
  /// The distances from the window's side, and from its top and bottom, in points.
  private static let sideGap = 3.0
  private static let gap = 4.0
  private static let shortest = 32.0
  static let thickness = 4.0
  package static let hoverThickness = 8.0
  /// The width of the rim around the thumb, in points. It has the color of the background, so that
  /// the thumb stands out from pictures, too.
  private static let rim = 1.0

  package var onRequest: (Request) -> Void = { _ in }
  /// Whether the bar is hidden a while after the last movement; true unless set.
  var fades = true
  private var lastMovement: Double?
  private var offset = 0.0
  private var length = 0.0
  private var viewport = Size.zero
  /// The distance between the top of the thumb and the pointer that holds it, in points; nil while
  /// none does.
  private var grip: Double? { didSet { setNeedsDisplay() } }
  /// Whether the pointer was over the bar, or held it, at the last update.
  private var wasUsed = false

  /// The strip at the right edge that reacts to the pointer, as wide as the bar under the pointer
  /// with its distance from the edge.
  package var track: Rect {
    Rect(
      x: viewport.width - Self.hoverThickness - Self.sideGap, y: 0,
      width: Self.hoverThickness + Self.sideGap, height: viewport.height)
  }

  private var isNeeded: Bool { length > viewport.height + 0.5 }

  /// Whether the bar is visible and can be pressed.
  package var isReachable: Bool { !isHidden && isNeeded }

  /// Whether the pointer is over the bar, or holds it.
  private var isUsed: Bool { state.contains(.hover) || grip != nil }

  /// The part of the track that shows what is visible, in the coordinates of the viewport.
  package var thumb: Rect {
    Self.thumb(
      offset: offset, length: length, viewport: viewport,
      thickness: isUsed ? Self.hoverThickness : Self.thickness)
  }

  /// Shows the bar with the next update.
  package func contentMoved(at now: Double) {
    lastMovement = now
  }

  // MARK: The pointer

  package override var sense: Sense { isReachable ? .drag : [] }

  package override var isForPointer: Bool { true }

  /// Takes hold of the thumb, or turns a page beside it.
  package override func pointerPressed(at point: Point, clicks: Int) {
    guard point.y >= thumb.y, point.y < thumb.maxY else {
      return onRequest(.page(point.y < thumb.y ? -1 : 1))
    }
    grip = point.y - thumb.y
    onRequest(.offset(offset))
  }

  package override func pointerDragged(to point: Point) {
    if let grip { onRequest(.offset(offset(ofThumbAt: point.y - grip))) }
  }

  package override func pointerReleased(at point: Point) { grip = nil }

  package override func pointerCancelled() { grip = nil }

  // MARK: Showing

  /// Shows the state at `now`: the thumb of content `length` points high, scrolled to `offset`. The
  /// bar is hidden if all content fits in the viewport, or nothing has moved for a while.
  ///
  /// - Returns: The time of the next update, or nil if none is needed.
  @discardableResult
  package func update(offset: Double, length: Double, viewport: Size, at now: Double) -> Double? {
    if (self.offset, self.length, self.viewport) != (offset, length, viewport) {
      setNeedsDisplay()
    }
    (self.offset, self.length, self.viewport) = (offset, length, viewport)
    if isUsed || wasUsed || !fades { lastMovement = now }
    wasUsed = isUsed
    guard let lastMovement, isNeeded, viewport.height > 0 else {
      isHidden = true
      return nil
    }
    let stays = isUsed || !fades
    let fading = stays ? -1 : (now - lastMovement - Self.restTime) / Self.fadeTime
    isHidden = fading >= 1
    guard fading < 1 else {
      self.lastMovement = nil
      return nil
    }
    opacity = 1 - max(fading, 0)
    frame = track
    if stays { return nil }
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
    let room = viewport.height - Self.gap * 2 - thumb.height
    guard room > 0 else { return 0 }
    return min(max((y - Self.gap) / room, 0), 1) * max(length - viewport.height, 0)
  }

  package override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme else { return }
    let (bar, radius) = (thumb.offsetBy(x: -frame.x), thumb.width / 2)
    let rim = bar.expanded(by: Self.rim)
    list.fill(rim, theme[.background].opacity(0.6), cornerRadius: radius + Self.rim)
    list.fill(bar, theme[.secondary].opacity(grip == nil ? 0.85 : 1), cornerRadius: radius)
  }
}
