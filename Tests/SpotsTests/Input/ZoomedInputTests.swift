import SpotsTestSupport
import Testing

@testable import Spots

/// Input on a page that is shown larger or smaller than usual.
@MainActor @Suite struct ZoomedInputTests {
  /// At any zoom, a point of the window is the place on the page that is seen there.
  @Test func placesAreThoseOfThePage() {
    let place = Point(x: 100, y: 30)
    for zoom in [0.5, 1, 1.331, 3] {
      let seen = Point(x: place.x * zoom, y: place.y * zoom)
      for (input, onPage) in [
        (InputEvent.pointerMoved(seen), InputEvent.pointerMoved(place)),
        (.pointerPressed(seen, .left, clicks: 2), .pointerPressed(place, .left, clicks: 2)),
        (.pointerReleased(seen, .right), .pointerReleased(place, .right)),
        (.pointerLeft, .pointerLeft),
        (.keyPressed(.down, .shift), .keyPressed(.down, .shift)),
      ] {
        #expect(isNear(input.zoomed(by: zoom), onPage))
      }
    }
  }

  private func isNear(_ a: InputEvent, _ b: InputEvent) -> Bool {
    switch (a, b) {
    case (.pointerMoved(let p), .pointerMoved(let q)): p.distance(to: q) < 1e-9
    case (
      .pointerPressed(let p, let b, let n, _, _), .pointerPressed(let q, let c, let m, _, _)
    ):
      p.distance(to: q) < 1e-9 && b == c && n == m
    case (.pointerReleased(let p, let b), .pointerReleased(let q, let c)):
      p.distance(to: q) < 1e-9 && b == c
    default: a == b
    }
  }

  /// A notch scrolls by 60 points of the window, and content follows the fingers.
  @Test(arguments: [true, false])
  func theWheelGoesAsFarForTheEye(isPrecise: Bool) {
    for zoom in [0.5, 1, 2, 3] {
      let rig = ScreenRig([list(100)], size: Size(width: 400 / zoom, height: 600 / zoom))
      rig.settle()
      let wheel = InputEvent.wheel(
        Point(x: 200, y: 300), delta: Point(y: -2), precise: isPrecise, [])
      rig.controller.handle(wheel.zoomed(by: zoom), at: rig.now)
      rig.settle()
      #expect(abs(rig.offset * zoom - 120) < 1e-6, "\(zoom)")
    }
  }

  @Test func withControlTheWheelIsNoWayToGo() {
    let delta = Point(y: -1)
    let wheel = InputEvent.wheel(.zero, delta: delta, precise: false, .control)
    #expect(wheel.zoomed(by: 2) == wheel)
  }
}
