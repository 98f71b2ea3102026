import SpotsTestSupport
import Testing

@testable import Spots

@MainActor
@Suite struct CardItemViewTests {
  private let card = ViewStates(
    type: CardItemView.self, place: ItemPlace(isRow: false, margin: 12), width: 200)

  @Test func heights() {
    // The picture 200 / 2 = 100; the text 12 + 21 + 12.
    #expect(card.size(of: Item(title: "a", image: "photo.png")).height == 145)
    #expect(card.size(of: Item(image: "photo.png")).height == 100)
    #expect(card.size(of: Item(title: "a")).height == 45)
  }
}
