import SpotsTestSupport
import Testing

@testable import SpotsViews

@MainActor
@Suite struct FlexLayoutTests {
  private let environment = Environment.fixed()

  private func frames(_ element: any Element, _ width: Double, _ height: Double = 100) -> [Rect] {
    ElementNode(element, environment).layOut(in: Rect(width: width, height: height))
      .children.map(\.frame)
  }

  private func size(_ element: any Element, width: Double = .infinity) -> Size {
    ElementNode(element, environment).measure(
      in: SizeRange(maximum: Size(width: width, height: .infinity)))
  }

  private func block(_ width: Double, _ height: Double = 10) -> Sized {
    Box().sized(width: width, height: height)
  }

  // MARK: Laws

  /// Rule 3: free length is shared in proportion to grow, and all of it.
  @Test func growSharesExactly() {
    for seed in 0..<200 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let bases = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        Double.random(in: 0...50, using: &random)
      }
      let grows = bases.map { _ in Double.random(in: 0.1...4, using: &random) }
      let spacing = Double.random(in: 0...10, using: &random)
      let children = zip(bases, grows).map { base, grow in
        Box().flexed(grow: grow, basis: base) as any Element
      }
      let frames = frames(Row(spacing: spacing, children), 500)
      let gaps = spacing * Double(bases.count - 1)
      let free = 500 - gaps - bases.reduce(0, +)
      for (frame, (base, grow)) in zip(frames, zip(bases, grows)) {
        #expect(abs(frame.width - base - free * grow / grows.reduce(0, +)) < 1e-9, "seed \(seed)")
      }
      #expect(abs(frames.map(\.width).reduce(gaps, +) - 500) < 1e-9, "seed \(seed)")
    }
  }

  /// Rule 4: nothing becomes shorter than its minimum while the others have something to give.
  @Test func shrinkNeverGoesBelowTheMinimum() {
    for seed in 0..<200 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let count = Int.random(in: 1...6, using: &random)
      let minimums = (0..<count).map { _ in Double.random(in: 0...30, using: &random) }
      let bases = minimums.map { $0 + Double.random(in: 0...100, using: &random) }
      let room = minimums.reduce(0, +) + Double.random(in: 0...60, using: &random)
      let children = zip(minimums, bases).map { minimum, base in
        Sized(SizeLimits(minimumWidth: minimum), Box()).flexed(
          shrink: Double.random(in: 0.1...3, using: &random), basis: base) as any Element
      }
      let frames = frames(Row(children), room)
      for (frame, minimum) in zip(frames, minimums) {
        #expect(frame.width >= minimum - 1e-9, "seed \(seed)")
      }
      let total = frames.map(\.width).reduce(0, +)
      #expect(abs(total - min(room, bases.reduce(0, +))) < 1e-6, "seed \(seed)")
    }
  }

  /// Children stand in their order and do not overlap, whatever they want.
  @Test func orderIsKept() {
    for seed in 0..<200 as Range<UInt64> {
      var elements = RandomElements(seed: seed)
      let children = (0..<5).map { _ in
        elements.element(depth: 1).flexed(grow: elements.number(), basis: elements.number())
          as any Element
      }
      for justification in Flex.Justification.allCases {
        let row = Row(spacing: elements.number(), justification: justification, children)
        let frames = frames(row, 300)
        for (first, second) in zip(frames, frames.dropFirst()) {
          #expect(first.maxX <= second.x + 1e-6, "seed \(seed)")
        }
      }
    }
  }

  // MARK: Rules

  @Test func lengthIsTheSumOfBasesAndSpacing() {
    #expect(
      size(Row(spacing: 5, [block(10), block(20), block(30)])) == Size(width: 70, height: 10))
    #expect(size(Column(spacing: 5, [block(10), block(20)])) == Size(width: 20, height: 25))
    #expect(size(Row([])) == .zero)
  }

  @Test func aBasisTakesTheSideOfTheWishedLength() {
    #expect(size(Row([block(10).flexed(basis: 40)])).width == 40)
  }

  @Test func aLongTextGivesWayToWhatIsFixed() {
    let row = Row(
      spacing: 10,
      [
        block(50), LabelElement(String(repeating: "long ", count: 40)), block(30),
      ])
    #expect(frames(row, 200).map(\.width) == [50, 100, 30])
  }

  @Test func whatDoesNotFitEvenSoIsCutOffAtTheEnd() {
    #expect(frames(Row([block(60), block(60), block(60)]), 100).map(\.width) == [60, 40, 0])
  }

  @Test func justification() {
    let children: [any Element] = [block(10), block(10), block(10)]
    let expected: [(Flex.Justification, [Double])] = [
      (.start, [0, 10, 20]), (.center, [30, 40, 50]), (.end, [60, 70, 80]),
      (.spaceBetween, [0, 40, 80]), (.spaceAround, [10, 40, 70]), (.spaceEvenly, [15, 40, 65]),
    ]
    for (justification, places) in expected {
      let row = Row(justification: justification, children)
      #expect(frames(row, 90).map(\.x) == places, "\(justification)")
    }
  }

  @Test func alignment() {
    func frame(_ alignment: Flex.Alignment, _ child: any Element) -> Rect {
      frames(Row(alignment: alignment, [child]), 100, 50)[0]
    }
    #expect(frame(.start, block(10)) == Rect(width: 10, height: 10))
    #expect(frame(.center, block(10)) == Rect(y: 20, width: 10, height: 10))
    #expect(frame(.end, block(10)) == Rect(y: 40, width: 10, height: 10))
    // A fixed length is not stretched.
    #expect(frame(.stretch, block(10)) == Rect(width: 10, height: 10))
    #expect(frame(.stretch, Box().sized(width: 10)) == Rect(width: 10, height: 50))
    #expect(frame(.start, block(10).flexed(alignment: .end)).y == 40)
  }

  @Test func aStretchedTextWrapsAtTheWidthOfTheColumn() {
    // Ten characters of 7.5 each; two lines of "word word".
    let column = Column([LabelElement("word word word word", lineLimit: 0)])
    #expect(size(column, width: 75) == Size(width: 68, height: 42))
    #expect(frames(column, 75)[0] == Rect(width: 75, height: 42))
  }

  @Test func wrapping() {
    let row = Row(
      spacing: 10, alignment: .start, wraps: true, lineSpacing: 5,
      [block(40), block(40, 20), block(40), block(100)])
    #expect(
      frames(row, 100) == [
        Rect(width: 40, height: 10), Rect(x: 50, width: 40, height: 20),
        Rect(y: 25, width: 40, height: 10), Rect(y: 40, width: 100, height: 10),
      ])
    #expect(size(row, width: 100) == Size(width: 100, height: 50))
    #expect(size(row).height == 20)
  }

  @Test func spacersPushApart() {
    let row = Row([block(10), Spacer(), block(10)])
    #expect(frames(row, 100).map(\.x) == [0, 10, 90])
    #expect(frames(Row([Spacer(8, grow: 0), block(10)]), 100).map(\.x) == [0, 8])
  }

  @Test func dividersRunAcross() {
    let column = Column([block(10), Divider(), block(10)])
    #expect(frames(column, 100)[1] == Rect(y: 10, width: 100, height: 1))
    let row = Row(alignment: .stretch, [block(10), Divider(.vertical), block(10)])
    #expect(frames(row, 100, 40)[1] == Rect(x: 10, width: 1, height: 40))
  }
}
