import SpotsModelTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct BlendTests {
  @Test func everyChannelIsRoundedExactly() {
    for source in stride(from: UInt32(0), through: 255, by: 5) {
      for destination in stride(from: UInt32(0), through: 255, by: 5) {
        for alpha in stride(from: UInt32(0), through: 255, by: 3) {
          let exact = Double(source * alpha + destination * (255 - alpha)) / 255
          let expected = UInt32(exact.rounded())
          let pixel = blend(
            source << 16 | source << 8 | source,
            over: destination << 16 | destination << 8 | destination, alpha: alpha)
          #expect(pixel == 0xFF00_0000 | expected << 16 | expected << 8 | expected)
        }
      }
    }
  }

  @Test func nothingAndEverythingAreExact() {
    #expect(blend(0xFF12_3456, over: 0xFFAB_CDEF, alpha: 0) == 0xFFAB_CDEF)
    #expect(blend(0xFF12_3456, over: 0xFFAB_CDEF, alpha: 255) == 0xFF12_3456)
  }

  /// Rows are blended four pixels at a time; each pixel is what it is alone.
  @Test func rowsAreBlendedAsTheirPixelsAre() {
    for seed in 0..<300 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let count = Int.random(in: 0...21, using: &random)
      func pixels(_ alphas: [UInt32]) -> [UInt32] {
        (0..<count).map { _ in
          let alpha = alphas.randomElement(using: &random) ?? 255
          return UInt32.random(in: 0...0xFFFFFF, using: &random) | alpha << 24
        }
      }
      let alphas: [UInt32] = [0, 1, 127, 128, 254, 255]
      let (below, source) = (pixels([255]), pixels(seed % 3 == 0 ? [255] : alphas))
      let mask = pixels(alphas).map { UInt8($0 >> 24) }
      let alpha = alphas.randomElement(using: &random) ?? 255
      let color = (pixels(alphas).first ?? 0) & 0xFFFFFF | alpha << 24
      var (blended, covered) = (below, below)
      blended.withUnsafeMutableBufferPointer { row in
        guard let row = row.baseAddress else { return }
        blendRow(source, onto: row, count: count, alpha: alpha)
      }
      covered.withUnsafeMutableBufferPointer { row in
        guard let row = row.baseAddress else { return }
        coverRow(row, color: color, mask: mask, count: count)
      }
      #expect(
        blended
          == zip(source, below).map { blend($0, over: $1, alpha: scaled255($0 >> 24, alpha)) },
        "seed \(seed)")
      #expect(
        covered
          == zip(mask, below).map { blend(color, over: $1, alpha: scaled255(alpha, UInt32($0))) },
        "seed \(seed)")
    }
  }
}
