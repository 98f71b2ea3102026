import Spots
import SpotsTestSupport
import Testing

@testable import SpotsSDL

@Suite struct ScalingTests {
  private func noise(_ width: Int, _ height: Int, seed: UInt64) throws -> Surface {
    var generator = SplitMix64(seed: seed)
    let surface = try Surface(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width { surface[x, y] = .random(in: 0...(.max), using: &generator) }
    }
    return surface
  }

  @Test func theSameSizeIsTheSamePicture() throws {
    let surface = try noise(9, 7, seed: 3)
    let copy = try surface.scaled(width: 9, height: 7)
    for y in 0..<7 {
      for x in 0..<9 where surface[x, y] >> 24 > 0 {
        #expect(copy[x, y] == surface[x, y])
      }
    }
  }

  @Test(arguments: [(1, 1), (3, 5), (40, 2), (100, 100)])
  func oneColourStaysOneColour(_ width: Int, _ height: Int) throws {
    let surface = try Surface(width: 17, height: 13)
    surface.canvas.fill(surface.canvas.bounds, clip: surface.canvas.bounds, color: 0xFF12_34AB)
    let part = Rect(x: 2.3, y: 1.1, width: 11.9, height: 9.7)
    let scaled = try surface.scaled(from: part, width: width, height: height)
    for y in 0..<height {
      for x in 0..<width { #expect(scaled[x, y] == 0xFF12_34AB) }
    }
  }

  @Test func halvingAveragesFourPixels() throws {
    let surface = try Surface(width: 2, height: 2)
    surface[0, 0] = 0xFF00_0000
    surface[1, 0] = 0xFFFF_0000
    surface[0, 1] = 0xFF00_FF00
    surface[1, 1] = 0xFFFF_FFFF
    #expect(try surface.scaled(width: 1, height: 1)[0, 0] == 0xFF80_8040)
  }

  @Test func transparentPixelsLendNoColour() throws {
    let surface = try Surface(width: 2, height: 1)
    surface[0, 0] = 0x00FF_FFFF
    surface[1, 0] = 0xFFFF_0000
    #expect(try surface.scaled(width: 1, height: 1)[0, 0] == 0x80FF_0000)
  }
}
