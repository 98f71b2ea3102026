import SpotsTestSupport
import Testing

@testable import Spots

/// A component follows the class of its own width.
@Suite @MainActor struct WidthClassTests {
  private let cards = (0..<24).map { Item(title: "Card \($0)", size: Size(height: 50)) }

  /// A grid of 1, 2 or 4 columns.
  private func grid(_ change: (inout ComponentModel) -> Void = { _ in }) -> ComponentModel {
    var model = ComponentModel(
      kind: .grid, layout: Layout(span: 1), items: cards,
      widerLayouts: WiderLayouts(medium: Layout(span: 2), expanded: Layout(span: 4)))
    change(&model)
    return model
  }

  private func columns(_ component: Component) -> Int { Int(component.geometry.sizing.span) }

  @Test func theLayoutFollowsTheWidth() {
    let rig = ScreenRig([grid()])
    for (width, wanted) in [(400.0, 1), (599.5, 1), (600, 2), (1023, 2), (1024, 4), (3000, 4)] {
      rig.controller.resize(to: Size(width: width, height: 600))
      rig.settle()
      #expect(columns(rig.components[0]) == wanted, "\(width)")
    }
  }

  @Test func theDocumentSetsTheBreakpoints() {
    let screen = Screen(
      components: [grid()], breakpoints: Breakpoints(medium: 300, expanded: 390))
    let rig = ScreenRig([])
    rig.controller.reload(screen, animation: .none)
    rig.settle()
    #expect(columns(rig.components[0]) == 4)
    rig.controller.reload(Screen(components: [grid()]), animation: .none)
    rig.settle()
    #expect(columns(rig.components[0]) == 1)
  }

  /// In a narrow lane, and in a composite item, whatever the window's width is.
  @Test func theWidthIsTheComponentsOwn() throws {
    let limited = grid { model in
      model.layout.maxWidth = 620
      model.widerLayouts?.medium.maxWidth = 620
      model.widerLayouts?.expanded.maxWidth = 620
    }
    let composite = ComponentModel(
      kind: .grid, layout: Layout(span: 2), items: [Item(kind: "composite", children: [grid()])])
    let rig = ScreenRig([limited, composite], size: Size(width: 1280, height: 600))
    rig.settle()
    #expect(columns(rig.components[0]) == 2)
    let inner = try #require(NestedComponents(inside: .item(0), of: rig.components[1]))
    #expect(inner.components.map(columns) == [2])
  }

  @Test func aComponentIsLeftOutAtOtherWidths() {
    let rig = ScreenRig([
      grid { $0.when = WidthRange(minWidth: 600) }, grid { $0.when = WidthRange(maxWidth: 599) },
    ])
    rig.settle()
    #expect(rig.components.map { $0.height > 0 } == [false, true])
    rig.controller.resize(to: Size(width: 800, height: 600))
    rig.settle()
    #expect(rig.components.map { $0.height > 0 } == [true, false])
    #expect(rig.controller.scrollView.mountedComponents == [0])
  }

  @Test func rowsThatBecomeColumnsNeedNoReadableWidth() {
    let list = grid { $0.kind = .list }
    let rig = ScreenRig([list], size: Size(width: 1280, height: 600))
    rig.settle()
    #expect(rig.components[0].geometry.lane.width == 1280 && columns(rig.components[0]) == 4)
  }

  /// The part at the top of the window, and where it stands there.
  private func partAtTop(_ rig: ScreenRig) -> (path: ItemPath, y: Double)? {
    for index in rig.controller.scrollView.mountedComponents {
      for item in rig.components[index].visibleIndexes {
        let path = ItemPath(component: index, item: item)
        if let frame = rig.windowFrame(path), frame.maxY > 0.5 { return (path, frame.y) }
      }
    }
    return nil
  }

  private func resize(_ rig: ScreenRig, _ random: inout SplitMix64) -> Size {
    let size = Size(
      width: Double(Int.random(in: 200...2400, using: &random)),
      height: Double(Int.random(in: 200...900, using: &random)))
    rig.controller.resize(to: size)
    _ = rig.controller.renderFrame(at: rig.now)
    return size
  }

  /// Through any change of the window's size, the item at the top of the window stays there.
  @Test func whatIsAtTheTopStays() throws {
    var random = SplitMix64(seed: 1600)
    let components = [grid(), grid { $0.layout.minItemWidth = 90 }, list(40), ragged(4), grid()]
    let rig = ScreenRig(components)
    rig.settle()
    rig.controller.scroll(to: 900)
    rig.settle()
    var steps = 0
    for step in 0..<1000 {
      let top = try #require(partAtTop(rig))
      let size = resize(rig, &random)
      let scroll = rig.controller.scrollView.verticalScroll
      // The end of the content may have come into the window; there the screen goes elsewhere.
      guard scroll.offset < scroll.maximum - 0.5 else {
        rig.controller.scroll(
          to: Double.random(in: 1...max(scroll.maximum - 1, 2), using: &random).rounded())
        _ = rig.controller.renderFrame(at: rig.now)
        continue
      }
      steps += 1
      let y = try #require(rig.windowFrame(top.path)).y
      #expect(abs(y - top.y) < 1, "seed 1600, step \(step), \(size): \(top.path) at \(y)")
    }
    #expect(steps > 700)
  }

  /// The content above may take any shape; errors do not add up.
  @Test func aRowAtTheTopStaysThroughAllOfThem() throws {
    var random = SplitMix64(seed: 1601)
    let rig = ScreenRig([grid(), grid { $0.layout.minItemWidth = 90 }, ragged(4), list(400)])
    rig.settle()
    let path = ItemPath(component: 3, item: 80)
    try rig.controller.scroll(to: path, position: .top, animated: false)
    rig.controller.scroll(to: rig.offset + 17)
    rig.settle()
    for step in 0..<1000 {
      let size = resize(rig, &random)
      let top = try #require(partAtTop(rig))
      #expect(
        top.path == path && abs(top.y + 17) < 1, "seed 1601, step \(step), \(size): \(top)")
    }
  }
}
