/// Matches answers with patterns, all of a form together within the time of a frame.
///
/// Views ask for the same verdicts again and again. Those that took long are kept.
struct PatternVerdicts {
  private struct Question: Hashable {
    let pattern: TextPattern
    let text: String
  }

  private var known: [Question: TextPattern.Verdict] = [:]
  /// The processor time that matches may still take, in seconds, besides what each has of its own.
  private var left = TextPattern.patience

  /// The processor time of its own that each match has, in seconds: enough for usual patterns.
  private static let share = 20e-6
  /// The most verdicts that are kept.
  private static let most = 1000

  /// Called when answers may have changed: there is time again, also for what was undecided.
  mutating func valuesDidChange() {
    guard left < TextPattern.patience else { return }
    left = TextPattern.patience
    known = known.filter { $0.value != .undecided }
  }

  mutating func verdict(of pattern: TextPattern, on text: String) -> TextPattern.Verdict {
    let question = Question(pattern: pattern, text: text)
    if !known.isEmpty, let verdict = known[question] { return verdict }
    let (verdict, seconds) = pattern.examine(text, for: left + Self.share)
    guard seconds > Self.share else { return verdict }
    left = max(left - seconds + Self.share, 0)
    if known.count >= Self.most { known.removeAll() }
    known[question] = verdict
    return verdict
  }
}
