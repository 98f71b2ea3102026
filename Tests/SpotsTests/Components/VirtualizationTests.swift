import SpotsTestSupport
import Testing

@testable import Spots

/// Costs depend on what is visible, not on the total. Counted, not timed.
@MainActor
@Suite struct VirtualizationTests {
  private let rig = ScreenRig([ragged(100_000)])

  private var counters: ReusePool.Counters { rig.controller.state.pool.counters }
  private var visible: Int { rig.components[0].visibleViews.count }

  /// The lowest label is 12 + 22 + 4 + 42 + 12 = 92 high: "line" and the empty line behind it.
  private static let most = 600 / 92 + 2

  @Test func openingMakesWhatIsVisible() {
    rig.frame()
    #expect(visible > 0 && visible <= Self.most)
    #expect(counters.created == visible)
    #expect(counters.measured <= Self.most)
  }

  @Test func scrollingMeasuresWhatComesBy() {
    rig.frame()
    for _ in 0..<600 {
      rig.wheel(y: -1, precise: true)
      rig.frame()
      #expect(visible <= Self.most)
      if visible > Self.most { return }
    }
    #expect(rig.offset == 36_000)
    #expect(counters.measured <= (36_000 + 600) / 92 + 2)
    #expect(counters.created <= Self.most * 2)
    #expect(counters.configured <= counters.measured + 2)
  }

  @Test func theEndIsAsNearAsTheBeginning() {
    rig.frame()
    let before = counters.measured
    rig.key(.end)
    rig.settle()
    #expect(abs(rig.offset - rig.components[0].geometry.contentSize.height + 600) < 1)
    #expect(rig.components[0].visibleViews.keys.max() == 99_999)
    #expect(visible <= Self.most)
    // A few screens on the way and the last one.
    #expect(counters.measured - before < 200)
  }

  @Test func anInsertionAtTheTopMeasuresNothingElse() {
    rig.controller.scroll(to: 5000)
    rig.frame()
    let top = rig.components[0].visibleViews.keys.min() ?? 0
    let y = rig.windowFrame(0, top)?.y
    let before = counters
    var model = ragged(100_000)
    model.items.insert(Item(identifier: .string("new"), title: "New"), at: 0)
    rig.controller.reload(Screen(components: [model]), animation: .none)
    rig.frame()
    #expect(counters.measured - before.measured <= Self.most)
    #expect(counters.configured == before.configured)
    #expect(rig.windowFrame(0, top + 1)?.y == y)
  }

  @Test func aGridAndACarouselToo() {
    for kind in [ComponentModel.Kind.grid, .carousel] {
      let item = Item(title: "x", kind: "card", size: Size(width: 100))
      let model = ComponentModel(
        kind: kind, layout: Layout(itemSpacing: 8),
        items: ItemList(repeatElement(item, count: 50_000)))
      let rig = ScreenRig([model])
      for _ in 0..<20 {
        rig.wheel(Point(x: 200, y: 20), x: 3, y: -3, precise: true)
        rig.frame()
      }
      // 45 high and 100 wide: at most 15 rows of 4, or 5 columns.
      #expect((5...60).contains(rig.components[0].visibleViews.count), "\(kind)")
      #expect(rig.controller.state.pool.counters.created <= 130, "\(kind)")
      #expect(rig.controller.state.pool.counters.measured < 600, "\(kind)")
    }
  }

  @Test func whatIsAboveAndBelowHasNoViews() {
    let rig = ScreenRig([list(40), list(40, from: 100), list(40, from: 200)])
    rig.controller.scroll(to: 2100)
    rig.frame()
    #expect(rig.components.map { !$0.visibleViews.isEmpty } == [false, true, false])
    #expect(rig.components[1].visibleViews.keys.sorted() == Array(2..<14))
  }

  @Test func atRestNothingIsDue() {
    let rig = ScreenRig([list(40), carousel(9, from: 100)])
    #expect(rig.controller.renderFrame(at: 0).next == nil)
    rig.controller.scroll(to: 100)
    #expect(rig.controller.renderFrame(at: 1).next == 1.8)
    #expect(rig.controller.renderFrame(at: 3).next == nil)
    #expect(rig.controller.renderFrame(at: 3).list == rig.controller.renderFrame(at: 900).list)
  }
}
