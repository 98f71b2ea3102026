import SpotsTestSupport
import Testing

@testable import Spots

@MainActor
@Suite struct CardItemViewTests {
  private let card = ViewStates(
    type: CardItemView.self, place: ItemPlace(isRow: false, margin: 12), width: 200)

  @Test func everyState() {
    let item = Item(
      title: "Blue Chair", subtitle: "120 €", text: "Oak and wool", image: "photo.png")
    expectGolden(card.text(of: item), "card")
  }

  @Test func heights() {
    // The picture 200 / 2 = 100; the text 12 + 21 + 12.
    #expect(card.size(of: Item(title: "a", image: "photo.png")).height == 145)
    #expect(card.size(of: Item(image: "photo.png")).height == 100)
    #expect(card.size(of: Item(title: "a")).height == 45)
  }
}
