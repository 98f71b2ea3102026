import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct FramePaceTests {
  private let interval = 1.0 / 60

  @Test func theFirstFrameAfterARestComesAtOnce() {
    var pace = FramePace(interval: interval)
    #expect(pace.earliest <= 5)
    pace.presented(at: 5)
    #expect(pace.earliest == 5 + interval)
    pace.presented(at: 9)
    #expect(pace.earliest == 9 + interval)
  }

  /// Sleeping ends up to 3 ms late: a second of motion still has its sixty frames.
  @Test func wakingUpLateLosesNoFrames() {
    var random = SplitMix64(seed: 1)
    var pace = FramePace(interval: interval)
    var now = 100.0
    for _ in 0..<600 {
      pace.presented(at: now)
      now = pace.earliest + Double.random(in: 0...0.003, using: &random)
    }
    #expect(abs(now - 110) < 0.004)
  }

  /// However late frames come, and whatever they cost, there are no more than the display shows,
  /// and the next one is never put off by more than an interval.
  @Test func framesNeverComeFasterThanTheDisplay() {
    for seed in 0..<100 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var pace = FramePace(interval: interval)
      var now = 1.0
      for frame in 1...200 {
        pace.presented(at: now)
        #expect(pace.earliest > now && pace.earliest <= now + interval)
        now = max(pace.earliest, now + Double.random(in: 0...0.04, using: &random))
        #expect(Double(frame) * interval <= now - 1 + 1e-9)
      }
    }
  }

  /// A window that nobody sees is still told the time, now and then.
  @Test func theWindowSystemSetsThePaceWhereItAsksForFrames() {
    var pace = FramePace(interval: interval)
    pace.presented(at: 3)
    #expect(pace.earliest(for: .requested) < 3)
    #expect(pace.earliest(for: .free) == 3 + interval)
    #expect(pace.earliest(for: .awaited) == 4 + interval)
  }

  /// A display of 144 Hz asks for frames sooner than the interval. Once it no longer does, the next
  /// frame is at most an interval away.
  @Test func framesThatAreAskedForDelayNoOthers() {
    var pace = FramePace(interval: interval)
    for frame in 0..<1440 {
      let now = 5 + Double(frame) / 144
      #expect(pace.earliest(for: .requested) <= now)
      pace.presented(at: now)
      #expect(pace.earliest(for: .free) <= now + interval)
    }
  }

  @Test func withoutAnIntervalThereIsNothingToWaitFor() {
    var pace = FramePace(interval: 0)
    pace.presented(at: 3)
    #expect(pace.earliest == 3)
    pace.presented(at: 3.001)
    #expect(pace.earliest == 3.001)
  }
}
