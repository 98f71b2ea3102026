import SpotsTestSupport
import Testing

@testable import Spots

@Suite struct SnapTargetTests {
  /// Items, 100 wide with 10 between.
  private func geometry(
    _ count: Int, width: Double = 400, isEndless: Bool = false
  ) -> ComponentGeometry {
    let item = Item(size: Size(width: 100, height: 50))
    let model = ComponentModel(
      kind: .carousel, layout: Layout(itemSpacing: 10, infiniteScrolling: isEndless),
      items: ItemList(repeatElement(item, count: count)))
    var geometry = ComponentGeometry(model: model, width: width, headerHeight: 0, footerHeight: 0)
    geometry.prepareAll { _ in item.size }
    return geometry
  }

  /// A resting place leads back to itself, whatever the layout.
  @Test func whatSnappedStays() {
    var random = SplitMix64(seed: 6)
    for paginate in [Interaction.Paginate.item, .page] {
      for _ in 0..<400 {
        let count = Int.random(in: 1...20, using: &random)
        let isEndless = Bool.random(using: &random)
        let width = Double.random(in: 1...900, using: &random)
        let geometry = geometry(count, width: width, isEndless: isEndless)
        let proposed = Double.random(in: -1000...3000, using: &random)
        let starts = CarouselPages.starts(geometry)
        let pages =
          paginate == .page ? CarouselPages(geometry, starts: starts) : nil
        let offset =
          pages?.nearest(to: proposed)
          ?? CarouselSnap.item(
            proposed, geometry: geometry, maximum: geometry.horizontalRange, viewport: width)
        let place = CarouselSnap.place(at: offset, pages: pages, in: geometry)
        guard place.edge != nil || place.item != nil else { continue }
        let again = CarouselSnap.offset(of: place, pages: pages, in: geometry)
        #expect(again.map { abs($0 - offset) < 1 } == true, "\(paginate) \(width) \(offset)")
      }
    }
  }

  @Test func anItemThatIsNotThereHasNoPlace() {
    let place = SnapTarget(item: 7)
    let offset = CarouselSnap.offset(of: place, in: geometry(7))
    #expect(offset == nil)
    let none = CarouselSnap.place(at: 0, in: geometry(0))
    #expect(none == SnapTarget(edge: .beginning, item: nil))
  }

  @Test func whatIsGoneIsFollowedByTheNext() {
    func items(_ identifiers: [Int]) -> ItemList {
      ItemList(identifiers.map { Item(identifier: .integer($0)) })
    }
    func followed(_ place: SnapTarget, _ new: [Int]) -> SnapTarget {
      place.followed(through: ItemDiff(from: items([0, 1, 2, 3, 4]), to: items(new)))
    }
    #expect(followed(SnapTarget(item: 2), [9, 0, 1, 2, 3, 4]).item == 3)
    #expect(followed(SnapTarget(item: 2), [0, 1, 3, 4]).item == 2)
    #expect(followed(SnapTarget(item: 2), [0, 1]).item == 1)
    #expect(followed(SnapTarget(item: 2), [4]).item == 0)
    #expect(followed(SnapTarget(item: 2), []).item == nil)
    #expect(followed(SnapTarget(edge: .end, item: 3), [9, 3, 4]).edge == .end)
    #expect(followed(SnapTarget(edge: .end, item: 3), [3, 4, 9]) == SnapTarget(item: 0))
    #expect(followed(SnapTarget(edge: .beginning, item: 1), [9, 0, 1]).edge == .beginning)
  }
}
