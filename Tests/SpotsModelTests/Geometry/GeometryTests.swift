import SpotsModelTestSupport
import Testing

@testable import SpotsModel

@Suite struct GeometryTests {
  private func rects(_ seed: UInt64) -> (Rect, Rect, RandomComponents) {
    var random = RandomComponents(seed: seed)
    func rect() -> Rect {
      Rect(
        x: random.length(upTo: 20) - 10, y: random.length(upTo: 20) - 10,
        width: random.length(upTo: 15), height: random.length(upTo: 15))
    }
    let (a, b) = (rect(), rect())
    return (a, b, random)
  }

  @Test func sharedPartsAndUnions() {
    for seed in 0..<400 as Range<UInt64> {
      let (a, b, rest) = rects(seed)
      var random = rest
      let both = a.intersection(b)
      let all = a.union(b)
      #expect(
        both == b.intersection(a) || both.isEmpty && b.intersection(a).isEmpty, "seed \(seed)")
      if !a.isEmpty, !b.isEmpty { #expect(a.intersects(b) == !both.isEmpty, "seed \(seed)") }
      for _ in 0..<20 {
        let point = Point(x: random.length(upTo: 40) - 15, y: random.length(upTo: 40) - 15)
        let inBoth = a.contains(point) && b.contains(point)
        #expect(both.contains(point) == inBoth, "seed \(seed)")
        if a.contains(point) || b.contains(point) { #expect(all.contains(point), "seed \(seed)") }
      }
    }
  }

  @Test func insetsNeverTurnARectangleInsideOut() {
    let rect = Rect(x: 10, y: 20, width: 30, height: 40)
    let inside = rect.inset(by: EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
    #expect(inside == Rect(x: 12, y: 21, width: 24, height: 36))
    #expect(rect.expanded(by: -100).size == .zero)
    #expect(rect.expanded(by: 5) == Rect(x: 5, y: 15, width: 40, height: 50))
  }

  @Test func farEdgesDoNotBelongToARectangle() {
    let rect = Rect(x: 0, y: 0, width: 10, height: 10)
    #expect(rect.contains(.zero))
    #expect(!rect.contains(Point(x: 10, y: 5)) && !rect.contains(Point(x: 5, y: 10)))
    #expect(!rect.intersects(Rect(x: 10, y: 0, width: 5, height: 5)))
    #expect(rect.union(.zero) == rect && Rect.zero.union(rect) == rect)
  }
}
