import SpotsTestSupport
import Testing

@testable import Spots

@MainActor
@Suite struct HeaderViewTests {
  private let header = ViewStates(type: HeaderView.self)

  @Test func heights() {
    // 20 + 28 + 8, and 18 for a subtitle.
    #expect(header.size(of: Item(title: "a")).height == 56)
    #expect(header.size(of: Item(title: "a", subtitle: "b")).height == 74)
  }
}
