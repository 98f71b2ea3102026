import SpotsTestSupport
import Testing

@testable import Spots

/// Each animation in the middle of its way, by numbers.
@MainActor
@Suite struct AnimationTests {
  /// Five rows of 50 points, shown once.
  private func opened(_ model: ComponentModel = list(5)) -> ScreenRig {
    let rig = ScreenRig([model])
    rig.settle()
    return rig
  }

  private func new(width: Double = 0, height: Double = 50) -> Item {
    Item(
      identifier: .string("new"), title: "new", size: Size(width: width, height: height))
  }

  /// The frame half of the time after the change: 1 − 0.5³ = 0.875 of the way is gone.
  private func halfWay(_ rig: ScreenRig) {
    _ = rig.controller.renderFrame(at: rig.now)
    rig.wait(0.125)
    _ = rig.controller.renderFrame(at: rig.now)
  }

  /// Rows that come at the front with each frame push all others out of sight, and none of those
  /// stays for longer than its way out takes.
  @Test func rowsPushedOutAreGoneInTime() throws {
    let rig = opened()
    var most = 0
    for frame in 0..<60 {
      try rig.controller.change(animation: .automatic) {
        for row in 0..<20 {
          try $0[0].insert(Item(title: "\(frame) \(row)", size: Size(width: 0, height: 50)), at: 0)
        }
      }
      rig.wait(0.02)
      _ = rig.controller.renderFrame(at: rig.now)
      most = max(most, rig.components[0].views.parts.items.count)
    }
    // A way out takes thirteen frames, and the eleven rows in sight are sent on it with each.
    #expect(most <= 15 * 11, "\(most) views")
  }

  // MARK: Coming

  /// How an item inserted before row 1, at y 50…100, appears half of the duration later.
  private static let entrances: [(Animation, SeenView)] = [
    (.automatic, view(y: 43.75, opacity: 0.875)),
    (.fade, view(y: 50, opacity: 0.875)),
    (.left, view(x: -50, y: 50, cut: Rect(x: 0, y: 50, width: 350, height: 50))),
    (.right, view(x: 50, y: 50, cut: Rect(x: 50, y: 50, width: 350, height: 50))),
    (.top, view(y: 43.75, cut: Rect(x: 0, y: 50, width: 400, height: 43.75))),
    (.bottom, view(y: 56.25, cut: Rect(x: 0, y: 56.25, width: 400, height: 43.75))),
    (.middle, view(y: 50, cut: Rect(x: 0, y: 53.125, width: 400, height: 43.75))),
    (.none, view(y: 50)),
  ]

  private static func view(
    x: Double = 0, y: Double, opacity: Double = 1, cut: Rect? = nil
  ) -> SeenView {
    let rect = Rect(x: x, y: y, width: 400, height: 50)
    return SeenView(rect: rect, opacity: opacity, cut: cut ?? rect)
  }

