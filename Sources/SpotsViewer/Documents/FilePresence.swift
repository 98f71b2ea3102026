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

  /// The paths that have not answered.
  private let asked = Mutex<Set<String>>([])
  private let isThere: @Sendable (String) -> Bool

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
    let end = Clock.now + patience
    let new = asked.withLock { asked in paths.filter { asked.insert($0).inserted } }
    let answers = new.map { path in
      let look: @Sendable () -> Bool = { [self] in
        let answer = isThere(path)
        asked.withLock { _ = $0.remove(path) }
        return answer
      }
      return (path, Future(look, late: { late(path, $0) }))
    }
    let known = answers.map { ($0, $1.value(within: end - Clock.now)) }
    return Dictionary(uniqueKeysWithValues: known).compactMapValues(\.self)
  }
}
