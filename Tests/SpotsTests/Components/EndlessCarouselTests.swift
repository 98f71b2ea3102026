import SpotsTestSupport
import Testing

@testable import Spots

/// Carousels that go on without end in both directions.
@MainActor
@Suite struct EndlessCarouselTests {
  private let over = Point(x: 200, y: 50)

  /// `count` items, 150 wide with 10 between: a turn is 160 · count long.
  private func endless(
    _ count: Int, width: Double = 150, paginate: Interaction.Paginate = .disabled,
    indicator: Layout.PageIndicator = .none
  ) -> ComponentModel {
    var model = carousel(count, width: width, paginate: paginate, indicator: indicator)
    model.layout.infiniteScrolling = true
    return model
  }

  private func random(_ random: inout RandomComponents) -> ComponentModel {
    var model = random.component(maxItems: 12)
    model.kind = .carousel
    model.layout.infiniteScrolling = true
    model.layout.dynamicHeight = true
    return model
  }

  /// What is shown, as text; the indicator is the same for every turn.
  private func shown(_ rig: ScreenRig, at offset: Double) throws -> String {
    try rig.controller.scroll(carousel: 0, to: offset)
    return rig.settle().text
  }

  // MARK: Laws

  @Test func aTurnFurtherItLooksTheSame() throws {
    var count = 0
    for seed in 0..<120 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let rig = ScreenRig([self.random(&random)])
      rig.settle()
      guard let period = rig.components[0].geometry.period else { continue }
      count += 1
      for _ in 0..<4 {
        let offset = random.length(upTo: 3000)
        let here = try shown(rig, at: offset)
        for turns in [-3.0, -1, 1, 7] {
          guard try shown(rig, at: offset + turns * period) != here else { continue }
          Issue.record("seed \(seed): \(offset) and \(turns) turns further")
          return
        }
      }
    }
    #expect(count > 24)
  }

  /// Whatever the offset, columns follow each other without gap or overlap, in both directions.
  @Test func visibleColumnsTile() throws {
    var count = 0
    for seed in 0..<120 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let model = self.random(&random)
      let rig = ScreenRig([model])
      rig.settle()
      let geometry = rig.components[0].geometry
      guard geometry.period != nil else { continue }
      count += 1
      for _ in 0..<6 {
        let offset = random.length(upTo: 4000) - 2000
        try rig.controller.scroll(carousel: 0, to: offset)
        rig.frame()
        let fault = gap(in: geometry, at: offset, spacing: model.layout.itemSpacing)
        #expect(fault == nil, "seed \(seed), \(offset)")
        if fault != nil { return }
      }
    }
    #expect(count > 24)
  }

  private func gap(
    in geometry: ComponentGeometry, at offset: Double, spacing: Double
  ) -> String? {
    let window = Rect(x: offset, y: -1e6, width: geometry.width, height: 2e6)
    // The widest item of a column makes the column.
    var columns: [Double: Double] = [:]
    for slot in geometry.slots(in: window) {
      let frame = geometry.frame(of: slot)
      columns[frame.x] = max(columns[frame.x] ?? frame.x, frame.maxX)
    }
    let edges = columns.sorted { $0.key < $1.key }
    guard let first = edges.first, let last = edges.last else { return "nothing at all" }
    if first.key > window.x { return "begins at \(first.key)" }
    if last.value + spacing < window.maxX { return "ends at \(last.value)" }
    for (left, right) in zip(edges, edges.dropFirst())
    where abs(right.key - left.value - spacing) > 1e-6 {
      return "\(left.value) and then \(right.key)"
    }
    return nil
  }

  @Test func aDragOverManyTurnsHasNoSeam() {
    let rig = ScreenRig([endless(5)])
    rig.settle()
    for direction in [-1.0, 1] {
      for step in 0..<40 {
        let before = positions(rig)
        let start = Point(x: 200 - direction * 30, y: 50)
        rig.drag(start, to: Point(x: 200 + direction * 100, y: 50), seconds: 1.0 / 60)
        let moved = positions(rig)
        rig.wait(1)
        rig.release(Point(x: 200 + direction * 100, y: 50))
        let jumps = before.compactMap { slot, x in moved[slot].map { $0 - x } }
        #expect(!jumps.isEmpty, "step \(step)")
        #expect(jumps.allSatisfy { $0 == direction * 130 }, "step \(step): \(jumps)")
        #expect(rig.components[0].views.parts.items.count <= 4)
      }
    }
    // 40 · 130 to the left and as much back.
    #expect(rig.horizontalOffset(0) == 0)
    #expect(rig.controller.state.pool.counters.created <= 8)
  }

  private func positions(_ rig: ScreenRig) -> [ComponentGeometry.Slot: Double] {
    rig.components[0].views.parts.items.mapValues { $0.view.frame.x - rig.horizontalOffset(0) }
  }

  @Test func wheelsAndFlingsGoOnForEver() {
    let rig = ScreenRig([endless(3)])
    rig.settle()
    for _ in 0..<100 { rig.wheel(over, x: 4, precise: true) }
    #expect(rig.horizontalOffset(0) == 24_000)
    for _ in 0..<200 { rig.wheel(over, x: -4, precise: true) }
    #expect(rig.horizontalOffset(0) == -24_000)
    #expect(rig.offset == 0)
    rig.drag(Point(x: 50, y: 50), to: Point(x: 350, y: 50))
    rig.release(Point(x: 350, y: 50))
    rig.settle()
    #expect(rig.horizontalOffset(0) < -24_300)
    #expect(rig.components[0].views.parts.items.count >= 2)
  }

  @Test(arguments: [1e9, -1e15, 1e300, .infinity, .nan])
  func noOffsetIsTooFar(offset: Double) throws {
    let rig = ScreenRig([endless(5)])
    rig.settle()
    try rig.controller.scroll(carousel: 0, to: offset)
    rig.settle()
    #expect(rig.components[0].views.parts.items.count >= 2)
    rig.wheel(over, x: offset, precise: true)
    rig.wheel(over, x: 1)
    rig.settle()
    #expect(rig.components[0].views.parts.items.count >= 2)
    #expect((0..<800).contains(rig.components[0].contentOffsetX))
  }

  // MARK: Ordinary ones

  @Test func oneThatFitsOrHasOneItemIsOrdinary() throws {
    for model in [endless(2), endless(1, width: 900), endless(0)] {
      let rig = ScreenRig([model])
      rig.settle()
      #expect(rig.components[0].geometry.period == nil)
      try rig.controller.scroll(carousel: 0, to: -100)
      rig.settle()
      #expect(rig.horizontalOffset(0) == 0)
    }
    // Two items do, when they do not fit.
    let rig = ScreenRig([endless(2, width: 300)])
    rig.settle()
    #expect(rig.components[0].geometry.period == 620)
  }

  @Test func wideInsetsAloneDoNotMakeItEndless() {
    var model = endless(2)
    model.layout.inset = EdgeInsets(left: 300, right: 300)
    let rig = ScreenRig([model])
    rig.settle()
    // 320 are less than the window: items would be seen twice.
    #expect(rig.components[0].geometry.period == nil)
    #expect(rig.components[0].horizontalScroll.maximum == 510)
  }

  // MARK: Rest

  @Test func itemsAreCenteredInEveryTurn() {
    let rig = ScreenRig([endless(5, paginate: .item)])
    rig.settle()
    for _ in 0..<12 {
      rig.drag(Point(x: 350, y: 50), to: Point(x: 60, y: 50))
      rig.wait(1)
      rig.release(Point(x: 60, y: 50))
      rig.settle()
      // An item's middle is at 75 + 160 · n, and the window's at 200.
      let middle = (rig.horizontalOffset(0) + 200 - 75) / 160
      #expect(abs(middle - middle.rounded()) < 1e-9)
    }
    #expect(rig.horizontalOffset(0) > 2400)
  }

  @Test func pagesAreTheSameInEveryTurn() {
    // A turn is 800 + 160 = 960: two items of 150 fit into 400.
    let rig = ScreenRig([endless(6, paginate: .page, indicator: .below)])
    rig.settle()
    func turn(_ direction: Double) {
      rig.drag(Point(x: 200, y: 50), to: Point(x: 200 - direction * 60, y: 50))
      rig.wait(1)
      rig.release(Point(x: 200 - direction * 60, y: 50))
      rig.settle()
    }
    var seen: [Double] = []
    var dots: [Int] = []
    for direction in [1.0, 1, 1, 1, -1, -1, -1, -1, -1] {
      turn(direction)
      seen.append(rig.horizontalOffset(0))
      dots.append(rig.components[0].views.root.pageIndicator.currentPage)
    }
    #expect(seen == [320, 640, 960, 1280, 960, 640, 320, 0, -320])
    #expect(dots == [1, 2, 0, 1, 0, 2, 1, 0, 2])
    #expect(rig.components[0].views.root.pageIndicator.pageCount == 3)
  }

  @Test func aDotLeadsToTheNearestPage() throws {
    let rig = ScreenRig([endless(6, indicator: .below)])
    try rig.controller.scroll(carousel: 0, to: 960 * 5 + 800)
    rig.settle()
    // Three dots are 35 wide and begin at 182.5, so at 183.
    rig.click(Point(x: 186, y: 111))
    rig.settle()
    #expect(rig.horizontalOffset(0) == 960 * 6)
  }

  // MARK: Reload

  @Test func aReloadKeepsThePlace() throws {
    let rig = ScreenRig([endless(5)])
    try rig.controller.scroll(carousel: 0, to: 800 * 3 + 250)
    rig.settle()
    rig.controller.reload(Screen(components: [endless(5)]), animation: .none)
    rig.settle()
    #expect(rig.components[0].contentOffsetX == 250)
    // Longer by one item: the same place of the turn.
    rig.controller.reload(Screen(components: [endless(6)]), animation: .none)
    rig.settle()
    #expect(rig.components[0].contentOffsetX == 250)
    // With ends again, as far as there is content: 960 − 10 − 400.
    try rig.controller.scroll(carousel: 0, to: 960 * 2 + 700)
    rig.settle()
    rig.controller.reload(Screen(components: [carousel(6)]), animation: .none)
    rig.settle()
    #expect(rig.horizontalOffset(0) == 550)
    rig.controller.reload(Screen(components: [endless(6)]), animation: .none)
    rig.settle()
    #expect(rig.horizontalOffset(0) == 550)
  }

  @Test func anotherWidthKeepsThePlace() throws {
    let rig = ScreenRig([endless(5)])
    try rig.controller.scroll(carousel: 0, to: -800 * 3 + 250)
    rig.settle()
    rig.controller.resize(to: Size(width: 500, height: 600))
    rig.settle()
    #expect(rig.components[0].contentOffsetX == 250)
    #expect(rig.horizontalOffset(0) == -800 * 3 + 250)
  }

  @Test func manyUnknownWidthsDoNotJump() throws {
    var random = SplitMix64(seed: 1)
    let items = (0..<3000).map { index in
      Item(
        identifier: .integer(index), title: "\(index)",
        size: Size(width: Double(Int.random(in: 60...300, using: &random)), height: 80))
    }
    for isEndless in [true, false] {
      let rig = ScreenRig([
        ComponentModel(
          kind: .carousel, layout: Layout(itemSpacing: 8, infiniteScrolling: isEndless),
          items: ItemList(items))
      ])
      rig.settle()
      try rig.controller.scroll(carousel: 0, to: isEndless ? 0 : 1e9)
      rig.frame()
      for step in 0..<200 {
        let before = positions(rig)
        rig.wheel(Point(x: 200, y: 40), x: -0.5, precise: true)
        rig.frame()
        let after = positions(rig)
        let moves = before.compactMap { slot, x in after[slot].map { $0 - x } }
        #expect(moves.allSatisfy { abs($0 - 30) < 1e-6 }, "step \(step): \(moves)")
        if !moves.allSatisfy({ abs($0 - 30) < 1e-6 }) { return }
      }
      #expect(rig.controller.state.pool.counters.created < 40)
    }
  }

  /// For items visible twice at once: questions about their inside are answered by the copy nearest
  /// to the middle, in every run of the program.
  @Test func whatIsInsideAnItemSeenTwiceIsTheNearestOnes() throws {
    let cells = (0..<3).map { cell in
      Item(
        identifier: .integer(cell), kind: "composite", size: Size(width: 190, height: 100),
        children: [list(2, from: cell * 10)])
    }
    // A turn of 570 points in a window of 500: up to four cells are seen.
    let rig = ScreenRig(
      [
        ComponentModel(
          kind: .carousel, layout: Layout(infiniteScrolling: true), items: ItemList(cells))
      ], size: Size(width: 500, height: 600))
    for offset in stride(from: -900.0, through: 900, by: 37) {
      try rig.controller.scroll(carousel: 0, to: offset)
      rig.frame()
      for cell in 0..<3 {
        let path = ItemPath(component: 0, item: cell)
        let inside = path.appending(ItemPath(component: 0, item: 1))
        guard let around = rig.windowFrame(path), around.intersects(Rect(width: 500, height: 600))
        else { continue }
        let frame = try #require(rig.windowFrame(inside), "\(offset)")
        #expect(frame == Rect(x: around.x, y: 50, width: 190, height: 50), "\(offset), \(cell)")
        #expect(rig.controller.view(at: path)?.frame.x == around.x + rig.horizontalOffset(0))
      }
    }
  }
}
