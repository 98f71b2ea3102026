/// The changes of a day or a time, to be undone and done again. The digits that are typed into a
/// part are one change.
struct DatePartsHistory: Sendable {
  private var done: [DateParts] = []
  private var undone: [DateParts] = []
  /// The oldest changes are forgotten.
  private static let limit = 1000

  /// Notes what was there before a change. What was undone before cannot be done again.
  mutating func record(_ old: DateParts) {
    undone.removeAll()
    if done.count == Self.limit { done.removeFirst() }
    done.append(old)
  }

  /// Takes the last change back.
  ///
  /// - Returns: The parts before it; nil when there is none.
  mutating func undo(_ present: DateParts) -> DateParts? {
    guard let old = done.popLast() else { return nil }
    undone.append(present)
    return old
  }

  /// Makes the change again that was undone last.
  ///
  /// - Returns: The parts after it; nil when none was undone.
  mutating func redo(_ present: DateParts) -> DateParts? {
    guard let next = undone.popLast() else { return nil }
    done.append(present)
    return next
  }
}
