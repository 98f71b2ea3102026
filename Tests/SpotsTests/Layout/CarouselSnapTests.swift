import SpotsTestSupport
import Testing

@testable import Spots

@Suite struct CarouselSnapTests {
  /// `count` items, 100 wide with 10 between, in a window of 400.
  private func geometry(_ count: Int) -> ComponentGeometry {
    let item = Item(size: Size(width: 100, height: 50))
    let model = ComponentModel(
      kind: .carousel, layout: Layout(itemSpacing: 10),
      items: ItemList(repeatElement(item, count: count)))
    var geometry = ComponentGeometry(model: model, width: 400, headerHeight: 0, footerHeight: 0)
    geometry.prepareAll { _ in item.size }
    return geometry
  }

  private func item(_ proposed: Double) -> Double {
    // 10 · 110 − 10 − 400 = 690
    CarouselSnap.item(proposed, geometry: geometry(10), maximum: 690, viewport: 400)
  }

  @Test func theItemInTheMiddleIsCentered() {
    // Item 4 is in the middle of 440 + 50 = 490, so at offset 490 − 200 = 290; item 5 at 400.
    #expect(item(290) == 290)
    #expect(item(340) == 290)
    #expect(item(350) == 400)
  }

  @Test func theEndsStay() {
    #expect(item(0) == 0)
    #expect(item(-100) == 0)
    #expect(item(690) == 690)
    #expect(item(5000) == 690)
    // Item 2 would be centered at 270 − 200 = 70, item 1 at −40.
    #expect(item(10) == 0)
    #expect(item(40) == 70)
  }

  @Test func aWideFirstItemStaysAtTheBeginning() {
    let item = Item(size: Size(width: 350, height: 50))
    let model = ComponentModel(kind: .carousel, items: [item, item, item])
    var geometry = ComponentGeometry(model: model, width: 400, headerHeight: 0, footerHeight: 0)
    geometry.prepareAll { _ in item.size }
    for proposed in [0.0, 30, 140] {
      let snapped = CarouselSnap.item(proposed, geometry: geometry, maximum: 650, viewport: 400)
      #expect(snapped == 0)
    }
  }

  @Test func anySnapIsInsideTheRangeAndStays() {
    var random = SplitMix64(seed: 4)
    for count in [1, 2, 3, 10, 31] {
      let geometry = geometry(count)
      let maximum = geometry.horizontalRange
      for _ in 0..<50 {
        let proposed = Double.random(in: -500...4000, using: &random)
        let snapped = CarouselSnap.item(
          proposed, geometry: geometry, maximum: maximum, viewport: 400)
        #expect(snapped >= 0 && snapped <= maximum)
        let again = CarouselSnap.item(
          snapped, geometry: geometry, maximum: maximum, viewport: 400)
        #expect(again == snapped, "\(count) items, \(proposed)")
      }
    }
  }

  @Test func theItemInTheMiddle() {
    func middle(_ offset: Double, _ count: Int = 10) -> Int? {
      CarouselSnap.middleItem(at: offset, geometry: geometry(count), viewport: 400)
    }
    #expect(middle(290) == 4)
    #expect(middle(0) == 1)
    #expect(middle(0, 0) == nil)
    // In the space between items 0 and 1, which is all that is seen.
    let narrow = CarouselSnap.middleItem(at: 106, geometry: geometry(10), viewport: 2)
    #expect(narrow == 1)
  }
}
