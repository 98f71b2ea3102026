import SpotsTestSupport
import Testing

@testable import SpotsViews

@Suite struct DrawListTests {
  private let viewport = Rect(width: 100, height: 100)

  @Test func translationsAddUpAndEnd() {
    var list = DrawList(viewport: viewport)
    list.translated(to: Point(x: 10, y: 20)) { list in
      list.translated(to: Point(x: 1, y: 2)) { $0.fill(Rect(width: 5, height: 5), .black) }
      #expect(list.visibleRect == Rect(x: -10, y: -20, width: 100, height: 100))
    }
    list.fill(Rect(width: 5, height: 5), .white)
    #expect(
      list.entries.map(\.command) == [
        .fill(Rect(x: 11, y: 22, width: 5, height: 5), .black, cornerRadius: 0),
        .fill(Rect(width: 5, height: 5), .white, cornerRadius: 0),
      ])
  }

  @Test func clipsCutEachOtherAndEnd() {
    var list = DrawList(viewport: viewport)
    let all = Rect(x: -50, y: -50, width: 500, height: 500)
    list.clipped(to: Rect(x: 10, y: 10, width: 50, height: 50)) { list in
      list.translated(to: Point(x: 40, y: 40)) { list in
        list.clipped(to: Rect(width: 90, height: 90)) { $0.fill(all, .black) }
      }
    }
    list.fill(all, .black)
    #expect(
      list.entries.map(\.clip) == [Rect(x: 40, y: 40, width: 20, height: 20), viewport])
  }

  @Test func whatCannotBeSeenIsDropped() {
    var list = DrawList(viewport: viewport)
    list.fill(Rect(x: 100, y: 0, width: 5, height: 5), .black)
    list.fill(Rect(width: 5, height: 5), .clear)
    list.faded(by: 0) { $0.fill(Rect(width: 5, height: 5), .black) }
    list.clipped(to: Rect(x: 200, y: 0, width: 5, height: 5)) { list in
      list.fill(Rect(x: 200, y: 0, width: 5, height: 5), .black)
    }
    #expect(list.entries == [])
  }

  @Test func shadowsReachBeyondTheirRectangle() {
    var list = DrawList(viewport: viewport)
    let above = Rect(x: 0, y: -30, width: 50, height: 25)
    list.append(.shadow(above, .black, blur: 8, offset: 4, cornerRadius: 0))
    #expect(list.entries.count == 1)
    list.append(.shadow(above, .black, blur: 0, offset: 4, cornerRadius: 0))
    #expect(list.entries.count == 1)
  }

  @Test func movingACommandMovesItsBounds() {
    let rect = Rect(x: 3, y: 4, width: 20, height: 10)
    let commands: [DrawCommand] = [
      .fill(rect, .black, cornerRadius: 2),
      .stroke(rect, .black, width: 1, cornerRadius: 2),
      .shadow(rect, .black, blur: 4, offset: 2, cornerRadius: 2),
      .text("a", .body, .black, origin: rect.origin, width: 7.5),
      .polyline([rect.origin, Point(x: 9, y: -4)], .black, width: 2),
    ]
    for command in commands {
      let moved = command.offsetBy(x: 7, y: -3)
      #expect(moved.bounds == command.bounds.offsetBy(x: 7, y: -3), "\(command)")
      #expect(moved.offsetBy(x: -7, y: 3) == command)
    }
  }
}
