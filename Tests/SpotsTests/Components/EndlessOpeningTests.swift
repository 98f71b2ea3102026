import SpotsTestSupport
import Testing

@testable import Spots

/// Carousels without ends open at their first item, however wide they and their items are.
@MainActor
@Suite struct EndlessOpeningTests {
  private func endless(
    _ widths: [Double], spacing: Double = 10, paginate: Interaction.Paginate
  ) -> ComponentModel {
    ComponentModel(
      kind: .carousel,
      layout: Layout(
        itemSpacing: spacing, inset: EdgeInsets(left: 16, right: 16), infiniteScrolling: true),
      interaction: Interaction(paginate: paginate),
      items: ItemList(
        widths.enumerated().map {
          Item(title: "Item \($0.offset)", size: Size(width: $0.element, height: 100))
        }))
  }

  private func composite(_ child: ComponentModel, title: String = "") -> ComponentModel {
    ComponentModel(
      kind: .list, items: [Item(title: title, kind: "composite", children: [child])])
  }

  /// 800 is among the widths at which the middle of a window is the middle of a card that has the
  /// width of an estimate.
  @Test func whateverTheWidths() {
    var random = RandomComponents(seed: 5)
    for run in 0..<200 {
      let width = run == 0 ? 800 : 300 + random.length(upTo: 1000)
      let widths = (0..<6 + random.below(6)).map { _ in
        run == 0 ? 300 : 100 + random.length(upTo: 300)
      }
      let paginate = random.pick([Interaction.Paginate.item, .page, .disabled])
      let model = endless(widths, spacing: random.pick([0, 16]), paginate: paginate)
      let rig = ScreenRig([model, composite(model)], size: Size(width: width, height: 600))
      for width in [width, width + 60, 500, width] {
        rig.controller.resize(to: Size(width: width, height: 600))
        rig.settle()
        #expect(rig.horizontalOffset(0) == 0, "run \(run), \(width) wide")
        #expect(inner(rig, 1)?.horizontalScroll.offset == 0, "run \(run), \(width) wide, inside")
      }
    }
  }

  /// Longer ones are not measured completely: learning where a turn ends moves nothing.
  @Test func alsoWhenTheirEndIsAnEstimate() {
    var random = RandomComponents(seed: 6)
    let widths = (0..<1500).map { _ in 20 + random.length(upTo: 300) }
    for paginate in Interaction.Paginate.allCases {
      let rig = ScreenRig([endless(widths, paginate: paginate)])
      rig.settle()
      #expect(rig.horizontalOffset(0) == 0, "\(paginate)")
    }
  }

  /// Also when the carousel is endless only at some widths.
  @Test func aTurnIsKnownWhereverThereIsOne() {
    for isEndlessInWideWindows in [true, false] {
      var random = RandomComponents(seed: 7)
      let widths = (0..<40).map { _ in 20 + random.length(upTo: 300) }
      var model = endless(widths, paginate: .disabled)
      var ended = model.layout
      ended.infiniteScrolling = false
      let wide = isEndlessInWideWindows ? model.layout : ended
      if isEndlessInWideWindows { model.layout = ended }
      model.widerLayouts = WiderLayouts(medium: wide, expanded: wide)
      // So many rows use up the number of items that are measured before they are seen.
      let rig = ScreenRig([list(1000, from: 100), model])
      for width in [400.0, 800, 1300, 400, 800] {
        rig.controller.resize(to: Size(width: width, height: 600))
        let isEndless = isEndlessInWideWindows == (width > 600)
        let geometry = rig.components[1].geometry
        #expect(geometry.isComplete == isEndless, "\(width)")
        #expect((geometry.period != nil) == isEndless, "\(width)")
      }
    }
  }

  private func inner(_ rig: ScreenRig, _ component: Int) -> Component? {
    NestedComponents(inside: .item(0), of: rig.components[component])?.components[0]
  }

  /// A carousel inside an item reports the same offset before and after a reload, in view or not.
  @Test func insideItemsReloadsAndQuestionsAgree() {
    let model = endless(Array(repeating: 300, count: 6), paginate: .item)
    var other = model
    other.items[2].title = "changed"
    func screen(_ child: ComponentModel, _ title: String) -> Screen {
      Screen(components: [
        composite(child, title: title), list(40), composite(child, title: "far"),
      ])
    }
    let rig = ScreenRig(
      screen(model, "a").components, size: Size(width: 800, height: 600))
    rig.settle()
    for component in [0, 2, 0] { #expect(inner(rig, component)?.horizontalScroll.offset == 0) }
    rig.controller.reload(screen(other, "b"), animation: .none)
    rig.settle()
    for component in [0, 2, 0] { #expect(inner(rig, component)?.horizontalScroll.offset == 0) }
    // A scrolled carousel that is out of sight stays where it was left; the other one did not move.
    rig.wheel(Point(x: 100, y: 50), y: -3, shift: true)
    rig.settle()
    let left = inner(rig, 0)?.horizontalScroll.offset ?? 0
    #expect(left != 0)
    rig.controller.scrollToBottom()
    rig.settle()
    #expect(inner(rig, 0)?.horizontalScroll.offset == left)
    #expect(inner(rig, 2)?.horizontalScroll.offset == 0)
    rig.controller.scroll(to: 0)
    rig.settle()
    #expect(inner(rig, 0)?.horizontalScroll.offset == left)
    #expect(inner(rig, 2)?.horizontalScroll.offset == 0)
  }

  @Test func theScreensBeginningIsTheirs() {
    let rig = ScreenRig(
      [endless(Array(repeating: 300, count: 6), paginate: .item)],
      size: Size(width: 800, height: 600))
    rig.settle()
    rig.drag(Point(x: 700, y: 50), to: Point(x: 100, y: 50))
    rig.release(Point(x: 100, y: 50))
    rig.settle()
    #expect(rig.horizontalOffset(0) != 0)
    rig.controller.startOver()
    rig.settle()
    #expect(rig.horizontalOffset(0) == 0)
    rig.controller.resize(to: Size(width: 830, height: 600))
    rig.settle()
    #expect(rig.horizontalOffset(0) == 0)
  }
}
