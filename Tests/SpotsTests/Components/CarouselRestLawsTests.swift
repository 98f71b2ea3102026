import SpotsTestSupport
import Testing

@testable import Spots

/// Through any sequence of gestures, reloads and layouts a carousel that snaps rests where it may.
@MainActor
@Suite struct CarouselRestLawsTests {
  private func randomCarousel(_ random: inout RandomComponents) -> ComponentModel {
    var model = random.component(maxItems: 20)
    model.kind = .carousel
    model.interaction.paginate = random.pick([.item, .page])
    model.layout.infiniteScrolling = random.oneIn(4)
    (model.layout.dynamicHeight, model.header) = (true, nil)
    return model
  }

  private func gesture(_ rig: ScreenRig, _ random: inout RandomComponents) throws {
    let x = random.length(upTo: Int(rig.controller.size.width))
    let point = Point(x: x, y: random.length(upTo: 250))
    switch random.below(7) {
    // On pages, the keyboard shows what an edge cuts off, wherever that is.
    case 5 where rig.components.allSatisfy { $0.model.interaction.paginate == .item }:
      rig.key(random.pick([.tab, .left, .right, .down, .up, .home, .end]))
    case 6:
      let path = ItemPath(component: random.below(2), item: random.below(20))
      if rig.controller.item(at: path) != nil {
        try rig.controller.scroll(to: path, animated: path.component == 1)
      }
    case 0:
      rig.wheel(point, x: random.pick([-3, -1, 0.3, 2, 5]), precise: random.oneIn(2))
    case 1, 2:
      let end = Point(x: x + random.pick([-300, -90, -20, 60, 240]), y: point.y)
      rig.drag(point, to: end, seconds: 0.1)
      if random.oneIn(2) { rig.wait(1) }
      rig.release(end)
    case 3:
      let end = Point(x: x, y: point.y + random.pick([-200, 150]))
      rig.drag(point, to: end, seconds: 0.1)
      rig.release(end)
    default: rig.click(point)
    }
    if random.oneIn(2) { rig.frame() }
  }

  private func relayout(_ rig: ScreenRig, _ random: inout RandomComponents) {
    if random.oneIn(4) {
      rig.controller.environment.textScale = random.pick([0.75, 1, 2])
      rig.controller.environmentDidChange()
    } else {
      rig.resize(random.pick([1, 200, 333.25, 400, 650, 1300]), random.pick([1, 500, 900]))
    }
  }

  private func edit(_ rig: ScreenRig, _ random: inout RandomComponents) {
    var screen = rig.controller.screen
    for index in screen.components.indices where random.oneIn(2) {
      screen.components[index].items = random.edited(screen.components[index].items)
    }
    rig.controller.reload(screen, animation: random.pick([.none, .automatic]))
  }

  @Test func whateverHappensItRestsWhereItMay() throws {
    for seed in 0..<150 as Range<UInt64> {
      var random = RandomComponents(seed: seed, makesComposites: seed % 3 == 0)
      let rig = ScreenRig(
        [randomCarousel(&random), randomCarousel(&random)],
        environment: .fixed(isMirrored: seed % 5 == 0))
      rig.settle()
      for step in 0..<25 {
        switch random.below(4) {
        case 0: relayout(rig, &random)
        case 1: edit(rig, &random)
        default: try gesture(rig, &random)
        }
        guard random.oneIn(2) else { continue }
        rig.settle()
        guard let first = rig.snapFaults.first else { continue }
        Issue.record("seed \(seed), step \(step): \(first)")
        return
      }
    }
  }

  /// The item that a carousel in the middle of its range must still show after changes.
  private func standing(_ component: Component) -> Int? {
    let (geometry, offset) = (component.geometry, component.horizontalScroll.offset)
    guard offset > 1, offset < geometry.horizontalRange - 1 else { return nil }
    if component.model.interaction.paginate == .item {
      return CarouselSnap.middleItem(at: offset, geometry: geometry, viewport: geometry.width)
    }
    let left = offset + geometry.itemsInset.left - 0.51
    return component.model.items.indices.first { geometry.frame(ofItem: $0).x > left }
  }

  /// Whether the item at `frame` begins the page at `x`, or is seen on it from end to end.
  private func isOnPage(_ frame: Rect, at x: Double, _ geometry: ComponentGeometry) -> Bool {
    let begins = min(max(frame.x - geometry.itemsInset.left, 0), geometry.horizontalRange)
    return abs(begins - x) < 0.51 || frame.x > x - 0.51 && frame.maxX < x + geometry.width + 0.51
  }

  @Test func whatItStoodAtIsFoundAgain() throws {
    var count = 0
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      var model = randomCarousel(&random)
      model.layout.infiniteScrolling = false
      (model.widerLayouts, model.when) = (nil, nil)
      let rig = ScreenRig([model])
      let log = DelegateLog(rig)
      rig.settle()
      for _ in 0..<3 { try gesture(rig, &random) }
      rig.settle()
      let (offset, item) = (rig.horizontalOffset(0), standing(rig.components[0]))
      // An item with the keyboard is kept in sight instead.
      guard let item, rig.controller.focused == nil else { continue }
      count += 1
      _ = log.take()
      for _ in 0..<4 {
        rig.resize(random.pick([1, 200, 333.25, 650, 1300]), 600)
        rig.settle()
        let geometry = rig.components[0].geometry
        let (x, frame) = (rig.horizontalOffset(0), geometry.frame(ofItem: item))
        let centered = min(max(frame.midX - geometry.width / 2, 0), geometry.horizontalRange)
        let isFound =
          model.interaction.paginate == .item
          ? abs(x - centered) < 1.01
          : isOnPage(frame, at: x, geometry)
        #expect(isFound, "seed \(seed): item \(item) at \(frame), \(x)")
      }
      rig.resize(400)
      rig.settle()
      #expect(abs(rig.horizontalOffset(0) - offset) < 1e-6, "seed \(seed)")
      #expect(log.takeCarouselMoves() == [], "seed \(seed)")
    }
    #expect(count > 30)
  }
}
