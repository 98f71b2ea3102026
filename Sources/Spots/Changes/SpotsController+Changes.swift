// How the content changes: one change at a time, each told once, in the order of the calls.

extension SpotsController {
  /// Does what must not be interrupted by changes; those that come meanwhile are made after it.
  func uninterrupted<Value>(_ body: () -> Value) -> Value {
    changes.hold()
    let value = body()
    changes.release()
    changes.makeAll()
    return value
  }

  /// The screen as it will be when the changes that came so far are made.
  var upcomingScreen: Screen { changes.upcomingScreen ?? screen }

  /// Makes a change of `upcomingScreen`, after those that came before.
  ///
  /// - Parameters:
  ///   - diagnostics: What is wrong with the document it comes from; nil leaves them.
  ///   - change: Works it out, at once; nil when there is nothing to change.
  /// - Throws: What is wrong with the change, which is then not made.
  func perform<Fault: Error>(
    _ animation: Animation, _ completion: ChangeCompletion?, diagnostics: [Diagnostic]? = nil,
    _ change: () throws(Fault) -> ScreenChange?
  ) throws(Fault) {
    let change = try change()
    changes.add(change) { [self] in
      if let diagnostics { self.diagnostics = diagnostics }
      if let change { make(change, animation, completion) } else { changedNothing(completion) }
    }
  }

  /// Makes a change of `upcomingScreen`, after those that came before, and returns when it is made.
  ///
  /// - Throws: What is wrong with the change, which is then not made.
  func performed<Fault: Error>(
    _ animation: Animation, diagnostics: [Diagnostic]? = nil,
    _ change: () throws(Fault) -> ScreenChange?
  ) async throws(Fault) {
    let change = try change()
    await withCheckedContinuation { continuation in
      changes.add(change) { [self] in
        if let diagnostics { self.diagnostics = diagnostics }
        if let change { make(change, animation) }
        continuation.resume()
      }
    }
  }

  /// Takes over `change` so that it is seen as `animation` says, and tells the delegates.
  private func make(
    _ change: ScreenChange, _ animation: Animation, _ completion: ChangeCompletion? = nil
  ) {
    let isSeen = isShown && animation != .none && !environment.reducesMotion
    changes.hold()
    changes.begin(change)
    if isSeen {
      if isStale { place() }
      scrollView.remember()
    } else if environment.reducesMotion {
      scrollView.endMotions()
      completions.advance(to: now, isMoving: false)
    }
    take(change, remembers: isSeen)
    if isSeen {
      place()
      scrollView.startMotions(environment.isRightToLeft ? animation.mirrored : animation)
      beginsMotion = scrollView.beginsMotion
    }
    completions.append(completion, isMoving: isSeen && beginsMotion)
    changes.release()
    deliverReports()
    componentDelegate?.controllerComponentsDidChange(self)
    changes.makeAll()
    completions.call(at: now)
  }

  /// There was nothing to change.
  private func changedNothing(_ completion: ChangeCompletion?) {
    completions.append(completion, isMoving: false)
    completions.call(at: now)
  }

  /// Shows `new` in place of the present screen.
  ///
  /// Components and items that are the same keep their views, selection and horizontal offset; the
  /// item at the top of the window stays where it is.
  public func apply(_ new: Screen, animation: Animation = .none) {
    perform(animation, nil) { ScreenChange(from: upcomingScreen.components, to: new) }
  }
}
