import CDecoder
import Foundation
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL
@testable import spots_viewer

@Suite @MainActor struct SpotsViewerIdentityTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  private static let side = 128

  /// The picture the decoder draws.
  private func picture(of svg: [UInt8]) throws -> PixelBuffer {
    let side = Self.side
    let content = ImageBytes.memory(MemoryImage(svg))
    let file = try content.sealed(limit: 1 << 20)
    defer { close(file) }
    let key = ImageKey(source: "", version: 0, width: side, height: side, mode: .fit, scale: 1)
    let decoder = try Decoder(path: DecoderPath.installed)
    let image = try decoder.decode(
      SpotsDecoderRequest(content.header(), key: key), bytes: file
    ).bitmap(0)
    let buffer = try PixelBuffer(width: side, height: side)
    for y in 0..<side { for x in 0..<side { buffer[x, y] = image[x, y] } }
    return buffer
  }

  /// The icon of windows is made from the one drawing there is: `UPDATE_GOLDENS=1` makes it again.
  @Test func theIconIsThePictureOfTheDrawing() throws {
    let drawing = Self.root + "/Assets/io.github.spots.Viewer.svg"
    let wanted = try picture(of: FileBytes.read(drawing))
    if isUpdatingGoldens {
      let png = try OffscreenCanvas(surface: wanted, scale: 1).png()
      try WholeFile.write(png, to: Self.root + "/Sources/spots-viewer/Options/icon.png")
    }
    let path = Self.root + "/Sources/spots-viewer/Options/icon.png"
    let file = try FileBytes.read(path)
    let found = try OffscreenCanvas.pixels(png: file)
    #expect(found.width == Self.side && found.height == Self.side)
    var differing = 0
    for y in 0..<Self.side {
      for x in 0..<Self.side {
        // Versions of the drawing library round differently.
        let isClose = [0, 8, 16, 24].allSatisfy { shift in
          abs(Int(found[x, y] >> shift & 0xFF) - Int(wanted[x, y] >> shift & 0xFF)) <= 3
        }
        if !isClose { differing += 1 }
      }
    }
    #expect(differing == 0, "UPDATE_GOLDENS=1 makes \(path) again")
    // What the program has is what the build found there.
    #expect(ProgramIdentity.spotsViewer.icon == file)
  }
}
