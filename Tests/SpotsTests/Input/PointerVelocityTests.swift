import Testing

@testable import Spots

@Suite struct PointerVelocityTests {
  @Test func evenMovementHasItsSpeed() {
    var velocity = PointerVelocity()
    for step in 0...30 {
      let time = Double(step) / 60
      velocity.add(Point(x: 600 * time, y: -120 * time), at: time)
    }
    let speed = velocity.velocity(at: 0.5)
    #expect(abs(speed.x - 600) < 1e-6 && abs(speed.y + 120) < 1e-6)
  }

  @Test func onlyTheLastTenthOfASecondCounts() {
    var velocity = PointerVelocity()
    velocity.add(Point(x: 0), at: 0)
    velocity.add(Point(x: 9000), at: 0.8)
    velocity.add(Point(x: 9000), at: 0.95)
    velocity.add(Point(x: 9010), at: 1)
    // 10 points in 0.05 seconds
    #expect(abs(velocity.velocity(at: 1).x - 200) < 1e-6)
  }

  @Test func aPointerThatStoodStillHasNone() {
    var velocity = PointerVelocity()
    for step in 0...5 { velocity.add(Point(x: Double(step) * 50), at: Double(step) / 60) }
    #expect(velocity.velocity(at: 0.084).x > 1000)
    #expect(velocity.velocity(at: 0.3) == .zero)
    #expect(PointerVelocity().velocity(at: 0) == .zero)
  }

  @Test func noSpeedIsBeyondMeasure() {
    var velocity = PointerVelocity()
    velocity.add(.zero, at: 0)
    velocity.add(Point(x: 1e6, y: -1e6), at: 0.01)
    #expect(velocity.velocity(at: 0.01) == Point(x: 8000, y: -8000))
    var moment = PointerVelocity()
    moment.add(.zero, at: 0)
    moment.add(Point(x: 10), at: 0)
    #expect(moment.velocity(at: 0) == .zero)
  }
}
