import SpotsTestSupport
import Testing

@testable import Spots

/// A row as high as all of its kind.
private final class UniformRow: View, ItemConfigurable {
  static let hasUniformHeight = true

  func configure(with item: Item) {}

  func computeSize(for item: Item, containerSize: Size) -> Size { Size(width: 0, height: 30) }
}

/// A row that must be asked how high it is.
private final class AskedRow: View, ItemConfigurable {
  func configure(with item: Item) {}

  func computeSize(for item: Item, containerSize: Size) -> Size {
    Size(width: 0, height: Double(20 + item.title.utf8.count))
  }
}

/// Rows are read and measured ahead of the window where that asks no view.
@MainActor
@Suite struct ComponentMeasuringTests {
  private func opened(_ items: ItemList) -> SpotsController {
    let configuration = Configuration()
    configuration.register(view: UniformRow.self, identifier: "uniform")
    configuration.register(view: AskedRow.self, identifier: "asked")
    let controller = SpotsController(
      screen: Screen(components: [ComponentModel(kind: .list, items: items)]),
      size: Size(width: 400, height: 600), configuration: configuration, environment: .fixed())
    _ = controller.renderFrame(at: 0)
    return controller
  }

  private func rows(_ count: Int, _ kind: (Int) -> String) -> ItemList {
    ItemList((0..<count).map { Item(title: "row \($0)", kind: kind($0)) })
  }

  private func scroll(_ controller: SpotsController, to offset: Double) {
    controller.scroll(to: offset)
    _ = controller.renderFrame(at: 0)
  }

  private func known(_ controller: SpotsController) -> [Int] {
    let geometry = controller.components[0].geometry
    return controller.components[0].model.items.indices.filter {
      geometry.knownSize(ofItem: $0) != nil
    }
  }

  @Test func theFirstFrameMeasuresWhatItShows() {
    #expect(known(opened(rows(10_000) { _ in "uniform" })) == Array(0..<20))
  }

  @Test func scrollingReadsEachRowOnceAndSomeAtATime() {
    let items = rows(10_000) { _ in "uniform" }.onDemand()
    let controller = opened(items)
    let before = controller.components[0].model.items.readItems
    var steps = 0
    for frame in 1...300 {
      let read = controller.components[0].model.items.readItems
      scroll(controller, to: Double(frame) * 30)
      if controller.components[0].model.items.readItems > read { steps += 1 }
    }
    // With each frame a row comes into view. Most are read to be measured and shown from that; the
    // first ones, followed by others that are read, are read again to be shown.
    #expect(steps <= 10)
    #expect(controller.components[0].model.items.readItems - before <= 300 + 32 + steps)
    #expect(controller.state.pool.counters.measured == 1)
    #expect(controller.components[0].visibleViews.count <= 21)
  }

  @Test func viewsAreNotAskedAhead() {
    // Every tenth row has to be asked.
    let controller = opened(rows(10_000) { $0 % 10 == 9 ? "asked" : "uniform" })
    for frame in 1...100 {
      scroll(controller, to: Double(frame) * 25)
      let seen = controller.components[0].visibleViews.keys.max() ?? 0
      // One for the uniform ones, one for each asked one that was seen.
      #expect(controller.state.pool.counters.measured <= 1 + (seen + 1) / 10 + 1)
    }
  }

  /// A change reaches rows that were read before it.
  @Test func whatWasReadAheadIsForgottenWithAChange() {
    let controller = opened(rows(10_000) { _ in "uniform" })
    scroll(controller, to: 45)
    let next = (controller.components[0].visibleViews.keys.max() ?? 0) + 2
    #expect(known(controller).contains(next))
    var model = controller.components[0].model
    model.items[next].title = "changed"
    controller.reload(Screen(components: [model]), animation: .none)
    #expect(controller.components[0].content.item(at: next).title == "changed")
    scroll(controller, to: 200)
    #expect(
      controller.components[0].views.parts.items.values.contains { $0.item.title == "changed" })
  }

  /// Whatever is asked ahead, frames are those of a layout that was measured at once.
  @Test func framesAreThoseOfMeasuringEverything() {
    for seed in 0..<6 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      let items = ItemList(
        (0..<2000).map { _ in
          // Quarters, whose sums are exact.
          let quarters = max(Int.random(in: -360...360, using: &generator), 0)
          return Item(
            title: String(repeating: "x", count: Int.random(in: 0...40, using: &generator)),
            kind: Int.random(in: 0..<8, using: &generator) == 0 ? "asked" : "uniform",
            size: Size(height: Double(quarters) / 4))
        })
      let whole = opened(items)
      whole.prepareAll()
      let controller = opened(items)
      for _ in 0..<40 {
        scroll(controller, to: Double.random(in: 0...80_000, using: &generator))
      }
      for index in known(controller) {
        #expect(
          controller.components[0].geometry.frame(ofItem: index).height
            == whole.components[0].geometry.frame(ofItem: index).height, "seed \(seed)")
      }
      for offset in stride(from: 0, through: 100_000, by: 500) {
        scroll(controller, to: Double(offset))
      }
      #expect(controller.contentSize == whole.contentSize, "seed \(seed)")
    }
  }
}
