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
    let inner = try #require(rig.components[1].nestedComponents(inside: .item(0)))
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

  /// Through any change of the width, the item at the top of the window stays there.
  @Test func whatIsAtTheTopStays() throws {
    var random = SplitMix64(seed: 1600)
    let components = [grid(), grid { $0.layout.minItemWidth = 90 }, list(40), grid()]
    let rig = ScreenRig(components)
    rig.settle()
    rig.controller.scroll(to: 900)
    rig.settle()
    for step in 0..<1000 {
      let before = try #require(rig.controller.scrollView.currentAnchor())
      let width = Double(Int.random(in: 200...2400, using: &random))
      rig.controller.resize(to: Size(width: width, height: 600))
      _ = rig.controller.renderFrame(at: rig.now)
      let view = rig.controller.scrollView
      let y = try #require(before.contentY(in: view))
      // What was cut off at the top may be shorter than that now.
      let isAtTheEnd = view.verticalScroll.offset >= view.verticalScroll.maximum - 0.5
      if isAtTheEnd {
        rig.controller.scroll(to: 900)
        _ = rig.controller.renderFrame(at: rig.now)
        continue
      }
      #expect(
        abs(view.verticalScroll.offset - y - before.inside) < 1,
        "seed 1600, step \(step): \(before) at \(y), \(view.verticalScroll.offset)")
    }
  }
}
