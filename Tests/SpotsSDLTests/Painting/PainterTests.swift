import Spots
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite(.serialized) @MainActor
struct PainterTests {
  private let size = Size(width: 240, height: 180)
  private let background = Color(0xF5F5F7)

  private func painter(scale: Double) throws -> Painter {
    Painter(fonts: try FontBook(family: "DejaVu Sans", scale: scale))
  }

  private func pixels(_ canvas: OffscreenCanvas) -> [UInt32] {
    (0..<canvas.height).flatMap { y in
      (0..<canvas.width).compactMap { canvas.pixel(x: $0, y: y) }
    }
  }

  @Test func everythingStaysOpaque() throws {
    let painter = try painter(scale: 1.5)
    var random = RandomLists(seed: 99, viewport: Rect(origin: .zero, size: size))
    let canvas = try OffscreenCanvas(size: size, scale: 1.5)
    canvas.paint(random.list(count: 100), background: background, with: painter)
    #expect(pixels(canvas).allSatisfy { $0 >> 24 == 255 })
  }

  @Test(arguments: [1, 1.25, 1.5, 1.75, 2])
  func neighborsLeaveNoGapAndDoNotOverlap(scale: Double) throws {
    let painter = try painter(scale: scale)
    let half = Color.black.opacity(0.5)
    var list = DrawList(viewport: Rect(origin: .zero, size: size))
    var x = 3.0
    for step in 0..<20 {
      let width = 4 + Double(step) * 0.37
      list.fill(Rect(x: x, y: 0, width: width, height: 20), half)
      x += width
    }
    let canvas = try OffscreenCanvas(size: size, scale: scale)
    canvas.paint(list, background: .white, with: painter)
    let shades = (0..<canvas.width).compactMap { canvas.pixel(x: $0, y: 2) }
    let (start, end) = (PixelGrid(scale: scale).edge(3), PixelGrid(scale: scale).edge(x))
    #expect(shades[start..<end].allSatisfy { $0 == 0xFF7F_7F7F })
    #expect(shades[..<start].allSatisfy { $0 == 0xFFFF_FFFF })
    #expect(shades[end...].allSatisfy { $0 == 0xFFFF_FFFF })
  }

  @Test(arguments: [1, 1.25, 1.5, 2])
  func fadesGoFromNothingToTheirColor(scale: Double) throws {
    let painter = try painter(scale: scale)
    func shades(_ side: DrawCommand.Side) throws -> [UInt32] {
      var list = DrawList(viewport: Rect(origin: .zero, size: size))
      list.append(.fade(Rect(x: 10, y: 5, width: 24, height: 20), .black, towards: side))
      let canvas = try OffscreenCanvas(size: Size(width: 44, height: 30), scale: scale)
      canvas.paint(list, background: .white, with: painter)
      return (0..<canvas.width).compactMap { canvas.pixel(x: $0, y: canvas.height / 2) }
    }
    let (grid, right) = (PixelGrid(scale: scale), try shades(.right))
    let inside = right[grid.edge(10)..<grid.edge(34)]
    #expect(zip(inside, inside.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(inside.first.map { $0 & 0xFF > 250 } == true)
    #expect(inside.last.map { $0 & 0xFF < 5 } == true)
    #expect(right[..<inside.startIndex].allSatisfy { $0 == 0xFFFF_FFFF })
    #expect(right[inside.endIndex...].allSatisfy { $0 == 0xFFFF_FFFF })
    #expect(Array(try shades(.left)[grid.edge(10)..<grid.edge(34)].reversed()) == Array(inside))
  }

