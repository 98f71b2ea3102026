import Foundation
import SpotsTestSupport

/// What other threads report, in order, for a test to wait for.
final class EventLog<Entry: Sendable>: @unchecked Sendable {
  // All access is under the condition's lock.
  private let condition = NSCondition()
  private var storage: [Entry] = []

  var entries: [Entry] {
    condition.withLock { storage }
  }

  func append(_ entry: Entry) {
    condition.withLock {
      storage.append(entry)
      condition.broadcast()
    }
  }

  /// The first entry at or after `start` that passes, as soon as there is one; nil when `timeout`
  /// seconds pass without.
  @discardableResult
  func wait(
    from start: Int = 0, timeout: Double = 10, where passes: (Entry) -> Bool = { _ in true }
  ) -> Entry? {
    let deadline = Date(timeIntervalSinceNow: Allowance.patience(timeout))
    return condition.withLock {
      var seen = start
      while true {
        while seen < storage.count {
          if passes(storage[seen]) { return storage[seen] }
          seen += 1
        }
        if !condition.wait(until: deadline) { return nil }
      }
    }
  }
}
