import SpotsTestSupport
import Testing

@testable import SpotsViews

@MainActor
@Suite struct HeaderViewTests {
  private let header = ViewStates(type: HeaderView.self)

  @Test func heights() {
    // 20 + 28 + 8, and 18 for a subtitle.
    #expect(header.size(of: Item(title: "a")).height == 56)
    #expect(header.size(of: Item(title: "a", subtitle: "b")).height == 74)
  }

  @Test func aTextAloneIsTheHeading() {
    #expect(header.size(of: Item(text: "a")).height == 56)
    #expect(header.draw(Item(text: "only text")) == header.draw(Item(title: "only text")))
  }

  private static let long = Item(
    title: "Department updates", subtitle: "This week",
    meta: Meta(strings: ["actionTitle": "Show all"]))

  /// Words that fit on a line of their own are never broken or cut for the action's sake.
  @Test(arguments: [1.0, 1.5, 2.0], [nil, "section"])
  func everyWordIsWhole(textScale: Double, style: String?) {
    var item = Self.long
    if let style { item.meta = Meta(strings: ["style": style, "actionTitle": "Show all"]) }
    let words = ["Department", "updates"].map { style == nil ? $0 : $0.uppercased() }
    // The longest word is 10 × 11 points wide, and there are 16 at each side.
    for width in stride(from: 32 + 110 * textScale, through: 800, by: 7) {
      var header = ViewStates(type: HeaderView.self, width: width)
      header.textScale = textScale
      let text = header.draw(item).text
      for word in words + ["Show all", "This week"] { #expect(text.contains(word), "\(width)") }
      #expect(!text.contains("…"))
    }
  }

  @Test func theActionIsBesideTheTitleWhereBothFit() {
    // 18 × 11 for the title, 16, and 8 × 7 for the action.
    let fitting = ViewStates(type: HeaderView.self, width: 32 + 198 + 16 + 56)
    #expect(fitting.size(of: Self.long).height == 74)
    let text = fitting.draw(Self.long).text
    #expect(text.contains("'Department updates' sans bold 22/28 #1B1C1F at 16,"))
    #expect(text.contains("'Show all' sans regular 14/20 #2458D6 at 230,"))
  }

  @Test func elseItIsTheLastLine() {
    let narrow = ViewStates(type: HeaderView.self, width: 32 + 198 + 16 + 55)
    #expect(narrow.size(of: Self.long).height == 74 + 4 + 20)
    let text = narrow.draw(Self.long).text
    #expect(text.contains("'Department updates' sans bold 22/28 #1B1C1F at 16,"))
    #expect(text.contains("'Show all' sans regular 14/20 #2458D6 at 16,"))
  }

  /// No room at all, and texts without an end.
  @Test(arguments: [0.0, 1, 31, 33, 60])
  func fitsIntoAnyWidth(width: Double) {
    let words = String(repeating: "word ", count: 200)
    let item = Item(title: words, meta: Meta(strings: ["actionTitle": words]))
    let header = ViewStates(type: HeaderView.self, width: width)
    #expect(header.size(of: item).height.isFinite)
    #expect(header.size(of: item).height < 200)
  }

  /// All of a subtitle can be read at any size.
  @Test func largerTextHasMoreLines() {
    let item = Item(title: "T", subtitle: String(repeating: "word ", count: 20))
    let heights = [1.0, 2, 3].map { scale in
      ViewStates(type: HeaderView.self, width: 320, textScale: scale).size(of: item).height
    }
    // 20, a line of title, 3, 5 and 7 lines of subtitle, and 8.
    #expect(heights == [110, 264, 490])
  }
}
