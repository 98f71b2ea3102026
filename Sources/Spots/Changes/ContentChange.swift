/// A change of the content, whose end can be awaited.
///
/// The change is over when everything it set in motion is in place, at the latest 0.25 s after the
/// first frame that shows it, even if another change has redirected the motion or the component is
/// gone. It is already over when the call returns if nothing moves: without an animation, with
/// reduced motion, before the first frame, outside of the window, or when nothing changes.
///
/// Changes that are waited for end in the order of the calls.
@MainActor
public final class ContentChange {
  /// Whether the change is over.
  public private(set) var isFinished = false
  private var waiting: [() -> Void] = []

  /// Whether somebody waits for the end.
  var isAwaited: Bool { !waiting.isEmpty }

  /// Returns when the change is over.
  public func finished() async {
    await withCheckedContinuation { continuation in whenFinished { continuation.resume() } }
  }

  /// Calls `body` when the change is over; immediately if it is.
  func whenFinished(_ body: @escaping () -> Void) {
    if isFinished { body() } else { waiting.append(body) }
  }

  func finish() {
    isFinished = true
    let calls = waiting
    waiting = []
    for call in calls { call() }
  }
}

/// The changes whose motions, or those of changes before them, are not over.
@MainActor
final class UnfinishedChanges {
  /// With the frame time at which the motion is over; infinite until a frame has shown it.
  private var waiting: [(change: ContentChange, end: Double)] = []

  /// - Parameter isMoving: Whether the change has set something in motion.
  func append(_ change: ContentChange, isMoving: Bool) {
    waiting.append((change, isMoving ? .infinity : -.infinity))
  }

  /// A frame is made.
  ///
  /// - Parameter isMoving: Whether anything is in motion.
  func advance(to now: Double, isMoving: Bool) {
    for index in waiting.indices {
      if !isMoving {
        waiting[index].end = -.infinity
      } else if waiting[index].end == .infinity {
        waiting[index].end = now + Transition.duration
      }
    }
  }

  /// Ends those that are over at `now`, but none that come after an awaited one that is not.
  /// Code that was waiting may make further changes.
  func finish(at now: Double) {
    var index = 0
    while index < waiting.count {
      let change = waiting[index].change
      if waiting[index].end <= now {
        waiting.remove(at: index).change.finish()
        index = 0
      } else if change.isAwaited {
        return
      } else {
        index += 1
      }
    }
  }

  /// Once the screen is gone, nothing moves any more.
  isolated deinit {
    for last in waiting { last.change.finish() }
  }
}
