import SpotsTestSupport
import Testing

@testable import Spots

/// Charts in the rows of a screen, as users look at them.
@MainActor
@Suite struct ChartTests {
  private let controller: SpotsController
  private let chart = Chart(
    .line,
    [
      Chart.Series(title: "user", [0.25, 0.5, .nan, 1]),
      Chart.Series(title: "system", [0.125, 0.25, 0.5, 0]),
    ], labels: .texts(["Mon", "Tue", "Wed", "Thu"]))

  init() {
    var item = Item(title: "CPU", kind: "chart", action: "open:cpu")
    item.chart = chart
    item.chart?.format = "percent(value)"
    controller = SpotsController(
      components: [ComponentModel(kind: .list, items: [item, Item(title: "below")])],
      size: Size(width: 400, height: 600), environment: .fixed())
    _ = controller.renderFrame(at: 1)
  }

  private var view: ChartView? {
    controller.components[0].mounted(.item(0), inner: 0)?.item.view.mainControl as? ChartView
  }

  private func texts() -> [String] {
    controller.renderFrame(at: 2).list.entries.compactMap {
      if case .text(let text, _, _, _, _, _) = $0.command { text } else { nil }
    }
  }

  @Test func thePointerShowsTheNumbersBelowIt() throws {
    let frame = try #require(controller.frame(of: ItemPath(component: 0, item: 0)))
    #expect(!texts().contains("user 50%"))
    controller.handle(.pointerMoved(Point(x: frame.x + 160, y: frame.midY)), at: 1)
    #expect(view?.place == 1)
    #expect(texts().contains("user 50%") && texts().contains("system 25%"))
    controller.handle(.pointerMoved(Point(x: frame.midX, y: frame.maxY + 20)), at: 1)
    #expect(view?.place == nil)
    #expect(!texts().contains("user 50%"))
  }

  @Test func arrowKeysLookAtOnePlaceAfterTheOther() {
    controller.handle(.keyPressed(.tab, []), at: 1)
    controller.handle(.keyPressed(.left, []), at: 1)
    #expect(view?.place == 3)
    controller.handle(.keyPressed(.left, []), at: 1)
    #expect(view?.place == 2)
    #expect(texts().contains("user –"))
    controller.handle(.keyPressed(.home, []), at: 1)
    controller.handle(.keyPressed(.left, []), at: 1)
    #expect(view?.place == 0)
    controller.handle(.keyPressed(.escape, []), at: 1)
    #expect(view?.place == nil)
  }

  @Test func screenReadersHearTheNumbers() throws {
    let screen = AccessibleScreen(controller)
    func node() throws -> AccessibleNode {
      screen.invalidate()
      return try #require(screen.window.all.first { $0.role == .chart })
    }
    #expect(try node().name == "CPU")
    #expect(
      try node().details == "user: 25% to 100%, last 100%, system: 0% to 50%, last 0%")
    #expect(
      try node().children.map(\.name) == [
        "Mon: user 25%, system 12%", "Tue: user 50%, system 25%", "Wed: user –, system 50%",
        "Thu: user 100%, system 0%",
      ])
    #expect(try node().value == nil)
    controller.handle(.keyPressed(.tab, []), at: 1)
    controller.handle(.keyPressed(.end, []), at: 1)
    #expect(try node().value?.text == "Thu: user 100%, system 0%")
    #expect(try node().value?.current == 4)
  }

  /// A chart of any numbers can be drawn, at any size.
  @Test(arguments: Chart.Style.allCases) func nothingIsTooOdd(style: Chart.Style) {
    let numbers: [[Double]] = [
      [], [.nan], [0], [-1e300, 1e300], [5, 5], [.nan, 2, .nan, -3], [1e-300, 2e-300],
      Array(repeating: 1, count: 3000),
    ]
    for values in numbers {
      for (width, height) in [(0.0, 0.0), (1, 900), (50, 20), (390, 200), (3000, 5)] {
        var odd = Chart(style, [Chart.Series(ChartValues(values)), Chart.Series([1, -1])])
        odd.thresholds = [Chart.Threshold(.infinity), Chart.Threshold(-1e300, title: "far")]
        (odd.minimum, odd.maximum) = values.count % 2 == 0 ? (nil, nil) : (3, 3)
        let view = ChartView()
        view.environment = .fixed()
        view.chart = odd
        view.frame = Rect(width: width, height: height)
        var list = DrawList(viewport: Rect(width: 4000, height: 1000))
        view.record(into: &list)
        let commands = list.entries.map(\.command)
        #expect(commands.allSatisfy { $0.bounds.width.isFinite && $0.bounds.height.isFinite })
        #expect(commands.count < 7000)
      }
    }
  }
}
