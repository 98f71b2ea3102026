import SpotsTestSupport
import Testing

@testable import Spots

/// A screen that comes in front of another one fades in while it slides to its place.
@MainActor
@Suite struct EntranceTests {
  private func controller(_ environment: Environment) -> SpotsController {
    SpotsController(
      components: [ComponentModel(kind: .list, items: [Item(title: "Ada"), Item(title: "Nils")])],
      size: Size(width: 320, height: 240), environment: environment)
  }

  /// From the end of its lines or, when users return, from their beginning.
  @Test(arguments: [false, true], [false, true])
  func itSlidesAsTextIsRead(isReturn: Bool, isRightToLeft: Bool) throws {
    var environment = Environment.fixed()
    environment.isRightToLeft = isRightToLeft
    let controller = controller(environment)
    let resting = controller.renderFrame(at: 0).list
    controller.enter(isReturn: isReturn)
    let distance = isReturn == isRightToLeft ? 24.0 : -24
    var last = (x: distance, opacity: 0.0)
    for time in [1.0, 1.05, 1.1, 1.15] {
      let frame = controller.renderFrame(at: time)
      #expect(frame.list.entries == resting.entries)
      let (left, opacity) = try #require(frame.list.arrival.map { ($0.x, $0.opacity) })
      #expect(time == 1 ? left == distance : abs(left) < abs(last.x) && left * distance > 0)
      #expect(opacity > last.opacity && opacity < 1)
      #expect(frame.next == time)
      last = (left, opacity)
    }
    let end = controller.renderFrame(at: 1.2)
    #expect(end.list == resting)
    #expect(end.next != 1.2)
  }

  @Test func whereMotionIsReducedItIsThereAtOnce() {
    var environment = Environment.fixed()
    environment.reducesMotion = true
    let controller = controller(environment)
    let resting = controller.renderFrame(at: 0).list
    controller.enter(isReturn: false)
    #expect(controller.renderFrame(at: 1).list == resting)
  }
}
