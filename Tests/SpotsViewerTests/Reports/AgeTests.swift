import Testing

@testable import SpotsViewer

@Suite struct AgeTests {
  @Test(arguments: [
    (-100, "just now"), (0, "just now"), (59, "just now"), (60, "1 min ago"), (3599, "59 min ago"),
    (3600, "1 h ago"), (86_399, "23 h ago"), (86_400, "1 d ago"), (300_000, "3 d ago"),
  ])
  func itIsSaidInTheLargestUnit(seconds: Int, text: String) {
    #expect(Age(since: 1_000_000, now: 1_000_000 + seconds).text(in: .english) == text)
  }
}
