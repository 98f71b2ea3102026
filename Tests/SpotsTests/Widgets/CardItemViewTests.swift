import SpotsTestSupport
import Testing

@testable import Spots

@MainActor
@Suite struct CardItemViewTests {
  private let card = ViewStates(
    type: CardItemView.self, cellStyle: CellStyle(isRow: false, margin: 12), width: 200)

  @Test func heights() {
    // The picture 200 / 2 = 100; the text 12 + 21 + 12.
    #expect(card.size(of: Item(title: "a", image: "photo.png")).height == 145)
    #expect(card.size(of: Item(image: "photo.png")).height == 100)
    #expect(card.size(of: Item(title: "a")).height == 45)
  }

  /// Words that fill one line fill two, or three, when text is twice as large; they are not cut.
  @Test func largerTextHasMoreLines() {
    func texts(_ scale: Double) -> [String] {
      var card = card
      card.textScale = scale
      return card.draw(Item(title: "Half Past Blue Monday")).entries.compactMap { entry in
        guard case .text(let text, _, _, _, _, _) = entry.command else { return nil }
        return text
      }
    }
    #expect(texts(1) == ["Half Past Blue Monday"])
    let large = texts(2)
    #expect(large.count > 1 && !large.joined().contains("…"))
  }
}
