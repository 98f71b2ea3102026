import SpotsTestSupport
import Testing

@testable import SpotsViews

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

  /// A title has a second line if it needs one, which makes the card that much higher.
  @Test func aLongTitleHasTwoLines() {
    // 200 − 24 points hold 23 characters of 7.5.
    let (short, long) = ("Teapot for one", "Teapot for one and a half")
    let longest = String(repeating: "Teapot for one and a half ", count: 9)
    func lines(_ title: String) -> [String] {
      card.draw(Item(title: title, subtitle: "42")).entries.compactMap { entry in
        guard case .text(let text, _, _, _, _, _) = entry.command, text != "42" else { return nil }
        return text
      }
    }
    #expect(lines(short) == [short])
    #expect(lines(long) == ["Teapot for one and a", "half"])
    #expect(lines(longest).count == 2 && lines(longest)[1].hasSuffix("…"))
    let heights = [short, long, longest].map { card.size(of: Item(title: $0)).height }
    #expect(heights == [45, 66, 66])
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

  /// The shadow of a card under the pointer is higher, and its picture reacts with it.
  @Test func theCardUnderThePointerRises() {
    let item = Item(title: "a", image: "photo.png")
    func fall(_ list: DrawList) -> Double {
      list.entries.reduce(0) { sum, entry in
        guard case .shadow(_, let color, let blur, let offset, _) = entry.command else {
          return sum
        }
        return sum + Double(color.alpha) * (blur + offset)
      }
    }
    let (rest, over) = (card.draw(item), card.draw(item, state: .hover))
    let pressed = card.draw(item, state: [.hover, .highlighted])
    #expect(fall(over) >= fall(rest) * 1.5)
    #expect(fall(pressed) == fall(rest))
    // On the picture, whose own pixels are left out.
    let picture = Point(x: 100, y: 50)
    func shade(_ list: DrawList) -> Double {
      let last = list.entries.last { entry in
        guard case .fill(let rect, let color, _) = entry.command else { return false }
        return rect.contains(picture) && color.alpha < 255
      }
      guard case .fill(_, let color, _)? = last?.command else { return 0 }
      return Double(color.alpha) / 255
    }
    #expect(shade(rest) == 0)
    #expect((0.03...0.06).contains(shade(over)))
    #expect(shade(pressed) > shade(over))
  }

  @Test func aDarkCardHasAnOutlineInPlaceOfItsShadow() {
    let view = CardItemView()
    view.environment = .fixed(theme: .dark)
    (view.cellStyle, view.frame) = (CellStyle(isRow: false), Rect(width: 100, height: 80))
    view.configure(with: Item(title: "a", image: "photo.png"))
    var list = DrawList(viewport: view.bounds.expanded(by: 40))
    view.record(into: &list)
    let lines = list.entries.compactMap { entry -> Rect? in
      guard case .stroke(let rect, _, 1, _) = entry.command else { return nil }
      return rect
    }
    // In front of the picture.
    #expect(list.entries.last.map { $0.command.bounds } == view.bounds)
    #expect(lines == [view.bounds])
    #expect(Theme.dark[.separator].contrast(with: Theme.dark[.background]) >= 1.5)
  }
}
