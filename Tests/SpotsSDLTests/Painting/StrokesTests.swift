import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct StrokesTests {
  private func paint(_ points: [(x: Double, y: Double)], width: Double) throws -> PixelBuffer {
    let surface = try PixelBuffer(width: 40, height: 40)
    var strokes = Strokes()
    surface.canvas.fill(surface.canvas.bounds, clip: surface.canvas.bounds, color: 0xFFFF_FFFF)
    strokes.paint(
      points, width: width, clip: surface.canvas.bounds, color: 0xFF00_0000, on: surface.canvas)
    return surface
  }

  private func ink(_ surface: PixelBuffer) -> Double {
    (0..<40).reduce(0.0) { sum, y in
      (0..<40).reduce(sum) { $0 + Double(255 - surface[$1, y] & 0xFF) / 255 }
    }
  }

  @Test(arguments: [(30.0, 10.0), (30, 30), (10, 30), (12, 31), (31, 13)])
  func inkIsLengthTimesWidthAndTheRoundEnds(_ end: (Double, Double)) throws {
    let (dx, dy) = (end.0 - 10, end.1 - 10)
    let length = (dx * dx + dy * dy).squareRoot()
    let expected = length * 4 + Double.pi * 4
    let got = ink(try paint([(10, 10), (x: end.0, y: end.1)], width: 4))
    #expect(abs(got - expected) < expected * 0.04)
  }

  @Test func directionDoesNotMatter() throws {
    let forth = try paint([(5, 7), (20, 30), (33, 9)], width: 3)
    let back = try paint([(33, 9), (20, 30), (5, 7)], width: 3)
    #expect(
      (0..<40).allSatisfy { y in
        (0..<40).allSatisfy { forth[$0, y] == back[$0, y] }
      })
  }

  @Test func onePointIsADot() throws {
    let got = ink(try paint([(20, 20)], width: 10))
    #expect(abs(got - Double.pi * 25) < 2)
  }
}
