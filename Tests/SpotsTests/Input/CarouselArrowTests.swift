import SpotsTestSupport
import Testing

@testable import Spots

/// With a mouse, a carousel is turned by the arrows at its ends.
@MainActor
@Suite struct CarouselArrowTests {
  private let over = Point(x: 200, y: 20)
  /// In the middle of the arrows of a carousel 400 wide whose items are 100 high.
  private let back = Point(x: 26, y: 50)
  private let forward = Point(x: 374, y: 50)

  private func opened(
    _ model: ComponentModel = carousel(20), environment: Environment? = nil
  ) -> ScreenRig {
    let rig = ScreenRig(
      [model, list(40, from: 100)], environment: environment ?? .fixed(isMirrored: false))
    rig.settle()
    return rig
  }

  private func hover(_ rig: ScreenRig, _ point: Point) {
    rig.move(point)
    rig.settle()
  }

  /// The arrows that the next frame shows.
  private func shown(_ rig: ScreenRig) -> [Point] {
    rig.settle().entries.compactMap { entry in
      guard case .polyline = entry.command else { return nil }
      return Point(x: entry.command.bounds.midX, y: entry.command.bounds.midY)
    }
  }

  private func isShown(_ rig: ScreenRig, _ arrow: Point) -> Bool {
    shown(rig).contains { $0.distance(to: arrow) < 3 }
  }

  @Test func theyAreThereWhereItGoesOn() {
    let rig = opened()
    #expect(shown(rig).isEmpty)
    hover(rig, over)
    #expect(isShown(rig, forward) && !isShown(rig, back))
    rig.wheel(over, x: 1)
    #expect(isShown(rig, forward) && isShown(rig, back))
    rig.wheel(over, x: 500)
    #expect(!isShown(rig, forward) && isShown(rig, back))
    hover(rig, Point(x: 200, y: 300))
    #expect(shown(rig).isEmpty)
    hover(rig, over)
    rig.controller.handle(.pointerLeft, at: rig.now)
    #expect(shown(rig).isEmpty)
  }

  @Test func whatFitsHasNone() {
    let rig = opened(carousel(2))
    hover(rig, over)
    #expect(shown(rig).isEmpty)
  }

  /// The carousel can be scrolled so that its last item ends in the lane, but all of it is seen.
  @Test func whatIsSeenBesideTheLaneNeedsNone() throws {
    var model = carousel(2)
    (model.layout.maxWidth, model.layout.align) = (200, .leading)
    let rig = opened(model)
    hover(rig, over)
    #expect(rig.components[0].scroll.stops.canScroll && shown(rig).isEmpty)
    try rig.controller.scroll(carousel: 0, to: 60)
    #expect(isShown(rig, back) && !isShown(rig, forward))
  }

  @Test func theyFadeWithin80Milliseconds() {
    let rig = opened()
    rig.move(over)
    _ = rig.controller.renderFrame(at: rig.now)
    let part = rig.controller.renderFrame(at: rig.now + 0.04)
    #expect(part.list.entries.contains { abs($0.opacity - 0.5) < 1e-6 } && part.next != nil)
    let whole = rig.controller.renderFrame(at: rig.now + 0.081)
    #expect(whole.list.entries.allSatisfy { $0.opacity == 1 } && whole.next == nil)
  }

  @Test func aClickTurnsAPage() {
    let rig = opened()
    let log = DelegateLog(rig)
    hover(rig, over)
    hover(rig, forward)
    #expect(rig.controller.pointerShape == .hand)
    #expect(rig.state(0, 2) == [], "what is below is not hovered")
    rig.click(forward)
    rig.frame()
    #expect(rig.horizontalOffset(0) > 0 && rig.horizontalOffset(0) < 320)
    rig.settle()
    #expect(rig.horizontalOffset(0) == 320)
    #expect(log.take().contains(.carouselEnded(0, item: 3, animated: true)))
    rig.click(back)
    rig.settle()
    #expect(rig.horizontalOffset(0) == 0)
    #expect(rig.selections == [])
  }

  @Test func quickClicksTurnAsManyPages() {
    let rig = opened(carousel(7))
    hover(rig, over)
    for click in 1...6 {
      rig.click(forward, clicks: click)
      rig.frame()
    }
    rig.settle()
    #expect(rig.horizontalOffset(0) == rig.components[0].horizontalScroll.maximum)
    // The arrow is gone, but a user who keeps clicking means the arrow.
    #expect(rig.selections == [])
    rig.click(forward)
    #expect(rig.selections.count == 1)
  }

  @Test func aFingerSeesNone() {
    let rig = opened()
    // A finger comes with its press, before anything could be seen.
    rig.press(forward)
    #expect(shown(rig).isEmpty)
    rig.release(forward)
    rig.controller.handle(.pointerLeft, at: rig.now)
    #expect(rig.selections == [ItemPath(component: 0, item: 2)])
    rig.drag(forward, to: Point(x: 300, y: 50))
    #expect(shown(rig).isEmpty)
  }

  @Test func aDragHidesThem() {
    let rig = opened()
    hover(rig, over)
    rig.drag(over, to: Point(x: 100, y: 20))
    #expect(shown(rig).isEmpty)
    rig.release(Point(x: 100, y: 20))
    #expect(isShown(rig, forward))
  }

