import SpotsModelTestSupport
import Testing

@testable import SpotsModel

/// A pattern ends in time, and what it cannot tell is wrong.
@Suite struct TextPatternTests {
  /// Patterns that take very long, each in another way, and the text without its end.
  private static let endless: [(pattern: String, end: String)] = [
    ("(?:(?=.*+)a)*", ""), ("(a+)+b", ""), ("(.*.*.*.*.*.*)*x", ""), ("(a(?1)?b)*", ""),
    ("(?:(?=a{60000}+|)a)*b", ""), ("(?:a(?=[^b]*+))*", ""), ("(?:(?!.*+b)a)*", ""),
    ("(?:(?<=a)a?+|a)*b", "b!"), ("((a|aa)+)+$(?!)", ""), ("(?:(?=(a*+))a)*\\1c", ""),
    ("(?>(?=\\X*+)a)*", ""), ("(?:(?=\\p{L}*+\\P{L}?)a)*", ""), ("(a?){1000}(a?){1000}b", ""),
    ("(?:(?=(?:aa|a)*+)a)*", ""), ("(?<x>a(?&x)*+)*", ""), ("(?(?=.*+b)b|a)*c", ""),
  ]

  @Test func everyMatchEndsWithinAFrame() throws {
    for (source, end) in Self.endless {
      let pattern = try TextPattern(source)
      for count in [100, 4000, TextPattern.longestText - 2, 1_000_000] {
        let text = String(repeating: "a", count: count) + end
        var verdict = TextPattern.Verdict.matches
        let limit = Allowance.of(0.05)
        let seconds = ProcessorTime.least(below: limit) {
          ProcessorTime.of { verdict = pattern.verdict(on: text) }
        }
        #expect(seconds < limit, "\(source) on \(count): \(seconds) s")
        #expect(verdict == .undecided || count <= TextPattern.longestText, "\(source)")
      }
    }
  }

  /// A single scan, during which nothing can look at the clock, is over a text of limited length.
  @Test func aLoneScanOfALongTextIsUndecided() throws {
    let pattern = try TextPattern(".*+")
    #expect(pattern.verdict(on: String(repeating: "a", count: TextPattern.longestText)) == .matches)
    let long = String(repeating: "a", count: 1 << 20)
    #expect(pattern.verdict(on: long) == .undecided)
    #expect(!pattern.matches(long))
  }

  @Test func whatIsUndecidedIsWrongAndSaysSo() throws {
    var checks = InputChecks(pattern: try TextPattern("(a(?1)?b)*"), message: "Ask for a code.")
    let text = JSONValue.string(String(repeating: "a", count: 500_000))
    #expect(checks.fault(in: text) { _ in nil } == "This takes too long to check.")
    #expect(checks.fault(in: "b") { _ in nil } == "Ask for a code.")
    checks.pattern = try TextPattern("(?:[a-z]+ ?)*")
    let words = String(repeating: "many words ", count: 5000 / Allowance.factor)
    #expect(checks.fault(in: .string(words)) { _ in nil } == nil)
  }
}
