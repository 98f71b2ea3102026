/// What is called once, on the main actor, when a change is over: when everything it set in motion is
/// where it belongs, at the latest 0.25 s after the first frame that shows it, also when another
/// change has turned it or its component is gone. At once when there is nothing to see: without an
/// animation, where motion is reduced, before the first frame, out of the window, or when nothing
/// changes.
///
/// Completions are called in the order of the calls, so that one may wait for that of an earlier
/// change. The content is changed before the call returns, whatever the animation; the `async` forms
/// return then and do not wait for the motion.
public typealias ChangeCompletion = () -> Void

/// The completions of the changes whose motions, or those of changes before them, are not over.
@MainActor
final class ChangeCompletions {
  private struct Waiting {
    let completion: ChangeCompletion
    /// When the motion is over, in the time of the frames; infinite until a frame has shown it.
    var end: Double
  }

  private var waiting: [Waiting] = []

  /// - Parameter isMoving: Whether the change has set something in motion.
  func append(_ completion: ChangeCompletion?, isMoving: Bool) {
    guard let completion else { return }
    waiting.append(Waiting(completion: completion, end: isMoving ? .infinity : -.infinity))
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

  /// Calls those that are over at `now`. They may make changes.
  func call(at now: Double) {
    while let first = waiting.first, first.end <= now { waiting.removeFirst().completion() }
  }

  /// Without the screen there is nothing to see any more.
  isolated deinit {
    for last in waiting { last.completion() }
  }
}
