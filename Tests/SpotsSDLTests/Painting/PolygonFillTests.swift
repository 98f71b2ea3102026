import SpotsModelTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsViews

@Suite struct PolygonFillTests {
  private func paint(
    _ points: [(x: Double, y: Double)], clips: [PixelRect]? = nil
  ) throws -> PixelBuffer {
    let surface = try PixelBuffer(width: 40, height: 40)
    var polygons = PolygonFill()
    surface.canvas.fill(surface.canvas.bounds, clip: surface.canvas.bounds, color: 0xFFFF_FFFF)
    for clip in clips ?? [surface.canvas.bounds] {
      polygons.paint(points, clip: clip, color: 0xFF00_0000, on: surface.canvas)
    }
    return surface
  }

  private func ink(_ surface: PixelBuffer) -> Double {
    (0..<40).reduce(0.0) { sum, y in
      (0..<40).reduce(sum) { $0 + Double(255 - surface[$1, y] & 0xFF) / 255 }
    }
  }

  private func polygon(_ random: inout SplitMix64, reach: ClosedRange<Double>)
    -> [(x: Double, y: Double)]
  {
    (0..<3).map { _ in
      (
        x: PixelGrid.snapped(Double.random(in: reach, using: &random)),
        y: PixelGrid.snapped(Double.random(in: reach, using: &random))
      )
    }
  }

  /// Triangles have as much ink as their area.
  @Test func inkIsArea() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<300 {
      let corners = polygon(&random, reach: 1...39)
      let (a, b, c) = (corners[0], corners[1], corners[2])
      let area = abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / 2
      let got = ink(try paint(corners))
      #expect(abs(got - area) < 0.6 + area * 0.01, "\(corners)")
    }
  }

  /// A polygon that is painted part by part, even one that is mostly outside, has the same pixels.
  @Test func partsMakeTheWhole() throws {
    var random = SplitMix64(seed: 8)
    for _ in 0..<300 {
      let corners =
        polygon(&random, reach: -60...100) + polygon(&random, reach: -5...45)
      let whole = try paint(corners)
      let (x, y) = (Int.random(in: 1..<39, using: &random), Int.random(in: 1..<39, using: &random))
      let parts = [
        PixelRect(left: 0, top: 0, right: x, bottom: 40),
        PixelRect(left: x, top: 0, right: 40, bottom: y),
        PixelRect(left: x, top: y, right: 40, bottom: 40),
      ]
      let cut = try paint(corners, clips: parts)
      let isSame = (0..<40).allSatisfy { y in (0..<40).allSatisfy { whole[$0, y] == cut[$0, y] } }
      #expect(isSame, "\(corners), \(x), \(y)")
    }
  }

  @Test func whatIsNoPolygonPaintsNothing() throws {
    for points in [[], [(x: 3, y: 3)], [(x: 3, y: 3), (x: 9, y: 9)]] as [[(x: Double, y: Double)]] {
      #expect(ink(try paint(points)) == 0)
    }
    let far = [(x: -1e9, y: -1e9), (x: 1e9, y: 20), (x: -1e9, y: 1e9)]
    #expect(ink(try paint(far)) > 0)
  }

  /// The points that are left of a line with many draw the same pixels as all of them.
  @MainActor
  @Test func reducedLinesLookTheSame() throws {
    var random = SplitMix64(seed: 11)
    for count in [50, 400, 5000] {
      let numbers = (0..<count).map { _ in Double.random(in: -1...1, using: &random) }
      let scale = ChartScale(
        plot: Rect(x: 2, y: 2, width: 36, height: 36), range: -1...1, places: count, times: nil,
        isBanded: false)
      func drawn(pixel: Double) throws -> PixelBuffer {
        let surface = try PixelBuffer(width: 40, height: 40)
        let canvas = surface.canvas
        canvas.fill(canvas.bounds, clip: canvas.bounds, color: 0xFFFF_FFFF)
        var strokes = Strokes()
        for run in scale.runs(of: numbers, pixel: pixel) {
          strokes.paint(
            run.map { ($0.x, $0.y) }, width: 2, clip: canvas.bounds, color: 0xFF00_0000, on: canvas)
        }
        return surface
      }
      let (all, kept) = (try drawn(pixel: 1e-9), try drawn(pixel: 0.5))
      // Edges are soft: a line may be half a column from the one it stands for.
      var (near, far) = (0, 0)
      for y in 0..<40 {
        for x in 0..<40 {
          let distance = abs(Int(all[x, y] & 0xFF) - Int(kept[x, y] & 0xFF))
          if distance > 64 { near += 1 }
          if distance > 128 { far += 1 }
        }
      }
      #expect(near <= 16 && far == 0, "\(count) points: \(near) pixels, \(far) of them far")
    }
  }
}
