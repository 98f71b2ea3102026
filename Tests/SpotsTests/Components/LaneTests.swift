import SpotsTestSupport
import Testing

@testable import Spots

/// Everything on a screen begins at one edge and ends at another, and rows are not a meter long.
@Suite @MainActor struct LaneTests {
  private let rows = (0..<20).map { Item(title: "Row \($0)", action: "go:\($0)") }
  private let cards = (0..<9).map {
    Item(title: "Card \($0)", kind: "card", size: Size(width: 120, height: 90))
  }

  private func list(_ change: (inout ComponentModel) -> Void = { _ in }) -> ComponentModel {
    var model = ComponentModel(header: Item(title: "List"), kind: .list, items: rows)
    change(&model)
    return model
  }

  private var grid: ComponentModel {
    ComponentModel(
      header: Item(title: "Grid"), kind: .grid, layout: Layout(span: 3, itemSpacing: 12),
      items: cards)
  }

  private var carousel: ComponentModel {
    ComponentModel(
      header: Item(title: "Carousel"), kind: .carousel, layout: Layout(minItemWidth: 150),
      items: cards)
  }

  /// The edges of the components' lanes in a window of `width`.
  private func edges(
    _ components: [ComponentModel], width: Double, _ spacing: Screen.Spacing = .none,
    textScale: Double = 1, columns: Columns = Columns(), maxWidth: Double? = nil
  ) -> [ClosedRange<Double>] {
    let rig = ScreenRig(
      screen: Screen(
        components: components, breakpoints: Breakpoints(), spacing: spacing, columns: columns,
        maxWidth: maxWidth),
      size: Size(width: width, height: 600), environment: .fixed(textScale: textScale))
    rig.settle()
    return edges(of: rig.controller)
  }

  private func edges(of controller: SpotsController) -> [ClosedRange<Double>] {
    controller.components.map { component in
      let x = controller.scrollView.layout.column(of: component.index).x
      let lane = component.geometry.lane
      return x + lane.x...x + lane.maxX
    }
  }

  @Test func everyEdgeIsTheSame() {
    for width in stride(from: 200.0, through: 3840, by: 40) {
      let margin: Double = width < 600 ? 16 : width < 1024 ? 24 : width < 1440 ? 32 : 40
      for (spacing, margin) in [(Screen.Spacing.none, 0), (.comfortable, margin)] {
        let edges = edges([grid, list(), carousel], width: width, spacing)
        let room = min(width - 2 * margin, 1600)
        #expect(edges[0] == edges[2] && edges[0].length == room, "\(width)")
        #expect(abs(edges[0].lowerBound - (width - edges[0].upperBound)) <= 1, "\(width)")
        // Rows that would be too long end earlier, but begin with everything else.
        #expect(edges[1].lowerBound == edges[0].lowerBound)
        #expect(edges[1].length == min(room, 960), "\(width)")
      }
    }
  }

  @Test func rowsAloneStayReadable() {
    for width in stride(from: 200.0, through: 3840, by: 40) {
      let edges = edges([list(), list()], width: width)
      #expect(edges[0] == edges[1] && edges[0].length == min(width, 720))
    }
    #expect(edges([list()], width: 1920, textScale: 2)[0].length == 1440)
  }

  /// At every width but those where margins grow, and where columns stand side by side, edges move
  /// with the window's, by less than a point for each of its points.
  @Test func theLaneChangesWithTheWindowAndDoesNotJump() {
    let columns = Columns(expanded: [Columns.Column(width: 300), Columns.Column()])
    var (side, main) = (list(), grid)
    (side.column, main.column) = (0, 1)
    for (components, steps) in [
      ([list()], [600.0, 1024, 1440]), ([grid, carousel, list()], [600, 1024, 1440]),
      ([grid, side, main], [600, 1024, 1440]),
    ] {
      let rig = ScreenRig(
        screen: Screen(components: components, spacing: .comfortable, columns: columns),
        size: Size(width: 320, height: 600), environment: .fixed())
      var last: [ClosedRange<Double>]?
      for width in stride(from: 320.0, through: 3840, by: 1) {
        rig.controller.resize(to: Size(width: width, height: 600))
        let edges = edges(of: rig.controller)
        if let last, !steps.contains(width) {
          let isSteady = zip(edges, last).allSatisfy {
            abs($0.lowerBound - $1.lowerBound) <= 1 && abs($0.upperBound - $1.upperBound) <= 1
          }
          if !isSteady { Issue.record("\(width): \(last) becomes \(edges)") }
        }
        last = edges
      }
      #expect(last?.first.map { $0.length } == (components.count == 1 ? 720 : 1600))
    }
  }

