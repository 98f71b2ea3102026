import SpotsTestSupport
import Testing

@testable import Spots

@MainActor
@Suite struct LabelItemViewTests {
  private let item = Item(
    title: "Spots for Linux", subtitle: "Version 1", text: "Native screens from JSON, drawn here.")

  @Test func aRowInEveryState() {
    let row = ViewStates(type: LabelItemView.self, place: ItemPlace(isLast: false), width: 200)
    expectGolden(row.text(of: item), "label-row")
  }

  @Test func aCellInEveryState() {
    let cell = ViewStates(
      type: LabelItemView.self, place: ItemPlace(isRow: false, margin: 12), width: 240)
    expectGolden(cell.text(of: item), "label-cell")
  }

  @Test func emptyTextsTakeNoRoom() {
    let row = ViewStates(type: LabelItemView.self)
    // 12 + 22 + 12, and with a subtitle 4 + 18 more.
    #expect(row.size(of: Item(title: "a")).height == 46)
    #expect(row.size(of: Item(title: "a", subtitle: "b")).height == 68)
    #expect(row.size(of: Item()).height == 24)
  }
}
