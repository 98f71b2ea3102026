import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct ImageAnimatorTests {
  private func motion(delays: [Int], repeats: Int?) -> ImageAnimator {
    var motion = ImageAnimator()
    motion.arrived(
      "a.gif",
      timing: AnimationTiming(
        delays: delays.map { Double($0) / 100 },
        plays: repeats.map { $0 == 0 ? nil : $0 + 1 } ?? 1),
      isAwaited: true)
    return motion
  }

  @Test func framesFollowTheFile() {
    // 0.1 s, 0.3 s, 0.2 s: changes at 10.1, 10.4, 10.6, 10.7 …
    var motion = motion(delays: [10, 30, 20], repeats: 0)
    motion.show(["a.gif"])
    #expect(motion.advance(to: 10).next == 10.1)
    #expect(motion.advance(to: 10.05).changed.isEmpty)
    #expect(motion.advance(to: 10.1).changed == ["a.gif"])
    #expect(motion.frame(of: "a.gif") == 1)
    #expect(motion.advance(to: 10.39).changed.isEmpty)
    _ = motion.advance(to: 10.41)
    #expect(motion.frame(of: "a.gif") == 2)
    _ = motion.advance(to: 10.65)
    #expect(motion.frame(of: "a.gif") == 0)
  }

  /// A frame that comes late shows where the animation is by then.
  @Test func lateFramesSkip() {
    var motion = motion(delays: [10, 30, 20], repeats: 0)
    motion.show(["a.gif"])
    _ = motion.advance(to: 0)
    _ = motion.advance(to: 0.45)
    #expect(motion.frame(of: "a.gif") == 2)
  }

  /// Scripts have a time of their own, in which the frame depends on nothing but how long the
  /// animation has been in view.
  @Test func timeInViewTellsTheFrame() {
    var motion = motion(delays: [10, 30, 20], repeats: 0)
    for (seconds, frame) in [(0, 0), (0.09, 0), (0.1, 1), (0.39, 1), (0.4, 2), (0.6, 0), (60.7, 1)]
    {
      _ = motion.show(after: ["a.gif": seconds])
      #expect(motion.frame(of: "a.gif") == frame, "\(seconds)")
    }
    let changes = [motion.show(after: [:]), motion.show(after: [:])]
    #expect(changes == [true, false] && motion.frame(of: "a.gif") == 0)
    var once = self.motion(delays: [10, 30, 20], repeats: nil)
    _ = once.show(after: ["a.gif": 5])
    #expect(once.frame(of: "a.gif") == 2)
  }

  @Test func anAnimationStandsStillWhereNobodySeesIt() {
    var motion = motion(delays: [10, 30], repeats: 0)
    #expect(motion.advance(to: 1).next == nil)
    motion.show(["a.gif"])
    _ = motion.advance(to: 2)
    _ = motion.advance(to: 2.1)
    motion.show([])
    let rest = motion.advance(to: 50)
    #expect(rest.changed.isEmpty && rest.next == nil)
    motion.show(["a.gif"])
    // It goes on with the whole time of the frame it stopped at.
    #expect(motion.advance(to: 60).next == 60.3)
    #expect(motion.frame(of: "a.gif") == 1)
  }

  @Test func theLastTurnEndsWithTheLastFrame() {
    var motion = motion(delays: [10, 10], repeats: nil)
    motion.show(["a.gif"])
    for step in 0...10 { _ = motion.advance(to: Double(step) * 0.05) }
    #expect(motion.frame(of: "a.gif") == 1)
    #expect(motion.advance(to: 10).next == nil)
  }

  /// An animation that will not go on is not left halfway.
  @Test func whatStopsLooksAsItDoesWithoutMotion() {
    var motion = motion(delays: [10, 30], repeats: 0)
    motion.show(["a.gif"])
    _ = motion.advance(to: 1)
    _ = motion.advance(to: 1.1)
    motion.arrived("b.png", timing: nil, isAwaited: true)
    #expect(motion.frame(of: "a.gif") == 1 && motion.fade(of: "b.png") == 0)
    #expect(motion.stop() == ["a.gif", "b.png"])
    #expect(motion.frame(of: "a.gif") == 0 && motion.fade(of: "b.png") == 1)
    motion.arrived("c.png", timing: nil, isAwaited: true)
    #expect(motion.fade(of: "c.png") == 1 && motion.stop().isEmpty)
    #expect(motion.advance(to: 2).next == 2.1)
  }

  @Test func whatWasAwaitedFadesIn() {
    var motion = ImageAnimator()
    motion.arrived("early.png", timing: nil, isAwaited: true)
    #expect(motion.fade(of: "early.png") == 1)
    #expect(motion.advance(to: 1).next == nil)
    motion.arrived("a.png", timing: nil, isAwaited: true)
    motion.arrived("b.png", timing: nil, isAwaited: false)
    #expect(motion.fade(of: "a.png") == 0)
    #expect(motion.fade(of: "b.png") == 1)
    #expect(motion.advance(to: 5).next == 5)
    #expect(motion.advance(to: 5.06).changed == ["a.png"])
    #expect(abs(motion.fade(of: "a.png") - 0.5) < 1e-9)
    #expect(motion.advance(to: 5.12).changed == ["a.png"])
    #expect(motion.fade(of: "a.png") == 1)
    #expect(motion.advance(to: 5.2).next == nil)
  }
}
