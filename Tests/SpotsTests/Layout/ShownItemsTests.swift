import SpotsTestSupport
import Testing

@testable import Spots

/// Components with some of their items left out.
@Suite struct ShownItemsTests {
  /// Some of so many items; in one of four cases none or all.
  private func subset(of count: Int, _ random: inout RandomComponents) -> [Int] {
    let all = Array(0..<count)
    switch random.below(8) {
    case 0: return []
    case 1: return all
    default:
      let share = random.below(4) + 2
      return all.filter { _ in !random.oneIn(share) }
    }
  }

  @Test func positionsAndIndexesBelongTogether() {
    for seed in 0..<200 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let total = random.below(40)
      let wanted = subset(of: total, &random)
      let shown = ShownItems(wanted.map(Int32.init), of: total)
      #expect(Array(shown) == wanted, "seed \(seed)")
      for index in -1...total + 1 {
        let position = wanted.firstIndex(of: index)
        let next = wanted.firstIndex { $0 >= index } ?? wanted.count
        let isRight =
          shown.position(of: index) == position && shown.position(from: index) == next
          && shown.contains(index) == (position != nil)
        if !isRight { Issue.record("seed \(seed): \(index) in \(wanted) of \(total)") }
      }
      let start = random.below(total + 1)
      let range = start..<start + random.below(total + 1 - start)
      let found = shown.items(in: range)
      #expect(found == RangeSet(wanted.filter(range.contains).map { $0..<$0 + 1 }), "seed \(seed)")
    }
  }

  /// Everything that is known of a component is what is known of one that has only these items.
  @Test func whatIsLeftOutLeavesNoTrace() {
    for seed in 0..<600 as Range<UInt64> {
      var random = RandomComponents(seed: seed ^ 0x5107)
      let model = random.component(maxItems: 40)
      let kept = subset(of: model.items.count, &random)
      // Without any item that is shown there is still a component that has some.
      guard !kept.isEmpty else { continue }
      var short = model
      short.items = ItemList(kept.map { model.items[$0] })
      let width = random.width()
      let shown = ShownItems(kept.map(Int32.init), of: model.items.count)
      var filtered = ComponentGeometry(
        model: model, shown: shown, width: width, headerHeight: 30.5, footerHeight: 20.25)
      var plain = ComponentGeometry(
        model: short, width: width, headerHeight: 30.5, footerHeight: 20.25)
      let natural = model.items.map { _ in
        Size(width: random.length(upTo: 300), height: random.length(upTo: 90))
      }
      let sizing = plain.sizing
      func size(_ index: Int) -> Size {
        sizing.size(own: model.items[index].size) { _ in natural[index] }
      }
      if let fault = difference(filtered, plain, kept) { Issue.record("seed \(seed): \(fault)") }
      let rect = Rect(
        x: random.length(upTo: 900), y: random.length(upTo: 900), width: 200, height: 300)
      filtered.prepare(rect, measure: size)
      plain.prepare(rect) { size(kept[$0]) }
      if let fault = difference(filtered, plain, kept) { Issue.record("seed \(seed): \(fault)") }
      filtered.prepareAll(measure: size)
      plain.prepareAll { size(kept[$0]) }
      let fault =
        difference(filtered, plain, kept)
        ?? difference(filtered, plain, kept, model.arrangement, at: random.length(upTo: 2000))
      if let fault { Issue.record("seed \(seed): \(fault)") }
    }
  }

  /// The first difference between the two in what layouts say.
  private func difference(
    _ filtered: ComponentGeometry, _ plain: ComponentGeometry, _ kept: [Int]
  ) -> String? {
    if filtered.contentSize != plain.contentSize { return "\(filtered.contentSize)" }
    if filtered.sizing != plain.sizing { return "\(filtered.sizing)" }
    if filtered.period != plain.period { return "period \(String(describing: filtered.period))" }
    if filtered.footerFrame != plain.footerFrame { return "footer" }
    if filtered.pageIndicatorFrame != plain.pageIndicatorFrame { return "page indicator" }
    for (position, index) in kept.enumerated() {
      let (a, b) = (filtered.frame(ofItem: index), plain.frame(ofItem: position))
      if a != b { return "item \(index) \(a), not \(b)" }
      let (known, other) = (filtered.knownSize(ofItem: index), plain.knownSize(ofItem: position))
      if known != other { return "item \(index) known" }
    }
    for index in 0..<filtered.shown.total where !filtered.shown.contains(index) {
      if filtered.frame(ofItem: index).size != .zero { return "\(index) is left out" }
    }
    return nil
  }

  /// The first difference between the two in answers for an offset.
  private func difference(
    _ filtered: ComponentGeometry, _ plain: ComponentGeometry, _ kept: [Int],
    _ arrangement: ComponentModel.Kind, at x: Double
  ) -> String? {
    let rect = Rect(x: x, y: x / 2, width: 300, height: 200)
    let slots = plain.slots(in: rect).map {
      ComponentGeometry.Slot(item: kept[$0.item], turn: $0.turn)
    }
    if filtered.slots(in: rect) != slots { return "slots in \(rect)" }
    for (position, index) in kept.enumerated() {
      for direction in [FocusDirection.up, .down, .left, .right] {
        let next = ItemNeighbors(in: plain, arrangement).neighbor(of: position, direction).map {
          kept[$0]
        }
        if ItemNeighbors(in: filtered, arrangement).neighbor(of: index, direction) != next {
          return "\(direction) of \(index)"
        }
      }
    }
    return arrangement == .carousel ? difference(filtered, plain, kept, resting: x) : nil
  }

  /// The first difference between two carousels in where they come to rest.
  private func difference(
    _ filtered: ComponentGeometry, _ plain: ComponentGeometry, _ kept: [Int], resting x: Double
  ) -> String? {
    let starts = CarouselPages.starts(plain)
    if CarouselPages.starts(filtered) != starts { return "pages" }
    let (some, all) = (
      CarouselPages(filtered, starts: starts), CarouselPages(plain, starts: starts)
    )
    if some.nearest(to: x) != all.nearest(to: x) || some.next(from: x, 1) != all.next(from: x, 1) {
      return "pages at \(x)"
    }
    let (places, wanted) = (RestingPlaces(filtered), RestingPlaces(plain))
    if places.count != wanted.count || places.nearest(to: x) != wanted.nearest(to: x) {
      return "places"
    }
    let middle = CarouselSnap.middleItem(at: x, geometry: plain, viewport: plain.width)
    let found = CarouselSnap.middleItem(at: x, geometry: filtered, viewport: plain.width)
    if found != middle.map({ kept[$0] }) { return "middle at \(x)" }
    for step in [1, -1]
    where CarouselSnap.nextItem(from: x, step, in: filtered)
      != CarouselSnap.nextItem(from: x, step, in: plain)
    {
      return "next at \(x)"
    }
    return nil
  }
}
