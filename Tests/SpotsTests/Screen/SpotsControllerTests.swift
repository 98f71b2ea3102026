import SpotsTestSupport
import Testing

@testable import Spots

@MainActor
@Suite struct SpotsControllerTests {
  @Test func selectionAndFocusFollowTheirItem() {
    for seed in 0..<40 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let rig = ScreenRig([list(9), carousel(9, from: 100)])
      rig.frame()
      rig.click(rig.center(0, 4))
      rig.controller.state.keyboard.focus(ItemPath(component: 1, item: 3), at: rig.now)
      var models = rig.controller.screen.components
      for index in models.indices { models[index].items.shuffle(using: &random.random) }
      models.shuffle(using: &random.random)
      rig.controller.reload(Screen(components: models), animation: .none)
      rig.settle()
      func identifier(_ path: ItemPath?) -> Item.Identifier? {
        path.flatMap { rig.controller.item(at: $0) }?.identifier
      }
      #expect(identifier(rig.controller.selected) == .integer(4), "seed \(seed)")
      #expect(identifier(rig.controller.state.keyboard.path) == .integer(103), "seed \(seed)")
      for (component, model) in models.enumerated() {
        for (item, view) in rig.components[component].visibleViews {
          let isSelected = model.items[item].identifier == .integer(4)
          #expect(view.state.contains(.selected) == isSelected, "seed \(seed)")
        }
      }
    }
  }

  @Test func overlaysAreInFrontUntilTheyAreRemoved() {
    let rig = ScreenRig([list(3)])
    let before = rig.settle()
    let overlay = FilledView()
    overlay.color = .role(.error)
    rig.controller.addOverlay(overlay)
    let covered = rig.settle()
    #expect(covered.entries.dropLast() == before.entries[...])
    #expect(
      covered.entries.last?.command
        == .fill(Rect(width: 400, height: 600), Theme.light[.error], cornerRadius: 0))
  }

  @Test func whatIsGoneIsNoLongerSelected() {
    let rig = ScreenRig([list(3)])
    rig.frame()
    rig.click(rig.center(0, 2))
    rig.controller.reload(Screen(components: [list(2)]), animation: .none)
    #expect(rig.controller.selected == nil && rig.controller.state.keyboard.path == nil)
  }

  @Test func aPressEndsOnTheSameItemAlthoughItMoved() {
    let rig = ScreenRig([list(9)])
    rig.frame()
    let point = rig.center(0, 1)
    rig.press(point)
    var model = list(9)
    model.items.insert(Item(identifier: .string("new"), size: Size(height: 50)), at: 0)
    rig.controller.reload(Screen(components: [model]), animation: .none)
    rig.frame()
    // Another item is under the pointer now.
    rig.release(point)
    #expect(rig.selections == [])
    rig.press(rig.center(0, 2))
    rig.controller.reload(Screen(components: [list(9)]), animation: .none)
    rig.frame()
    rig.release(rig.center(0, 1))
    #expect(rig.selections == [ItemPath(component: 0, item: 1)])
  }

  @Test func aCarouselThatIsDraggedStaysInHand() {
    let rig = ScreenRig([carousel(20, from: 100)])
    rig.frame()
    rig.drag(Point(x: 300, y: 50), to: Point(x: 200, y: 50))
    rig.controller.reload(
      Screen(components: [carousel(20, from: 300), carousel(20, from: 100)]), animation: .none)
    rig.frame()
    rig.move(Point(x: 150, y: 150))
    rig.frame()
    #expect(rig.horizontalOffset(0) == 0)
    #expect(rig.horizontalOffset(1) == 150)
    rig.wait(1)
    rig.release(Point(x: 150, y: 150))
    rig.settle()
    #expect(!rig.components[1].horizontalScroll.isMoving)
  }

  @Test func dragsAndFlingsGoOnThroughAReload() {
    let rig = ScreenRig([list(400)])
    rig.frame()
    rig.drag(Point(x: 200, y: 500), to: Point(x: 200, y: 300))
    rig.controller.reload(Screen(components: [list(2, from: 900), list(400)]), animation: .none)
    rig.frame()
    #expect(rig.offset == 300)
    rig.wait(0.02)
    rig.move(Point(x: 200, y: 270))
    rig.frame()
    #expect(rig.offset == 330)
    rig.release(Point(x: 200, y: 270))
    rig.frame()
    let before = rig.offset
    rig.controller.reload(Screen(components: [list(400)]), animation: .none)
    rig.frame()
    #expect(rig.offset > before - 100)
    rig.settle()
    #expect(rig.offset > before)
  }

  @Test func scrollingIsReported() {
    let rig = ScreenRig([list(100)])
    rig.settle()
    #expect(rig.scrolls == 0)
    rig.controller.scroll(to: 100)
    rig.frame()
    rig.frame()
    #expect(rig.scrolls == 1)
  }

  @Test func theEndIsReportedOnce() {
    let rig = ScreenRig([list(100)])
    rig.frame()
    #expect(rig.ends.count == 0)
    // 5000 − 600 − 1200 = 3200
    rig.controller.scroll(to: 3300)
    for _ in 0..<5 { rig.frame() }
    #expect(rig.ends.count == 1)
    rig.ends[0]()
    for _ in 0..<5 { rig.frame() }
    #expect(rig.ends.count == 1)
    rig.controller.reload(Screen(components: [list(110)]), animation: .none)
    rig.controller.scroll(to: 4000)
    rig.frame()
    #expect(rig.ends.count == 2)
  }

  @Test func hostileViewsDoNoHarm() {
    let configuration = Configuration()
    configuration.register(view: EndlessView.self, identifier: "endless")
    let item = Item(kind: "endless")
    for kind in [ComponentModel.Kind.list, .grid, .carousel] {
      let model = ComponentModel(header: item, footer: item, kind: kind, items: [item, item])
      let controller = SpotsController(
        screen: Screen(components: [model]), configuration: configuration, environment: .fixed())
      let frame = controller.renderFrame(at: 0)
      #expect(controller.contentSize.height.isFinite, "\(kind)")
      #expect(frame.next == nil)
    }
  }

  @Test func framesOfEveryRandomScreenFillTheWindowOnly() {
    for seed in 0..<40 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let rig = ScreenRig(random.screen().components)
      let window = Rect(width: 400, height: 600)
      for entry in rig.settle().entries {
        #expect(entry.clip.intersection(window) == entry.clip)
        #expect(entry.command.bounds.intersects(entry.clip))
      }
    }
  }
}

/// A view that computes an impossible size.
private final class EndlessView: View, ItemConfigurable {
  func configure(with item: Item) {}

  func computeSize(for item: Item, containerSize: Size) -> Size {
    Size(width: .nan, height: .infinity)
  }
}
