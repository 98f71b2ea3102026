import SpotsTestSupport
import Testing

@testable import spots_viewer

@Suite struct QuietTimeTests {
  private let start = ContinuousClock.now

  private func at(_ milliseconds: Int) -> ContinuousClock.Instant {
    start + .milliseconds(milliseconds)
  }

  /// Which of the signals end a burst.
  private func ends(
    _ change: inout QuietTime, _ signals: [(FileWatcher.Signal, Int)]
  ) -> [Bool] {
    signals.map { change.isOver($0.0, at: at($0.1)) }
  }

  @Test func aBurstIsOverAfterAPause() {
    var change = QuietTime()
    #expect(ends(&change, [(.changing, 0)]) == [false])
    #expect(change.end == at(50))
    #expect(
      ends(&change, [(.changing, 30), (.due, 60), (.due, 80), (.due, 200)])
        == [false, false, true, false])
    #expect(change.end == nil)
  }

  @Test func aSaveThatIsOverIsTakenSoon() {
    var change = QuietTime()
    #expect(ends(&change, [(.changing, 0), (.saved, 5), (.due, 15)]) == [false, false, true])
  }

  /// Whatever is signalled, and however busy the file is: each change is dealt with at most 50 ms
  /// after the last signal and 200 ms after the first, so that what follows it is in time.
  @Test func everyChangeIsDealtWithInTime() {
    for seed in 0..<100 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var change = QuietTime()
      var (first, last): (Int?, Int) = (nil, 0)
      var dealtWith = 0
      for time in 0..<5000 {
        var signal: FileWatcher.Signal?
        if time < 4800, Int.random(in: 0..<10, using: &random) == 0 {
          signal = Bool.random(using: &random) ? .changing : .saved
          (first, last) = (first ?? time, time)
        } else if let end = change.end, end <= at(time) {
          signal = .due
        }
        if let signal, change.isOver(signal, at: at(time)) {
          first = nil
          dealtWith += 1
        }
        if let first, time >= min(last + 50, first + 200) {
          Issue.record("seed \(seed): still not at \(time), \(first) to \(last)")
          return
        }
      }
      #expect(dealtWith > 20 && change.end == nil, "seed \(seed)")
    }
  }

  @Test func changesWithoutAPauseAreDealtWithInBetween() {
    var change = QuietTime()
    var ends = 0
    for time in stride(from: 0, through: 1000, by: 10) where change.isOver(.changing, at: at(time))
    {
      ends += 1
    }
    #expect((4...5).contains(ends))
  }
}
