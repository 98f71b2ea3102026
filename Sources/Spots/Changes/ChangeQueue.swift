/// Changes that came while views were being measured, mounted or recorded: those are made when that
/// is done, in the order they came.
@MainActor
struct ChangeQueue {
  /// How many doings are under way that must not be interrupted.
  var depth = 0
  private var waiting: [() -> Void] = []

  /// Whether a change has to wait.
  var isHeld: Bool { depth > 0 }

  mutating func append(_ change: @escaping () -> Void) {
    waiting.append(change)
  }

  mutating func popFirst() -> (() -> Void)? {
    waiting.isEmpty ? nil : waiting.removeFirst()
  }
}
