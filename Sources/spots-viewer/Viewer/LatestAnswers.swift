import SpotsSDL

/// Tracks requests by name. Several may be pending and be answered in any order; only the answer to
/// the latest request for a name counts.
@MainActor
final class LatestAnswers {
  private var rounds: [String: Int] = [:]
  private var tasks: [String: FetchTask] = [:]

  /// Begins a request for `name` and cancels the one before it.
  ///
  /// - Returns: The round, which tells its answer from those to earlier requests.
  func begin(_ name: String) -> Int {
    tasks.removeValue(forKey: name)?.cancel()
    rounds[name, default: 0] += 1
    return rounds[name, default: 0]
  }

  /// Sets the task that runs the request of `round`.
  func asked(_ name: String, _ round: Int, _ task: FetchTask) {
    if rounds[name] == round { tasks[name] = task }
  }

  /// Whether `round` is that of the latest request for `name`, which is then over.
  func accepts(_ name: String, _ round: Int) -> Bool {
    guard rounds[name] == round else { return false }
    tasks[name] = nil
    return true
  }
}
