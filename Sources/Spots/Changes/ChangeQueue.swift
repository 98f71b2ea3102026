/// Changes that came while views were being measured, mounted or recorded: those are made when that
/// is done, in the order they came.
@MainActor
final class ChangeQueue {
  /// How many doings are under way that must not be interrupted.
  private var depth = 0
  private var waiting: [() -> Void] = []
  /// Whether waiting changes are being made: more of them follow in the same order.
  private var isMaking = false

  /// Whether a change can be made at once: nothing is under way and no other came before it.
  var isFree: Bool { depth == 0 && waiting.isEmpty }

  func hold() { depth += 1 }
  func release() { depth -= 1 }

  func append(_ change: @escaping () -> Void) {
    waiting.append(change)
  }

  /// Makes the changes that wait, unless something is under way.
  func makeAll() {
    guard !isMaking else { return }
    isMaking = true
    while depth == 0, !waiting.isEmpty { waiting.removeFirst()() }
    isMaking = false
  }
}
