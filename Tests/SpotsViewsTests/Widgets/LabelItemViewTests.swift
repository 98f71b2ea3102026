import SpotsTestSupport
import Testing

@testable import SpotsViews

@MainActor
@Suite struct LabelItemViewTests {
  @Test func emptyTextsTakeNoRoom() {
    let row = ViewStates(type: LabelItemView.self)
    // 12 + 22 + 12, and with a subtitle 4 + 18 more.
    #expect(row.size(of: Item(title: "a")).height == 46)
    #expect(row.size(of: Item(title: "a", subtitle: "b")).height == 68)
    #expect(row.size(of: Item()).height == 24)
  }
}
