import Glibc
import Spots
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct ImageHeaderTests {
  private static func samples() throws -> [(ImageHeader.Format, [UInt8])] {
    [
      (.png, SampleImages.png), (.jpeg, SampleImages.jpeg),
      (.bmp, try SampleImages.bmp()), (.gif, SampleImages.gif),
      (.webp, SampleImages.webp), (.svg, SampleImages.svg), (.avif, SampleImages.avif),
    ]
  }

  @Test func everyFormatTellsItsSize() throws {
    for (format, bytes) in try Self.samples() {
      let header = try ImageHeader(bytes)
      #expect(header.format == format)
      #expect(header.size == Size(width: 3, height: 2), "\(format)")
    }
    #expect(try ImageHeader(SampleImages.lossyWebp).size == Size(width: 16, height: 16))
  }

  @Test(arguments: [
    ("1e2", 100.0), ("1.5E+1px", 15), ("2e-1in", 20), ("1em", 16), ("3e", 0),
    ("1e2em", 1600), ("10%", 0), ("1e400", 0),
  ])
  func lengthsOfDrawingsMayHaveExponents(text: String, width: Double) throws {
    let drawing = #"<svg width="\#(text)" height="5" viewBox="0 0 7 7"/>"#
    if text == "1e400" {
      #expect(throws: ImageError.tooManyPixels(width: 1_000_000_000, height: 5)) {
        try ImageHeader(Array(drawing.utf8))
      }
    } else {
      let size = try ImageHeader(Array(drawing.utf8)).size
      #expect(size == Size(width: width > 0 ? width : 7, height: 5))
    }
  }

  @Test(arguments: 1...8)
  func orientationTurnsTheSize(_ orientation: Int) throws {
    for bytes in SampleImages.turned(UInt8(orientation)) {
      let header = try ImageHeader(bytes)
      #expect(header.orientation == orientation)
      let size = Size(width: 3, height: 2)
      #expect(header.size == (orientation < 5 ? size : Size(width: 2, height: 3)))
    }
  }

  /// Data that lie, and chunks without end, cost neither the image nor much time.
  @Test func hostileOrientationsAreIgnored() throws {
    for bytes in SampleImages.turned(6) {
      let mark = Array("MM".utf8)
      let place = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) })
      for offset in [4, 5, 6, 7, 18] {
        var damaged = bytes
        damaged[place + offset] = 0xFF
        #expect(try ImageHeader(damaged).orientation == 1, "\(offset)")
      }
    }
    let empty = [UInt8](repeating: 0, count: 12 * 1_000_000)
    let endless = SampleImages.png.prefix(33) + empty
    #expect(try ImageHeader(Array(endless)).orientation == 1)
  }

  /// AVIF rotates images first and then mirrors them; EXIF has one number for each combination.
  @Test func turnsOfAVIFAreThoseOfEXIF() throws {
    func orientations(_ axis: UInt8?) throws -> [Int] {
      try (0..<4).map {
        try ImageHeader(SampleImages.avif(turned: UInt8($0), mirrored: axis)).orientation
      }
    }
    #expect(try orientations(nil) == [1, 8, 3, 6])
    #expect(try orientations(0) == [4, 5, 2, 7])
    #expect(try orientations(1) == [2, 7, 4, 5])
  }

  @Test func anyStartOfAFileIsSurvived() throws {
    for (format, bytes) in try Self.samples() {
      for count in 0..<min(bytes.count, 700) {
        do throws(ImageError) {
          let header = try ImageHeader(Array(bytes.prefix(count)))
          #expect(header.format == format)
        } catch {
          #expect([.truncated, .unknownFormat].contains(error), "\(format) \(count)")
        }
      }
    }
  }

  @Test func anyDamagedByteIsSurvived() throws {
    var generator = SplitMix64(seed: 11)
    for (_, bytes) in try Self.samples() {
      for _ in 0..<3000 {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          damaged[Int.random(in: 0..<damaged.count, using: &generator)] =
            .random(in: 0...255, using: &generator)
        }
        guard let header = try? ImageHeader(damaged) else { continue }
        #expect(header.width * header.height <= ImageLimits.pixels)
        #expect(header.width > 0 && header.height > 0)
      }
    }
  }

  @Test func hugeImagesAreRefused() throws {
    var bmp = try SampleImages.bmp()
    bmp.replaceSubrange(18..<26, with: [0x30, 0x75, 0, 0, 0x30, 0x75, 0, 0])
    #expect(throws: ImageError.tooManyPixels(width: 30_000, height: 30_000)) {
      try ImageHeader(bmp)
    }
    var png = SampleImages.png
    png.replaceSubrange(16..<24, with: [0, 0, 0x40, 0, 0, 0, 0x40, 0])
    #expect(throws: ImageError.tooManyPixels(width: 16_384, height: 16_384)) {
      try ImageHeader(png)
    }
    let svg = Array(#"<svg width="20000" height="20000"></svg>"#.utf8)
    #expect(throws: ImageError.tooManyPixels(width: 20_000, height: 20_000)) {
      try ImageHeader(svg)
    }
  }

  @Test(arguments: [
    ("P6 20000 20000 255 ", "PNM"), ("II*\u{0}", "TIFF"), ("gimp xcf file", "XCF"),
    ("FORM\0\0\0\0ILBM", "LBM"), ("\u{0A}\u{05}\u{01}\u{08}", "PCX"), ("8BPS", "Photoshop"),
    ("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic", "HEIF or MP4"),
  ])
  func formatsWithoutUseAreRefusedByName(_ text: String, _ name: String) {
    #expect(throws: ImageError.refusedFormat(name)) { try ImageHeader(Array(text.utf8)) }
  }

  @Test(arguments: ["<html><body>404</body></html>", "", "{}", "P8 4", "P6"])
  func otherFormatsAreRefused(_ text: String) {
    #expect(throws: ImageError.unknownFormat) { try ImageHeader(Array(text.utf8)) }
  }

  @Test func imagesWithoutPixelsAreRefused() throws {
    var png = SampleImages.png
    png.replaceSubrange(16..<20, with: [0, 0, 0, 0])
    #expect(throws: ImageError.self) { try ImageHeader(png) }
  }

  /// The header of a file `count` bytes long, which begins with `bytes` and has `parts` inside.
  private func header(
    of count: Int, _ bytes: [UInt8], _ parts: [(place: Int, bytes: [UInt8])] = []
  ) throws -> ImageHeader {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "picture")
    let file = open(path, O_WRONLY)
    defer { close(file) }
    #expect(ftruncate(file, count) == 0)
    for part in parts { pwrite(file, part.bytes, part.bytes.count, part.place) }
    return try ImageFile(try ReadableFolders([folder.path]).locate(path)).header()
  }

  /// Segments a camera may put before the frame's header are stepped over, 60 MB of them.
  @Test func aHeaderAtTheEndOfAFileIsFound() throws {
    var segments: [(place: Int, bytes: [UInt8])] = []
    var place = 2
    while place < 60_000_000 {
      segments.append((place, [0xFF, 0xE2, 0xFF, 0xFF]))
      place += 2 + 0xFFFF
    }
    segments.append((place, [0xFF, 0xC0, 0, 11, 8, 0, 20, 0, 30, 1, 1, 0x11, 0]))
    let header = try header(of: place + 100, [0xFF, 0xD8, 0xFF], segments)
    #expect(header.format == .jpeg && header.size == Size(width: 30, height: 20))
  }

  @Test func aDrawingsTagHasAnEnd() throws {
    let text = Array("<svg width='3' height='2' x='".utf8)
    #expect(throws: ImageError.truncated) { try header(of: 60_000_000, text) }
    // One that is longer than most.
    let tag = text + [UInt8](repeating: 0x61, count: 100_000) + Array("'></svg>".utf8)
    #expect(try header(of: tag.count, tag).size == Size(width: 3, height: 2))
  }
}
