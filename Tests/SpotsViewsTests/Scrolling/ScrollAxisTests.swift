import SpotsTestSupport
import Testing

@testable import SpotsViews

@Suite struct ScrollAxisTests {
  private static let frame = 1.0 / 60

  /// An axis of 0…`maximum` in a window 600 long, at `offset`.
  private func axis(maximum: Double = 5000, at offset: Double = 0) -> ScrollAxis {
    var axis = ScrollAxis()
    axis.viewportLength = 600
    axis.setMaximum(maximum)
    axis.jump(to: offset)
    return axis
  }

  /// The offsets of all frames from `start` to rest, five seconds at most.
  private func frames(_ axis: inout ScrollAxis, from start: Double = 0) -> [Double] {
    var offsets = [axis.offset]
    for step in 1...300 where axis.isMoving {
      axis.advance(to: start + Double(step) * Self.frame)
      offsets.append(axis.offset)
    }
    #expect(!axis.isMoving, "still moves after five seconds")
    return offsets
  }

  private func isAscending(_ values: [Double]) -> Bool {
    zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }
  }

  // MARK: Wheel

  @Test func aNotchGlidesToItsTarget() {
    var axis = axis()
    axis.wheel(1, precise: false, at: 0)
    #expect(axis.target == 60)
    let offsets = frames(&axis)
    #expect(offsets.count > 4)
    #expect(isAscending(offsets))
    #expect(offsets.last == 60)
  }

  @Test func notchesAddUpWhileItGlides() {
    var axis = axis()
    for notch in 0..<5 { axis.wheel(1, precise: false, at: Double(notch) * 0.02) }
    #expect(frames(&axis, from: 0.1).last == 300)
  }

  @Test func preciseWheelsMoveAtOnceAndAddUp() {
    var small = axis()
    for _ in 0..<10 { small.wheel(0.1, precise: true, at: 0) }
    var large = axis()
    large.wheel(1, precise: true, at: 0)
    #expect(large.offset == 60)
    #expect(abs(small.offset - large.offset) < 1e-9)
    #expect(!small.isMoving)
  }

  @Test func aThousandWheelsThereAndBackDoNotDrift() {
    var axis = axis(at: 2000)
    for step in 0..<1000 { axis.wheel(step % 2 == 0 ? 0.37 : -0.37, precise: true, at: 0) }
    #expect(abs(axis.offset - 2000) < 1e-9)
  }

  @Test func wheelsStopAtTheEnds() {
    var axis = axis(at: 4990)
    axis.wheel(3, precise: true, at: 0)
    #expect(axis.offset == 5000)
    axis.wheel(3, precise: false, at: 0)
    #expect(axis.target == 5000)
    axis.wheel(-1000, precise: false, at: 0)
    #expect(axis.target == 0)
    #expect(frames(&axis).last == 0)
    #expect(!axis.canMove(-1) && axis.canMove(1))
  }

  // MARK: Drag

  @Test func aDragFollowsThePointer() {
    var axis = axis(at: 1000)
    axis.beginDrag(at: 300, now: 0)
    for position in [290.0, 310, 0, 900] {
      axis.drag(to: position)
      #expect(axis.offset == 1000 + 300 - position)
    }
    #expect(axis.isDragging)
  }

  @Test func pastTheEndsItGivesWayLessAndLess() {
    var axis = axis()
    axis.beginDrag(at: 0, now: 0)
    var offsets: [Double] = []
    for position in stride(from: 0.0, through: 20_000, by: 50) {
      axis.drag(to: position)
      offsets.append(-axis.offset)
    }
    let steps = zip(offsets, offsets.dropFirst()).map { $1 - $0 }
    #expect(isAscending(offsets))
    #expect(isAscending(steps.reversed()))
    #expect(offsets.allSatisfy { $0 < 600 })
    // 600 · (1 − 1 / (0.55 · 600 / 600 + 1)) = 600 · 0.55 / 1.55
    axis.drag(to: 600)
    #expect(abs(axis.offset + 600 * 0.55 / 1.55) < 1e-9)
    axis.drag(to: -700)
    #expect(axis.offset == 700)
  }

  @Test func takenHoldOfPastTheEndItDoesNotJump() {
    var axis = axis()
    axis.beginDrag(at: 0, now: 0)
    axis.drag(to: 300)
    let held = axis.offset
    axis.endDrag(velocity: 0, at: 1)
    axis.beginDrag(at: 50, now: 1)
    axis.drag(to: 50)
    #expect(abs(axis.offset - held) < 1e-9)
  }

  @Test(arguments: [300.0, -300])
  func itSpringsBackToTheEnd(distance: Double) {
    let end = distance > 0 ? 0.0 : 5000
    var axis = axis(at: end)
    axis.beginDrag(at: 0, now: 0)
    axis.drag(to: distance)
    axis.endDrag(velocity: 0, at: 0)
    let offsets = frames(&axis)
    #expect(offsets.count > 10)
    #expect(isAscending(distance > 0 ? offsets : offsets.reversed()))
    #expect(offsets.last == end)
  }

  // MARK: Fling

  @Test func aFlingDecays() {
    var axis = axis()
    axis.beginDrag(at: 0, now: 0)
    axis.endDrag(velocity: 2000, at: 0)
    // It rests at 12 points per second: (2000 − 12) · 0.325 = 646.1
    #expect(abs(axis.target - 646.1) < 1e-9)
    let offsets = frames(&axis)
    let steps = zip(offsets, offsets.dropFirst()).map { $1 - $0 }
    #expect(isAscending(offsets) && isAscending(steps.reversed()))
    #expect(abs(steps[0] - 2000 * Self.frame) < 2)
    #expect(abs(axis.offset - 646.1) < 1e-9)
  }

  @Test(arguments: [100.0, 1000, 8000])
  func aFlingPastTheEndComesBack(velocity: Double) {
    for end in [0.0, 5000] {
      var axis = axis(at: abs(end - 20))
      let outward = end == 0 ? -velocity : velocity
      axis.beginDrag(at: 0, now: 0)
      axis.endDrag(velocity: outward, at: 0)
      // A critically damped spring of frequency 14 gives way by at most v / (14 · e).
      let limit = velocity / (14 * 2.718281)
      let offsets = frames(&axis)
      #expect(offsets.allSatisfy { $0 >= -limit && $0 <= 5000 + limit })
      let steps = zip(offsets, offsets.dropFirst()).map { abs($1 - $0) }
      #expect(steps.allSatisfy { $0 <= velocity * Self.frame + 1 })
      if velocity > 100 { #expect(axis.offset == end) }
    }
  }

  @Test func aSlowReleaseStays() {
    var axis = axis(at: 100)
    axis.beginDrag(at: 0, now: 0)
    axis.endDrag(velocity: 40, at: 0)
    #expect(!axis.isMoving && axis.offset == 100)
  }

  @Test func stoppingStopsWhereItIs() {
    var axis = axis()
    axis.beginDrag(at: 0, now: 0)
    axis.endDrag(velocity: 2000, at: 0)
    axis.stop(at: 0.1)
    let offset = axis.offset
    #expect(offset > 150 && offset < 200)
    axis.advance(to: 3)
    #expect(axis.offset == offset && !axis.isMoving)
  }

  @Test func aSnapDecidesWhereItRests() {
    var axis = axis(at: 100)
    axis.beginDrag(at: 0, now: 0)
    axis.drag(to: -30)
    var proposed: Double?
    axis.endDrag(velocity: 1000, at: 0) { value in
      proposed = value
      return 390
    }
    #expect(proposed.map { abs($0 - 130 - 325) < 1e-9 } == true)
    #expect(axis.target == 390)
    let offsets = frames(&axis)
    #expect(isAscending(offsets) && offsets.last == 390)
  }

  // MARK: Reveal

  @Test func revealingMovesAsLittleAsNeeded() {
    var axis = axis(at: 1000)
    axis.reveal(1100, 1500, at: 0)
    #expect(axis.target == 1000)
    axis.reveal(900, 950, at: 0)
    #expect(axis.target == 900)
    axis.reveal(1500, 1700, at: 0)
    #expect(axis.target == 1100)
    axis.reveal(1200, 2000, at: 0)
    #expect(axis.target == 1200)
  }

  @Test(arguments: [nil, 300.0])
  func whatIsNoNumberMovesNothing(period: Double?) {
    var axis = ScrollAxis()
    axis.viewportLength = 100
    axis.setMaximum(500, period: period)
    axis.jump(to: 50)
    axis.jump(to: .nan)
    axis.glide(to: .nan, at: 0)
    axis.wheel(.nan, precise: true, at: 0)
    axis.wheel(.nan, precise: false, at: 0)
    axis.beginDrag(at: 10, now: 0)
    axis.drag(to: .nan)
    axis.endDrag(velocity: .nan, at: 0)
    axis.shift(by: .nan)
    axis.advance(to: 1)
    #expect(axis.offset == 50 && axis.target == 50)
  }

  @Test func aLengthThatIsNoNumberIsNone() {
    var axis = axis(at: 100)
    axis.setMaximum(.nan)
    #expect(axis.maximum == 0 && axis.offset == 0)
  }

  /// Content that comes in at the end does not turn a glide to the beginning.
  @Test func aGlideToTheBeginningOfNothingStaysThere() {
    var axis = ScrollAxis()
    axis.viewportLength = 100
    axis.setMaximum(300)
    axis.jump(to: 300)
    axis.glide(to: 0, at: 0)
    axis.setMaximum(0)
    axis.setMaximum(500)
    #expect(axis.target == 0)
  }
}
