import Spots
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct DamageTests {
  private let viewport = Rect(width: 400, height: 300)
  private let canvas = PixelRect(left: 0, top: 0, right: 400, bottom: 300)

  private func list(_ body: (inout DrawList) -> Void) -> DrawList {
    var list = DrawList(viewport: viewport)
    body(&list)
    return list
  }

  private func rows(_ colors: [Color]) -> DrawList {
    list { list in
      for (index, color) in colors.enumerated() {
        list.fill(Rect(y: Double(index) * 50, width: 400, height: 50), color)
      }
    }
  }

  private func damage(
    from old: DrawList, to new: DrawList, in region: PixelRect? = nil, movement: Movement? = nil
  ) -> [PixelRect] {
    let grid = PixelGrid(scale: 1)
    var damage = Damage()
    damage.compare(
      old.entries.map { PaintedEntry($0, grid: grid) },
      new.entries.map { PaintedEntry($0, grid: grid) }, in: region ?? canvas, movement: movement)
    return damage.areas
  }

  @Test func equalListsHaveNone() {
    let rows = rows([.black, .white, .black])
    #expect(damage(from: rows, to: rows).isEmpty)
  }

  /// Where nothing but the caret blinks, nothing else is repainted.
  @MainActor @Test func aBlinkRepaintsTheCaret() {
    let field = Item(title: "Name", kind: "text-field", input: ItemInput(value: "Ada"))
    let screen = Screen(components: [ComponentModel(kind: .list, items: [field, "Other"])])
    let controller = SpotsController(
      screen: screen, size: viewport.size, configuration: Configuration(), environment: .fixed())
    _ = controller.renderFrame(at: 0)
    controller.handle(.keyPressed(.tab, []), at: 1)
    controller.handle(.keyPressed(.end, []), at: 1)
    let (on, off) = (controller.renderFrame(at: 2).list, controller.renderFrame(at: 2.7).list)
    let areas = damage(from: on, to: off)
    #expect(areas.count == 1)
    #expect(areas.allSatisfy { $0.width <= 3 && $0.height <= 24 }, "\(areas)")
  }

  @Test func changedEntryIsCoveredAndLittleElse() {
    let old = rows([.black, .black, .black, .black])
    let new = rows([.black, .white, .black, .black])
    #expect(
      damage(from: old, to: new) == [PixelRect(left: 0, top: 50, right: 400, bottom: 100)])
  }

  @Test func roundCornersHaveAPixelAround() {
    let new = list { $0.fill(Rect(x: 60, y: 60, width: 40, height: 40), .black, cornerRadius: 4) }
    #expect(
      damage(from: list { _ in }, to: new) == [
        PixelRect(left: 59, top: 59, right: 101, bottom: 101)
      ])
  }

  @Test func changeOfOrderIsSeenWhereEntriesOverlap() {
    let (left, right) = (
      Rect(x: 10, y: 10, width: 60, height: 20), Rect(x: 50, y: 10, width: 60, height: 20)
    )
    let old = list { list in
      list.fill(left, .black)
      list.fill(right, .white)
    }
    let new = list { list in
      list.fill(right, .white)
      list.fill(left, .black)
    }
    let overlap = PixelRect(left: 50, top: 10, right: 70, bottom: 30)
    #expect(damage(from: old, to: new).contains { $0.intersection(overlap) == overlap })
  }

  @Test func removedEntryIsDamageToo() {
    let old = list { $0.fill(Rect(x: 300, y: 200, width: 10, height: 10), .black) }
    let changed = damage(from: old, to: list { _ in })
    #expect(changed == [PixelRect(left: 300, top: 200, right: 310, bottom: 210)])
  }

  @Test func farApartChangesStaySeparate() {
    let new = list { list in
      list.fill(Rect(x: 0, y: 0, width: 10, height: 10), .black)
      list.fill(Rect(x: 390, y: 290, width: 10, height: 10), .black)
    }
    let changed = damage(from: list { _ in }, to: new)
    #expect(changed.count == 2)
    #expect(changed.reduce(0) { $0 + $1.width * $1.height } < 10_000)
  }

  @Test func movedRegionIsDamagedBehindTheMovementOnly() {
    // Rows of different colors go up by 96: two rows of cells.
    let colors = (0..<8).map { Color(UInt32($0 * 30)) }
    let old = rows(colors)
    let new = list { list in
      list.translated(to: Point(x: 0, y: -96)) { list in
        for (index, color) in colors.enumerated() {
          list.fill(Rect(y: Double(index) * 50, width: 400, height: 50), color)
        }
      }
    }
    let movement = Movement(area: canvas, x: 0, y: -96)
    let changed = damage(from: old, to: new, movement: movement)
    #expect(changed == [PixelRect(left: 0, top: 192, right: 400, bottom: 300)])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e308, -1e308, 0, .leastNonzeroMagnitude])
  func anyNumberStaysOnTheCanvasAndHidesNoOtherChange(_ number: Double) {
    let new = list { list in
      list.fill(Rect(x: 300, y: 200, width: 10, height: 10), .black)
      list.append(.fill(Rect(x: number, y: 1, width: 9, height: 9), .black, cornerRadius: 0))
      list.append(.fill(Rect(x: 1, y: 1, width: number, height: number), .black, cornerRadius: 0))
      list.append(.polyline([Point(x: 5, y: 5), Point(x: number, y: number)], .black, width: 2))
    }
    let changed = damage(from: list { _ in }, to: new)
    for area in changed { #expect(area.intersection(canvas) == area) }
    let filled = PixelRect(left: 300, top: 200, right: 310, bottom: 210)
    #expect(changed.contains { $0.intersection(filled) == filled })
  }
}
