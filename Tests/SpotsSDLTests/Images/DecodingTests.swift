import Foundation
import Glibc
import Spots
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// What a decoder makes of good images, of broken ones, and of those that are meant to harm.
@Suite(.serialized)
struct DecodingTests {
  private func decode(
    _ bytes: [UInt8], width: Int, height: Int, mode: DrawCommand.ContentMode = .fit,
    scale: Double = 1
  ) throws -> DecodedImage {
    let decoder = try Decoder(path: DecoderPath.installed)
    return try decoder.decode(
      bytes, header: ImageHeader(bytes), width: width, height: height, mode: mode, scale: scale)
  }

  private func isRed(_ pixel: UInt32) -> Bool {
    (pixel >> 16) & 0xFF > 200 && pixel & 0xFF < 90 && pixel >> 24 == 255
  }

  private func isBlue(_ pixel: UInt32) -> Bool {
    (pixel >> 16) & 0xFF < 90 && pixel & 0xFF > 200 && pixel >> 24 == 255
  }

  @Test func everyLosslessFormatGivesItsPixels() throws {
    let samples = [
      SampleImages.png, try SampleImages.bmp(), SampleImages.gif, SampleImages.webp,
      SampleImages.svg,
    ]
    for (index, bytes) in samples.enumerated() {
      let image = try decode(bytes, width: 3, height: 2).bitmap(0)
      #expect(image.width == 3 && image.height == 2)
      for y in 0..<2 {
        #expect(isRed(image[0, y]), "sample \(index)")
        #expect(isBlue(image[1, y]), "sample \(index)")
        #expect(isBlue(image[2, y]), "sample \(index)")
      }
    }
  }

  @Test func lossyFormatsComeClose() throws {
    let jpeg = try decode(SampleImages.jpeg, width: 3, height: 2).bitmap(0)
    #expect(jpeg.width == 3 && jpeg.height == 2)
    let webp = try decode(SampleImages.lossyWebp, width: 16, height: 16).bitmap(0)
    #expect((webp[8, 8] >> 16) & 0xFF > 150)
  }

