import Spots
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct PixelBufferTests {
  private func noise(_ width: Int, _ height: Int, seed: UInt64) throws -> PixelBuffer {
    var generator = SplitMix64(seed: seed)
    let buffer = try PixelBuffer(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width { buffer[x, y] = .random(in: 0...(.max), using: &generator) }
    }
    return buffer
  }

  @Test func theSameSizeIsTheSameImage() throws {
    let surface = try noise(9, 7, seed: 3)
    let copy = try surface.scaled(width: 9, height: 7)
    for y in 0..<7 {
      for x in 0..<9 where surface[x, y] >> 24 > 0 {
        #expect(copy[x, y] == surface[x, y])
      }
    }
  }

  @Test(arguments: [(1, 1), (3, 5), (40, 2), (100, 100)])
  func oneColorStaysOneColor(_ width: Int, _ height: Int) throws {
    let buffer = try PixelBuffer(width: 17, height: 13)
    buffer.canvas.fill(buffer.canvas.bounds, clip: buffer.canvas.bounds, color: 0xFF12_34AB)
    let scaled = try buffer.scaled(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width { #expect(scaled[x, y] == 0xFF12_34AB) }
    }
  }

  @Test func halvingAveragesFourPixels() throws {
    let buffer = try PixelBuffer(width: 2, height: 2)
    buffer[0, 0] = 0xFF00_0000
    buffer[1, 0] = 0xFFFF_0000
    buffer[0, 1] = 0xFF00_FF00
    buffer[1, 1] = 0xFFFF_FFFF
    #expect(try buffer.scaled(width: 1, height: 1)[0, 0] == 0xFF80_8040)
  }

  @Test func transparentPixelsLendNoColor() throws {
    let buffer = try PixelBuffer(width: 2, height: 1)
    buffer[0, 0] = 0x00FF_FFFF
    buffer[1, 0] = 0xFFFF_0000
    #expect(try buffer.scaled(width: 1, height: 1)[0, 0] == 0x80FF_0000)
  }
}
