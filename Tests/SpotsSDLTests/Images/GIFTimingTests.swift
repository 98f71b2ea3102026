import Spots
import Testing

@testable import SpotsSDL

@Suite struct GIFTimingTests {
  @Test func delaysAndTurnsAreRead() {
    let timing = GIFTiming(SampleAnimations.gif(delays: [5, 20, 100], repeats: 0))
    #expect(timing.delays == [0.05, 0.2, 1])
    #expect(timing.plays == nil)
    #expect(GIFTiming(SampleAnimations.gif(delays: [5, 5], repeats: 2)).plays == 3)
    #expect(GIFTiming(SampleAnimations.gif(delays: [5, 5], repeats: nil)).plays == 1)
  }

  /// Files that ask for no time at all get a tenth of a second, as in browsers.
  @Test func tinyDelaysAreSlowedDown() {
    let timing = GIFTiming(SampleAnimations.gif(delays: [0, 1, 2, 3], repeats: 0))
    #expect(timing.delays == [0.1, 0.1, 0.02, 0.03])
  }

  @Test func everyBeginningOfAFileIsRead() {
    let bytes = SampleAnimations.gif(delays: [5, 20, 100], repeats: 0)
    var counts: [Int] = []
    for count in 0...bytes.count {
      counts.append(GIFTiming(Array(bytes.prefix(count))).delays.count)
    }
    #expect(counts == counts.sorted())
    #expect(counts.first == 0 && counts.last == 3)
  }

  @Test func anythingElseHasNoPictures() {
    #expect(GIFTiming([]).delays.isEmpty)
    #expect(GIFTiming([UInt8](repeating: 0x21, count: 4000)).delays.isEmpty)
  }
}

/// GIFs of one pixel, each picture in another colour: red, green, blue, white, and again.
enum SampleAnimations {
  /// - Parameters:
  ///   - delays: Hundredths of a second, one for each picture.
  ///   - repeats: What the file says of turns; 0 is for ever, nil says nothing.
  static func gif(delays: [Int], repeats: Int?) -> [UInt8] {
    let palette: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
    var bytes = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x91, 0, 0] + palette
    if let repeats {
      bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, UInt8(repeats), 0, 0]
    }
    for (index, delay) in delays.enumerated() {
      bytes += [0x21, 0xF9, 4, 0, UInt8(delay & 0xFF), UInt8(delay >> 8), 0, 0]
      bytes += [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0]
      // Clear code 4, the colour, end code 5, in three bits each.
      let codes = 4 | (index % 4) << 3 | 5 << 6
      bytes += [2, 2, UInt8(codes & 0xFF), UInt8(codes >> 8), 0]
    }
    return bytes + [0x3B]
  }
}
