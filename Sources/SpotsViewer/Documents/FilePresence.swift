import Dispatch
import Glibc
import SpotsSDL
import Synchronization

/// Finds out which files exist, without waiting for file systems that do not answer.
///
/// Each file is looked up on a thread of its own. One on an unreachable server may take minutes,
/// and is not looked up again until it has answered.
final class FilePresence: Sendable {
  /// Takes an answer that came too late to be waited for.
  typealias Late = @Sendable (_ path: String, _ isThere: Bool) -> Void

  /// The instance that the program shares.
  static let shared = FilePresence { path in access(path, F_OK) == 0 }

  /// The paths that have not answered, with the handlers of late answers.
  private let asked = Mutex<[String: Late]>([:])
  private let isThere: @Sendable (String) -> Bool

  /// The answers to one question.
  private final class Answers: Sendable {
    /// nil once nobody waits for them.
    let known = Mutex<[String: Bool]?>([:])
    let news = DispatchSemaphore(value: 0)
  }

  /// - Parameter isThere: Whether there is a file at a path; may block.
  init(_ isThere: @escaping @Sendable (String) -> Bool) {
    self.isThere = isThere
  }

  /// Looks for the files at `paths`.
  ///
  /// - Parameters:
  ///   - patience: How long to wait for the answers, in seconds.
  ///   - late: Called on another thread with each answer that comes after that.
  /// - Returns: Whether the file is there, for each path that has answered.
  func look(for paths: [String], patience: Double, late: @escaping Late) -> [String: Bool] {
    let answers = Answers()
    let end = DispatchTime.now() + patience
    let new = asked.withLock { asked in
      paths.filter { asked.updateValue(late, forKey: $0) == nil }
    }
    for path in new { ask(path, answers) }
    for _ in new where answers.news.wait(timeout: end) == .timedOut { break }
    return answers.known.withLock { known in
      defer { known = nil }
      return known ?? [:]
    }
  }

  private func ask(_ path: String, _ answers: Answers) {
    let code = BackgroundThread.start { [self] in
      let answer = isThere(path)
      let late = asked.withLock { $0.removeValue(forKey: path) }
      let isLate = answers.known.withLock { known in
        known?[path] = answer
        return known == nil
      }
      answers.news.signal()
      if isLate { late?(path, answer) }
    }
    // Without a thread the file counts as one that does not answer.
    if code != 0 { _ = asked.withLock { $0.removeValue(forKey: path) } }
  }
}
