import Spots
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct MovementTests {
  private let canvas = PixelRect(left: 0, top: 0, right: 400, bottom: 300)
  private let grid = PixelGrid(scale: 1)

  /// A title that stays, and numbered rows seen from `offset` on.
  private func entries(offset: Double, clip: Rect = Rect(y: 40, width: 400, height: 260))
    -> [PaintedEntry]
  {
    var list = DrawList(viewport: Rect(width: 400, height: 300))
    list.append(.text("Title", .title, .black, origin: Point(x: 8, y: 30), width: 80))
    list.clipped(to: clip) { list in
      for row in 0..<40 {
        let y = 40 + Double(row) * 30 - offset
        list.fill(Rect(x: 10, y: y, width: 200, height: 29), .white)
        list.append(
          .text("Row \(row)", .body, .black, origin: Point(x: 20, y: y + 20), width: 60))
      }
    }
    return list.entries.map { PaintedEntry($0, grid: grid) }
  }

  @Test func scrollingIsFoundWithWhatTakesPartInIt() throws {
    var finder = MovementFinder()
    let found = finder.movement(from: entries(offset: 0), to: entries(offset: 25), on: canvas)
    let movement = try #require(found)
    #expect((movement.x, movement.y) == (0, -25))
    // The rows with the room of their texts, which may reach an em to the left of them,
    // and nothing of what stays.
    #expect(movement.area == PixelRect(left: 4, top: 40, right: 210, bottom: 300))
  }

  @Test func whatStaysIsNotMoved() {
    var finder = MovementFinder()
    let same = entries(offset: 12)
    for (old, new) in [(same, same), ([], same), (same, [])] {
      let found = finder.movement(from: old, to: new, on: canvas)
      #expect(found == nil)
    }
  }

  @Test func aJumpToWhereNothingIsKnownMovesNothing() {
    var finder = MovementFinder()
    let found = finder.movement(from: entries(offset: 0), to: entries(offset: 600), on: canvas)
    #expect(found == nil)
  }

  @Test(arguments: [(0, 3), (0, -7), (5, 0), (-9, 0), (4, -6), (-30, 20), (0, 900)])
  func pixelsGoWhereTheMovementSays(x: Int, y: Int) throws {
    let surface = try PixelBuffer(width: 40, height: 30)
    let canvas = surface.canvas
    func value(_ x: Int, _ y: Int) -> UInt32 { UInt32(y * 100 + x) }
    for row in 0..<30 { for column in 0..<40 { surface[column, row] = value(column, row) } }
    let area = PixelRect(left: 4, top: 5, right: 36, bottom: 27)
    let movement = Movement(area: area, x: x, y: y)
    canvas.move(to: movement.destination, x: movement.x, y: movement.y)
    for row in 0..<30 {
      for column in 0..<40 {
        let place = PixelRect(left: column, top: row, right: column + 1, bottom: row + 1)
        let isMoved = place.intersection(movement.destination) == place
        #expect(surface[column, row] == (isMoved ? value(column - x, row - y) : value(column, row)))
      }
    }
  }
}
