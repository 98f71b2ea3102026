import Spots
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct ImageFittingTests {
  @Test func fitShowsAllAndFillCoversAll() {
    let image = Size(width: 400, height: 200)
    let fit = ImageFitting(image, width: 100, height: 100, mode: .fit, scale: 1)
    #expect(fit.part == Rect(width: 400, height: 200))
    #expect(fit.width == 100 && fit.height == 50)
    let fill = ImageFitting(image, width: 100, height: 100, mode: .fill, scale: 1)
    #expect(fill.part == Rect(x: 100, width: 200, height: 200))
    #expect(fill.width == 100 && fill.height == 100)
    let center = ImageFitting(image, width: 100, height: 100, mode: .center, scale: 2)
    #expect(center.part == Rect(x: 175, y: 75, width: 50, height: 50))
  }

  @Test func anySizesFit() {
    var generator = SplitMix64(seed: 5)
    for _ in 0..<5000 {
      let image = Size(
        width: Double(Int.random(in: 1...16_384, using: &generator)),
        height: Double(Int.random(in: 1...16_384, using: &generator)))
      let width = Int.random(in: 1...5000, using: &generator)
      let height = Int.random(in: 1...5000, using: &generator)
      for mode in DrawCommand.ContentMode.allCases {
        let fitting = ImageFitting(image, width: width, height: height, mode: mode, scale: 1.5)
        #expect((1...width).contains(fitting.width) && (1...height).contains(fitting.height))
        #expect(fitting.part.x >= 0 && fitting.part.maxX <= image.width + 1e-6)
        #expect(fitting.part.y >= 0 && fitting.part.maxY <= image.height + 1e-6)
        if mode == .fill { #expect(fitting.width == width && fitting.height == height) }
      }
    }
  }
}
