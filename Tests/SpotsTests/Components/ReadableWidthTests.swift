import SpotsTestSupport
import Testing

@testable import Spots

/// Rows are not a meter long, and everything beside them shares their edges.
@Suite @MainActor struct ReadableWidthTests {
  private let rows = (0..<20).map { Item(title: "Row \($0)", action: "go:\($0)") }
  private let cards = (0..<9).map {
    Item(title: "Card \($0)", kind: "card", size: Size(width: 120, height: 90))
  }

  private func list(_ change: (inout ComponentModel) -> Void = { _ in }) -> ComponentModel {
    var model = ComponentModel(header: Item(title: "List"), kind: .list, items: rows)
    change(&model)
    return model
  }

  private var grid: ComponentModel {
    ComponentModel(
      header: Item(title: "Grid"), kind: .grid, layout: Layout(span: 3, itemSpacing: 12),
      items: cards)
  }

  private func lanes(
    _ components: [ComponentModel], width: Double, textScale: Double = 1
  ) -> [Lane] {
    let rig = ScreenRig(
      components, size: Size(width: width, height: 600), environment: .fixed(textScale: textScale))
    rig.settle()
    return rig.controller.components.map(\.geometry.lane)
  }

  @Test func everyEdgeIsTheSame() {
    for width in stride(from: 200.0, through: 3840, by: 40) {
      let lanes = lanes(
        [grid, list(), ComponentModel(kind: .carousel, items: cards)], width: width)
      let wanted = width < 752 ? width : 720
      #expect(lanes.allSatisfy { $0 == lanes[0] } && lanes[0].width == wanted, "\(width)")
      #expect(abs(lanes[0].x - (width - lanes[0].maxX)) <= 1)
    }
  }

  @Test func partsStandInTheirLane() throws {
    let rig = ScreenRig([list(), grid], size: Size(width: 1920, height: 900))
    rig.settle()
    let controller = rig.controller
    #expect(try #require(controller.frame(of: ItemPath(component: 0, item: 3))).x == 600)
    #expect(try #require(controller.frame(of: ItemPath(component: 0, item: 3))).width == 720)
    for component in 0..<2 {
      let path = ItemPath(component: component, part: .header)
      let header = try #require(controller.frame(of: path))
      #expect(header.x == 600 && header.width == 720)
    }
    #expect(try #require(controller.frame(of: ItemPath(component: 1, item: 0))).x == 600)
    #expect(try #require(controller.frame(of: ItemPath(component: 1, item: 2))).maxX == 1320)
    // A click beside the rows hits none of them.
    rig.click(Point(x: 590, y: 200))
    rig.click(Point(x: 1330, y: 200))
    #expect(rig.selections.isEmpty)
    rig.click(Point(x: 1310, y: 200))
    #expect(rig.selections.count == 1)
  }

  @Test func rowsThatDoNotReachTheEdgesAreABox() throws {
    let rig = ScreenRig([list()], size: Size(width: 1280, height: 600))
    let style = { rig.controller.components[0].content.cellStyle(ofItem: $0) }
    #expect(style(0).groupRadius == 12 && style(0).isFirst)
    rig.controller.resize(to: Size(width: 600, height: 600))
    #expect(style(0).groupRadius == 0)
  }

  @Test func whoeverSetsALimitKeepsIt() {
    let narrow = list { $0.layout.maxWidth = 400 }
    #expect(lanes([narrow], width: 1280) == [Lane(x: 440, width: 400)])
    let leading = list { ($0.layout.maxWidth, $0.layout.align) = (400, .leading) }
    #expect(lanes([leading], width: 1280) == [Lane(x: 0, width: 400)])
    let trailing = list { ($0.layout.maxWidth, $0.layout.align) = (400, .trailing) }
    #expect(lanes([trailing], width: 1280) == [Lane(x: 880, width: 400)])
    // It does not affect the width of others, and a limit of 0 means no limit.
    #expect(lanes([narrow, grid], width: 1280)[1] == Lane(x: 0, width: 1280))
    #expect(lanes([list { $0.layout.maxWidth = 0 }], width: 1280) == [Lane(x: 0, width: 1280)])
  }

  @Test func screensWithoutRowsUseAllTheRoom() {
    let columns = list { $0.layout.span = 2 }
    let title = list { $0.items = [] }
    #expect(lanes([title, grid, columns], width: 1920).allSatisfy { $0.width == 1920 })
  }

  @Test func largerTextHasMoreRoom() {
    #expect(lanes([list()], width: 1920, textScale: 2)[0].width == 1440)
  }

  @Test func rowsThatComeAndGoChangeTheWidthOfAll() throws {
    let rig = ScreenRig([grid], size: Size(width: 1280, height: 600))
    rig.settle()
    rig.controller.change(animation: .none) { $0.reload([grid, list()]) }
    rig.settle()
    #expect(rig.controller.components.map(\.geometry.lane.width) == [720, 720])
    rig.controller.change(animation: .none) { $0.reload([grid]) }
    rig.settle()
    #expect(rig.controller.components.map(\.geometry.lane.width) == [1280])
  }

  @Test func aCompositeItemHasAMeasureOfItsOwn() throws {
    let item = Item(kind: "composite", children: [grid, list()])
    let rig = ScreenRig(
      [ComponentModel(kind: .grid, items: [item])], size: Size(width: 1280, height: 600))
    rig.settle()
    let inner = rig.controller.components[0].nestedComponents(inside: .item(0))
    #expect(try #require(inner).components.map(\.geometry.lane.width) == [720, 720])
  }
}
