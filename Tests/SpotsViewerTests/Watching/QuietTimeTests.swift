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
