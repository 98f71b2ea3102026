import Spots
import SpotsTestSupport
import Testing

@testable import SpotsSDL

@Suite(.serialized) @MainActor
struct ImageDecoderTests {
  private func decode(
    _ bytes: [UInt8], width: Int, height: Int, mode: DrawCommand.ContentMode = .fit,
    scale: Double = 1
  ) throws -> Surface {
    #expect(ImageDecoder.isReady)
    let header = try ImageHeader(bytes)
    let fitting = ImageFitting(
      header.size, width: width, height: height, mode: mode, scale: scale)
    return try ImageDecoder.decode(bytes, header: header, fitting: fitting)
  }

  private func isRed(_ pixel: UInt32) -> Bool {
    (pixel >> 16) & 0xFF > 200 && pixel & 0xFF < 90 && pixel >> 24 == 255
  }

  private func isBlue(_ pixel: UInt32) -> Bool {
    (pixel >> 16) & 0xFF < 90 && pixel & 0xFF > 200 && pixel >> 24 == 255
  }

  @Test func everyLosslessFormatGivesItsPixels() throws {
    let samples = [
      try SamplePictures.png(), try SamplePictures.bmp(), SamplePictures.gif, SamplePictures.webp,
      SamplePictures.svg,
    ]
    for (index, bytes) in samples.enumerated() {
      let surface = try decode(bytes, width: 3, height: 2)
      #expect(surface.width == 3 && surface.height == 2)
      for y in 0..<2 {
        #expect(isRed(surface[0, y]), "sample \(index)")
        #expect(isBlue(surface[1, y]), "sample \(index)")
        #expect(isBlue(surface[2, y]), "sample \(index)")
      }
    }
  }

  @Test func lossyFormatsComeClose() throws {
    let jpeg = try decode(SamplePictures.jpeg(), width: 3, height: 2)
    #expect(jpeg.width == 3 && jpeg.height == 2)
    let webp = try decode(SamplePictures.lossyWebp, width: 16, height: 16)
    #expect((webp[8, 8] >> 16) & 0xFF > 150)
  }

  @Test func anAnimatedWebPShowsItsFirstPicture() throws {
    let whole = try decode(SamplePictures.animatedWebp, width: 4, height: 3)
    #expect(whole.width == 4 && whole.height == 3)
    for (x, y) in [(0, 0), (3, 2)] { #expect(isRed(whole[x, y])) }
    let partly = try decode(SamplePictures.partlyAnimatedWebp, width: 40, height: 30)
    #expect(partly.width == 40 && partly.height == 30)
    let inside = partly[25, 15]
    #expect((100...156).contains(inside >> 24) && (inside >> 16) & 0xFF > 100)
    for (x, y) in [(0, 0), (18, 15), (32, 15), (25, 8), (25, 22)] {
      #expect(partly[x, y] >> 24 == 0, "\(x) \(y)")
    }
  }

  @Test func anAnimatedWebPThatIsDamagedIsSurvived() throws {
    for bytes in [SamplePictures.animatedWebp, SamplePictures.partlyAnimatedWebp] {
      for count in 30..<bytes.count {
        do {
          _ = try decode(Array(bytes.prefix(count)), width: 4, height: 3)
        } catch let fault as ImageFault {
          #expect(!fault.reason.isEmpty)
        }
      }
      var random = SplitMix64(seed: 5)
      for _ in 0..<500 {
        var damaged = bytes
        for _ in 0..<3 {
          damaged[Int.random(in: 12..<bytes.count, using: &random)] =
            .random(in: 0...255, using: &random)
        }
        do {
          _ = try decode(damaged, width: 4, height: 3)
        } catch let fault as ImageFault {
          #expect(!fault.reason.isEmpty)
        }
      }
    }
  }

  @Test func drawingsAreSharpAtEverySize() throws {
    let surface = try decode(SamplePictures.svg, width: 300, height: 200)
    #expect(surface.width == 300 && surface.height == 200)
    #expect(isRed(surface[98, 100]))
    #expect(isBlue(surface[101, 100]))
    #expect(isBlue(surface[299, 199]))
  }

  @Test func fillCutsEvenly() throws {
    let surface = try decode(SamplePictures.png(), width: 2, height: 4, mode: .fill)
    #expect(surface.width == 2 && surface.height == 4)
    #expect(!isRed(surface[0, 1]))
  }

  @Test func brokenPicturesSayWhy() throws {
    for bytes in [try SamplePictures.png(), SamplePictures.webp, SamplePictures.gif] {
      let cut = Array(bytes.prefix(bytes.count * 2 / 3))
      #expect(throws: ImageFault.self) { try decode(cut, width: 3, height: 2) }
    }
  }
}