  /// Items are as wide as they need to be, and a wider lane never has fewer of them in a row.
  @Test func aWiderLaneHasNoFewerItemsInARow() {
    let model = ComponentModel(
      kind: .grid, layout: Layout(minItemWidth: 150),
      items: (0..<40).map { _ in Item(size: Size(height: 90)) })
    let rig = ScreenRig(
      screen: Screen(components: [model], spacing: .comfortable),
      size: Size(width: 320, height: 600), environment: .fixed())
    var last = (lane: 0.0, count: 0.0)
    for width in stride(from: 320.0, through: 3840, by: 1) {
      rig.controller.resize(to: Size(width: width, height: 600))
      let geometry = rig.components[0].geometry
      let now = (lane: geometry.lane.width, count: geometry.sizing.span)
      let isRight = now.count == ((now.lane + 12) / 162).rounded(.down)
      let isMonotone = now.lane < last.lane || now.count >= last.count
      if !isRight || !isMonotone { Issue.record("\(width): \(now) after \(last)") }
      last = now
    }
  }

  /// Where a row has room for five items, a sixth is not alone in the second one.
  @Test func noItemIsAloneInTheSecondRow() {
    for count in 2...12 {
      let model = ComponentModel(
        kind: .grid, layout: Layout(minItemWidth: 150),
        items: ItemList((0..<count).map { _ in Item(size: Size(height: 90)) }))
      let rig = ScreenRig(
        screen: Screen(components: [model], spacing: .comfortable),
        size: Size(width: 320, height: 600), environment: .fixed())
      var last = (lane: 0.0, count: 0.0)
      for width in stride(from: 320.0, through: 2560, by: 4) {
        rig.controller.resize(to: Size(width: width, height: 600))
        let geometry = rig.components[0].geometry
        let now = (lane: geometry.lane.width, count: geometry.sizing.span)
        let fitting = ((now.lane + 12) / 162).rounded(.down)
        let isLonely = Double(count) == now.count + 1 && fitting >= 5
        let isMonotone = now.lane < last.lane || now.count >= last.count
        let itemWidth = geometry.sizing.fixedWidth ?? .infinity
        let isNarrow = Double(count) < fitting || itemWidth <= 1.6 * 150 + 8
        if isLonely || !isMonotone || fitting >= 5 && !isNarrow, last.count > 0 {
          Issue.record("\(count) items at \(width): \(now) after \(last)")
        }
        last = now
      }
    }
  }

  @Test func cardsEndWhereTheLaneEnds() throws {
    for width in stride(from: 1024.0, through: 2560, by: 64) {
      let rig = ScreenRig(
        screen: Screen(components: [carousel, grid], spacing: .comfortable),
        size: Size(width: width, height: 900), environment: .fixed())
      rig.settle()
      let lane = edges(of: rig.controller)[0]
      for component in 0..<2 {
        let ends = rig.controller.components[component].model.items.indices.compactMap {
          rig.controller.frame(of: ItemPath(component: component, item: $0))
        }
        #expect(ends.first?.x == lane.lowerBound, "\(width)")
        let end = ends.map(\.maxX).filter { $0 <= lane.upperBound + 1 }.max()
        #expect(abs(try #require(end) - lane.upperBound) < 0.01, "\(width)")
      }
    }
  }

  @Test func columnsBeginAndEndWithEverythingElse() {
    let columns = Columns(expanded: [Columns.Column(width: 300), Columns.Column()])
    func inColumn(_ index: Int) -> ComponentModel {
      var model = list()
      model.column = index
      return model
    }
    let edges = edges(
      [grid, inColumn(0), inColumn(1)], width: 1440, .comfortable, columns: columns)
    #expect(edges == [40...1400, 40...340, 372...1400])
  }

  @Test func partsStandInTheirLane() throws {
    let rig = ScreenRig([list()], size: Size(width: 1920, height: 900))
    rig.settle()
    let controller = rig.controller
    let row = try #require(controller.frame(of: ItemPath(component: 0, item: 3)))
    #expect(row.x == 600 && row.width == 720)
    let header = try #require(controller.frame(of: ItemPath(component: 0, part: .header)))
    #expect(header.x == 600 && header.width == 720)
    // A click beside the rows hits none of them.
    rig.click(Point(x: 590, y: 200))
    rig.click(Point(x: 1330, y: 200))
    #expect(rig.selections.isEmpty)
    rig.click(Point(x: 1310, y: 200))
    #expect(rig.selections.count == 1)
  }

  @Test func rowsThatDoNotReachTheEdgesAreABox() throws {
    let rig = ScreenRig([list()], size: Size(width: 1280, height: 600))
    let style = { rig.controller.components[0].content.cellStyle(ofItem: $0) }
    #expect(style(0).groupRadius == 12 && style(0).isFirst)
    rig.controller.resize(to: Size(width: 600, height: 600))
    #expect(style(0).groupRadius == 0)
  }

