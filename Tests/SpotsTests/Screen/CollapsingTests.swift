import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsModel

/// Users hide and show everything below a header by the header.
@MainActor
@Suite struct CollapsingTests {
  private func section(
    _ count: Int = 4, from first: Int = 0, isCollapsed: Bool = false, filter: FilterRule? = nil
  ) -> ComponentModel {
    var model = list(count, from: first)
    model.header = Item(title: "Section \(first)")
    model.footer = "Footer"
    model.filter = filter
    (model.collapsing.isAllowed, model.collapsing.isInitial) = (true, isCollapsed)
    return model
  }

  private func isCollapsed(_ rig: ScreenRig, _ component: Int = 0) -> Bool {
    rig.controller.disclosure.isExpanded(ItemPath(component: component, part: .header)) == false
  }

  private func setCollapsed(_ isCollapsed: Bool, _ rig: ScreenRig, _ component: Int = 0) {
    let header = ItemPath(component: component, part: .header)
    rig.controller.disclosure.setExpanded(!isCollapsed, at: header)
  }

  private func height(_ rig: ScreenRig, _ component: Int = 0) -> Double {
    rig.components[component].height
  }

  private func clickHeader(_ rig: ScreenRig, _ component: Int = 0) throws {
    let frame = try #require(rig.windowFrame(ItemPath(component: component, part: .header)))
    rig.click(Point(x: frame.midX, y: frame.midY))
    rig.settle()
  }

  private func events(_ rig: ScreenRig) -> () -> [String] {
    var events: [String] = []
    rig.controller.onEvent = { event in
      if case .expanded(let item, let path, let isExpanded) = event {
        events.append("\(item.title) \(path.pointer) \(isExpanded)")
      }
      return false
    }
    return { events }
  }

