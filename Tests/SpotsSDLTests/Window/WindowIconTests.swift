import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite @MainActor struct WindowIconTests {
  /// A square with a red left half, and a right half that is transparent.
  private func png(side: Int) throws -> [UInt8] {
    let buffer = try PixelBuffer(width: side, height: side)
    for y in 0..<side { for x in 0..<(side / 2) { buffer[x, y] = 0xFFD0_2030 } }
    return try OffscreenCanvas(surface: buffer, scale: 1).png()
  }

  @Test func thereIsAPictureForEachSizeThatIsNotLarger() throws {
    #expect(try WindowIcon(png: png(side: 128)).pictures.map(\.side) == [16, 24, 32, 48, 64, 128])
    #expect(try WindowIcon(png: png(side: 40)).pictures.map(\.side) == [16, 24, 32])
    #expect(try WindowIcon(png: png(side: 8)).pictures.isEmpty)
    for picture in try WindowIcon(png: png(side: 192)).pictures {
      #expect(picture.pixels.count == picture.side * picture.side)
      // Colors do not bleed into transparent pixels.
      for (index, pixel) in picture.pixels.enumerated() {
        let isLeft = index % picture.side < picture.side / 2
        #expect(pixel == (isLeft ? 0xFFD0_2030 : 0), "\(picture.side): \(index)")
      }
    }
  }

  @Test func thePropertyHasTheSizesBeforeThePixels() throws {
    let property = try WindowIcon(png: png(side: 24)).property
    #expect(property.count == 2 + 16 * 16 + 2 + 24 * 24)
    #expect(Array(property.prefix(3)) == [16, 16, 0xFFD0_2030])
    #expect(Array(property[258..<261]) == [24, 24, 0xFFD0_2030])
  }

  @Test func whatIsNoPNGIsAnError() throws {
    let whole = try png(side: 32)
    for bytes in [[], Array("<svg/>".utf8), Array(whole.prefix(60))] {
      #expect(throws: SDLError.self) { try WindowIcon(png: bytes) }
    }
  }

  @Test func titlesNameTheScreenAndTheProgram() {
    let program = ProgramIdentity(identifier: "org.example.Music", name: "Music")
    #expect(program.title(ofScreen: "Contacts") == "Contacts — Music")
    #expect(program.title(ofScreen: "") == "Music")
    #expect(program.title(ofScreen: "Music") == "Music")
    #expect(ProgramIdentity().title(ofScreen: "Contacts") == "Contacts")
    // The name of the running program, by which desktops know it when it has no better one.
    #expect(ProgramIdentity().title(ofScreen: "") == ProgramIdentity().identifier)
    #expect(!ProgramIdentity().identifier.isEmpty && !ProgramIdentity().identifier.contains("/"))
  }
}
