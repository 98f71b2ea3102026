import Spots
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite @MainActor struct CanvasComparisonTests {
  private func canvas(_ changed: [(x: Int, y: Int)] = [], color: UInt32 = 0xFF00_0000)
    throws -> OffscreenCanvas
  {
    let canvas = try OffscreenCanvas(size: Size(width: 200, height: 100), scale: 1)
    for y in 0..<100 {
      for x in 0..<200 { canvas.surface.canvas.row(y)[x] = 0xFFFF_FFFF }
    }
    for (x, y) in changed { canvas.surface.canvas.row(y)[x] = color }
    return canvas
  }

  @Test func equalPicturesHaveNoDifference() throws {
    let comparison = try CanvasComparison(canvas(), canvas(), tolerance: 0)
    #expect(comparison.isSame && comparison.areas.isEmpty && comparison.difference == nil)
  }

  /// Nearby differing pixels count as one place, distant ones as another, and a frame shows each.
  @Test func differencesHavePlaces() throws {
    let changed = [(10, 10), (30, 20), (150, 50), (151, 90)]
    let comparison = try CanvasComparison(canvas(), canvas(changed), tolerance: 0)
    #expect(comparison.differingPixels == 4)
    #expect(
      comparison.areas == [
        Rect(x: 10, y: 10, width: 21, height: 11), Rect(x: 150, y: 50, width: 1, height: 1),
        Rect(x: 151, y: 90, width: 1, height: 1),
      ])
    #expect(comparison.summary == "4 pixels differ, at 10,10 (21x11), 150,50 (1x1), 151,90 (1x1)")
    let picture = try #require(comparison.difference)
    #expect(picture.pixel(x: 30, y: 20) == 0xFFE0_2020)
    #expect(picture.pixel(x: 31, y: 20) == 0xFFFF_FFFF)
    #expect(picture.pixel(x: 150, y: 45) == 0xFF20_40E0)
  }

  @Test func manyPlacesAreOne() throws {
    let all = (0..<100).flatMap { y in (0..<200).map { (x: $0, y: y) } }
    let comparison = try CanvasComparison(canvas(), canvas(all), tolerance: 0)
    #expect(comparison.areas == [Rect(x: 0, y: 0, width: 200, height: 100)])
    #expect(comparison.summary == "20000 pixels differ, at 0,0 (200x100)")
  }

  @Test func toleranceIsForEachChannel() throws {
    let near = try canvas([(5, 5)], color: 0xFFFF_FCFF)
    #expect(try CanvasComparison(canvas(), near, tolerance: 3).isSame)
    #expect(
      try CanvasComparison(canvas(), near, tolerance: 2).summary
        == "1 pixel differs, at 5,5 (1x1)")
  }

  @Test func picturesOfOtherSizesHaveNoPlaces() throws {
    let small = try OffscreenCanvas(size: Size(width: 10, height: 10), scale: 1)
    let comparison = try CanvasComparison(canvas(), small, tolerance: 255)
    #expect(!comparison.isSame && comparison.difference == nil)
    #expect(comparison.summary == "200x100 expected, 10x10 found")
  }
}
