/// The reason why an expression cannot be compiled, or has no value.
package struct ExpressionFault: Error, Hashable, Sendable {
  /// Lower case, without a final period; quotes the expression and the data in `'…'`.
  package var message: String
  /// The part of the compiled text that the fault is about, in UTF-8 offsets.
  package var range: Range<Int>
  /// Whether the evaluation would take too much work. `&&` and `||` do not absorb such a fault.
  package var isLimit: Bool

  /// Creates a fault. Operations give no range; it becomes that of the instruction.
  package init(_ message: String, at range: Range<Int> = 0..<0, isLimit: Bool = false) {
    (self.message, self.range, self.isLimit) = (message, range, isLimit)
  }
}

/// The work that an evaluation may still do: one unit for each instruction, each element that is
/// visited, each byte of text that is made, and sixteen bytes that are read.
package struct ExpressionWork {
  /// The units that are left.
  package private(set) var left: Int
  /// Whether faults suggest names, which takes longer than an evaluation.
  package var givesAdvice = true
  /// The processor time that patterns may still take, in seconds.
  private(set) var patience = TextPattern.patience

  /// The usual limit of an evaluation: tens of milliseconds at most.
  package static let most = 1_000_000

  package init(_ units: Int = Self.most) { left = units }

  @inline(__always)
  package mutating func spend(_ units: Int) throws(ExpressionFault) {
    left -= units
    if left < 0 { throw Self.fault }
  }

  /// Whether `pattern` matches a part of `text`.
  mutating func matches(_ pattern: TextPattern, _ text: String) throws(ExpressionFault) -> Bool {
    try spend(text.utf8.count)
    let (verdict, seconds) = pattern.examine(text, for: patience)
    patience = max(patience - seconds, 0)
    if verdict == .undecided { throw Self.fault }
    return verdict == .matches
  }

  private static let fault = ExpressionFault("the evaluation takes too long", isLimit: true)
}
