import SpotsTestSupport
import Testing

@testable import Spots

@MainActor
@Suite struct ReusePoolTests {
  private let configuration = Configuration()
  private let pool: ReusePool

  init() {
    pool = ReusePool(configuration: configuration, environment: .fixed())
  }

  @Test func viewsAreUsedAgainForTheSameType() {
    let first = pool.view(for: Item(kind: "card"), role: .item)
    first.state = .selected
    pool.put(first)
    #expect(first.state == [])
    #expect(pool.view(for: Item(kind: "label"), role: .item) !== first)
    #expect(pool.view(for: Item(kind: "card"), role: .item) === first)
    #expect(pool.counters == .init(created: 2, reused: 1, configured: 3, measured: 0))
  }

  @Test func unknownKindsGetTheDefaultOfTheirRole() {
    let item = Item(kind: "nobody")
    #expect(pool.view(for: item, role: .item) is DefaultItemView)
    #expect(pool.view(for: item, role: .header) is HeaderView)
    #expect(pool.view(for: item, role: .footer) is FooterView)
    configuration.register(defaultView: CardItemView.self)
    #expect(pool.view(for: item, role: .item) is CardItemView)
    #expect(pool.view(for: item, role: .header) is HeaderView)
  }

  @Test func registeredViewsReplaceBuiltInOnes() {
    configuration.register(view: LabelItemView.self, identifier: "card")
    #expect(pool.view(for: Item(kind: "card"), role: .item) is LabelItemView)
    #expect(configuration.kinds == configuration.kinds.sorted())
    #expect(configuration.kinds.contains("card"))
  }

  @Test func measuringMakesNoViewOfTheScreen() {
    for _ in 0..<5 {
      let size = pool.measure(
        Item(title: "a"), role: .item, place: ItemPlace(),
        containerSize: Size(width: 300, height: .infinity))
      #expect(size.height == 44)
    }
    #expect(pool.counters == .init(created: 0, reused: 0, configured: 0, measured: 5))
  }

  @Test func onlySoManySpareViewsAreKept() {
    let views = (0..<200).map { _ in pool.view(for: Item(), role: .item) }
    for view in views { pool.put(view) }
    for _ in 0..<200 { _ = pool.view(for: Item(), role: .item) }
    #expect(pool.counters.reused == 64)
  }
}
