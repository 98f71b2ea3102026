import SpotsTestSupport
import Testing

@testable import Spots

/// A screen's spacing applies to components that set none themselves.
@Suite @MainActor struct ScreenSpacingTests {
  private let cards = (0..<6).map { Item(title: "Card \($0)", kind: "card") }

  private func rig(
    _ components: [ComponentModel], width: Double, spacing: Screen.Spacing = .comfortable
  ) -> ScreenRig {
    let rig = ScreenRig([], size: Size(width: width, height: 600))
    rig.controller.reload(Screen(components: components, spacing: spacing), animation: .none)
    rig.settle()
    return rig
  }

  @Test func gridsAndCarouselsHaveRoom() throws {
    for (width, margin) in [(400.0, 16.0), (800, 24), (1280, 32)] {
      let grid = ComponentModel(kind: .grid, layout: Layout(span: 2), items: cards)
      let rig = rig([grid], width: width)
      let frames = (0..<6).map { rig.components[0].geometry.frame(ofItem: $0) }
      #expect(frames[0].x == margin && abs(frames[1].maxX - (width - margin)) < 1e-6)
      #expect(abs(frames[1].x - frames[0].maxX - 12) < 1e-6)
      #expect(frames[0].y == 12 && abs(frames[2].y - frames[0].maxY - 12) < 1e-6)
    }
  }

  @Test func rowsOfAListStayTogether() {
    let rig = rig([ComponentModel(kind: .list, items: cards)], width: 400)
    let geometry = rig.components[0].geometry
    #expect(geometry.frame(ofItem: 1).y == geometry.frame(ofItem: 0).maxY)
    #expect(geometry.frame(ofItem: 0).x == 16 && geometry.frame(ofItem: 0).width == 368)
    #expect(rig.components[0].content.cellStyle(ofItem: 0).groupRadius == 12)
  }

  @Test func whatALayoutSaysHolds() {
    let layout = Layout(span: 2, itemSpacing: 0, lineSpacing: 3, inset: .zero)
    let rig = rig([ComponentModel(kind: .grid, layout: layout, items: cards)], width: 400)
    let frames = (0..<6).map { rig.components[0].geometry.frame(ofItem: $0) }
    #expect(frames[0].origin == .zero && frames[1].x == 200)
    #expect(frames[2].y == frames[0].maxY + 3)
  }

  @Test func withoutItNothingIsAdded() {
    let grid = ComponentModel(kind: .grid, layout: Layout(span: 2), items: cards)
    let rig = rig([grid], width: 400, spacing: .none)
    #expect(rig.components[0].geometry.frame(ofItem: 1).x == 200)
    // It comes and goes with the document.
    rig.controller.reload(Screen(components: [grid], spacing: .comfortable), animation: .none)
    rig.settle()
    #expect(rig.components[0].geometry.frame(ofItem: 0).x == 16)
  }
}