  /// Shadows may be seen up to 24 points beyond the place, the nearer the view is to it.
  private func expect(_ seen: SeenView?, _ wanted: SeenView, _ animation: Animation) {
    guard let seen else {
      Issue.record("\(animation): nothing is seen")
      return
    }
    #expect(seen.rect == wanted.rect && seen.opacity == wanted.opacity, "\(animation)")
    let side = Transition.Side(animation)
    let cut = seen.cut
    #expect(cut.x <= wanted.cut.x && cut.x >= wanted.cut.x - (side == .left ? 24 : 0))
    #expect(cut.y <= wanted.cut.y && cut.y >= wanted.cut.y - (side == .top ? 24 : 0))
    #expect(cut.maxX >= wanted.cut.maxX && cut.maxX <= wanted.cut.maxX + (side == .right ? 24 : 0))
    #expect(
      cut.maxY >= wanted.cut.maxY && cut.maxY <= wanted.cut.maxY + (side == .bottom ? 24 : 0))
  }

  @Test func itemsComeIn() throws {
    for (animation, wanted) in Self.entrances {
      let rig = opened()
      try rig.controller.change(animation: animation) { try $0[0].insert(new(), at: 1) }
      halfWay(rig)
      expect(rig.seen("new"), wanted, animation)
      // Row 1 glides from 50 to 100.
      #expect(rig.seen("Item 1")?.rect.y == (animation == .none ? 100 : 93.75))
      #expect(rig.seen("Item 0")?.rect.y == 0)
    }
  }

  /// Views leave as they would enter, in reverse: 0.875 of the way is done.
  private static let exits: [(Animation, SeenView)] = [
    (.automatic, view(y: 6.25, opacity: 0.125)),
    (.fade, view(y: 50, opacity: 0.125)),
    (.left, view(x: -350, y: 50, cut: Rect(x: 0, y: 50, width: 50, height: 50))),
    (.right, view(x: 350, y: 50, cut: Rect(x: 350, y: 50, width: 50, height: 50))),
    (.top, view(y: 6.25, cut: Rect(x: 0, y: 50, width: 400, height: 6.25))),
    (.bottom, view(y: 93.75, cut: Rect(x: 0, y: 93.75, width: 400, height: 6.25))),
    (.middle, view(y: 50, cut: Rect(x: 0, y: 71.875, width: 400, height: 6.25))),
  ]

  @Test func itemsLeave() throws {
    for (animation, wanted) in Self.exits {
      let rig = opened()
      try rig.controller.change(animation: animation) { try $0[0].delete(at: 1) }
      // The click goes to the row that stands there now.
      rig.click(Point(x: 200, y: 75))
      #expect(rig.selections == [ItemPath(component: 0, item: 1)])
      halfWay(rig)
      expect(rig.seen("Item 1"), wanted, animation)
      #expect(rig.seen("Item 2")?.rect.y == 56.25)
      rig.settle()
      #expect(rig.seen("Item 1") == nil)
    }
    let rig = opened()
    try rig.controller.change(animation: .none) { try $0[0].delete(at: 1) }
    rig.frame()
    #expect(rig.seen("Item 1") == nil && rig.seen("Item 2")?.rect.y == 50)
  }

  @Test func itemsMoveAndResize() throws {
    let rig = opened()
    try rig.controller.change { try $0[0].move(from: 0, to: 3) }
    halfWay(rig)
    // 0 → 150, and the three others up by one row.
    #expect(rig.seen("Item 0")?.rect.y == 131.25)
    #expect(rig.seen("Item 1")?.rect.y == 6.25)
    #expect(rig.seen("Item 4")?.rect.y == 200)
    rig.settle()
    var item = try #require(rig.components[0].item(at: 0))
    item.size.height = 90
    try rig.controller.change { try $0[0].update(item, at: 0) }
    halfWay(rig)
    #expect(rig.seen("Item 1")?.rect == Rect(x: 0, y: 0, width: 400, height: 85))
    #expect(rig.seen("Item 2")?.rect.y == 85)
  }

  // MARK: Kinds

  @Test func gridsGlideInBothDirections() throws {
    let grid = ComponentModel(
      kind: .grid, layout: Layout(span: 2), items: numbered(4, height: 80))
    let rig = opened(grid)
    try rig.controller.change(animation: .fade) { try $0[0].prepend(new(height: 80)) }
    halfWay(rig)
    // Item 1 goes from (200, 0) to (0, 80).
    #expect(rig.seen("Item 1")?.rect == Rect(x: 25, y: 70, width: 200, height: 80))
    #expect(rig.seen("new")?.opacity == 0.875)
  }

  @Test func carouselsGlideSideways() throws {
    let rig = opened(carousel(6))
    try rig.controller.scroll(carousel: 0, to: 40)
    rig.frame()
    try rig.controller.change(animation: .automatic) {
      try $0[0].insert(new(width: 150, height: 100), at: 1)
    }
    halfWay(rig)
    // Items are 160 apart; the new one's place is 160 − 40, it comes from 150 further left.
    #expect(rig.seen("new")?.rect.x == 120 - 150 * 0.125)
    #expect(rig.seen("Item 1")?.rect.x == 120 + 160 * 0.875)
    #expect(rig.seen("Item 0")?.rect.x == -40)
  }

  @Test func carouselsWithoutEndsGlideToo() throws {
    var model = carousel(6)
    model.layout.infiniteScrolling = true
    let rig = opened(model)
    try rig.controller.scroll(carousel: 0, to: -160)
    rig.settle()
    let before = try #require(rig.seen("Item 5")?.rect.x)
    try rig.controller.change { try $0[0].insert(new(width: 150, height: 100), at: 0) }
    halfWay(rig)
    let seen = seenViews(rig).filter { $0.title == "Item 5" }.map(\.seen.rect.x)
    #expect(seen.contains { abs($0 - before) <= 160 })
    rig.settle()
    #expect(rig.seen("new")?.opacity == 1)
  }

  @Test func itemsInsideCompositesGlide() throws {
    func model(_ count: Int) -> ComponentModel {
      let inner = ComponentModel(
        identifier: "inner", kind: .list, items: numbered(count, from: 100, height: 30))
      return ComponentModel(
        kind: .list,
        items: [
          Item(identifier: .integer(1), title: "outer", kind: "composite", children: [inner]),
          Item(identifier: .integer(2), title: "below", size: Size(height: 50)),
        ])
    }
    let rig = opened(model(3))
    var changed = model(3)
    changed.items[0].children[0].items.insert(
      Item(identifier: .string("new"), title: "new", size: Size(height: 30)), at: 1)
    try rig.controller.change { try $0[0].update { $0 = changed } }
    halfWay(rig)
    #expect(rig.seen("new")?.opacity == 0.875)
    #expect(rig.seen("new")?.rect.y == 26.25)
    #expect(rig.seen("Item 101")?.rect.y == 56.25)
    // The item below is pushed from 90 to 120.
    #expect(rig.seen("below")?.rect.y == 116.25)
  }

  @Test func headersThatStickInsideCompositesStayInSight() throws {
    var inner = list(10, from: 100)
    inner.header = Item(title: "stuck", size: Size(height: 40))
    inner.layout.headerMode = .sticky
    let outer = Item(identifier: .integer(1), title: "outer", kind: "composite", children: [inner])
    let rig = ScreenRig([ComponentModel(kind: .list, items: [outer]), list(10)])
    rig.settle()
    // 540 points of inside and 500 of rows; the window is 600 high.
    rig.controller.scroll(to: 440)
    rig.frame()
    #expect(rig.seen("stuck")?.rect.y == 0)
    // 200 points are left below: everything comes 300 points down, and the header sticks.
    try rig.controller.change { try $0[1].delete(at: Array(4..<10)) }
    for part in [0, 0.05, 0.125, 0.2, 0.3] {
      rig.wait(part)
      _ = rig.controller.renderFrame(at: rig.now)
      #expect(abs(try #require(rig.seen("stuck")).rect.y) < 1e-9)
    }
    #expect(rig.seen("outer")?.rect.y == -140)
  }

  // MARK: Components

  @Test func headersComeAndPushWhatIsBelow() throws {
    let rig = opened()
    try rig.controller.change(animation: .fade) {
      try $0[0].update {
        $0.header = Item(title: "header", size: Size(height: 40))
      }
    }
    halfWay(rig)
    #expect(rig.seen("header")?.opacity == 0.875)
    #expect(rig.seen("Item 0")?.rect.y == 35)
  }

  @Test func componentsComeLeaveAndMove() {
    let rig = ScreenRig([list(2), list(2, from: 10), list(2, from: 20)])
    rig.settle()
    rig.controller.change(animation: .fade) {
      $0.reload([list(2, from: 20), list(2, from: 30), list(2)])
    }
    halfWay(rig)
    #expect(rig.seen("Item 10")?.opacity == 0.125)
    #expect(rig.seen("Item 10")?.rect.y == 100)
    #expect(rig.seen("Item 30")?.opacity == 0.875)
    // From 200 to 0, and from 0 to 200.
    #expect(rig.seen("Item 20")?.rect.y == 25)
    #expect(rig.seen("Item 0")?.rect.y == 175)
    rig.settle()
    #expect(rig.controller.scrollView.animator.departing.isEmpty && rig.seen("Item 10") == nil)
  }

  // MARK: Time

  @Test func aWindowAtRestCostsNothing() throws {
    let rig = opened()
    try rig.controller.change { try $0[0].prepend(new()) }
    let start = rig.now
    #expect(rig.controller.renderFrame(at: start).next == start)
    #expect(rig.controller.renderFrame(at: start + 0.2).next == start + 0.2)
    #expect(rig.controller.renderFrame(at: start + 0.26).next == nil)
    var frames = 0
    rig.controller.onNeedsFrame = { frames += 1 }
    #expect(rig.controller.renderFrame(at: start + 9).next == nil)
    #expect(frames == 0)
  }

  @Test func nothingMovesWhereMotionIsReduced() throws {
    let rig = opened(list(100))
    rig.controller.environment.reducesMotion = true
    rig.frame()
    try rig.controller.change { try $0[0].prepend(new()) }
    #expect(rig.controller.renderFrame(at: rig.now).next == nil)
    #expect(
      rig.seen("new")
        == SeenView(
          rect: Rect(width: 400, height: 50), opacity: 1, cut: Rect(width: 400, height: 50)))
    try rig.controller.scroll(to: ItemPath(component: 0, item: 50), animated: true)
    rig.frame()
    #expect(rig.offset == 2500)
    rig.wheel(y: -1)
    rig.frame()
    #expect(rig.offset == 2560)
    rig.key(.home)
    rig.frame()
    #expect(rig.offset == 0)
  }

  @Test func theFirstScreenStandsStill() throws {
    let rig = ScreenRig([list(5)])
    try rig.controller.change { try $0[0].prepend(new()) }
    #expect(rig.controller.renderFrame(at: rig.now).next == nil)
    #expect(rig.seen("new")?.opacity == 1)
  }

  @Test func leftIsLeftAlsoFromRightToLeft() throws {
    let rig = opened()
    rig.controller.environment.isRightToLeft = true
    rig.controller.environmentDidChange()
    rig.settle()
    try rig.controller.change(animation: .left) { try $0[0].insert(new(), at: 1) }
    halfWay(rig)
    // The plane is mirrored on the way to the screen.
    #expect(rig.seen("new")?.rect.x == 50)
  }
}
