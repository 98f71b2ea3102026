import SpotsTestSupport
import Testing

@testable import Spots

/// A row whose height is the same whatever it shows, and which counts how often it was asked.
private final class UniformView: View, ItemConfigurable {
  static var hasUniformHeight: Bool { true }

  func configure(with item: Item) {}

  func computeSize(for item: Item, containerSize: Size) -> Size {
    Size(width: 0, height: cellStyle.isRow ? 30 : containerSize.width / 4)
  }
}

/// Known sizes are not measured, and a million items cost as much as their visible ones.
@MainActor
@Suite struct MillionItemsTests {
  private nonisolated static let count = 1_000_000

  private static func million(_ kind: String, height: Double = 0) -> ItemList {
    let item = Item(title: "x", kind: kind, size: Size(height: height))
    return ItemList(repeatElement(item, count: count))
  }

  private func opened(
    _ models: [ComponentModel], width: Double = 400
  ) -> SpotsController {
    let configuration = Configuration()
    configuration.register(view: UniformView.self, identifier: "uniform")
    return SpotsController(
      screen: Screen(components: models), size: Size(width: width, height: 600),
      configuration: configuration, environment: .fixed())
  }

  private func visible(_ controller: SpotsController) -> Int {
    controller.components.reduce(0) { $0 + $1.views.parts.items.count }
  }

  // MARK: Known sizes