  @Test func endlessCarouselsHaveBoth() {
    var model = carousel(6)
    model.layout.infiniteScrolling = true
    let rig = opened(model)
    hover(rig, over)
    #expect(isShown(rig, forward) && isShown(rig, back))
    rig.click(back)
    rig.settle()
    #expect(rig.horizontalOffset(0) == -320)
  }

  @Test func mirroredTheyLeadTheOtherWay() {
    let rig = opened(environment: .fixed(isMirrored: true))
    hover(rig, over)
    #expect(isShown(rig, back) && !isShown(rig, forward))
    rig.click(back)
    rig.settle()
    #expect(rig.horizontalOffset(0) == 320)
  }

  @Test func insideAnItemTheyAreTheSame() {
    let composite = Item(kind: "composite", children: [list(1), carousel(20, from: 100)])
    let rig = opened(ComponentModel(kind: .list, items: [composite]))
    hover(rig, Point(x: 200, y: 70))
    let arrow = Point(x: 374, y: 100)
    #expect(isShown(rig, arrow))
    rig.click(arrow)
    rig.settle()
    let inner = rig.controller.scrollView.allMounted.first { $0.model.kind == .carousel }
    #expect(inner?.horizontalScroll.offset == 320)
  }

  /// Whatever the items, every one is visible on the way to the end and back, and each click moves.
  @Test func clicksShowEveryItem() {
    var random = RandomComponents(seed: 41)
    for run in 0..<120 {
      var model = carousel(0, paginate: random.pick(Interaction.Paginate.allCases))
      model.layout.itemSpacing = random.pick([0, 10, 40])
      model.layout.inset = EdgeInsets(left: random.pick([0, 16]), right: random.pick([0, 16]))
      model.items = ItemList(
        (0..<3 + random.below(20)).map { _ in
          Item(size: Size(width: 40 + random.length(upTo: 300), height: 100))
        })
      let rig = opened(model)
      let (scroll, geometry) = (rig.components[0].scroll, rig.components[0].geometry)
      for direction in [1, -1] {
        var seen: Set<Int> = []
        var clicks = 0
        while true {
          let x = rig.horizontalOffset(0)
          for item in model.items.indices {
            let frame = geometry.frame(ofItem: item)
            if frame.x > x - 0.6, frame.maxX < x + 400.6 { seen.insert(item) }
          }
          guard scroll.horizontalScroll.canMove(Double(direction)), clicks < 100 else { break }
          hover(rig, over)
          rig.click(direction > 0 ? forward : back)
          rig.settle()
          clicks += 1
          #expect((rig.horizontalOffset(0) - x) * Double(direction) > 0.5, "run \(run)")
          #expect(rig.snapFaults == [], "run \(run)")
        }
        // Items go to the middle one after the other and may be cut off on the way there.
        let isComplete = seen.count == model.items.count
        #expect(isComplete || model.interaction.paginate == .item, "run \(run): \(seen)")
        #expect(clicks < 100)
      }
      #expect(rig.horizontalOffset(0) == 0 && rig.selections == [], "run \(run)")
    }
  }

  /// A header that sticks is in front of the arrows, as it is in front of the items.
  @Test func aHeaderThatCoversAnArrowIsClicked() {
    var model = carousel(20)
    model.header = Item(title: "Header", action: "go:1", size: Size(height: 60))
    model.layout.headerMode = .sticky
    let rig = opened(model)
    // The header reaches down to 60, the items to 100 and the arrow from 32 to 68.
    rig.controller.scroll(to: 60)
    let (free, covered) = (Point(x: 200, y: 80), Point(x: 374, y: 45))
    hover(rig, free)
    #expect(isShown(rig, forward))
    hover(rig, covered)
    rig.click(covered)
    rig.settle()
    #expect(rig.horizontalOffset(0) == 0)
    #expect(rig.selections == [ItemPath(component: 0, part: .header)])
    hover(rig, Point(x: 374, y: 64))
    rig.click(Point(x: 374, y: 64))
    rig.settle()
    #expect(rig.horizontalOffset(0) == 320)
  }

  /// Items visible beside the lane belong to the previous page.
  @Test func pageKeysGoToTheFirstItemBehindTheInset() {
    var model = carousel(20, width: 60)
    // Three of them in 200 points in the middle.
    model.layout.maxWidth = 200
    let rig = opened(model)
    rig.key(.tab)
    for page in 1...3 {
      rig.key(.pageDown, .shift)
      rig.settle()
      #expect(rig.horizontalOffset(0) == Double(page) * 210)
      #expect(rig.controller.focused == ItemPath(component: 0, item: page * 3))
    }
    rig.key(.pageUp, .shift)
    rig.settle()
    #expect(rig.controller.focused == ItemPath(component: 0, item: 6))
  }

  @Test func shiftAndPageKeysTurnPagesToo() {
    let rig = opened()
    rig.key(.tab)
    rig.key(.pageDown, .shift)
    rig.settle()
    #expect(rig.horizontalOffset(0) == 320 && rig.offset == 0)
    #expect(rig.controller.focused == ItemPath(component: 0, item: 2))
    rig.key(.pageUp, .shift)
    rig.settle()
    #expect(rig.horizontalOffset(0) == 0)
    #expect(rig.controller.focused == ItemPath(component: 0, item: 0))
    // Elsewhere they turn the screen's.
    rig.key(.tab)
    rig.key(.pageDown, .shift)
    rig.settle()
    #expect(rig.offset > 0)
  }
}