  @Test func aClickHidesAndShowsWhatIsBelowTheHeader() throws {
    let rig = ScreenRig([section(), list(2, from: 9)])
    let events = events(rig)
    rig.settle()
    let open = height(rig)
    try clickHeader(rig)
    let header = rig.components[0].geometry.headerHeight
    #expect(height(rig) == header && header > 0 && header < open)
    #expect(rig.components[0].visibleViews.isEmpty && isCollapsed(rig, 0))
    #expect(rig.windowFrame(1, 0)?.y == header)
    try clickHeader(rig)
    #expect(height(rig) == open && rig.components[0].visibleIndexes == [0, 1, 2, 3])
    #expect(
      events() == [
        "Section 0 /components/0/header false", "Section 0 /components/0/header true",
      ])
  }

  @Test func theKeyboardCollapsesAndExpands() {
    let rig = ScreenRig([section()])
    rig.settle()
    rig.key(.tab)
    #expect(rig.controller.focused == ItemPath(component: 0, part: .header))
    let keys: [(Key, Bool)] = [
      (.right, false), (.left, true), (.left, true), (.enter, false), (.space, true),
      (.right, false),
    ]
    for (key, isCollapsed) in keys {
      #expect(rig.key(key))
      rig.settle()
      #expect(self.isCollapsed(rig) == isCollapsed, "\(key)")
    }
  }

  @Test func theKeyboardStaysOnTheHeaderOfWhatItWasIn() {
    let rig = ScreenRig([section(), list(2, from: 9)])
    rig.settle()
    rig.controller.state.keyboard.focus(ItemPath(component: 0, item: 2), at: rig.now)
    setCollapsed(true, rig, 0)
    rig.settle()
    #expect(rig.controller.focused == ItemPath(component: 0, part: .header))
    rig.key(.down)
    #expect(rig.controller.focused == ItemPath(component: 1, item: 0))
  }

  /// Nothing of a million items is measured or has a view while they are hidden.
  @Test func whatIsHiddenCostsNothing() {
    let rig = ScreenRig([section(1_000_000, isCollapsed: true), list(2, from: -9)])
    rig.settle()
    #expect(rig.components[0].visibleViews.isEmpty)
    #expect(height(rig) == rig.components[0].geometry.headerHeight)
    setCollapsed(false, rig, 0)
    rig.settle()
    #expect(!rig.components[0].geometry.isComplete, "only what is seen is measured")
    #expect(rig.components[0].visibleViews.count < 20)
  }

  @Test func whatHasNoHeaderStaysOpen() {
    var model = section(isCollapsed: true)
    model.header = nil
    let rig = ScreenRig([model])
    rig.settle()
    #expect(!isCollapsed(rig, 0) && rig.components[0].visibleIndexes.count == 4)
    setCollapsed(true, rig, 0)
    #expect(!isCollapsed(rig, 0))
  }

  @Test func aSearchShowsWhatItFinds() {
    let rig = ScreenRig([section(isCollapsed: true, filter: .words), section(from: 10)])
    rig.settle()
    #expect(Array(rig.components[0].geometry.shown) == [])
    rig.components[0].filterText = "2"
    rig.settle()
    #expect(Array(rig.components[0].geometry.shown) == [2])
    rig.components[0].filterText = ""
    rig.settle()
    #expect(Array(rig.components[0].geometry.shown) == [] && isCollapsed(rig, 0))
  }

  @Test func aHeaderThatSticksIsSeenWhenItsItemsAreGone() throws {
    var model = section(100)
    model.layout.headerMode = .sticky
    let rig = ScreenRig([list(3, from: -9), model, list(100, from: 500)])
    rig.controller.scroll(to: 2000)
    rig.settle()
    try clickHeader(rig, 1)
    let frame = try #require(rig.windowFrame(ItemPath(component: 1, part: .header)))
    #expect(frame.y >= 0 && frame.maxY <= 600)
  }

  @Test func screenReadersHearWhetherItIsExpanded() throws {
    let rig = ScreenRig([section()])
    rig.settle()
    let screen = AccessibleScreen(rig.controller)
    func header() throws -> AccessibleNode {
      screen.invalidate()
      return try #require(screen.window.all.first { $0.role == .heading })
    }
    #expect(try header().states.isSuperset(of: [.expandable, .expanded, .focusable]))
    #expect(try screen.perform(.activate, on: header().id, at: rig.now))
    rig.settle()
    #expect(try header().states.contains(.expandable) && isCollapsed(rig, 0))
    #expect(try !header().states.contains(.expanded))
    #expect(!screen.window.all.contains { $0.role == .list })
  }

  /// Whatever is clicked, edited, reloaded and resized: what the user chose stays until a document
  /// says something else, and what is shown is what a screen made for it shows.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func choicesStay(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var models = (0..<3).map { number in
      section(3, from: number * 100, isCollapsed: Bool.random(using: &random))
    }
    var state = models.map(\.collapsing.isInitial)
    let rig = ScreenRig(models)
    rig.settle()
    for step in 0..<20 {
      let index = Int.random(in: 0..<models.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        setCollapsed(!isCollapsed(rig, index), rig, index)
        state[index].toggle()
      case 1:
        models[index].collapsing.isInitial.toggle()
        state[index] = models[index].collapsing.isInitial
        rig.controller.reload(Screen(components: models))
      case 2:
        models.swapAt(index, 2)
        state.swapAt(index, 2)
        rig.controller.reload(Screen(components: models))
      case 3:
        let item = Item(title: "new \(step)", size: Size(width: 0, height: 50))
        models[index].items.append(item)
        rig.controller.change { try? $0[index].append(item) }
      default:
        rig.controller.resize(to: Size(width: Bool.random(using: &random) ? 390 : 800, height: 600))
      }
      rig.settle()
      for (number, model) in models.enumerated() {
        var model = model
        model.collapsing.isInitial = state[number]
        let fresh = ScreenRig([model], size: rig.controller.size)
        fresh.settle()
        #expect(height(rig, number) == height(fresh), "seed \(seed), step \(step)")
        #expect(isCollapsed(rig, number) == state[number], "seed \(seed), step \(step)")
      }
    }
  }
}
