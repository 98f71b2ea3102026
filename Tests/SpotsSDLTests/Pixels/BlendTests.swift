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
}
