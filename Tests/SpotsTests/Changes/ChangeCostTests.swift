import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsModel

/// The cost of a change depends on how much of it is visible, not on the length of the list.
@MainActor
@Suite struct ChangeCostTests {
  private static let lengths = [1000, 1_000_000]

  private func opened(_ count: Int, onDemand: Bool = false) -> SpotsController {
    let items = ItemList(
      repeatElement(Item(title: "x", size: Size(height: 50)), count: count))
    let model = ComponentModel(
      identifier: "list", kind: .list, items: onDemand ? items.onDemand() : items)
    let controller = SpotsController(
      screen: Screen(components: [model]), size: Size(width: 400, height: 600),
      configuration: Configuration(), environment: .fixed())
    _ = controller.renderFrame(at: 0)
    return controller
  }

  private var changes: [(String, (SpotsController) throws -> Void)] {
    let item = Item(title: "new", size: Size(height: 50))
    return [
      ("prepend", { try $0.change { try $0[0].prepend(item) } }),
      ("append", { try $0.change { try $0[0].append(item) } }),
      ("insert", { try $0.change { try $0[0].insert([item, item], at: 500) } }),
      ("update", { try $0.change { try $0[0].update(item, at: 3) } }),
      ("delete", { try $0.change { try $0[0].delete(at: [1, 500]) } }),
      ("move", { try $0.change { try $0[0].move(from: 0, to: 5) } }),
    ]
  }

  /// The work caused by a change and the frames of its motion.
  private func work(_ count: Int, _ change: (SpotsController) throws -> Void) throws
    -> ReusePool.Counters
  {
    let controller = opened(count)
    let before = controller.state.pool.counters
    try change(controller)
    for frame in 1...20 { _ = controller.renderFrame(at: Double(frame) / 60) }
    let after = controller.state.pool.counters
    return ReusePool.Counters(
      created: after.created - before.created, reused: after.reused - before.reused,
      configured: after.configured - before.configured,
      measured: after.measured - before.measured)
  }

  @Test func theWorkIsTheSameHoweverLongTheListIs() throws {
    for (name, change) in changes {
      let counts = try Self.lengths.map { try work($0, change) }
      #expect(counts[0] == counts[1], "\(name)")
      #expect(counts[1].measured == 0, "\(name)")
      #expect(counts[1].configured <= 2, "\(name)")
    }
  }

  @Test func itemsOfADocumentAreReadOnlyWhereTheyAreSeen() throws {
    let controller = opened(20_000, onDemand: true)
    let before = controller.components[0].model.items.readItems
    for (_, change) in changes { try change(controller) }
    for frame in 1...20 { _ = controller.renderFrame(at: Double(frame) / 60) }
    // The window shows twelve items; each is asked for a few times.
    #expect(controller.components[0].model.items.readItems - before < 500)
  }

  /// Differences known for each of many changes are known for all of them together.
  @Test func aBurstOfLinesComparesNoItems() throws {
    let controller = opened(20_000, onDemand: true)
    let before = controller.components[0].model.items.readItems
    try controller.change { edit in
      for number in 0..<200 {
        try edit.apply(line: #"{"append":[{"identifier":\#(number)}],"to":"list"}"#)
        if number % 20 == 0 { try edit.apply(line: #"{"remove":\#(number)}"#) }
      }
      try edit[0].delete(at: 5)
      try edit.apply(line: #"{"set":"/components/0/items/4/title","value":"changed"}"#)
    }
    _ = controller.renderFrame(at: 1)
    let items = controller.components[0].model.items
    #expect(items.count == 20_000 + 190 - 1)
    #expect(items[4].title == "changed")
    #expect(items.readItems - before < 500)
  }

  /// The old items stay one chunk, and new items are gathered in others.
  @Test func changesOfAMillionItemsDoNotTakeThemApart() throws {
    let item = Item(title: "new", size: Size(height: 50))
    let controller = opened(1_000_000)
    for round in 1...300 {
      try controller.change { try $0[0].prepend(item) }
      _ = controller.renderFrame(at: Double(round))
    }
    #expect(controller.contentSize.height == 1_000_300 * 50)
    #expect(controller.components[0].model.items.chunks.all.count <= 4)
  }
}
