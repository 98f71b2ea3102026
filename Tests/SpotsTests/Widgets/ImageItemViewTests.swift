import SpotsTestSupport
import Testing

@testable import Spots

@MainActor
@Suite struct ImageItemViewTests {
  private let cell = ViewStates(
    type: ImageItemView.self, place: ItemPlace(isRow: false, margin: 12), width: 160)
  private let item = Item(title: "Harbour at night", image: "photo.png")

  @Test func thePictureKeepsItsRatio() {
    // 160 / 2 = 80; a picture nobody knows is 16 to 9: 160 · 9 / 16 = 90.
    #expect(cell.size(of: Item(image: "photo.png")).height == 80)
    #expect(cell.size(of: Item(image: "unknown.png")).height == 90)
    // The caption takes 6 + 16 more.
    #expect(cell.size(of: item).height == 102)
  }
}
