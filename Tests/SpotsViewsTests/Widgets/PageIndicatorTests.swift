import SpotsTestSupport
import Testing

@testable import SpotsViews

@MainActor
@Suite struct PageIndicatorTests {
  private func indicator(pages: Int, width: Double) -> PageIndicator {
    let indicator = PageIndicator()
    indicator.frame = Rect(width: width, height: 22)
    indicator.pageCount = pages
    return indicator
  }

  @Test func aClickOnADotIsItsPage() {
    let indicator = indicator(pages: 4, width: 400)
    // Four dots of 7 with 7 between are 49 wide and start at (400 − 49) / 2 = 175.5, so at 176.
    for page in 0..<4 {
      #expect(indicator.page(at: Point(x: 176 + Double(page) * 14 + 3, y: 11)) == page)
    }
    #expect(indicator.page(at: Point(x: 150, y: 11)) == nil)
    #expect(indicator.page(at: Point(x: 250, y: 11)) == nil)
    #expect(indicator.page(at: Point(x: 180, y: 30)) == nil)
  }

  @Test func onePageHasNoDots() {
    #expect(indicator(pages: 1, width: 400).page(at: Point(x: 200, y: 11)) == nil)
    #expect(indicator(pages: 9, width: 0).page(at: .zero) == nil)
  }

  @Test func moreThanFitShareDots() {
    let indicator = indicator(pages: 1000, width: 172)
    // (172 − 32) / 14 = 10 dots from (172 − 133) / 2 = 19.5, so 20: the first page and the last.
    #expect(indicator.page(at: Point(x: 22, y: 11)) == 0)
    #expect(indicator.page(at: Point(x: 20 + 126 + 3, y: 11)) == 999)
  }
}