  /// The canvas may be larger than the first of the images on it.
  @Test func anAnimatedWebPStartsWithItsFirstImage() throws {
    let whole = try decode(SampleImages.animatedWebp, width: 4, height: 3).bitmap(0)
    #expect(whole.width == 4 && whole.height == 3)
    for (x, y) in [(0, 0), (3, 2)] { #expect(isRed(whole[x, y])) }
    let partly = try decode(SampleImages.partlyAnimatedWebp, width: 40, height: 30).bitmap(0)
    #expect(partly.width == 40 && partly.height == 30)
    let inside = partly[25, 15]
    #expect((100...156).contains(inside >> 24) && (inside >> 16) & 0xFF > 100)
    for (x, y) in [(0, 0), (18, 15), (32, 15), (25, 8), (25, 22)] {
      #expect(partly[x, y] >> 24 == 0, "\(x) \(y)")
    }
  }

  @Test func drawingsAreSharpAtEverySize() throws {
    let image = try decode(SampleImages.svg, width: 300, height: 200).bitmap(0)
    #expect(image.width == 300 && image.height == 200)
    #expect(isRed(image[98, 100]))
    #expect(isBlue(image[101, 100]))
    #expect(isBlue(image[299, 199]))
  }

  @Test func fillCutsEvenly() throws {
    let image = try decode(SampleImages.png, width: 2, height: 4, mode: .fill).bitmap(0)
    #expect(image.width == 2 && image.height == 4)
    #expect(!isRed(image[0, 1]))
  }

  /// An image of 3 by 2 pixels whose first column is red stands upright with a red column at the
  /// left or right, or a red row at the top or bottom.
  @Test(arguments: 1...8)
  func imagesStandUpright(orientation: Int) throws {
    for bytes in SampleImages.turned(UInt8(orientation)) { try check(bytes, orientation) }
  }

  private func check(_ bytes: [UInt8], _ orientation: Int) throws {
    let isTurned = orientation >= 5
    let (width, height) = isTurned ? (40, 60) : (60, 40)
    let image = try decode(bytes, width: width, height: height).bitmap(0)
    #expect(image.width == width && image.height == height)
    let red: (Int, Int) =
      switch orientation {
      case 1, 4: (3, 20)
      case 2, 3: (56, 20)
      case 5, 6: (20, 3)
      default: (20, 56)
      }
    let blue = (width - 1 - red.0, height - 1 - red.1)
    #expect((image[red.0, red.1] >> 16) & 0xFF > 128)
    #expect((image[blue.0, blue.1] >> 16) & 0xFF < 128)
  }

  @Test func brokenImagesSayWhy() throws {
    for bytes in [SampleImages.png, SampleImages.webp, SampleImages.gif] {
      let cut = Array(bytes.prefix(bytes.count * 2 / 3))
      #expect(throws: ImageError.self) { try decode(cut, width: 3, height: 2) }
    }
  }

  /// Damage costs the image at most, and every one says what is wrong. Files of every kind are cut
  /// at every byte, and changed at random.
  @Test func damagedImagesLeaveTheDecoderAlone() throws {
    let samples = [
      SampleImages.png, try SampleImages.bmp(), SampleImages.jpeg,
      SampleImages.gif, SampleImages.webp, SampleImages.lossyWebp,
      SampleImages.animatedWebp, SampleImages.partlyAnimatedWebp, SampleImages.svg,
    ]
    let decoder = try Decoder(path: DecoderPath.installed)
    var random = SplitMix64(seed: 5)
    func tryToDecode(_ bytes: [UInt8], as header: ImageHeader) {
      do throws(ImageError) {
        _ = try decoder.decode(bytes, header: header, width: 4, height: 3)
      } catch {
        #expect(![.crashed, .tooSlow].contains(error) && !error.reason.isEmpty)
      }
    }
    for bytes in samples {
      let header = try ImageHeader(bytes)
      for count in 1..<bytes.count { tryToDecode(Array(bytes.prefix(count)), as: header) }
      for _ in 0..<200 {
        var damaged = bytes
        for _ in 0..<3 {
          damaged[.random(in: 0..<bytes.count, using: &random)] = .random(
            in: 0...255, using: &random)
        }
        tryToDecode(damaged, as: header)
      }
    }
  }

  @Test func animationsKeepTheirTimes() throws {
    let bytes = SampleAnimations.gif(delays: [5, 20, 100], repeats: 0)
    let timing = try #require(try decode(bytes, width: 1, height: 1).timing)
    #expect(timing.delays == [0.05, 0.2, 1])
    #expect(timing.plays == nil)
    func plays(_ repeats: Int?) throws -> Int? {
      try decode(SampleAnimations.gif(delays: [5, 5], repeats: repeats), width: 1, height: 1)
        .timing?.plays
    }
    #expect(try plays(2) == 3)
    #expect(try plays(nil) == 1)
  }

  /// Frames with no delay get a tenth of a second, as in browsers.
  @Test func tinyDelaysAreSlowedDown() throws {
    let bytes = SampleAnimations.gif(delays: [0, 1, 2, 3], repeats: 0)
    #expect(try decode(bytes, width: 1, height: 1).timing?.delays == [0.1, 0.1, 0.02, 0.03])
  }

  /// Every prefix of an animation shows its complete images, or says what is wrong.
  @Test func beginningsOfAnimationsPlay() throws {
    let bytes = SampleAnimations.gif(delays: [5, 20, 100], repeats: 0)
    let header = try ImageHeader(bytes)
    let decoder = try Decoder(path: DecoderPath.installed)
    var counts: [Int] = []
    for count in 13...bytes.count {
      do throws(ImageError) {
        let image = try decoder.decode(
          Array(bytes.prefix(count)), header: header, width: 1, height: 1)
        counts.append(image.frames.count)
      } catch {
        #expect(![.crashed, .tooSlow].contains(error))
        counts.append(0)
      }
    }
    #expect(counts == counts.sorted())
    #expect(counts.first == 0 && counts.last == 3)
  }

  // MARK: Broken files

  /// 10 000 files with errors anywhere: each is an image or is refused with a reason. One decoder
  /// does them all, without a crash, two seconds for any of them, or much memory.
  @Test func mutatedFilesAreDecodedOrRefused() throws {
    let seeds = [
      SampleImages.png, SampleImages.jpeg, SampleImages.gif, SampleImages.webp,
      SampleImages.lossyWebp, SampleImages.animatedWebp, SampleImages.partlyAnimatedWebp,
      SampleImages.avif(turned: 1), SampleImages.svg,
      SampleAnimations.gif(delays: [5, 20, 100], repeats: 0),
    ]
    let decoder = try Decoder(path: DecoderPath.installed)
    var (decoded, refused) = (0, 0)
    for seed in UInt64(1)...10_000 {
      var random = SplitMix64(seed: seed)
      let bytes = Self.mutated(seeds[Int(seed) % seeds.count], &random)
      do throws(ImageError) {
        let header = try ImageHeader(bytes)
        _ = try decoder.decode(bytes, header: header, width: 24, height: 16)
        decoded += 1
      } catch {
        refused += 1
        try #require(![.crashed, .tooSlow].contains(error), "seed \(seed)")
      }
    }
    // Neither count may be small, or nothing was tested.
    #expect(decoded > 1000 && refused > 1000, "\(decoded) decoded, \(refused) refused")
    let status = try String(contentsOfFile: "/proc/\(decoder.number)/status", encoding: .utf8)
    let peak = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    // In kibibytes.
    #expect(try #require(Int(peak.filter(\.isNumber))) < Allowance.of(bytes: 300 << 10), "\(peak)")
  }

  /// `bytes` with up to eight errors: bytes replaced, inserted or removed, or the rest cut off.
  private static func mutated(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<24, using: &random) {
      case 0: bytes.removeSubrange(place...)
      case 1...3: bytes.removeSubrange(place..<min(place + 4, bytes.count))
      case 4...6: bytes.insert(contentsOf: bytes[place...].prefix(16), at: place)
      case 7...11: bytes[place] = [0, 1, 127, 128, 255].randomElement(using: &random) ?? 0
      case 12...17: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      default: bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
    }
    return bytes
  }
}
