/// The undo and redo history of a day or a time. Typing all digits of a part is one change.
struct DatePartsHistory: Sendable {
  private var done: [DateParts] = []
  private var undone: [DateParts] = []
  /// The oldest changes are forgotten.
  private static let limit = 1000

  /// Records the parts before a change. Changes undone earlier can no longer be redone.
  mutating func record(_ old: DateParts) {
    undone.removeAll()
    if done.count == Self.limit { done.removeFirst() }
    done.append(old)
  }

  /// Undoes the last change.
  ///
  /// - Returns: The parts before it; nil when there is none.
  mutating func undo(_ present: DateParts) -> DateParts? {
    guard let old = done.popLast() else { return nil }
    undone.append(present)
    return old
  }

  /// Redoes the change that was undone last.
  ///
  /// - Returns: The parts after it; nil when none was undone.
  mutating func redo(_ present: DateParts) -> DateParts? {
    guard let next = undone.popLast() else { return nil }
    done.append(present)
    return next
  }
}
