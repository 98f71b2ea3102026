import Spots
import Testing

@Suite struct DamageTests {
  private let viewport = Rect(width: 400, height: 300)

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

  @Test func equalListsHaveNone() {
    let rows = rows([.black, .white, .black])
    #expect(damage(from: rows, to: rows, viewport: viewport).isEmpty)
  }

  @Test func changedEntryIsCoveredAndLittleElse() {
    let old = rows([.black, .black, .black, .black])
    let new = rows([.black, .white, .black, .black])
    #expect(
      damage(from: old, to: new, viewport: viewport)
        == [Rect(x: 0, y: 50, width: 400, height: 50)])
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
    let changed = damage(from: old, to: new, viewport: viewport)
    #expect(changed.contains { $0.contains(Point(x: 60, y: 20)) })
  }

  @Test func removedEntryIsDamageToo() {
    let old = list { $0.fill(Rect(x: 300, y: 200, width: 10, height: 10), .black) }
    let changed = damage(from: old, to: list { _ in }, viewport: viewport)
    #expect(changed == [Rect(x: 300, y: 200, width: 10, height: 10)])
  }

  @Test func farApartChangesStaySeparate() {
    let new = list { list in
      list.fill(Rect(x: 0, y: 0, width: 10, height: 10), .black)
      list.fill(Rect(x: 390, y: 290, width: 10, height: 10), .black)
    }
    let changed = damage(from: list { _ in }, to: new, viewport: viewport)
    #expect(changed.count == 2)
    #expect(changed.reduce(0) { $0 + $1.width * $1.height } < 10_000)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e308, -1e308, 0, .leastNonzeroMagnitude])
  func anyNumberStaysInsideTheViewport(_ number: Double) {
    let new = list { list in
      list.append(.fill(Rect(x: number, y: 1, width: 9, height: 9), .black, cornerRadius: 0))
      list.append(.fill(Rect(x: 1, y: 1, width: number, height: number), .black, cornerRadius: 0))
      list.append(.polyline([Point(x: 5, y: 5), Point(x: number, y: number)], .black, width: 2))
    }
    let huge = Rect(width: number, height: 300)
    for changed in damage(from: list { _ in }, to: new, viewport: viewport) {
      #expect(changed.intersection(viewport) == changed)
    }
    #expect(damage(from: new, to: list { _ in }, viewport: huge).count <= 24)
  }
}
