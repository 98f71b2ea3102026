import SpotsTestSupport
import Testing

@testable import Spots

/// What a carousel cuts off fades, and nothing else does.
@MainActor
@Suite struct EdgeFadeTests {
  private func fades(_ list: DrawList) -> [Rect] {
    list.entries.compactMap { if case .fade(let rect, _, _) = $0.command { rect } else { nil } }
  }

  @Test func itemsThatAreWhollySeenDoNotFade() throws {
    var random = RandomComponents(seed: 51)
    var count = 0
    for run in 0..<200 {
      var model = carousel(0, paginate: random.pick([.disabled, .page]))
      model.layout.itemSpacing = random.pick([0, 10, 40])
      model.layout.infiniteScrolling = random.oneIn(3)
      model.layout.inset = EdgeInsets(left: random.pick([0, 16]), right: random.pick([0, 16]))
      model.items = ItemList(
        (0..<1 + random.below(12)).map { _ in
          Item(size: Size(width: 40 + random.length(upTo: 200), height: 100))
        })
      let rig = ScreenRig([model])
      rig.settle()
      let component = rig.components[0]
      try rig.controller.scroll(carousel: 0, to: random.length(upTo: 1500))
      let fades = fades(rig.settle())
      count += fades.count
      for fade in fades {
        #expect(fade.width <= 24 && fade.height == 100, "run \(run)")
        for slot in component.geometry.slots(in: Rect(x: -9e3, y: 0, width: 9e4, height: 100)) {
          let frame = component.geometry.frame(of: slot).offsetBy(x: -rig.horizontalOffset(0))
          guard frame.x > -0.5, frame.maxX < 400.5 else { continue }
          let room = fade.x < 200 ? frame.x - fade.maxX : fade.x - frame.maxX
          #expect(room > -1.1, "run \(run): \(frame) under \(fade)")
        }
      }
    }
    #expect(count > 100)
  }

  @Test func theEndsDoNotFade() throws {
    let rig = ScreenRig([carousel(5)])
    #expect(fades(rig.settle()) == [Rect(x: 376, y: 0, width: 24, height: 100)])
    try rig.controller.scroll(carousel: 0, to: 200)
    #expect(fades(rig.settle()).count == 2)
    try rig.controller.scroll(carousel: 0, to: 390)
    #expect(fades(rig.settle()) == [Rect(x: 0, y: 0, width: 24, height: 100)])
    #expect(fades(ScreenRig([carousel(2)]).settle()).isEmpty)
    #expect(fades(ScreenRig([list(50)]).settle()).isEmpty)
    // Beside its lane there is room for the rest.
    var narrow = carousel(2)
    (narrow.layout.maxWidth, narrow.layout.align) = (200, .leading)
    #expect(fades(ScreenRig([narrow]).settle()).isEmpty)
  }

  /// Large pictures would fade whenever they move.
  @Test func itemsAsWideAsTheCarouselDoNotFade() throws {
    for spacing in [0.0, 16] {
      var model = carousel(5, width: 0, paginate: .page)
      (model.layout.span, model.layout.itemSpacing) = (1, spacing)
      let rig = ScreenRig([model])
      rig.settle()
      for offset in [0.0, 123, 400] {
        try rig.controller.scroll(carousel: 0, to: offset)
        #expect(fades(rig.settle()).isEmpty)
      }
    }
  }
}
