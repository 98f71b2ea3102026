import SpotsSDL

/// Questions to the outside, of which several about one thing may be under way and be answered in
/// any order: only the answer to the last one counts.
@MainActor
final class LatestAnswers {
  private var rounds: [String: Int] = [:]
  private var tasks: [String: FetchTask] = [:]

  /// A question about `name` is about to be asked; those before it are given up.
  ///
  /// - Returns: What tells its answer from theirs.
  func begin(_ name: String) -> Int {
    tasks.removeValue(forKey: name)?.cancel()
    rounds[name, default: 0] += 1
    return rounds[name, default: 0]
  }

  /// `task` gets the answer to the question of `round`.
  func asked(_ name: String, _ round: Int, _ task: FetchTask) {
    if rounds[name] == round { tasks[name] = task }
  }

  /// Whether `round` is that of the last question about `name`, whose answer is here now.
  func accepts(_ name: String, _ round: Int) -> Bool {
    guard rounds[name] == round else { return false }
    tasks[name] = nil
    return true
  }
}
