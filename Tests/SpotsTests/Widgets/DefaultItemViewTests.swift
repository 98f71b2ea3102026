import SpotsTestSupport
import Testing

@testable import Spots

@MainActor
@Suite struct DefaultItemViewTests {
  private let row = ViewStates(
    type: DefaultItemView.self, place: ItemPlace(isFirst: true, isLast: false))
  private let full = Item(
    title: "Anna Berg", subtitle: "Stockholm", image: "photo.png", action: "profile:1",
    meta: Meta(strings: ["detail": "3 km"]))

  @Test func heights() {
    #expect(row.size(of: Item()).height == 44)
    #expect(row.size(of: full).height == 56)
    // Twice (21 + 18) = 78, and 16 around it.
    var large = row
    large.textScale = 2
    #expect(large.size(of: full).height == 94)
  }

  @Test func nothingIsDrawnOutsideOfItsWidth() {
    for width in [0.0, 1, 20, 50, 100] {
      var narrow = row
      narrow.width = width
      for entry in narrow.draw(full).entries {
        if case .text(_, _, _, let origin, let length, _) = entry.command {
          // A text without room still has one character and its ellipsis.
          #expect(length <= max(width, 15), "\(width)")
          #expect(origin.x.isFinite)
        }
      }
    }
  }
}
