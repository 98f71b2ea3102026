import SpotsTestSupport
import Testing

@testable import SpotsViews

/// What holds for every motion, also when its range or its coordinates change on the way.
@Suite struct ScrollMotionTests {
  private static let frame = 1.0 / 60

  /// An axis of 0…5000 in a window 600 long, at `offset`.
  private func axis(at offset: Double) -> ScrollAxis {
    var axis = ScrollAxis()
    axis.viewportLength = 600
    axis.setMaximum(5000)
    axis.jump(to: offset)
    return axis
  }

  private typealias Start = (String, (inout ScrollAxis) -> Void)

  /// Every motion there is, at time 0.
  private var motions: [Start] {
    [
      ("glide", { $0.glide(to: 3000, at: 0) }),
      ("glide to the end", { $0.glide(to: 5000, at: 0) }),
      ("wheel", { $0.wheel(-7, precise: false, at: 0) }),
      ("fling", { $0.fling(2000) }),
      ("fling past the end", { $0.fling(8000, from: 4500) }),
      ("fling past the beginning", { $0.fling(-8000, from: 1000) }),
      ("spring", { $0.pull(400) }),
      ("spring, thrown outwards", { $0.pull(100, velocity: -3000) }),
      ("spring, thrown inwards", { $0.pull(150, velocity: 1100) }),
    ]
  }

  @Test func everyMotionEnds() {
    for (name, start) in motions {
      var axis = axis(at: 1500)
      start(&axis)
      #expect(axis.isMoving, "\(name)")
      axis.advance(to: 5)
      #expect(!axis.isMoving, "\(name)")
      #expect(axis.offset >= 0 && axis.offset <= axis.maximum, "\(name)")
    }
  }

  @Test func everyMotionEndsWhereItSaid() {
    for (name, start) in motions {
      var axis = axis(at: 1500)
      start(&axis)
      let target = axis.target
      for step in 1...300 { axis.advance(to: Double(step) * Self.frame) }
      #expect(abs(axis.offset - target) < 1e-9, "\(name)")
    }
  }

  @Test func manyStepsEqualOne() {
    for (name, start) in motions {
      for end in [0.02, 0.13, 0.4, 1.1, 4] {
        var small = axis(at: 1500)
        start(&small)
        var large = small
        for step in 1...200 { small.advance(to: end * Double(step) / 200) }
        large.advance(to: end)
        #expect(abs(small.offset - large.offset) <= 0.5, "\(name) at \(end)")
      }
    }
  }

  @Test func timeThatStandsStillChangesNothing() {
    for (name, start) in motions {
      var axis = axis(at: 1500)
      start(&axis)
      axis.advance(to: 0.05)
      let offset = axis.offset
      axis.advance(to: 0.05)
      #expect(axis.offset == offset, "\(name)")
    }
  }

  @Test func shiftingMovesTheCoordinatesAlone() {
    for (name, start) in motions {
      var plain = axis(at: 1500)
      start(&plain)
      plain.advance(to: 0.05)
      // A motion that ends where the content does ends there after the shift too.
      guard plain.target > 0, plain.target < 5000 else { continue }
      var shifted = plain
      shifted.setMaximum(5700)
      shifted.shift(by: 700)
      for time in [0.05, 0.06, 0.1, 0.3, 2] {
        plain.advance(to: time)
        shifted.advance(to: time)
        #expect(abs(shifted.offset - plain.offset - 700) < 1e-6, "\(name) at \(time)")
      }
    }
  }

  @Test func aDragGoesOnAfterAShift() {
    var axis = axis(at: 1000)
    axis.beginDrag(at: 300, now: 0)
    axis.drag(to: 200)
    axis.shift(by: 50)
    #expect(axis.offset == 1150)
    axis.drag(to: 190)
    #expect(axis.offset == 1160)
  }

  @Test func theEndMayMoveDuringAnyMotion() {
    for (name, start) in motions {
      for maximum in [0, 700, 2500, 9000, -.infinity] as [Double] {
        var axis = axis(at: 1500)
        start(&axis)
        axis.advance(to: 0.08)
        axis.setMaximum(maximum)
        for step in 1...300 { axis.advance(to: 0.08 + Double(step) * Self.frame) }
        #expect(!axis.isMoving, "\(name), \(maximum)")
        #expect(axis.offset >= 0 && axis.offset <= max(maximum, 0), "\(name), \(maximum)")
      }
    }
  }

  @Test func aGlideToTheEndFollowsTheEnd() {
    var axis = axis(at: 4000)
    axis.glide(to: 5000, at: 0)
    axis.setMaximum(5600)
    #expect(axis.target == 5600)
    axis.setMaximum(4800)
    #expect(axis.target == 4800)
  }

  @Test func atRestItIsCutToTheRange() {
    var axis = axis(at: 4000)
    axis.setMaximum(3000)
    #expect(axis.offset == 3000)
    axis.jump(to: -5)
    #expect(axis.offset == 0)
    axis.setMaximum(-10)
    #expect(axis.maximum == 0)
  }
}

extension ScrollAxis {
  fileprivate mutating func fling(_ velocity: Double, from offset: Double = 1500) {
    jump(to: offset)
    beginDrag(at: 0, now: 0)
    endDrag(velocity: velocity, at: 0)
  }

  /// Pulls the beginning `distance` into the window and lets go.
  fileprivate mutating func pull(_ distance: Double, velocity: Double = 0) {
    jump(to: 0)
    beginDrag(at: 0, now: 0)
    drag(to: distance)
    endDrag(velocity: velocity, at: 0)
  }
}
