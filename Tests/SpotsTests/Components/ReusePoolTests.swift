import SpotsTestSupport
import Testing

@testable import Spots

@MainActor
@Suite struct ReusePoolTests {
  private let configuration = Configuration()
  private let pool: ReusePool

  init() {
    pool = ReusePool(registry: configuration, environment: .fixed())
  }

  private let parent = View()

  private func view(
    _ item: Item, _ role: ViewRole = .item
  ) -> any ItemConfigurable {
    pool.view(
      for: item, role: role, in: parent, cellStyle: CellStyle(), frame: Rect(width: 300, height: 44)
    )
  }

  @Test func viewsAreUsedAgainForTheSameType() {
    let first = view(Item(kind: "card"))
    first.state = .selected
    pool.enqueue(first)
    #expect(first.state == [])
    #expect(view(Item(kind: "label")) !== first)
    #expect(view(Item(kind: "card")) === first)
    #expect(pool.counters == .init(created: 2, reused: 1, configured: 3, measured: 0))
  }

  @Test func unknownKindsGetTheDefaultOfTheirRole() {
    let item = Item(kind: "nobody")
    #expect(view(item, .item) is DefaultItemView)
    #expect(view(item, .header) is HeaderView)
    #expect(view(item, .footer) is FooterView)
    configuration.register(defaultView: CardItemView.self)
    #expect(view(item, .item) is CardItemView)
    #expect(view(item, .header) is HeaderView)
  }

  @Test func registeredViewsReplaceBuiltInOnes() {
    configuration.register(view: LabelItemView.self, identifier: "card")
    #expect(view(Item(kind: "card")) is LabelItemView)
    #expect(configuration.kinds == configuration.kinds.sorted())
    #expect(configuration.kinds.contains("card"))
  }

  @Test func measuringMakesNoViewOfTheScreen() {
    for _ in 0..<5 {
      let size = pool.measure(
        Item(title: "a"), role: .item, cellStyle: CellStyle(),
        containerSize: Size(width: 300, height: .infinity))
      #expect(size.height == 44)
    }
    #expect(pool.counters == .init(created: 0, reused: 0, configured: 0, measured: 5))
  }

  @Test func onlySoManySpareViewsAreKept() {
    let views = (0..<200).map { _ in view(Item()) }
    for view in views { pool.enqueue(view) }
    for _ in 0..<200 { _ = view(Item()) }
    #expect(pool.counters.reused == 64)
  }
}
