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

  /// Makes `change`, after those that came before.
  ///
  /// - Throws: What is wrong with the change; when it has to wait, that is reported instead.
  func perform(_ change: @escaping () throws(ChangeFault) -> Void) throws(ChangeFault) {
    guard changes.isFree else {
      changes.append { [weak self] in
        do throws(ChangeFault) {
          try change()
        } catch {
          self?.onChangeFault(error)
        }
      }
      return
    }
    try change()
  }

  /// Makes `change`, after those that came before, and returns when it is made.
  ///
  /// - Throws: What is wrong with the change.
  func performed(_ change: @escaping () throws(ChangeFault) -> Void) async throws(ChangeFault) {
    var fault: ChangeFault?
    await awaited {
      do throws(ChangeFault) { try change() } catch { fault = error }
    }
    if let fault { throw fault }
  }

  /// Makes `change`, after those that came before, and returns when it is made.
  func awaited(_ change: @escaping () -> Void) async {
    await withCheckedContinuation { continuation in
      report { () throws(ChangeFault) in
        try perform {
          change()
          continuation.resume()
        }
      }
    }
  }

  /// Takes over `change` so that it is seen as `animation` says, and tells the delegates.
  func make(
    _ change: ScreenChange, _ animation: Animation, _ completion: ChangeCompletion? = nil
  ) {
    let isSeen = isShown && animation != .none && !environment.reducesMotion
    changes.hold()
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
  func changedNothing(_ completion: ChangeCompletion?) {
    completions.append(completion, isMoving: false)
    completions.call(at: now)
  }

  /// Shows `new` in place of the present screen.
  ///
  /// Components and items that are the same keep their views, selection and horizontal offset; the
  /// item at the top of the window stays where it is.
  public func apply(_ new: Screen, animation: Animation = .none) {
    report { () throws(ChangeFault) in
      try perform { [self] () throws(ChangeFault) in
        make(ScreenChange(from: screen.components, to: new), animation)
      }
    }
  }

  /// Makes a change that cannot throw.
  func report(_ change: () throws(ChangeFault) -> Void) {
    do throws(ChangeFault) {
      try change()
    } catch {
      onChangeFault(error)
    }
  }
}
