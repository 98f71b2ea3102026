import Spots
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite(.serialized) @MainActor
struct OffscreenCanvasTests {
  @Test func opaqueFillSetsExactlyItsPixels() throws {
    let fonts = try FontBook(family: "DejaVu Sans", scale: 2)
    let canvas = try OffscreenCanvas(size: Size(width: 10, height: 10), scale: 2)
    var list = DrawList(viewport: Rect(width: 10, height: 10))
    list.fill(Rect(x: 2, y: 3, width: 4, height: 1.5), Color(0x2458D6))
    canvas.paint(list, background: .white, with: Painter(fonts: fonts))
    for y in 0..<20 {
      for x in 0..<20 {
        let inside = (4..<12).contains(x) && (6..<9).contains(y)
        #expect(canvas.pixel(x: x, y: y) == (inside ? 0xFF24_58D6 : 0xFFFF_FFFF))
      }
    }
  }

  @Test func sameListGivesTheSameBytes() throws {
    let painter = Painter(fonts: try FontBook(family: "DejaVu Sans", scale: 1))
    var list = DrawList(viewport: Rect(width: 80, height: 30))
    list.append(
      .text("Contacts", .body, .black, origin: Point(x: 4, y: 20), width: 70))
    let images = try (0..<2).map { _ in
      let canvas = try OffscreenCanvas(size: Size(width: 80, height: 30), scale: 1)
      canvas.paint(list, background: .white, with: painter)
      return try canvas.png()
    }
    #expect(images[0] == images[1])
    #expect(images[0].starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  /// A part at half its size has the average of every four pixels, in a file of either kind.
  @Test func aPartIsScaled() throws {
    let painter = Painter(fonts: try FontBook(family: "DejaVu Sans", scale: 2))
    let canvas = try OffscreenCanvas(size: Size(width: 8, height: 8), scale: 2)
    var list = DrawList(viewport: Rect(width: 8, height: 8))
    list.fill(Rect(x: 2, y: 2, width: 4, height: 2), Color(0x2458D6))
    canvas.paint(list, background: .white, with: painter)
    let part = try canvas.scaled(Rect(x: 2, y: 2, width: 4, height: 4), width: 4, height: 4)
    #expect((part.width, part.height, part.scale) == (4, 4, 1))
    let both = try [false, true].map { try OffscreenCanvas(png: try part.png(isFast: $0)) }
    for canvas in [part] + both {
      for y in 0..<4 {
        for x in 0..<4 {
          #expect(canvas.pixel(x: x, y: y) == (y < 2 ? 0xFF24_58D6 : 0xFFFF_FFFF))
        }
      }
    }
    // Outside there is nothing to scale.
    #expect(throws: SDLError.self) {
      try canvas.scaled(Rect(x: 8, y: 0, width: 4, height: 4), width: 4, height: 4)
    }
  }
}
