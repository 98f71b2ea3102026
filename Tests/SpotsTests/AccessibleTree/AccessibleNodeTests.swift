import Testing

@testable import Spots

@Suite struct AccessibleNodeTests {
  @Test func anIdentityIsFoundAgainByItsDescription() {
    let bases: [AccessibleNode.ID.Base] = [
      .window, .screen, .scrollBar, .list(7), .header(0), .footer(12), .pages(3),
      .item(4, number: 999_999), .overlay(1, part: 2),
    ]
    for id in bases.map(AccessibleNode.ID.init) {
      #expect(AccessibleNode.ID(id.description) == id)
      #expect(id.description.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
    }
    for id in [bases[4], bases[7], bases[8]].map(AccessibleNode.ID.init) {
      let inside = id.child(3).child(0)
      #expect(AccessibleNode.ID(inside.description) == inside)
      #expect(inside.around == id)
    }
  }

  @Test func otherTextsAreNoIdentities() {
    for text in [
      "", "window_1", "list", "list_x", "list_-1", "list_1_2", "item_1", "item__1", "item_1_",
      "item_99999999999999999999_1", "item_1_1" + String(repeating: "_0", count: 40), "röot",
    ] {
      #expect(AccessibleNode.ID(text) == nil, "\(text)")
    }
  }
}
