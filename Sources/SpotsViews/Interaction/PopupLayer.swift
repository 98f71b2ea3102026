/// Holds the popup that is open in front of other views, which gets all input until a press beside
/// it closes it.
package final class PopupLayer: View {
  private(set) package var popup: Popup?
  private var anchor = Popup.Anchor.middle
  private lazy var interaction = ViewInteraction(self, slides: true)
  /// The position of the pointer; nil while it is outside of the window.
  private var pointer: Point?
  private var isMoving = false

  /// Whether a popup is open.
  package var isOpen: Bool { popup != nil }

  /// Opens a popup in place of the one that is open.
  package func open(_ popup: Popup, beside anchor: Popup.Anchor) {
    close()
    (self.popup, self.anchor) = (popup, anchor)
    popup.onClose = { [weak self, weak popup] in
      if let popup, popup === self?.popup { self?.close() }
    }
    addSubview(popup)
    place(popup)
  }

  /// The press at `point` that opened the popup is still held. Once the pointer has moved, its
  /// release is meant for the popup.
  package func pressStays(at point: Point) { interaction.beginPressed(at: point) }

  package func close() {
    interaction.cancel()
    guard let closed = popup else { return }
    closed.removeFromSuperview()
    popup = nil
    closed.didClose()
  }

  // MARK: Frames

  /// Closes the popup if its anchor is gone; otherwise moves it along with the anchor.
  ///
  /// - Returns: Whether something moves.
  package func advance(to now: Double) -> Bool {
    guard let popup else { return false }
    place(popup)
    let wasMoving = isMoving
    isMoving = self.popup?.advance(to: now) ?? false
    if let pointer, isMoving || wasMoving {
      // Other parts of the content come under the pointer.
      interaction.hover(nil)
      interaction.hover(interaction.view(at: pointer))
    }
    return isMoving
  }

  private func place(_ popup: Popup) {
    let area = bounds.expanded(by: -Popup.margin)
    var size = popup.sizeThatFits(Size(width: max(area.width, 0), height: .infinity))
    if case .middle = anchor {
      size.height = min(size.height, max(area.height, 0))
      let corner = Point(x: bounds.midX - size.width / 2, y: bounds.midY - size.height / 2)
      popup.frame = Rect(
        origin: Point(x: corner.x.rounded(), y: corner.y.rounded()), size: size)
      return
    }
    guard let rect = anchorRect else { return close() }
    if case .view = anchor, popup.fillsAnchor { size.width = max(size.width, rect.width) }
    popup.frame = Popup.frame(
      of: size, beside: rect, in: area, isTrailing: isTrailing(width: size.width),
      leastHeight: popup.leastHeight)
  }

  /// Whether the view that the popup stands beside is in the trailing half of the first view around
  /// it that is as wide as a popup of `width`: right edges then align, as of a choice at the end of
  /// a row.
  private func isTrailing(width: Double) -> Bool {
    guard case .view(let view) = anchor else { return false }
    var middle = view.frame.midX
    for around in sequence(first: view, next: \.superview).dropFirst() {
      if around.frame.width >= width { return middle > around.frame.width / 2 }
      middle += around.frame.x
    }
    return false
  }

  /// nil when the view that the popup stands beside is gone or disabled.
  private var anchorRect: Rect? {
    switch anchor {
    case .middle: return bounds
    case .rect(let rect): return rect
    case .view(let view):
      let ancestors = Array(sequence(first: view, next: \.superview))
      guard let root = superview, ancestors.contains(where: { $0 === root }),
        ancestors.allSatisfy({ !$0.isHidden }), (view as? Control)?.isEnabled != false
      else { return nil }
      let origin = Point.zero - view.convert(.zero, from: root) - frame.origin
      return Rect(origin: origin, size: view.frame.size)
    }
  }

  // MARK: Input

  /// - Parameter event: In the coordinates of the layer.
  /// - Returns: Whether it means something to the popup; some keys are left to the window.
  package func handle(_ event: InputEvent, at now: Double) -> Bool {
    guard let popup else { return false }
    pointer = event.point ?? pointer
    switch event {
    case .pointerPressed(let point, let button, let clicks, _, _)
    where !popup.frame.contains(point):
      // A further press of a series is meant for what opened the popup.
      if clicks <= 1, button == .left || button == .right { close() }
    case .pointerPressed(let point, .right, let clicks, _, _):
      _ = interaction.handle(.pointerPressed(point, .left, clicks: clicks), at: now)
    case .pointerReleased(let point, _):
      _ = interaction.handle(.pointerReleased(point, .left), at: now)
    case .pointerMoved, .pointerPressed: _ = interaction.handle(event, at: now)
    case .pointerLeft:
      pointer = nil
      interaction.hover(nil)
    case .pointerCancelled: close()
    case .wheel(let point, let delta, let precise, let modifiers):
      if modifiers.isEmpty, popup.frame.contains(point) {
        popup.wheelTurned(by: delta.y, precise: precise, at: now)
      }
    case .keyPressed(let key, let modifiers): return press(key, modifiers, on: popup, at: now)
    case .textEntered(let text): return popup.textEntered(text)
    case .textComposed: return false
    }
    setNeedsDisplay()
    return true
  }

  private func press(_ key: Key, _ modifiers: Modifiers, on popup: Popup, at now: Double) -> Bool {
    interaction.hover(nil)
    defer { popup.isOnButton = interaction.hasKeyboard }
    if interaction.keyPressed(key, modifiers) || popup.keyPressed(key, modifiers, at: now) {
      setNeedsDisplay()
      return true
    }
    guard modifiers.isDisjoint(with: [.control, .alt]) else { return false }
    switch key {
    case .tab where popup.hasButtons:
      interaction.moveKeyboard(isForward: !modifiers.contains(.shift))
    case .escape, .tab: close()
    case .back, .forward, .function: return false
    default: break
    }
    return true
  }
}
