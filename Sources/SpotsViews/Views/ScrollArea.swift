/// Content that is seen in part and moves up and down, with a bar that shows how far.
///
/// The wheel, keys and the bar move it, and the pointer where it is pressed beside other controls.
package final class ScrollArea: Control {
  /// Clips what is in it; its size is what can be seen at once.
  package let content = View()
  /// The room between the edges and the content, in points.
  package var insets = EdgeInsets.zero
  /// Called for a click beside other controls.
  package var onClick: () -> Void = {}
  private var scroll = ScrollAxis()
  private let bar = Scrollbar()
  private var height = 0.0
  private var now = 0.0

  package required init() {
    super.init()
    content.clipsToBounds = true
    for view in [content, bar] { addSubview(view) }
    bar.fades = false
    bar.onRequest = { [weak self] request in
      switch request {
      case .offset(let offset): self?.move { $0.jump(to: offset) }
      case .page(let direction): self?.scroll(byPages: direction)
      }
    }
  }

  /// How far the content is scrolled, in points.
  package var offset: Double { scroll.offset }

  /// Lays out for content that is `height` points high.
  package func show(height: Double) {
    self.height = height
    content.frame = Rect(
      x: insets.left, y: insets.top, width: max(frame.width - insets.left - insets.right, 0),
      height: max(frame.height - insets.top - insets.bottom, 0))
    scroll.viewportLength = content.frame.height
    scroll.isInstant = environment?.reducesMotion ?? true
    move { $0.setMaximum(height - content.frame.height) }
  }

  /// - Returns: Whether the content moves.
  package func advance(to now: Double) -> Bool {
    self.now = now
    guard scroll.isMoving else { return false }
    move { $0.advance(to: now) }
    return scroll.isMoving && !scroll.isDragging
  }

  package func jump(to offset: Double) { move { $0.jump(to: offset) } }

  package func scroll(by distance: Double) { move { $0.glide(to: $0.target + distance, at: now) } }

  package func scroll(byPages pages: Double) { scroll(by: pages * content.frame.height) }

  /// Scrolls as the wheel does, `notches` away from the user.
  package func wheel(by notches: Double, precise: Bool, at now: Double) {
    move { $0.wheel(-notches, precise: precise, at: now) }
  }

  private func move(_ body: (inout ScrollAxis) -> Void) {
    body(&scroll)
    bar.update(
      offset: scroll.offset, length: height + insets.top + insets.bottom, viewport: frame.size,
      at: now)
    setNeedsDisplay()
    guard content.contentOffset.y != scroll.offset else { return }
    content.contentOffset.y = scroll.offset
    superview?.setNeedsLayout()
  }

  // MARK: The pointer

  package override var sense: Sense { [.drag, .click] }

  package override var isForPointer: Bool { true }

  package override func activate() { onClick() }

  package override func pointerPressed(at point: Point, clicks: Int) {
    if scroll.maximum > 0 { scroll.beginDrag(at: point.y, now: now) }
  }

  package override func pointerDragged(to point: Point) { move { $0.drag(to: point.y) } }

  package override func pointerReleased(at point: Point) { pointerCancelled() }

  package override func pointerCancelled() { move { $0.endDrag(velocity: 0, at: now) } }
}
