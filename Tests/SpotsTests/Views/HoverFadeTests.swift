import SpotsTestSupport
import Testing

@testable import Spots

@MainActor
@Suite struct HoverFadeTests {
  private let controller = SpotsController(
    screen: Screen(components: [
      ComponentModel(
        kind: .list, items: [Item(title: "a"), Item(title: "b")])
    ]), size: Size(width: 300, height: 200), environment: .fixed())

  /// The ground of the first row, and when the next frame is due.
  private func frame(_ time: Double) -> (ground: Color?, next: Double?) {
    let frame = controller.renderFrame(at: time)
    for entry in frame.list.entries {
      if case .fill(_, let color, _) = entry.command { return (color, frame.next) }
    }
    return (nil, frame.next)
  }

  @Test func theGroundFadesWithinEightyMilliseconds() {
    let (rest, over) = (Theme.light[.surface], Theme.light[.surfaceHover])
    #expect(frame(-100) == (rest, nil))
    controller.handle(.pointerMoved(Point(x: 50, y: 20)), at: 0)
    // The time begins with the first frame, however long the screen was at rest.
    #expect(frame(0) == (rest, 0))
    #expect(frame(0.04) == (rest.mixed(with: over, 0.5), 0.04))
    #expect(frame(0.08) == (over, nil))
    #expect(frame(1) == (over, nil))
  }

  @Test func itTurnsBackFromWhereItIs() {
    let (rest, over) = (Theme.light[.surface], Theme.light[.surfaceHover])
    controller.handle(.pointerMoved(Point(x: 50, y: 20)), at: 0)
    _ = frame(0)
    _ = frame(0.04)
    controller.handle(.pointerLeft, at: 0.04)
    #expect(frame(0.04).ground == rest.mixed(with: over, 0.5))
    #expect(frame(0.08).ground == rest.mixed(with: over, 0.25))
    #expect(frame(0.12) == (rest, nil))
  }

  @Test func withoutAnimationsItIsThereAtOnce() {
    controller.environment.reducesMotion = true
    controller.handle(.pointerMoved(Point(x: 50, y: 20)), at: 0)
    #expect(frame(0) == (Theme.light[.surfaceHover], nil))
  }

  @Test func aPressIsSeenAtOnce() {
    controller.handle(.pointerMoved(Point(x: 50, y: 20)), at: 0)
    controller.handle(.pointerPressed(Point(x: 50, y: 20), .left, clicks: 1), at: 0)
    #expect(frame(0).ground == Theme.light[.surfacePressed])
  }

  /// A view that is used again has forgotten the pointer.
  @Test func anotherItemDoesNotFade() {
    controller.handle(.pointerMoved(Point(x: 50, y: 20)), at: 0)
    _ = frame(0)
    _ = frame(1)
    controller.handle(.pointerLeft, at: 1)
    controller.reload(
      Screen(components: [ComponentModel(kind: .list, items: [])]), animation: .none)
    _ = frame(1)
    controller.reload(
      Screen(components: [ComponentModel(kind: .list, items: [Item(title: "new")])]),
      animation: .none)
    #expect(frame(1) == (Theme.light[.surface], nil))
  }
}
