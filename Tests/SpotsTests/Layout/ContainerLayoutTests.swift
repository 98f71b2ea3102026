import SpotsTestSupport
import Testing

@testable import Spots

@Suite struct ContainerLayoutTests {
  @Test func placementsTileTheViewport() {
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let heights = (0..<1 + random.below(12)).map { _ in
        random.oneIn(4) ? 0 : random.length(upTo: 900)
      }
      let stack = ContainerLayout(heights: heights)
      let viewport = Size(width: 400, height: 1 + random.length(upTo: 700))
      for _ in 0..<10 {
        let offset = random.length(upTo: Int(stack.contentHeight) + 200) - 100
        #expect(fault(stack, offset, viewport) == nil, "seed \(seed), offset \(offset)")
      }
    }
  }

  /// The visible parts follow each other without gaps and fill the viewport as far as there is
  /// content, and components that are not visible have no part.
  private func fault(_ stack: ContainerLayout, _ offset: Double, _ viewport: Size) -> String? {
    var y = max(offset, 0)
    let visible = stack.visible(offset: offset, viewport: viewport)
    for index in 0..<stack.count {
      let placement = stack.placement(of: index, offset: offset, viewport: viewport)
      let frame = placement.frame
      if frame.height < 0 || placement.inner < 0 { return "\(index) is negative" }
      if visible.contains(index) != (frame.height > 0) {
        return "\(index) is \(frame.height) high, and the visible ones are \(visible)"
      }
      guard frame.height > 0 else { continue }
      if frame.y != y { return "\(index) starts at \(frame.y), not \(y)" }
      let origin = stack.origin(of: index, offset: offset, height: viewport.height)
      if origin.y + placement.inner != frame.y {
        return "\(index) shows another part"
      }
      if placement.inner + frame.height > stack.height(of: index) { return "\(index) is too long" }
      if stack.component(at: frame.y) != index { return "component at \(frame.y)" }
      y = frame.maxY
    }
    let end = min(offset + viewport.height, stack.contentHeight)
    return max(end, 0) > max(offset, 0) && y != end ? "ends at \(y), not \(end)" : nil
  }

  /// It is in front of what scrolls below it, at the end of the viewport, until the end comes.
  @Test func aBarStaysInSight() {
    for seed in 0..<100 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let heights = (0..<1 + random.below(6)).map { _ in random.length(upTo: 900) } + [60]
      var stack = ContainerLayout(heights: heights)
      stack.hasBar = true
      let (bar, height) = (heights.count - 1, 100 + random.length(upTo: 700))
      let viewport = Size(width: 400, height: height)
      let last = max(stack.contentHeight - height, 0)
      for offset in [0, last / 3, last, last + 30, -20] {
        let top = stack.origin(of: bar, offset: offset, height: height).y
        let place = stack.contentHeight - 60
        let end = min(place, offset + height - 60)
        #expect(abs(top - end) < 1e-9, "seed \(seed), offset \(offset)")
        let shift = stack.shift(of: bar, offset: offset, height: height)
        #expect(abs(shift - (top - place)) < 1e-9)
        #expect(stack.visible(offset: offset, viewport: viewport).last == bar)
        let frame = stack.placement(of: bar, offset: offset, viewport: viewport).frame
        #expect(frame.y == max(top, offset) && frame.maxY <= offset + height + 1e-9)
        for (y, isBar) in [(top + 1, true), (top - 1, false)] where y >= 0 {
          let hit = stack.component(at: Point(y: y), offset: offset, height: height)
          #expect((hit == bar) == isBar, "seed \(seed), offset \(offset)")
        }
      }
    }
  }

  @Test func theRuleByHand() {
    let stack = ContainerLayout(heights: [300, 0, 500, 400], width: 100)
    #expect(stack.contentHeight == 1200)
    func placement(_ index: Int, _ offset: Double) -> ContainerLayout.Placement {
      stack.placement(of: index, offset: offset, viewport: Size(width: 100, height: 600))
    }
    func expected(_ y: Double, _ height: Double, _ inner: Double) -> ContainerLayout.Placement {
      .init(frame: Rect(x: 0, y: y, width: 100, height: height), inner: inner)
    }
    // At 0: the first is whole, the third has 600 − 300 points, the fourth starts below.
    #expect(placement(0, 0) == expected(0, 300, 0))
    #expect(placement(2, 0) == expected(300, 300, 0))
    #expect(placement(3, 0) == expected(800, 0, 0))
    // At 250: 50 points of the first; 250 + 600 = 850 is 50 points into the fourth.
    #expect(placement(0, 250) == expected(250, 50, 250))
    #expect(placement(2, 250) == expected(300, 500, 0))
    #expect(placement(3, 250) == expected(800, 50, 0))
    // At 600, the end: the third is 300 points in, and the first 600 − 0 above, none of it seen.
    #expect(placement(0, 600) == expected(600, 0, 600))
    #expect(placement(2, 600) == expected(600, 200, 300))
    #expect(placement(3, 600) == expected(800, 400, 0))
    // Pulled down by 40, the first one's top is 40 points below the window's.
    #expect(placement(0, -40) == expected(0, 300, 0))
    #expect(placement(2, -40) == expected(300, 260, 0))
  }

  @Test func componentsByPlace() {
    var stack = ContainerLayout(heights: [300, 0, 500])
    #expect(stack.component(at: -1) == nil)
    #expect(stack.component(at: 0) == 0)
    #expect(stack.component(at: 299.9) == 0)
    #expect(stack.component(at: 300) == 2)
    #expect(stack.component(at: 800) == nil)
    stack.setHeight(10, of: 1)
    #expect(stack.component(at: 300) == 1)
    #expect(stack.origin(of: 2, offset: 0, height: 0).y == 310)
    #expect(ContainerLayout().component(at: 0) == nil)
    #expect(ContainerLayout().visible(offset: 0, viewport: Size(width: 1, height: 1)).isEmpty)
  }
}
