/// The reason why an expression cannot be compiled, or has no value.
public struct ExpressionFault: Error, Hashable, Sendable {
  /// Lower case, without a final period; quotes the expression and the data in `'…'`.
  public internal(set) var message: String
  /// The part of the compiled text that the fault is about, in UTF-8 offsets.
  public internal(set) var range: Range<Int>
  /// Whether the evaluation would take too much work. `&&` and `||` do not absorb such a fault.
  package private(set) var isLimit: Bool
  /// Whether the expression may be right but for a name that nothing has.
  package private(set) var isUnknownName: Bool
  /// Whether other values of the same types may not have it.
  package private(set) var isOfValue: Bool

  /// Creates a fault. Operations give no range; it becomes that of the instruction.
  package init(
    _ message: String, at range: Range<Int> = 0..<0, isLimit: Bool = false,
    isUnknownName: Bool = false, isOfValue: Bool = false
  ) {
    (self.message, self.range) = (message, range)
    (self.isLimit, self.isUnknownName, self.isOfValue) = (isLimit, isUnknownName, isOfValue)
  }
}

/// The work that an evaluation may still do: one unit for each instruction, each element that is
/// visited, each byte of text that is made, and sixteen bytes that are read.
package struct ExpressionWork {
  /// The units that are left.
  package private(set) var left: Int
  /// Whether faults suggest names, which takes longer than an evaluation.
  package var givesAdvice = true
  /// The processor time of one unit in patterns, in seconds.
  private static let unit = TextPattern.patience / Double(most)

  /// The usual limit of an evaluation: tens of milliseconds at most.
  package static let most = 1_000_000

  package init(_ units: Int = Self.most) { left = units }

  @inline(__always)
  package mutating func spend(_ units: Int) throws(ExpressionFault) {
    left -= units
    if left < 0 { throw Self.fault }
  }

  /// Whether nothing is left.
  package var isSpent: Bool { left <= 0 }

  /// Calls `body` with the usual limit of an evaluation, or with what is left here if that is less,
  /// and takes what it needs from here.
  mutating func evaluation<Result>(_ body: (inout ExpressionWork) -> Result) -> Result {
    var own = ExpressionWork(min(max(left, 0), Self.most))
    own.givesAdvice = givesAdvice
    let start = own.left
    let result = body(&own)
    left -= start - own.left
    return result
  }

  /// Whether `pattern` matches a part of `text`.
  mutating func matches(_ pattern: TextPattern, _ text: String) throws(ExpressionFault) -> Bool {
    try spend(text.utf8.count)
    let (verdict, seconds) = pattern.examine(
      text, for: min(Double(left) * Self.unit, TextPattern.patience))
    try spend(Int(seconds / Self.unit))
    if verdict == .undecided { throw Self.fault }
    return verdict == .matches
  }

  private static let fault = ExpressionFault("the evaluation takes too long", isLimit: true)
}
