import SpotsTestSupport
import Testing

@testable import Spots

/// Items on a circle, each as large as it asks; as high as wide.
struct RingLayout: RegisteredLayout {
  private let count: Int
  private let width: Double
  private var sizes: [Size] = []

  init(model: ComponentModel, sizing: ItemSizing) {
    count = model.items.count
    width = sizing.rowWidth
  }

  var contentSize: Size { Size(width: width, height: width) }
  var isComplete: Bool { sizes.count == count }

  mutating func prepare(_ rect: Rect, measure: (Int) -> Size) {
    if !isComplete { sizes = (0..<count).map(measure) }
  }

  func frame(ofItem index: Int) -> Rect {
    guard isComplete else { return .zero }
    // The four quarters of the circle, so that all numbers are exact: top, right, bottom, left.
    let radius = width / 2 - 20
    let (x, y) = [(0.0, -1.0), (1, 0), (0, 1), (-1, 0)][index % 4]
    let size = sizes[index]
    return Rect(
      x: width / 2 + x * radius - size.width / 2, y: width / 2 + y * radius - size.height / 2,
      width: size.width, height: size.height)
  }

  func knownSize(ofItem index: Int) -> Size? { isComplete ? sizes[index] : nil }
  func items(in rect: Rect) -> Range<Int> { 0..<count }
}

/// Two columns; each item goes below the one before it in its column.
private struct StaggeredLayout: RegisteredLayout {
  private let count: Int
  private let width: Double
  private var frames: [Rect] = []

  init(model: ComponentModel, sizing: ItemSizing) {
    count = model.items.count
    width = sizing.rowWidth / 2
  }

  var contentSize: Size {
    Size(width: width * 2, height: frames.map(\.maxY).max() ?? 0)
  }
  var isComplete: Bool { frames.count == count }

  mutating func prepare(_ rect: Rect, measure: (Int) -> Size) {
    while !isComplete {
      let index = frames.count
      let y = index < 2 ? 0 : frames[index - 2].maxY
      frames.append(
        Rect(
          x: Double(index % 2) * width, y: y, width: width, height: measure(index).height))
    }
  }

  func frame(ofItem index: Int) -> Rect { index < frames.count ? frames[index] : .zero }
  func knownSize(ofItem index: Int) -> Size? { index < frames.count ? frames[index].size : nil }

  func items(in rect: Rect) -> Range<Int> {
    let seen = frames.indices.filter { frames[$0].intersects(rect) }
    guard let first = seen.first, let last = seen.last else { return 0..<0 }
    return first..<last + 1
  }
}

/// Layouts of a program's own are laid out, shown, clicked and reloaded as the built-in ones are.
@MainActor
@Suite struct RegisteredLayoutTests {
  private func controller(_ components: [ComponentModel]) -> SpotsController {
    let configuration = Configuration()
    configuration.register(layout: RingLayout.self, kind: "ring")
    configuration.register(layout: StaggeredLayout.self, kind: "staggered")
    return SpotsController(
      screen: Screen(components: components), size: Size(width: 400, height: 600),
      configuration: configuration, environment: .fixed())
  }

  private func ring() -> ComponentModel {
    ComponentModel(
      header: Item(title: "r", size: Size(height: 30)), kind: .init(rawValue: "ring"),
      layout: Layout(inset: EdgeInsets(top: 5, left: 50, bottom: 10, right: 50)),
      items: numbered(4, height: 40, width: 40))
  }

  private func staggered(_ heights: [Double]) -> ComponentModel {
    ComponentModel(
      kind: .init(rawValue: "staggered"),
      items: ItemList(
        heights.enumerated().map { Item(identifier: .integer($0), size: Size(height: $1)) }))
  }

  @Test func framesAreWhatTheLayoutSays() {
    let controller = controller([ring(), list(2, from: 50)])
    _ = controller.renderFrame(at: 0)
    // 300 wide, so the middle is at 150, 130 from every item's; it all begins at 50 and 30 + 5.
    let geometry = controller.components[0].geometry
    #expect(geometry.frame(ofItem: 0) == Rect(x: 180, y: 35, width: 40, height: 40))
    #expect(geometry.frame(ofItem: 1) == Rect(x: 310, y: 165, width: 40, height: 40))
    #expect(geometry.frame(ofItem: 3) == Rect(x: 50, y: 165, width: 40, height: 40))
    // 30 + 5 + 300 + 10
    #expect(geometry.contentSize == Size(width: 400, height: 345))
    #expect(controller.scrollView.placement(of: 1).frame.y == 345)
    #expect(controller.components[0].visibleViews.count == 4)
  }

  @Test func whatIsNotSeenHasNoViews() {
    let controller = controller([staggered((0..<200).map { 40 + Double($0 % 5) * 10 })])
    _ = controller.renderFrame(at: 0)
    let first = controller.components[0].visibleViews.keys.max() ?? 0
    #expect(first > 10 && first < 40)
    controller.scrollToBottom()
    _ = controller.renderFrame(at: 0)
    #expect(controller.components[0].visibleViews.keys.max() == 199)
    #expect(controller.components[0].visibleViews.count < 40)
  }

  @Test func moreItemsThanAreMeasuredInAdvance() {
    let controller = controller([staggered(Array(repeating: 40, count: 3000))])
    _ = controller.renderFrame(at: 0)
    // It lays out everything at once: 1500 rows.
    #expect(controller.contentSize.height == 60_000)
    #expect(controller.components[0].visibleViews.count == 30)
  }

  @Test func clicksAndKeysReachItsItems() {
    let controller = controller([ring(), list(2, from: 50)])
    _ = controller.renderFrame(at: 0)
    controller.handle(.pointerPressed(Point(x: 330, y: 185), .left, clicks: 1), at: 1)
    controller.handle(.pointerReleased(Point(x: 330, y: 185), .left), at: 1)
    #expect(controller.selected == ItemPath(component: 0, item: 1))
    var visited: [ItemPath?] = []
    for (step, key) in [Key.left, .right, .right, .right, .tab].enumerated() {
      controller.handle(.keyPressed(key, []), at: 2 + Double(step))
      _ = controller.renderFrame(at: 2.5 + Double(step))
      visited.append(controller.state.keyboard.path)
    }
    #expect(visited.map { $0?.item } == [0, 1, 2, 3, 0])
    #expect(visited.map { $0?.component } == [0, 0, 0, 0, 1])
  }

  @Test func aReloadIsLaidOutAnew() {
    let controller = controller([staggered([40, 60, 80])])
    _ = controller.renderFrame(at: 0)
    #expect(controller.components[0].geometry.frame(ofItem: 2).y == 40)
    controller.reload(Screen(components: [staggered([50, 60, 80, 20])]), animation: .none)
    _ = controller.renderFrame(at: 0)
    #expect(controller.components[0].geometry.frame(ofItem: 2).y == 50)
    #expect(
      controller.components[0].geometry.frame(ofItem: 3)
        == Rect(x: 200, y: 60, width: 200, height: 20))
    #expect(controller.components[0].geometry.contentSize.height == 130)
  }

  @Test func aBuiltInOneCanBeReplaced() {
    let configuration = Configuration()
    configuration.register(layout: StaggeredLayout.self, kind: "grid")
    #expect(configuration.componentKinds == ["carousel", "grid", "list", "log", "table"])
    var model = staggered([40, 60])
    model.kind = .grid
    let geometry = ComponentGeometry(
      model: model, width: 400, headerHeight: 0, footerHeight: 0, layouts: configuration.layouts)
    #expect(geometry.contentSize.height == 0)
    #expect(!geometry.isComplete)
  }
}