  /// An inset of its own takes a component to the edges of a narrow window, and of a wide lane.
  @Test func componentsWithAnInsetDoNotStickOut() {
    for width in stride(from: 400.0, through: 2400, by: 40) {
      let full = list { ($0.layout.inset, $0.layout.maxWidth) = (EdgeInsets(), 1600) }
      let edges = edges([grid, full], width: width, .comfortable)
      #expect(edges[1].length == min(width, 1600), "\(width)")
      #expect(width < 1680 || edges[1] == edges[0], "\(width)")
    }
  }

  /// One component that asks for more room makes room for all of them.
  @Test func theLaneIsAsWideAsTheWidestLimit() {
    let wide = list { $0.layout.maxWidth = 900 }
    #expect(edges([list(), wide], width: 1280) == [190...1090, 190...1090])
    let open = list { $0.layout.maxWidth = 0 }
    #expect(edges([list(), open], width: 1280) == [0...960, 0...1280])
  }

  @Test func whoeverSetsALimitKeepsIt() {
    let narrow = list { $0.layout.maxWidth = 400 }
    #expect(edges([grid, narrow], width: 1280) == [0...1280, 440...840])
    let leading = list { ($0.layout.maxWidth, $0.layout.align) = (400, .leading) }
    #expect(edges([grid, leading], width: 1280)[1] == 0...400)
    let trailing = list { ($0.layout.maxWidth, $0.layout.align) = (400, .trailing) }
    #expect(edges([grid, trailing], width: 1280)[1] == 880...1280)
    #expect(edges([grid, list { $0.layout.maxWidth = 0 }], width: 1280)[1] == 0...1280)
    // The screen's own limit holds for everything.
    #expect(edges([grid, list()], width: 1280, maxWidth: 800) == [240...1040, 240...1040])
    #expect(edges([list()], width: 2000, textScale: 2, maxWidth: 800) == [200...1800])
    #expect(edges([grid, carousel], width: 3000, .comfortable, maxWidth: 0)[0] == 40...2960)
  }

  @Test func screensOfGridsAloneUseAllTheRoom() {
    let title = list { $0.items = [] }
    #expect(edges([title, grid, carousel], width: 1920).allSatisfy { $0 == 0...1920 })
    #expect(edges([title, grid], width: 1920, .comfortable).allSatisfy { $0 == 160...1760 })
  }

  /// What is hidden, or meant for other widths, counts, so that nothing moves when it comes.
  @Test func theLaneDependsOnTheDocumentAlone() throws {
    var hidden = grid
    hidden.when = WidthRange(minWidth: 5000)
    #expect(edges([hidden, list()], width: 1280, .comfortable)[1] == 32...992)
    let rig = ScreenRig(
      screen: Screen(components: [list()], next: "more.json"), size: Size(width: 1280, height: 600),
      environment: .fixed())
    rig.settle()
    #expect(edges(of: rig.controller) == [280...1000])
    rig.controller.change(animation: .none) { $0.append(Screen(components: [grid])) }
    rig.settle()
    #expect(edges(of: rig.controller) == [280...1000, 280...1000])
    rig.controller.change(animation: .none) { $0.reload([grid, list()]) }
    rig.settle()
    #expect(edges(of: rig.controller)[1] == 0...960)
  }

  @Test func aCompositeItemIsFilled() throws {
    let item = Item(kind: "composite", children: [grid, list()])
    let rig = ScreenRig(
      [ComponentModel(kind: .grid, items: [item])], size: Size(width: 1280, height: 600))
    rig.settle()
    let inner = NestedComponents(inside: .item(0), of: rig.controller.components[0])
    #expect(try #require(inner).components.map(\.geometry.lane.width) == [1280, 960])
  }

  @Test func fewItemsGrowALittle() {
    func widths(_ count: Int, _ layout: Layout, _ kind: ComponentModel.Kind = .grid) -> Double? {
      let rig = ScreenRig(
        screen: Screen(
          components: [
            ComponentModel(kind: kind, layout: layout, items: Array(cards.prefix(count)))
          ],
          spacing: .comfortable), size: Size(width: 1280, height: 600), environment: .fixed())
      rig.settle()
      return rig.controller.frame(of: ItemPath(component: 0, item: 0))?.width
    }
    let layout = Layout(minItemWidth: 180, itemSpacing: 12)
    #expect(widths(4, layout) == 288)
    #expect(widths(5, layout) == 1228.0 / 5 - 12)
    var shared = layout
    shared.dynamicSpan = true
    #expect(widths(2, shared) == 1228.0 / 2 - 12)
    #expect(widths(2, layout, .carousel) == 288)
    #expect(widths(2, shared, .carousel) == 1228.0 / 2 - 12)
  }
}

extension ClosedRange<Double> {
  fileprivate var length: Double { upperBound - lowerBound }
}
