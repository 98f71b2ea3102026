import SpotsTestSupport
import Testing

@testable import SpotsViews

/// Laws that hold for every element, however it is composed.
@MainActor
@Suite struct ElementLawsTests {
  private let environment = Environment.fixed(images: ["photo.png": Size(width: 300, height: 200)])

  private func node(_ element: any Element) -> ElementNode { ElementNode(element, environment) }

  private static func isFinite(_ rect: Rect) -> Bool {
    [rect.x, rect.y, rect.width, rect.height].allSatisfy { $0.isFinite }
  }

  @Test func sizesAreInTheirRangeAndFinite() {
    for seed in 0..<400 as Range<UInt64> {
      var elements = RandomElements(seed: seed)
      let element = elements.element(depth: 4)
      for _ in 0..<5 {
        let range = elements.range()
        let size = node(element).measure(in: range)
        #expect(size.width.isFinite && size.height.isFinite, "seed \(seed)")
        #expect((range.minimum.width...range.maximum.width).contains(size.width), "seed \(seed)")
        #expect((range.minimum.height...range.maximum.height).contains(size.height), "seed \(seed)")
      }
    }
  }

  @Test func measuringTwiceGivesTheSame() {
    for seed in 0..<400 as Range<UInt64> {
      var elements = RandomElements(seed: seed)
      let element = elements.element(depth: 4)
      let once = node(element)
      let ranges = (0..<5).map { _ in elements.range() }
      let sizes = ranges.map { once.measure(in: $0) }
      #expect(ranges.map { once.measure(in: $0) } == sizes, "seed \(seed)")
      // Nor does it depend on earlier measurements.
      #expect(
        ranges.reversed().map { node(element).measure(in: $0) } == sizes.reversed(), "seed \(seed)")
    }
  }

  @Test func childrenAreInsideTheirParent() {
    for seed in 0..<400 as Range<UInt64> {
      var elements = RandomElements(seed: seed)
      let element = elements.element(depth: 4)
      let size = Size(width: elements.number(), height: elements.number())
      check(node(element).layOut(in: Rect(origin: .zero, size: size)), seed)
    }
  }

  private func check(_ description: ViewDescription, _ seed: UInt64) {
    let size = description.frame.size
    #expect(Self.isFinite(description.frame), "seed \(seed)")
    for child in description.children {
      #expect(child.frame.x >= 0 && child.frame.y >= 0, "seed \(seed): \(child.frame) in \(size)")
      #expect(child.frame.width >= 0 && child.frame.height >= 0, "seed \(seed): \(child.frame)")
      #expect(child.frame.maxX <= size.width + 1e-6, "seed \(seed): \(child.frame) in \(size)")
      #expect(child.frame.maxY <= size.height + 1e-6, "seed \(seed): \(child.frame) in \(size)")
      check(child, seed)
    }
  }

  @Test func layingOutTwiceGivesTheSame() {
    for seed in 0..<100 as Range<UInt64> {
      var elements = RandomElements(seed: seed)
      let element = elements.element(depth: 4)
      let frame = Rect(width: elements.number(), height: elements.number())
      #expect(
        Self.frames(node(element).layOut(in: frame))
          == Self.frames(node(element).layOut(in: frame)), "seed \(seed)")
    }
  }

  private static func frames(_ description: ViewDescription) -> [Rect] {
    [description.frame] + description.children.flatMap(frames)
  }

  /// Rows in columns in rows do not double the work with each level.
  @Test(arguments: [Flex.Alignment.stretch, .center])
  func deepNestingStaysCheap(alignment: Flex.Alignment) {
    var element: any Element = LabelElement("word word word", lineLimit: 0)
    for level in 0..<60 {
      let children: [any Element] = [element.flexed(grow: 1), LabelElement("x")]
      element =
        level.isMultiple(of: 2)
        ? Row(spacing: 1, alignment: alignment, children)
        : Column(spacing: 1, alignment: alignment, children)
    }
    _ = ElementView.size(of: node(element), width: 390)
    _ = node(element).layOut(in: Rect(width: 390, height: 600))
    #expect(environment.measuringViews.updated < 20_000)
  }
}
