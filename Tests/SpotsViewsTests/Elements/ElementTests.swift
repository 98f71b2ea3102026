import SpotsTestSupport
import Testing

@testable import SpotsViews

/// Each element that arranges or shows something, on its own.
@MainActor
@Suite struct ElementTests {
  private let environment = Environment.fixed(images: ["photo.png": Size(width: 300, height: 200)])

  private func size(
    _ element: any Element, width: Double = .infinity, exactly: Bool = false
  ) -> Size {
    ElementNode(element, environment).measure(
      in: SizeRange(
        minimum: Size(width: exactly ? width : 0),
        maximum: Size(width: width, height: .infinity)))
  }

  private func frames(_ element: any Element, _ width: Double, _ height: Double) -> [Rect] {
    ElementNode(element, environment).layOut(in: Rect(width: width, height: height))
      .children.map(\.frame)
  }

  private func drawn(_ element: any Element, _ width: Double, _ height: Double) -> [DrawCommand] {
    let host = ElementView()
    host.environment = environment
    host.element = element
    host.frame = Rect(width: width, height: height)
    var list = DrawList(viewport: host.bounds.expanded(by: 20))
    host.record(into: &list)
    return list.entries.map(\.command)
  }

  private let block = Box().sized(width: 20, height: 10)

  @Test func insetsAddUp() {
    let inset = block.inset(by: EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
    #expect(size(inset) == Size(width: 26, height: 14))
    #expect(frames(inset, 100, 50) == [Rect(x: 2, y: 1, width: 94, height: 46)])
  }

  @Test func overlaysAreAsLargeAsTheLargest() {
    let overlay = Overlay([block, Box().sized(width: 5, height: 30)])
    #expect(size(overlay) == Size(width: 20, height: 30))
    #expect(frames(overlay, 20, 30) == [Rect(width: 20, height: 30), Rect(width: 20, height: 30)])
  }

  @Test func backgroundsFollow() {
    let background = block.background(Box().sized(width: 500, height: 500))
    #expect(size(background) == Size(width: 20, height: 10))
  }

  @Test func centeredElementsKeepTheirSize() {
    #expect(frames(block.centered(), 100, 50) == [Rect(x: 40, y: 20, width: 20, height: 10)])
    let corner = Aligned(horizontal: .end, vertical: .fill, Box().sized(width: 20))
    #expect(frames(corner, 100, 50) == [Rect(x: 80, width: 20, height: 50)])
  }

  @Test func ratios() {
    #expect(size(Box().aspectRatio(2), width: 100) == Size(width: 100, height: 50))
    #expect(frames(Box().aspectRatio(2), 100, 20) == [Rect(x: 30, width: 40, height: 20)])
    #expect(size(Box().aspectRatio(.nan), width: 100) == Size(width: 100, height: 100))
  }

  @Test func fixedAndLimitedSizes() {
    let long = LabelElement(String(repeating: "x", count: 40))
    #expect(size(Sized(SizeLimits(maximumWidth: 50), long)).width == 45)
    #expect(size(Sized(SizeLimits(minimumWidth: 50), LabelElement("x"))).width == 50)
    #expect(size(block, width: 5) == Size(width: 5, height: 10))
  }

  @Test func labels() {
    #expect(size(LabelElement("abcd", font: .body)) == Size(width: 30, height: 21))
    #expect(size(LabelElement("")) == .zero)
    #expect(size(LabelElement("abcd"), width: 0) == Size(width: 0, height: 21))
    let commands = drawn(LabelElement("ab", color: .color(Color(0x123456))), 100, 21)
    guard case .text("ab", _, Color(0x123456), _, 15, _)? = commands.first else {
      Issue.record("\(commands)")
      return
    }
  }

  @Test func images() {
    #expect(size(ImageElement("photo.png")) == Size(width: 300, height: 200))
    #expect(size(ImageElement("photo.png"), width: 150) == Size(width: 150, height: 100))
    #expect(
      size(ImageElement("photo.png"), width: 600, exactly: true) == Size(width: 600, height: 400))
    #expect(
      size(ImageElement("none.png"), width: 320, exactly: true) == Size(width: 320, height: 180))
    #expect(size(ImageElement("")) == .zero)
  }

  @Test func boxes() {
    let box = Box(
      color: .role(.accent), cornerRadius: 100, border: .role(.separator), hasShadow: true, block)
    #expect(size(box) == Size(width: 20, height: 10))
    let rect = Rect(width: 20, height: 10)
    let theme = Theme.light
    #expect(
      drawn(box, 20, 10) == [
        .shadow(rect, Color.black.opacity(0.08), blur: 2, offset: 1, cornerRadius: 5),
        .shadow(rect, Color.black.opacity(0.06), blur: 12, offset: 4, cornerRadius: 5),
        .fill(rect, theme[.accent], cornerRadius: 5),
        .stroke(rect, theme[.separator], width: 1, cornerRadius: 5),
      ])
  }

  @Test(arguments: [(0.5, 50.0), (0, 0), (1, 100), (7, 100), (-1, 0), (.nan, 0), (0.001, 6)])
  func progress(value: Double, length: Double) {
    #expect(frames(ProgressBar(value), 100, 6).map(\.width) == [100, length])
  }

  @Test(arguments: Icon.Name.allCases)
  func iconsStayInTheirSquare(name: Icon.Name) {
    let commands = drawn(Icon(name, size: 20), 20, 20)
    #expect(!commands.isEmpty)
    for case .polyline(let points, _, let width) in commands {
      #expect(points.count >= 2 && (1.4...2).contains(width))
      for point in points { #expect((1...19).contains(point.x) && (1...19).contains(point.y)) }
    }
  }

  // MARK: Reconciliation

  @Test func theSameTypeInTheSamePlaceKeepsItsView() {
    let host = ElementView()
    host.environment = environment
    host.frame = Rect(width: 200, height: 100)
    host.element = Column([LabelElement("a"), ImageElement("photo.png"), LabelElement("b")])
    host.layoutIfNeeded()
    let views = host.subviews
    #expect(views.map { ($0 as? Label)?.text } == ["a", nil, "b"])
    host.element = Column([LabelElement("c"), LabelElement("d")])
    host.layoutIfNeeded()
    #expect(host.subviews.count == 3)
    #expect((views[0] as? Label)?.text == "c")
    #expect((views[2] as? Label)?.text == "d")
    #expect(views[1].isHidden)
    host.element = Column([
      LabelElement("a").keyed("1"), LabelElement("b").keyed("2"), ImageElement("photo.png"),
    ])
    host.layoutIfNeeded()
    host.element = Column([LabelElement("b").keyed("2"), LabelElement("a").keyed("1")])
    let before = host.subviews.compactMap { $0 as? Label }
    host.layoutIfNeeded()
    let after = host.subviews.compactMap { $0 as? Label }
    #expect(after[0] === before[1] && after[1] === before[0])
    #expect(host.mounter.counters.created == 3)
  }
}
