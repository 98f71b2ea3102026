import SpotsTestSupport
import Testing

@testable import SpotsViews

@MainActor
@Suite struct ViewTests {
  /// A view that fills itself with a color and counts.
  private final class Block: View {
    var color = Color.black
    private(set) var layouts = 0

    override func layoutSubviews() { layouts += 1 }
    override func draw(in list: inout DrawList) { list.fill(bounds, color) }
  }

  private let root = Block()
  private let child = Block()

  init() {
    root.frame = Rect(width: 100, height: 100)
    child.frame = Rect(x: 90, y: 10, width: 30, height: 20)
    child.color = .white
    root.addSubview(child)
  }

  private func record() -> DrawList {
    var list = DrawList(viewport: Rect(width: 200, height: 200))
    root.record(into: &list)
    return list
  }

  @Test func subviewsAreDrawnInFrontAtTheirPlace() {
    #expect(
      record().text == """
        clip 0,0 200x200
          fill 0,0 100x100 #000000 radius 0
          fill 90,10 30x20 #FFFFFF radius 0

        """)
  }

  @Test func contentMovesAndIsClipped() {
    root.contentOffset = Point(x: 5, y: 15)
    root.clipsToBounds = true
    #expect(
      record().text == """
        clip 0,0 100x100
          fill 0,0 100x100 #000000 radius 0
          fill 85,-5 30x20 #FFFFFF radius 0

        """)
  }

  @Test func hiddenAndTransparentViewsAreNotDrawn() {
    child.isHidden = true
    #expect(record().entries.count == 1)
    child.isHidden = false
    root.opacity = 0.5
    child.opacity = 0.5
    #expect(record().entries.map(\.opacity) == [0.5, 0.25])
    root.opacity = 0
    #expect(record().entries == [])
  }

  @Test func layoutIsDoneOnceForEachChange() {
    _ = record()
    _ = record()
    #expect(child.layouts == 1)
    child.frame.x = 0
    _ = record()
    #expect(child.layouts == 1)
    child.frame.width = 10
    child.cellStyle = CellStyle(margin: 99)
    _ = record()
    #expect(child.layouts == 2)
  }

  @Test func changesAskForAFrameAndNothingElseDoes() {
    var asked = 0
    root.onNeedsDisplay { asked += 1 }
    _ = record()
    child.frame = child.frame
    child.isHidden = false
    child.state = []
    #expect(asked == 0)
    child.state = .hover
    #expect(asked == 1)
    child.removeFromSuperview()
    #expect(asked == 2)
    child.state = []
    #expect(asked == 2)
  }

  @Test func aViewHasOneSuperview() {
    let other = Block()
    other.addSubview(child)
    #expect(root.subviews.isEmpty && child.superview === other)
    other.addSubview(child)
    #expect(other.subviews.count == 1)
  }

  @Test func surroundingsComeFromAbove() {
    #expect(child.environment == nil)
    let environment = Environment.fixed()
    root.environment = environment
    #expect(child.environment?.isIdentical(to: environment) == true)
    child.removeFromSuperview()
    #expect(child.environment == nil)
  }

  @Test func subviewsAreOrdered() {
    let other = Block()
    root.addSubview(other)
    root.orderSubviews([other, child])
    #expect(root.subviews.map(ObjectIdentifier.init) == [other, child].map(ObjectIdentifier.init))
  }
}