  @Test(arguments: [1, 1.25, 1.5, 1.75, 2, 3])
  func hairlineIsOnePixelEverywhere(scale: Double) throws {
    let painter = try painter(scale: scale)
    for step in 0..<40 {
      let canvas = try OffscreenCanvas(size: Size(width: 4, height: 60), scale: scale)
      var list = DrawList(viewport: Rect(width: 4, height: 60))
      list.fill(Rect(y: Double(step) + 0.5, width: 4, height: 1 / scale), .black)
      canvas.paint(list, background: .white, with: painter)
      let dark = (0..<canvas.height).filter { canvas.pixel(x: 0, y: $0) == 0xFF00_0000 }
      #expect(dark.count == 1, "at \(step)")
    }
  }

  @Test(arguments: [1, 1.25, 1.5, 2])
  func roundCornersAreMirrorImages(scale: Double) throws {
    let painter = try painter(scale: scale)
    let canvas = try OffscreenCanvas(size: Size(width: 41, height: 41), scale: scale)
    var list = DrawList(viewport: Rect(width: 41, height: 41))
    list.append(
      .shadow(Rect(x: 8, y: 8, width: 24, height: 24), .black, blur: 7, offset: 0, cornerRadius: 8))
    list.fill(Rect(x: 8, y: 8, width: 24, height: 24), .black, cornerRadius: 8)
    list.append(
      .stroke(Rect(x: 4, y: 4, width: 32, height: 32), .black, width: 1.5, cornerRadius: 10))
    canvas.paint(list, background: .white, with: painter)
    let grid = PixelGrid(scale: scale)
    let last = grid.edge(8) + grid.edge(32) - 1
    for y in 0...last {
      for x in 0...last {
        let pixel = canvas.pixel(x: x, y: y)
        #expect(pixel == canvas.pixel(x: last - x, y: y))
        #expect(pixel == canvas.pixel(x: y, y: x))
      }
    }
  }

  @Test func shadowLeavesTheRectangleAlone() throws {
    let painter = try painter(scale: 1)
    let canvas = try OffscreenCanvas(size: Size(width: 80, height: 80), scale: 1)
    var list = DrawList(viewport: Rect(width: 80, height: 80))
    let rect = Rect(x: 20, y: 20, width: 40, height: 40)
    list.append(.shadow(rect, .black, blur: 12, offset: 4, cornerRadius: 0))
    canvas.paint(list, background: .white, with: painter)
    for y in 20..<60 {
      for x in 20..<60 { #expect(canvas.pixel(x: x, y: y) == 0xFFFF_FFFF) }
    }
    let below = try #require(canvas.pixel(x: 40, y: 61))
    let above = try #require(canvas.pixel(x: 40, y: 18))
    #expect(below & 0xFF < above & 0xFF)
    #expect(canvas.pixel(x: 40, y: 3) == 0xFFFF_FFFF)
  }

  @Test(arguments: [
    Double.nan, .infinity, -.infinity, 1e308, -1e308, 1e9, -1, 0, .leastNonzeroMagnitude,
  ])
  func anyNumberCanBePainted(_ number: Double) throws {
    let painter = try painter(scale: 1.25)
    let canvas = try OffscreenCanvas(size: Size(width: 30, height: 30), scale: 1.25)
    var list = DrawList(viewport: Rect(width: 30, height: 30))
    let rect = Rect(x: 2, y: 2, width: 20, height: 20)
    for odd in [rect, Rect(x: number, y: 0, width: 5, height: 5), Rect(width: number, height: 9)] {
      for value in [number, 3] {
        list.append(.fill(odd, .black, cornerRadius: value))
        list.append(.stroke(odd, .black, width: value, cornerRadius: number))
        list.append(.shadow(odd, .black, blur: value, offset: number, cornerRadius: value))
        list.append(
          .image(
            source: "x", odd, .fit, corners: Corners(radius: value), placeholder: .white,
            icon: .black))
      }
      list.append(.polyline([.zero, odd.origin, Point(x: 9, y: number)], .black, width: number))
      list.append(
        .text("x", Font(size: number, lineHeight: 1), .black, origin: odd.origin, width: 9))
    }
    canvas.paint(list, background: .white, with: painter)
    #expect(canvas.pixel(x: 0, y: 0) != nil)
  }
}