  @Test func aUniformHeightIsMeasuredOncePerWidthAndPlace() {
    let models = [
      ComponentModel(kind: .list, items: Self.smaller("uniform")),
      ComponentModel(kind: .grid, layout: Layout(span: 2), items: Self.smaller("uniform")),
      ComponentModel(kind: .grid, layout: Layout(span: 4), items: Self.smaller("uniform")),
      ComponentModel(kind: .list, items: Self.smaller("uniform")),
    ]
    let controller = opened(models)
    controller.prepareAll()
    // Rows 400 wide; cells 200 and 100 wide.
    #expect(controller.state.pool.counters.measured == 3)
    // 300 · 30, 150 · 50 and 75 · 25, and the rows once more.
    #expect(
      controller.components.map(\.geometry.contentSize.height) == [9000, 7500, 1875, 9000])
    controller.resize(to: Size(width: 500, height: 600))
    controller.prepareAll()
    #expect(controller.state.pool.counters.measured == 6)
    controller.resize(to: Size(width: 400, height: 600))
    controller.prepareAll()
    #expect(controller.state.pool.counters.measured == 6)
    // Another text scale may make them higher.
    controller.environment.textScale = 2
    controller.environmentDidChange()
    controller.prepareAll()
    #expect(controller.state.pool.counters.measured == 9)
  }

  private static func smaller(_ kind: String) -> ItemList {
    ItemList((0..<300).map { Item(title: "\($0)", kind: kind) })
  }

  @Test func heightsThatAreGivenAreNeverMeasured() {
    let given = Size(width: 80, height: 40)
    for kind in [ComponentModel.Kind.list, .grid, .carousel] {
      let items = ItemList((0..<300).map { Item(title: "\($0)", kind: "label", size: given) })
      let controller = opened([ComponentModel(kind: kind, items: items)])
      controller.prepareAll()
      #expect(controller.state.pool.counters.measured == 0, "\(kind)")
    }
    // Without a width of their own, items have one where the layout gives it.
    let items = ItemList((0..<300).map { Item(title: "\($0)", size: Size(height: 40)) })
    for (kind, span) in [(ComponentModel.Kind.list, 0.0), (.grid, 3), (.carousel, 2.5)] {
      let controller = opened([ComponentModel(kind: kind, layout: Layout(span: span), items: items)]
      )
      controller.prepareAll()
      #expect(controller.state.pool.counters.measured == 0, "\(kind)")
    }
  }

  @Test func allOthersAreMeasuredOnce() {
    let controller = opened([ComponentModel(kind: .list, items: Self.smaller("label"))])
    controller.prepareAll()
    for offset in [0.0, 4000, 100] {
      controller.scroll(to: offset)
      _ = controller.renderFrame(at: 0)
    }
    #expect(controller.state.pool.counters.measured == 300)
  }

  // MARK: A million

  /// A million rows that are alike.
  struct Rows: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var kind: String
    /// The height the items give, or 0.
    var given: Double
    /// The height they have, as far as the test knows it.
    var height: Double
    /// How many measurements a row that comes into view costs.
    var measured: Int

    /// How many rows are in the window at most.
    var window: Int { Int(600 / height) + 2 }

    var total: Double { Double(MillionItemsTests.count) * height }
  }

  private nonisolated static let rows = [
    Rows(testDescription: "explicit", kind: "label", given: 50, height: 50, measured: 0),
    Rows(testDescription: "uniform", kind: "uniform", given: 0, height: 30, measured: 0),
    // Title alone: 12 + 22 + 12.
    Rows(testDescription: "measured", kind: "label", given: 0, height: 46, measured: 1),
  ]

  private func model(_ rows: Rows) -> ComponentModel {
    ComponentModel(kind: .list, items: Self.million(rows.kind, height: rows.given))
  }

  @Test(arguments: rows)
  func openingAMillionItemsCostsTheWindow(_ rows: Rows) {
    let controller = opened([model(rows)])
    _ = controller.renderFrame(at: 0)
    let counters = controller.state.pool.counters
    #expect(visible(controller) <= rows.window)
    #expect(counters.created == visible(controller))
    #expect(counters.configured == visible(controller))
    let once = rows.kind == "uniform" ? 1 : 0
    #expect(counters.measured <= rows.window * rows.measured + once)
    #expect(controller.contentSize.height == rows.total)
  }

  /// The end is one window further, with at most a round to look again.
  @Test(arguments: rows)
  func theEndOfAMillionItemsCostsOneMoreWindow(_ rows: Rows) {
    let controller = opened([model(rows)])
    _ = controller.renderFrame(at: 0)
    let before = controller.state.pool.counters
    controller.scrollToBottom()
    _ = controller.renderFrame(at: 1)
    let after = controller.state.pool.counters
    #expect(controller.components[0].visibleViews.keys.max() == Self.count - 1)
    #expect(controller.contentOffset == rows.total - 600)
    #expect(after.measured - before.measured <= rows.window * rows.measured)
    #expect(after.configured - before.configured <= rows.window)
    #expect(after.created - before.created <= rows.window)
  }

  /// 600 frames of 60 points after the end was shown: the rows that come by and no others.
  @Test(arguments: rows)
  func scrollingCostsTheRowsThatComeBy(_ rows: Rows) {
    let controller = opened([model(rows)])
    _ = controller.renderFrame(at: 0)
    controller.scrollToBottom()
    _ = controller.renderFrame(at: 1)
    let before = controller.state.pool.counters
    controller.scroll(to: 0)
    for step in 0..<600 {
      controller.handle(
        .wheel(Point(x: 9, y: 9), delta: Point(x: 0, y: -1), precise: true, []),
        at: 2 + Double(step) / 60)
      _ = controller.renderFrame(at: 2 + Double(step) / 60)
    }
    #expect(controller.contentOffset == 36_000)
    let passed = Int(36_000 / rows.height) + rows.window
    let after = controller.state.pool.counters
    #expect(after.measured - before.measured <= passed * rows.measured)
    #expect(after.configured - before.configured <= passed + rows.window)
    #expect(after.created <= rows.window * 2)
  }

  /// It is not seen itself, and nothing else changed.
  @Test(arguments: rows)
  func oneMoreAboveTheWindowCostsOneMeasurement(_ rows: Rows) {
    var model = model(rows)
    let controller = opened([model])
    _ = controller.renderFrame(at: 0)
    controller.scroll(to: 36_000)
    _ = controller.renderFrame(at: 1)
    let before = controller.state.pool.counters
    let top = controller.contentOffset
    model.items.insert(
      Item(identifier: .string("new"), title: "new", kind: rows.kind, size: Size(height: 70)),
      at: 0)
    controller.reload(Screen(components: [model]), animation: .none)
    _ = controller.renderFrame(at: 2)
    let after = controller.state.pool.counters
    #expect(after.measured - before.measured <= 1)
    #expect(after.configured == before.configured)
    #expect(after.created == before.created)
    #expect(abs(controller.contentOffset - top) <= 71)
    #expect(controller.components[0].geometry.contentSize.height > rows.total)
  }

  @Test func gridsAndCarouselsOfAMillionToo() throws {
    for kind in [ComponentModel.Kind.grid, .carousel] {
      let items = Self.million("uniform")
      let controller = opened([ComponentModel(kind: kind, layout: Layout(span: 4), items: items)])
      _ = controller.renderFrame(at: 0)
      controller.scrollToBottom()
      try controller.scroll(carousel: 0, to: 1e9)
      _ = controller.renderFrame(at: 1)
      #expect(controller.components[0].visibleViews.keys.max() == Self.count - 1, "\(kind)")
      for step in 0..<100 {
        controller.handle(
          .wheel(Point(x: 9, y: 9), delta: Point(x: -1, y: 1), precise: true, []),
          at: 2 + Double(step) / 60)
        _ = controller.renderFrame(at: 2 + Double(step) / 60)
      }
      #expect(controller.state.pool.counters.measured == 1, "\(kind)")
      // Cells are 100 by 25: 26 rows of 4, or 5 columns.
      #expect(controller.state.pool.counters.created <= 220, "\(kind)")
    }
  }

  @Test(arguments: [(ComponentModel.Kind.grid, 4.0), (.grid, 0), (.carousel, 4), (.carousel, 0)])
  func oneMoreAtTheTopOfGridsAndCarouselsCostsWhatIsSeen(kind: ComponentModel.Kind, span: Double) {
    let items = Self.million("label")
    var model = ComponentModel(kind: kind, layout: Layout(span: span), items: items)
    let controller = opened([model])
    _ = controller.renderFrame(at: 0)
    for step in 1...3 {
      let before = controller.state.pool.counters
      model.items.insert(Item(title: "new \(step)", kind: "label"), at: 0)
      controller.reload(Screen(components: [model]), animation: .none)
      _ = controller.renderFrame(at: Double(step))
      let seen = visible(controller)
      #expect(controller.state.pool.counters.measured - before.measured <= 2 * seen + 4)
      #expect(controller.state.pool.counters.configured - before.configured <= seen)
      #expect(controller.components[0].geometry.frame(ofItem: 0).origin == .zero)
    }
  }
}
