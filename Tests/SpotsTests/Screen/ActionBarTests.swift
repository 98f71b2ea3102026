import SpotsTestSupport
import Testing

@testable import Spots

/// The buttons at the end of a question stay in sight while the rest scrolls below them.
@MainActor
@Suite struct ActionBarTests {
  private func rig(hasBar: Bool = true, header: Item? = nil) -> ScreenRig {
    let button = ItemAction("OK", action: "ok")
    let actions = Item(kind: "actions", actions: [button])
    var environment = Environment.fixed()
    environment.hasActionBar = hasBar
    let rig = ScreenRig(
      [list(20), ComponentModel(header: header, kind: .list, items: [actions])],
      size: Size(width: 400, height: 300), environment: environment)
    rig.settle()
    return rig
  }

  private let button = ItemPath(component: 1, item: 0)

  @Test func itIsThereFromTheStart() throws {
    let rig = rig()
    #expect(rig.windowFrame(button)?.maxY == 300 && rig.windowFrame(button)?.height == 64)
    let point = Point(x: 380, y: 270)
    rig.click(point)
    #expect(rig.selections.contains(button))
    rig.controller.scroll(to: .infinity)
    rig.settle()
    #expect(rig.windowFrame(button)?.maxY == 300)
    for other in [self.rig(hasBar: false), self.rig(header: Item(title: "Done?"))] {
      let frame = try #require(other.windowFrame(button))
      #expect(frame.y > 300)
    }
  }

  /// Whatever a component is, the document can have it stay there.
  @Test func anyComponentCanBeOne() {
    var player = ComponentModel(kind: .list, items: [Item(title: "Now playing", text: "Ada")])
    player.isBar = true
    for count in [1, 20] {
      let rig = ScreenRig(
        [list(count), player], size: Size(width: 400, height: 300), environment: .fixed())
      rig.settle()
      for offset in [0, 100, Double.infinity] {
        rig.controller.scroll(to: offset)
        rig.settle()
        #expect(rig.windowFrame(button)?.maxY == 300)
        #expect(rig.controller.path(at: Point(x: 200, y: 290)) == button)
        #expect(rig.controller.path(at: Point(x: 200, y: 150))?.component == (count == 1 ? nil : 0))
      }
    }
  }

  /// The row that the keyboard comes to is above it.
  @Test func itCoversNothingThatIsRevealed() throws {
    let rig = rig()
    let bar = try #require(rig.windowFrame(button))
    for item in 0..<20 {
      rig.controller.state.reveal(ItemPath(component: 0, item: item))
      rig.settle()
      let row = try #require(rig.windowFrame(ItemPath(component: 0, item: item)))
      #expect(row.maxY <= bar.y && row.y >= 0, "\(item)")
    }
  }
}
