extension SpotsController {
  /// Takes what the user did.
  ///
  /// - Returns: Whether it meant something to the screen; keys that did not are free for others.
  @discardableResult
  public func handle(_ event: InputEvent, at now: Double) -> Bool {
    scrollView.axis.advance(to: now)
    switch event {
    case .pointerMoved, .pointerLeft: break
    default:
      keyboard.isRevealing = false
      destination = nil
      waitingDestination = nil
    }
    switch environment.isRightToLeft ? event.mirrored(in: size.width) : event {
    case .pointerMoved(let point): pointerMoved(point, at: now)
    case .pointerPressed(let point, .left, let clicks):
      pointerPressed(point, clicks: clicks, at: now)
    case .pointerReleased(let point, .left): pointerReleased(point, at: now)
    case .pointerPressed, .pointerReleased: return false
    case .pointerLeft: pointerLeft(at: now)
    case .wheel(let point, let delta, let precise, let modifiers):
      wheel(point, delta: delta, precise: precise, modifiers: modifiers, at: now)
    case .keyPressed(let key, let modifiers): return keyPressed(key, modifiers, at: now)
    }
    return true
  }
}
