/// Runs work on threads of its own, which start when there is some and end soon after it.
///
/// Queues of Dispatch need descriptors when they are first used, and end the program when there are
/// none left.
package final class WorkQueue: Sendable {
  private let pool: ThreadPool<Void>

  /// - Parameter width: How much of the work may run at a time; all of it begins in the order in
  ///   which it came.
  package init(width: Int = 1) {
    pool = ThreadPool(limit: width, patience: 1) {}
  }

  /// Runs `work` soon, or here when the system has no more threads.
  package func async(_ work: @escaping @Sendable () -> Void) {
    pool.run({ _ in work() }, failure: work)
  }
}
