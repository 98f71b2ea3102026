/// The popup that is open in front of the screen. It gets all input; a press beside it closes it.
///
/// Owned by the presentation state; lives as long as it does.
@MainActor
final class PopupInput {
  private(set) var popup: Popup?
  private var anchor = Popup.Anchor.rect(.zero)
  /// The point of the press that opened the popup, as long as it is held there.
  private var opening: Point?
  /// Whether the pointer is pressed, and its release is meant for the popup.
  private var isPressed = false
  /// Holds the popup, in the coordinates of input events.
  private let layer: View
  private let scrollView: SpotsScrollView

  init(_ layer: View, _ scrollView: SpotsScrollView) {
    (self.layer, self.scrollView) = (layer, scrollView)
  }

  /// Whether one is open.
  var isOpen: Bool { popup != nil }

  /// Opens a popup in place of the one that is open.
  func open(_ popup: Popup, beside anchor: Popup.Anchor) {
    close()
    (self.popup, self.anchor) = (popup, anchor)
    popup.onClose = { [weak self, weak popup] in
      if let popup, popup === self?.popup { self?.close() }
    }
    layer.addSubview(popup)
    place(popup)
  }

  /// The press at `point` that opened the popup is still held. Once the pointer has moved, its
  /// release is meant for the popup.
  func pressStays(at point: Point) { (opening, isPressed) = (point, true) }

  func close() {
    popup?.removeFromSuperview()
    (popup, opening, isPressed) = (nil, nil, false)
  }

  // MARK: Frames

  /// Closes the popup if its anchor is gone; otherwise moves it along with the anchor.
  ///
  /// - Returns: Whether something moves.
  func advance(to now: Double) -> Bool {
    guard let popup else { return false }
    place(popup)
    return self.popup?.advance(to: now) ?? false
  }

  private func place(_ popup: Popup) {
    guard let rect = anchorRect else { return close() }
    let area = layer.bounds.expanded(by: -Popup.margin)
    var size = popup.sizeThatFits(Size(width: max(area.width, 0), height: .infinity))
    if case .view = anchor, popup.fillsAnchor { size.width = max(size.width, rect.width) }
    popup.frame = Popup.frame(of: size, beside: rect, in: area, leastHeight: popup.leastHeight)
  }

  /// nil when the view that the popup stands beside is gone or disabled.
  private var anchorRect: Rect? {
    switch anchor {
    case .rect(let rect): return rect
    case .view(let view):
      var isInside = false
      for ancestor in sequence(first: view, next: \.superview) {
        if ancestor.isHidden { return nil }
        if ancestor === scrollView { isInside = true }
      }
      guard isInside, (view as? Control)?.isEnabled != false else { return nil }
      let origin = view.convert(.zero, from: scrollView)
      return Rect(origin: Point(x: -origin.x, y: -origin.y), size: view.frame.size)
    }
  }

  // MARK: Input

  /// - Parameter event: In the coordinates of the layer.
  /// - Returns: Whether it means something to the popup; some keys are left to the window.
  func handle(_ event: InputEvent, at now: Double) -> Bool {
    guard let popup else { return false }
    func inside(_ point: Point) -> Point? {
      popup.frame.contains(point) ? point - popup.frame.origin : nil
    }
    switch event {
    case .pointerMoved(let point):
      if let opening, point.distance(to: opening) > dragThreshold { self.opening = nil }
      let isTracked = isPressed && opening == nil
      popup.pointerMoved(
        to: isTracked ? point - popup.frame.origin : inside(point), at: now)
    case .pointerPressed(let point, let button, _, _, _) where button == .left || button == .right:
      guard let point = inside(point) else {
        close()
        break
      }
      (opening, isPressed) = (nil, true)
      popup.pointerPressed(at: point, at: now)
    case .pointerReleased(let point, _): release(popup, at: point, inside(point), now)
    case .pointerLeft: popup.pointerMoved(to: nil, at: now)
    case .pointerCancelled: close()
    case .wheel(let point, let delta, let precise, let modifiers):
      guard modifiers.isEmpty, inside(point) != nil else { break }
      popup.wheelTurned(by: delta.y, precise: precise, at: now)
    case .keyPressed(let key, let modifiers): return press(key, modifiers, on: popup, at: now)
    case .textEntered(let text): return popup.textEntered(text)
    case .textComposed: return false
    case .pointerPressed: break
    }
    layer.setNeedsDisplay()
    return true
  }

  private func release(_ popup: Popup, at point: Point, _ inside: Point?, _ now: Double) {
    let (wasPressed, isStill) = (isPressed, opening != nil)
    (opening, isPressed) = (nil, false)
    guard wasPressed, !isStill else { return }
    popup.pointerReleased(at: inside ?? point - popup.frame.origin, at: now)
  }

  private func press(_ key: Key, _ modifiers: Modifiers, on popup: Popup, at now: Double) -> Bool {
    if popup.keyPressed(key, modifiers, at: now) {
      layer.setNeedsDisplay()
      return true
    }
    guard modifiers.isDisjoint(with: [.control, .alt]) else { return false }
    switch key {
    case .escape, .tab: close()
    case .back, .forward, .function: return false
    default: break
    }
    return true
  }

  private var dragThreshold: Double {
    scrollView.environment?.dragThreshold ?? Environment.usualDragThreshold
  }
}
