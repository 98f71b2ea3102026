import SpotsTestSupport
import Testing

@testable import Spots

/// Programmatic scrolling arrives where it was sent.
@MainActor
@Suite struct ScrollToTests {
  private func path(_ component: Int, _ item: Int) -> ItemPath {
    ItemPath(component: component, item: item)
  }

  private func settle(_ rig: ScreenRig) {
    for _ in 0..<400 { rig.frame() }
  }

  /// Where the item that was scrolled to `position` ends up.
  private func place(
    _ rig: ScreenRig, _ path: ItemPath, _ position: ScrollPosition
  ) -> Double? {
    rig.windowFrame(path).map {
      switch position {
      case .top: $0.y
      case .center: $0.midY - 300
      case .bottom: $0.maxY - 600
      }
    }
  }

  /// An item inside a composite item has no frame before that is near the window.
  @Test func itemsInsideCompositeItemsOutOfSightAreReached() throws {
    var group = Item(kind: "composite")
    group.children = [list(20), list(20, from: 50)]
    var components = [list(40), list(1, from: 90), list(40, from: 100)]
    components[1].items = [group]
    var inner = path(1, 0)
    inner.nested = [ItemPath.Step(component: 1, part: .item(12))]
    for position in [ScrollPosition.top, .center, .bottom] {
      for isAnimated in [false, true] {
        let rig = ScreenRig(components)
        try rig.controller.scroll(to: inner, position: position, animated: isAnimated)
        settle(rig)
        #expect(place(rig, inner, position) == 0)
      }
    }
  }

  @Test func positionsByHand() throws {
    let rig = ScreenRig([list(10), list(40, from: 100)])
    for isAnimated in [false, true] {
      // Item 20 of the second is at 500 + 20 · 50 = 1500.
      for (position, offset) in [
        (ScrollPosition.top, 1500.0), (.center, 1225), (.bottom, 950),
      ] {
        try rig.controller.scroll(
          to: path(1, 20), position: position, animated: isAnimated)
        settle(rig)
        #expect(rig.offset == offset)
      }
    }
    // Cut to the content: 2500 − 600.
    try rig.controller.scroll(to: path(1, 39))
    rig.frame()
    #expect(rig.offset == 1900)
    try rig.controller.scroll(to: path(0, 1), position: .bottom, animated: true)
    settle(rig)
    #expect(rig.offset == 0)
    #expect(throws: ChangeError.noItem(index: 40, count: 40)) {
      try rig.controller.scroll(to: path(1, 40))
    }
    #expect(throws: ChangeError.noComponent(index: 7, count: 2)) {
      try rig.controller.scroll(to: path(7, 0))
    }
    #expect(throws: ChangeError.self) {
      try rig.controller.scroll(to: ItemPath(component: 0, part: .header))
    }
  }

  @Test(arguments: [ScrollPosition.top, .center, .bottom])
  func itArrivesBehindEstimatesToo(position: ScrollPosition) throws {
    var random = RandomComponents(seed: 77)
    let rig = ScreenRig([ragged(4000), ragged(3000, seed: 2)])
    rig.frame()
    for round in 0..<12 {
      let target = path(random.below(2), 20 + random.below(2900))
      let isAnimated = random.oneIn(2)
      try rig.controller.scroll(
        to: target, position: position, animated: isAnimated)
      if isAnimated { settle(rig) } else { rig.frame() }
      let place = place(rig, target, position)
      #expect(place.map { abs($0) < 1e-6 } == true, "\(round), \(target): \(place ?? -1)")
      #expect(rig.components[target.component].visibleViews[target.item ?? 0] != nil)
    }
  }

  @Test func theBottomIsTheBottom() {
    for isAnimated in [false, true] {
      let rig = ScreenRig([ragged(4000), ragged(3000, seed: 2)])
      rig.frame()
      rig.controller.scrollToBottom(animated: isAnimated)
      if isAnimated { settle(rig) } else { rig.frame() }
      #expect(rig.windowFrame(1, 2999)?.maxY == 600)
      #expect(rig.offset == rig.controller.contentSize.height - 600)
    }
  }

  @Test func itGlidesWithoutTurningBack() throws {
    let rig = ScreenRig([ragged(4000)])
    rig.frame()
    try rig.controller.scroll(to: path(0, 2000), animated: true)
    var before = rig.offset
    for _ in 0..<400 {
      rig.frame()
      #expect(rig.offset >= before - 1e-6)
      if rig.offset < before - 1e-6 { return }
      before = rig.offset
    }
  }

  @Test func whoScrollsHimselfIsNotTakenAway() throws {
    let rig = ScreenRig([list(1000)])
    rig.frame()
    try rig.controller.scroll(to: path(0, 900), animated: true)
    rig.frame()
    rig.press(Point(x: 200, y: 300))
    let offset = rig.offset
    settle(rig)
    #expect(rig.offset == offset)
    rig.release(Point(x: 200, y: 300))
    try rig.controller.scroll(to: path(0, 900), animated: true)
    rig.frame()
    rig.wheel(y: 1, precise: true)
    let wheeled = rig.offset
    settle(rig)
    #expect(rig.offset == wheeled)
  }

  @Test func theItemIsFollowedThroughAReload() throws {
    let rig = ScreenRig([list(1000)])
    rig.frame()
    try rig.controller.scroll(to: path(0, 500), animated: true)
    rig.frame()
    var model = list(1000)
    model.items.insert(contentsOf: numbered(100, from: 5000, height: 30), at: 400)
    rig.controller.reload(Screen(components: [model]), animation: .none)
    settle(rig)
    #expect(rig.windowFrame(0, 600)?.y == 0)
  }

  @Test func aCarouselBringsItsItemToTheMiddle() throws {
    let rig = ScreenRig([list(20), carousel(20, from: 100), list(20, from: 200)])
    rig.frame()
    for animated in [false, true] {
      try rig.controller.scroll(to: path(1, 10), position: .center, animated: animated)
      settle(rig)
      #expect(rig.windowFrame(1, 10)?.midX == 200)
      #expect(rig.windowFrame(1, 10)?.midY == 300)
      try rig.controller.scroll(to: path(1, 0), position: .top, animated: animated)
      settle(rig)
      #expect(rig.windowFrame(1, 0)?.origin == .zero)
    }
  }
}
