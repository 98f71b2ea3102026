/// Whether conditions on answers hold, all of a screen together within the time of some frames.
///
/// Views ask for the same verdicts again and again; they are kept until an answer changes.
struct ConditionVerdicts {
  private struct Question: Hashable {
    let condition: InputCondition
    let value: JSONValue?
  }

  private var known: [Question: Bool] = [:]
  /// The work that conditions may still do until an answer changes, besides what each has of its
  /// own. Those that need more do not hold.
  private var left = 2 * ExpressionWork.most

  /// The work of its own that each condition has: enough for usual ones.
  private static let share = 1000

  /// Called when answers may have changed.
  mutating func valuesDidChange() {
    if !known.isEmpty { self = ConditionVerdicts() }
  }

  /// - Parameter value: The answer that is checked.
  mutating func verdict(
    of condition: InputCondition, on value: JSONValue? = nil,
    _ answer: @escaping (String) -> JSONValue?
  ) -> Bool {
    let question = Question(condition: condition, value: value)
    if let verdict = known[question] { return verdict }
    var work = ExpressionWork(left + Self.share)
    let verdict = condition.holds(value: value, answer, &work)
    left = max(min(left, work.left), 0)
    known[question] = verdict
    return verdict
  }
}
