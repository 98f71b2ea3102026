import SpotsTestSupport
import Testing

@testable import SpotsViews

@MainActor
@Suite struct FooterViewTests {
  private let footer = ViewStates(type: FooterView.self, width: 200)

  @Test func heights() {
    // 8 + 16 + 16; texts stand on lines of their own.
    #expect(footer.size(of: Item(title: "a")).height == 40)
    #expect(footer.size(of: Item(title: "a", subtitle: "b")).height == 56)
  }
}
